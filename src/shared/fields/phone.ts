/** Mobile numbers of Indonesia. Spec 5: 10 to 14 digits and starts with 08. Product decisions 4: `+62`, `62` and spaces become `08…`. */
import * as v from "valibot";
import { cleanDigits, cleanLine } from "./cleaning.ts";

// Patterns for typed numbers. Other characters may be between digits, but no plus: it begins a country code; and no number sign: it begins an extension.
const gap = String.raw`[^\p{L}\p{N}+#\uFF0B]*`;
const digit = String.raw`[\d\uFF10-\uFF19]`;
const [zero, two, six, eight] = ["[0\uFF10]", "[2\uFF12]", "[6\uFF16]", "[8\uFF18]"];
/** A number that was copied from a link brings its scheme along, or the address of a chat. */
const link = String.raw`(?:[Tt][Ee][Ll]:|(?:[Hh][Tt]{2}[Pp][Ss]:\/\/)?[Ww][Aa]\.[Mm][Ee]\/)?`;
/** `+62`, `62`, `0062`, `(+62)`. */
const country = `(?:[+\uFF0B]${gap})?(?:${zero}${gap}${zero}${gap})?${six}${gap}${two}${gap}`;

/**
 * The typed form: `0812…`, and the country written in any way (`+62 812-3456-7890`, `0062 812…`, `(+62) 0812…`) or
 * omitted (`812…`, after a printed +62). The part after the 8 has 8 to 12 digits.
 */
const typedPhone = new RegExp(
  `^${link}${gap}(?:${country})?(?:${zero}${gap})?${eight}(?:${gap}${digit}){8,12}${gap}$`,
  "u",
);

/** The stored form, `08…`, of a number that `phone` accepts; any other text becomes its digits only. */
export function normalisePhone(typed: string): string {
  const digits = cleanDigits(typed);
  const inCountry = /^(?:(?:00)?62)?0?(8\d{8,12})$/.exec(digits)?.[1];
  return inCountry === undefined ? digits : `0${inCountry}`;
}

/** A typed mobile number; the output is 10 to 14 digits that start with 08. */
export const phone = v.pipe(
  v.string("PHONE_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(40, "PHONE_FORMAT"),
  v.regex(typedPhone, "PHONE_FORMAT"),
  v.transform(normalisePhone),
  v.description("An Indonesian mobile number: 08… or +628…, 10 to 14 digits; spaces and dashes are dropped."),
);

/** `0812••••7890`: enough to recognise one's own number, too little to learn another person's. */
export function maskPhone(mobileNumber: string): string {
  return `${mobileNumber.slice(0, 4)}••••${mobileNumber.slice(-3)}`;
}

/** `ext 12`, `ext. 12`, `x12`, `pes. 12`, `pesawat 12`, `#12`. */
const extension = `(?:[Ee][KkXx][A-Za-z]*|[Pp][EeSs][A-Za-z]*|[Xx]|#)${gap}${digit}{1,6}${gap}`;
/** A second number, as companies write two: `/ 5550101`, `; (021) 5550101`, `atau 021-5550101`. */
const second = `(?:(?:[\\/;,]|[Aa][Tt][Aa][Uu])${gap}(?:${digit}${gap}){5,14})`;
const typedOfficePhone = new RegExp(
  `^${gap}(?:${country}(?:${zero}${gap})?[1-9\uFF11-\uFF19]|${zero}${gap}[1-9\uFF11-\uFF19])(?:${gap}${digit}){6,12}${gap}(?:${extension}|${second})?$`,
  "u",
);

/** Longest national number and country, in digits: with more there are two. */
const maxDigits = 14;
const firstNumber = (line: string): string => {
  const [first = line] = line.split(/[\/;,]|atau/i);
  return /atau/i.test(line) || (/[\/;,]/.test(line) && cleanDigits(line.replace(/[A-Za-z#].*$/, "")).length > maxDigits)
    ? first
    : line;
};

/**
 * A company's telephone, fixed or mobile: 8 to 14 digits that start with 0, and its extension as ` ext 12` after them.
 * A country code is allowed. The caller gives the error code.
 */
export const officePhone = <const Code extends string>(code: Code) =>
  v.pipe(
    v.string(code),
    v.nonEmpty("REQUIRED"),
    v.maxLength(40, code),
    v.regex(typedOfficePhone, code),
    v.transform((typed) => {
      const [main = "", inner = ""] = firstNumber(cleanLine(typed)).split(/[A-Za-z#]+/);
      const digits = cleanDigits(main);
      const national =
        digits.startsWith("0") && !digits.startsWith("00") ? digits : `0${digits.replace(/^(?:00)?620?/, "")}`;
      return inner === "" ? national : `${national} ext ${cleanDigits(inner)}`;
    }),
  );

/** `0215••••100`: the same for a company's number, whose extension is not shown. */
export const maskOfficePhone = (number: string): string => maskPhone(number.split(" ")[0] ?? "");
