import { cleanCode } from "./cleaning.ts";

/** Codes of Crockford's alphabet: read aloud and typed without mistaking a letter for a digit. */
export const crockfordLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A typed code in its stored form: without gaps, in capitals, O as 0, I and L as 1. */
export const typedCrockford = (typed: string): string =>
  cleanCode(typed).toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");
