/** The amount stepper: − and + around an input that works alone too, and the same amount written out in rupiah. */
import { groupThousands } from "#shared/money.ts";
import { typedAmountOf, stepped, type AmountRule } from "./amount-text.ts";
import { all, on } from "./page.ts";

/** The bounds that an amount's attributes name, in rupiah. */
export function amountRuleOf(field: HTMLInputElement): AmountRule {
  const bound = (name: string, otherwise: number) => Number(field.getAttribute(name) ?? otherwise) || otherwise;
  return { minimum: bound("min", 0), maximum: bound("max", Number.MAX_SAFE_INTEGER), step: bound("step", 1) };
}

/** Writes an amount as the field shows it: grouped in a text field, bare in a number field. */
const written = (field: HTMLInputElement, amount: number): string =>
  field.type === "number" || field.type === "range" ? String(amount) : groupThousands(amount);

function showOutputs(stepper: ParentNode, field: HTMLInputElement): void {
  const amount = typedAmountOf(field.value);
  // An invalid amount is shown as in the field: the last valid amount is not the one that would be sent.
  for (const output of all("[data-format]:not(input)", stepper))
    output.textContent = Number.isNaN(amount) ? field.value : `Rp ${groupThousands(amount)}`;
}

export function startSteppers(): void {
  // Shows the formatted amount only now: without this script's updates it could differ from the typed one.
  document.documentElement.dataset.ready = "";
  // Typed before this script ran, or restored by the browser: the written-out amount and the figures still show the page's original value.
  window.addEventListener("pageshow", () => {
    for (const field of all<HTMLInputElement>("[data-stepper] input,form[data-live] input"))
      if (field.checked !== field.defaultChecked || field.value !== field.defaultValue)
        field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  on("click", "[data-stepper] [data-step]", (button, event) => {
    const field = button.closest("[data-stepper]")?.querySelector("input");
    if (!field) return;
    event.preventDefault();
    field.value = written(field, stepped(typedAmountOf(field.value), Number(button.dataset.step), amountRuleOf(field)));
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  });
  on("input", "[data-stepper] input", (field) =>
    showOutputs(field.closest("[data-stepper]") as ParentNode, field as HTMLInputElement),
  );
  // Dots appear only in a field without focus: while typing they would move the cursor, and one more digit would make the amount invalid.
  on("focusin", "input[data-format]", (element) => {
    const field = element as HTMLInputElement;
    // The selection (all of it, by keyboard) is known a moment later, and is kept when the dots are removed one by one.
    queueMicrotask(() => {
      if (field.value === groupThousands(typedAmountOf(field.value)))
        for (let dot; (dot = field.value.indexOf(".")) > 0;) field.setRangeText("", dot, dot + 1, "preserve");
    });
  });
  on("focusout", "input[data-format]", (element) => {
    const field = element as HTMLInputElement;
    const amount = typedAmountOf(field.value);
    if (!Number.isNaN(amount)) field.value = groupThousands(amount);
  });
}
