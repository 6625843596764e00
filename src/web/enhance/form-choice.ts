/** Chooses a page's form script: it contains only the parts that the page, or its live part, needs. */

/** `amounts`: the stepper, and typed amounts. `codes`: countdowns, codes, dialogs. `live`: a part that is fetched again. */
export type ScriptPart = "amounts" | "codes" | "live";

/**
 * `plain`: checks, sending, places. `amounts`: also the stepper and live parts. `codes`: countdowns, codes, dialogs and
 * live parts instead. `whole`: everything, for hydrated screens and the gallery; no form screen has both amounts and
 * codes.
 */
export type FormChoice = "plain" | "amounts" | "codes" | "whole";

/** @param parts the parts that the page's components requested by `useScriptPart`. */
export function formChoice(parts: ReadonlySet<ScriptPart>): FormChoice {
  if (parts.has("amounts")) return parts.has("codes") ? "whole" : "amounts";
  // A page that waits for an external event may later receive parts that it does not have yet.
  return parts.has("codes") || parts.has("live") ? "codes" : "plain";
}
