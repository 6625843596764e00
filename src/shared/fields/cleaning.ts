/**
 * The cleaner of typed fields. Contacts, chats, PDFs and keyboards insert characters that are invisible, or look like
 * others; rules check the text without them. A pattern for typed text, used by server and page, accepts everything that
 * the cleaner drops or replaces. // docs/decisions/031
 */

// Parts of a class of a regular expression, in both modes in which browsers read a `pattern` (`u` and `v`).
/** Signs that are not seen: direction, zero width, variation selectors, fillers. */
export const invisibleCharacters = "\\p{Cf}\\p{Default_Ignorable_Code_Point}";
/** Every kind of space, and the empty Braille cell, which looks like one. */
export const spaceSigns = "\\s\\u2800";
/** Every kind of hyphen and dash, and the minus sign. */
export const dashSigns = "\\p{Pd}\\u2212";
/** Every character that is typed as an apostrophe, or inserted as one by a keyboard. */
export const apostropheSigns =
  "'\\uFF07\\u0060\\u00B4\\u02B9\\u02BB-\\u02BF\\u02C8\\u02CA\\u02CB\\u2018-\\u201B\\u2032\\u2035\\u275B\\u275C\\uA78B\\uA78C";

const withoutUnseen = (text: string): string => text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "");

/** Removes invisible differences: ASCII in its usual width (East Asian keyboards write a wide form), one kind of hyphen, single spaces and none at the ends. */
export const plainSigns = (typed: string): string =>
  withoutUnseen(typed)
    .replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u2800]+/g, " ")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .trim();

/** One line as its rule sees it: plain characters and composed letters (NFC). Cleaning a clean line changes nothing. */
export const cleanLine = (typed: string): string => plainSigns(typed).normalize();

/** The same with one kind of apostrophe, for names. */
export const cleanName = (typed: string): string =>
  cleanLine(typed).replace(new RegExp(`[${apostropheSigns}]`, "g"), "'");

/** A code of letters and digits: the cleaned line without spaces and hyphens. */
export const cleanCode = (typed: string): string => cleanLine(typed).replace(/[\s-]/g, "");

/** The digits of a typed number, whatever is between them. */
export const cleanDigits = (typed: string): string => cleanLine(typed).replace(/\D/g, "");

/** Whether a text shows anything: letters, digits, signs, pictures. */
export const isSeen = (text: string): boolean => /[^\s\u2800]/.test(withoutUnseen(text));

/** The typed form of a text of these signs (part of a class), as an anchored expression that browsers take as a `pattern`. */
export const typedSigns = (signs: string): RegExp =>
  new RegExp(`^[${signs}${spaceSigns}${invisibleCharacters}${dashSigns}]+$`, "u");

/**
 * The typed form of a number of `least` to `most` digits, as an anchored expression that browsers accept as a
 * `pattern`. Anything but letters and digits may be around and between its digits.
 */
export const typedDigits = (least: number, most = least): RegExp => {
  const between = "[^\\p{L}\\p{N}]*";
  const digit = "[\\d\\uFF10-\\uFF19]";
  return new RegExp(`^${between}${digit}(?:${between}${digit}){${least - 1},${most - 1}}${between}$`, "u");
};

/** Longest text of a code as people type and paste it. */
export const maxTypedCode = 16;

/**
 * A line of characters that the font of signed documents can draw (`content/fonts`, NotoSans). A field that goes into
 * such a document refuses other characters: so the text that people read is the text that is signed.
 */
export const printedLine =
  /^[\x20-\x7E\xA0-\u024F\u02B0-\u0377\u1E00-\u1EFF\u2010-\u2027\u2030-\u205E\u20AB\u20AC\u2116\u2117\u2122\u2212]*$/;
