/** Which form script a page gets: it carries only the parts that the page, or what a live part of it may bring, has a use for. */

/**
 * `plain`: checks, sending, places. `amounts`: the stepper and live parts too. `codes`: countdowns, codes, dialogs and live
 * parts instead. `whole`: all of it, for hydrated screens and the gallery; no form screen has amounts beside codes.
 */
export type FormChoice = "plain" | "amounts" | "codes" | "whole";

/** @param html the page as rendered, without scripts. */
export function formChoice(html: string): FormChoice {
  const hasAmounts = /\sdata-(?:stepper|format)[=\s>]/.test(html);
  const hasCodes = /\sdata-(?:countdown|dialog-open)[=\s>]|<dialog[\s>]|\sautocomplete="?one-time-code/i.test(html);
  if (hasAmounts) return hasCodes ? "whole" : "amounts";
  // What waits for something outside brings what the page does not hold yet.
  return hasCodes || /\sdata-live[=\s>]/.test(html) ? "codes" : "plain";
}
