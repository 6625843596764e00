/** Which form script a page gets: it carries only the parts that the page, or what a live part of it may bring, has a use for. */

/** `amounts`: the stepper, and amounts that are typed. `codes`: countdowns, codes, dialogs. `live`: a part that is asked for again. */
export type ScriptPart = "amounts" | "codes" | "live";

/**
 * `plain`: checks, sending, places. `amounts`: the stepper and live parts too. `codes`: countdowns, codes, dialogs and live
 * parts instead. `whole`: all of it, for hydrated screens and the gallery; no form screen has amounts beside codes.
 */
export type FormChoice = "plain" | "amounts" | "codes" | "whole";

/** @param parts what the components of the page have asked for by `useScriptPart`. */
export function formChoice(parts: ReadonlySet<ScriptPart>): FormChoice {
  if (parts.has("amounts")) return parts.has("codes") ? "whole" : "amounts";
  // What waits for something outside brings what the page does not hold yet.
  return parts.has("codes") || parts.has("live") ? "codes" : "plain";
}
