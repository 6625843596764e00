/**
 * Instant validation with our own texts: the rules are the field's HTML attributes, the texts are in
 * `data-message-<rule>`. A field is validated when it loses focus after a change; while it is wrong, at every key; all
 * fields when the form is sent.
 */
import { typedAmountOf, amountProblem } from "./amount-text.ts";
import { all, on, showText, type Control } from "./page.ts";
import { amountRuleOf } from "./stepper.ts";

const rules: readonly (readonly [keyof ValidityState, string])[] = [
  ["valueMissing", "required"],
  ["badInput", "type"],
  ["typeMismatch", "type"],
  ["patternMismatch", "pattern"],
  ["tooShort", "length"],
  ["tooLong", "length"],
  ["rangeUnderflow", "min"],
  ["rangeOverflow", "max"],
  ["stepMismatch", "step"],
];

/** Put in by the build: a page without amounts has none to judge. */
declare const hasAmounts: boolean;

const changed = new WeakSet<Element>();

/** The error text of a field; empty when it is valid, or not validated. */
function problemOf(field: Control): string {
  if (!field.willValidate) return "";
  const { validity } = field;
  let rule = rules.find(([kind]) => validity[kind])?.[1];
  if (hasAmounts && !rule && field.dataset.format && field.value)
    rule = amountProblem(typedAmountOf(field.value), amountRuleOf(field as HTMLInputElement)) || undefined;
  if (!rule) return "";
  return field.getAttribute(`data-message-${rule}`) || field.dataset.messageType || field.validationMessage;
}

/** The place of its error text: several controls may form one answer, such as the parts of a date. */
const placeOf = (field: Control): string => field.dataset.problemAt || field.name;

// Names are ours, of letters, digits, dots and dashes: they cannot end a quoted selector.
function show(field: Control, problem: string): void {
  const place = field.form?.querySelector<HTMLElement>(`[data-problem-for="${placeOf(field)}"]`);
  showText(place, problem);
  // All buttons of a choice are one field: each of them gets the mark.
  for (const one of all<Control>(`[name="${field.name}"]`, field.form as HTMLFormElement)) {
    if (problem) one.setAttribute("aria-invalid", "true");
    else one.removeAttribute("aria-invalid");
  }
}

const controls = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (one): one is Control => "validity" in one && (one as Control).name !== "" && one.tagName !== "BUTTON",
  );

/** Validates a whole form, shows every problem and moves the focus to the first. @returns whether the form may be sent. */
export function formIsRight(form: HTMLFormElement): boolean {
  let first: Control | undefined;
  // A valid field without a shown error is not touched: finding its place costs more than validating it.
  const shownProblems = all("[data-problem-for]:not([hidden])", form).map((place) => place.dataset.problemFor);
  const judged: Record<string, string> = {};
  for (const field of controls(form)) {
    const problem = problemOf(field);
    const place = placeOf(field);
    if (problem) first ??= field;
    if (!judged[place]) {
      judged[place] = problem;
      if (problem || shownProblems.includes(place) || field.getAttribute("aria-invalid")) show(field, problem);
    }
  }
  if (first) {
    // The last refusal may be fixed by now; current errors are shown at their fields.
    summarise(form, "");
    first.focus({ preventScroll: true });
    first.scrollIntoView({ block: "center" });
  }
  return !first;
}

/** The summary above a form: a problem that belongs to no field. An empty text hides it. */
export function summarise(form: HTMLFormElement, problem: string): void {
  const summary = form.querySelector<HTMLElement>("[data-problem-summary]");
  // There is nothing to hide: the page is not touched, so the browser need not lay it out again before the form leaves.
  if (!summary || (summary.hidden && !problem)) return;
  const [detail, ...rest] = all("p", summary);
  showText(detail, problem);
  for (const old of [...rest, ...all("li", summary)]) old.remove();
  summary.hidden = problem === "";
  if (problem) summary.focus();
}

let pressing: boolean | undefined;
/** An error that appears while a finger or button is down moves the content, and the press misses: so it waits. */
function afterPress(act: () => void): void {
  if (pressing) document.addEventListener("pointerup", () => setTimeout(act), { once: true });
  else act();
}

/** From the first change on, because no error appears before: adding the listener takes a third of a millisecond, too much before the first paint. */
function watchPresses(): void {
  if (pressing !== undefined) return;
  pressing = false;
  for (const kind of ["pointerdown", "pointerup", "pointercancel"] as const)
    document.addEventListener(kind, () => (pressing = kind === "pointerdown"), true);
}

export function startValidation(): void {
  on("input", "form[data-enhance] [name]", (element) => {
    const field = element as Control;
    watchPresses();
    changed.add(field);
    if (field.getAttribute("aria-invalid")) show(field, problemOf(field));
  });
  on("focusout", "form[data-enhance] [name]", (element) => {
    const field = element as Control;
    // A field that was only passed through is not wrong for being empty yet. A correct field was confirmed at the
    // keystroke that completed it; the place may now show an error of another part.
    if (changed.has(field)) afterPress(() => problemOf(field) && show(field, problemOf(field)));
  });
}
