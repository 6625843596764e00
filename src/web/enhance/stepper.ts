/** The amount stepper: − and + around an input that works alone too, and the same amount written out in rupiah. */
import { groupThousands } from "#shared/money.ts";
import { amountOf, stepped, type AmountRule } from "./amount-text.ts";
import { all, on } from "./page.ts";

/** The bounds that an amount's attributes name, in rupiah. */
export function ruleOf(field: HTMLInputElement): AmountRule {
  const bound = (name: string, otherwise: number) => Number(field.getAttribute(name) ?? otherwise) || otherwise;
  return { minimum: bound("min", 0), maximum: bound("max", Number.MAX_SAFE_INTEGER), step: bound("step", 1) };
}

/** Writes an amount as the field shows it: grouped in a text field, bare in a number field. */
const written = (field: HTMLInputElement, amount: number): string => (field.type === "number" || field.type === "range" ? String(amount) : groupThousands(amount));

function showOutputs(stepper: ParentNode, field: HTMLInputElement): void {
  const amount = amountOf(field.value);
  for (const output of all("[data-format]:not(input)", stepper)) if (!Number.isNaN(amount)) output.textContent = `Rp ${groupThousands(amount)}`;
}

export function startSteppers(): void {
  on("click", "[data-stepper] [data-step]", (button, event) => {
    const field = button.closest("[data-stepper]")?.querySelector("input");
    if (!field) return;
    event.preventDefault();
    field.value = written(field, stepped(amountOf(field.value), Number(button.dataset.step), ruleOf(field)));
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  });
  on("input", "[data-stepper] input", (field) => showOutputs(field.closest("[data-stepper]") as ParentNode, field as HTMLInputElement));
  // Dots are set when the field is left, so that the cursor does not jump while typing.
  on("focusout", "input[data-format]", (element) => {
    const field = element as HTMLInputElement;
    const amount = amountOf(field.value);
    if (!Number.isNaN(amount)) field.value = written(field, amount);
  });
}
