/** Bank accounts and internet banking. Spec 5: user id letters and digits; password at least 6, digits or digits plus letters. */
import * as v from "valibot";
import { cleanDigits, cleanLine, typedDigits, typedSigns } from "./cleaning.ts";

/** An account number: 6 to 20 digits; characters between them are dropped. */
export const bankAccountNumber = v.pipe(
  v.string("ACCOUNT_NUMBER_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(40, "ACCOUNT_NUMBER_FORMAT"),
  v.regex(typedDigits(6, 20), "ACCOUNT_NUMBER_FORMAT"),
  v.transform(cleanDigits),
);

/** The three-digit code of Indonesia's clearing: `014`. The bank list says whether the bank is served. */
export const bankCode = v.pipe(v.string("BANK_INVALID"), v.nonEmpty("REQUIRED"), v.regex(/^\d{3}$/, "BANK_INVALID"));

export const bankUserId = v.pipe(
  v.string("BANK_USER_ID_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(50, "BANK_USER_ID_FORMAT"),
  v.regex(typedSigns("A-Za-z0-9"), "BANK_USER_ID_FORMAT"),
  v.transform(cleanLine),
  v.regex(/^[A-Za-z\d]+$/, "BANK_USER_ID_FORMAT"),
);

/** At least 6 characters, digits or digits plus letters; letters alone are no such password. */
export const bankPassword = v.pipe(
  v.string("BANK_PASSWORD_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(50, "BANK_PASSWORD_FORMAT"),
  v.regex(/^(?=[A-Za-z]*\d)[A-Za-z\d]{6,}$/, "BANK_PASSWORD_FORMAT"),
  v.metadata({ format: "password" }),
);

/** `••••7890`. */
export function maskAccountNumber(accountNumber: string): string {
  return `••••${accountNumber.slice(-4)}`;
}
