/** Mobile numbers of Indonesia. Spec 5: 10 to 14 digits and starts with 08. Product decisions 4: `+62`, `62` and spaces become `08…`. */
import * as v from "valibot";

/** What a person may type: `+62 812-3456-7890`, `62812…`, `0812…`, `+62 0812…`. The part after the 8 has 8 to 12 digits. */
const typedPhone = /^\s*(?:\+?62(?:[\s\-]*0)?|0)[\s\-]*8(?:[\s\-]*\d){8,12}\s*$/;

/** The stored form, `08…`, of a number that `phone` accepts; any other text comes back with its digits only. */
export function normalisePhone(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  return digits.startsWith("62") ? `0${digits.slice(2).replace(/^0/, "")}` : digits;
}

/** A typed mobile number; the output is 10 to 14 digits that start with 08. */
export const phone = v.pipe(
  v.string("PHONE_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(40, "PHONE_FORMAT"),
  v.regex(typedPhone, "PHONE_FORMAT"),
  v.transform(normalisePhone),
);

/** `0812••••7890`: enough to recognise one's own number, not enough to learn another's. */
export function maskPhone(mobileNumber: string): string {
  return `${mobileNumber.slice(0, 4)}••••${mobileNumber.slice(-3)}`;
}
