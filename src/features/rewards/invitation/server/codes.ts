/** Codes of twelve characters of Crockford's alphabet: 60 bits, read aloud and typed without confusing characters. // Product decisions, rewards 6 */
import type { Services } from "#server/services.ts";
import { crockfordLetters } from "#shared/fields/crockford.ts";

const length = 12;

export const drawnCode = ({ random }: Pick<Services, "random">): string =>
  Array.from({ length }, () => crockfordLetters[random.integer(crockfordLetters.length)]).join("");
