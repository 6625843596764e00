/** Lists of codes with their words. A list and its words are one declaration, so that a code without words does not compile. */
import type { Text, Texts } from "./texts.ts";

export interface Codes<Code extends string = string> {
  /** In words with hyphens: `link-kind`. */
  readonly name: string;
  /** In the order of the declaration, for `v.picklist`. */
  readonly codes: readonly Code[];
  readonly texts: Readonly<Record<Code, Text>>;
}

/** The codes of a list, as a type. */
export type CodeOf<List> = List extends Codes<infer Code> ? Code : never;

/**
 * Declares a closed list of codes: `defineCodes("link-kind", { BANK: { id: "Bank", en: "Bank", zh: "银行" } })`. The words
 * speak to the borrower: in the copy of the borrower's data, and on screens.
 */
export function defineCodes<const T extends Texts>(name: string, texts: T): Codes<keyof T & string> {
  return { name, codes: Object.keys(texts), texts };
}
