/** Which form script a page gets: it carries only the parts that the page, or what a live part of it may bring, has a use for. */

/** `plain`: checks, sending, places. `amounts`: the stepper and live parts too. `whole`: countdowns, codes and dialogs as well. */
export type FormChoice = "plain" | "amounts" | "whole";

/** @param html the page as rendered, without scripts. */
export function formChoice(html: string): FormChoice {
  if (/\sdata-(?:countdown|dialog-open)[=\s>]|<dialog[\s>]|\sautocomplete="?one-time-code/i.test(html)) return "whole";
  if (/\sdata-(?:stepper|format)[=\s>]/.test(html)) return "amounts";
  // What waits for something outside brings what the page does not hold yet.
  return /\sdata-live[=\s>]/.test(html) ? "whole" : "plain";
}
