/** Codes of twelve characters of Crockford's alphabet: 60 bits, read aloud and typed without mistaking one for another. // Product decisions, rewards 6 */
import type { Services } from "#server/services.ts";
import { codePattern } from "../contract.ts";

const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 12;

export const drawnCode = ({ random }: Pick<Services, "random">): string =>
  Array.from({ length }, () => letters[random.integer(letters.length)]).join("");

/** A code as somebody typed it, in the one form in which it is kept; null where it can be none. */
export function codeOf(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  return codePattern.test(code) ? code : null;
}
