/** Names of persons and places. Product decisions 4: one word is allowed, because many Indonesians have only one name. */
import * as v from "valibot";
import { apostropheSigns, cleanName, dashSigns, printedLine, spaceSigns, invisibleCharacters } from "./cleaning.ts";

/**
 * A typed name, as an anchored expression that browsers accept as a `pattern`: its first visible character is a letter
 * or an apostrophe; wide keyboards write marks and digits wide. `more` are further allowed characters, as part of a
 * class.
 */
const typedName = (more = ""): RegExp => {
  const gap = `${spaceSigns}${invisibleCharacters}`;
  const begin = `[${gap}]*(?:[${apostropheSigns}][${invisibleCharacters}]*)?\\p{Script=Latin}`;
  return new RegExp(
    `^${begin}[\\p{Script=Latin}\\p{M}${apostropheSigns}${dashSigns}.,\\/\\uFF0C\\uFF0E\\uFF0F${more}${gap}]*$`,
    "u",
  );
};

/** 2 to 100 characters: Latin letters with their accents, spaces, `'`, `.`, `,`, `-`, and `/` inside, as identity cards print names; cleaned. */
export const fullName = v.pipe(
  v.string("NAME_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(100, "NAME_FORMAT"),
  v.regex(typedName(), "NAME_FORMAT"),
  v.transform(cleanName),
  v.regex(printedLine, "NAME_FORMAT"),
  v.regex(/^'?\p{Script=Latin}.*[\p{Script=Latin}\p{M}.']$/u, "NAME_FORMAT"),
);

/** The same for a place, 2 to 60 characters: also digits, for rare ones, and parentheses. The caller gives the error code. */
export const placeName = <const Code extends string>(code: Code) =>
  v.pipe(
    v.string(code),
    v.nonEmpty("REQUIRED"),
    v.maxLength(60, code),
    v.regex(typedName("0-9\\(\\)\\uFF08\\uFF09\\uFF10-\\uFF19"), code),
    v.transform(cleanName),
    v.regex(printedLine, code),
    v.regex(/^'?\p{Script=Latin}.*[\p{Script=Latin}\p{M}0-9.'\)]$/u, code),
  );
