/** A loan's number as people read it: `TN-7KQ2-M4XD`. */
import { cleanLine } from "#shared/fields/cleaning.ts";
import { typedCrockford } from "#shared/fields/crockford.ts";

const unbreakableHyphen = "\u2011";

/** For sentences: it never breaks over two lines. `typedLoanNumber` reads it when it is typed or copied. */
export const unbrokenNumber = (number: string): string => number.replaceAll("-", unbreakableHyphen);

/** A sentence in which no loan number breaks over two lines. */
export const withUnbrokenNumbers = (words: string): string =>
  words.replace(/\bTN-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/g, unbrokenNumber);

/** A loan number in any spelling: without dashes, with spaces, in small letters, O for 0, I and L for 1; null when invalid. */
export function readLoanNumber(typed: string): string | null {
  const [, first, second] = /^TN([0-9A-HJKMNP-TV-Z]{4})([0-9A-HJKMNP-TV-Z]{4})$/.exec(typedCrockford(typed)) ?? [];
  return first === undefined ? null : `TN-${first}-${second}`;
}

/** A typed or pasted number in its stored form. */
export const typedLoanNumber = (typed: string): string => readLoanNumber(typed) ?? cleanLine(typed).toUpperCase();
