/** Names of persons. Product decisions 4: one word is allowed, as many Indonesians have one name. */
import * as v from "valibot";

/** 2 to 100 characters: Latin letters with their accents, spaces, `'`, `.`, `,`, `-`; runs of spaces become one. */
export const fullName = v.pipe(
  v.string("NAME_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(100, "NAME_FORMAT"),
  v.regex(/^\s*[A-Za-zÀ-ÖØ-öø-ž][A-Za-zÀ-ÖØ-öø-ž'’.,\- ]*[A-Za-zÀ-ÖØ-öø-ž.]\s*$/, "NAME_FORMAT"),
  v.transform((typed) => typed.normalize("NFC").trim().replace(/\s+/g, " ")),
);
