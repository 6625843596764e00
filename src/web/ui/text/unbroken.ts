/** Amounts and days that stay on one line. */

/** An amount and its sign stay on one line. */
export const unbroken = (words: string): string => words.replace(/\bRp (?=\d)/g, "Rp\u00a0");

/** A date in a script without spaces stays on one line. */
export const unbrokenDay = (day: string): string => day.replace(/(?<=\d)(?=[年月日])|(?<=[年月])(?=\d)/g, "\u2060");
