/** Email addresses. Spec 5: format check. */
import * as v from "valibot";

/** An address with a dotted domain, at most 254 characters; trimmed and in lower case, so that one mailbox is one address. */
export const email = v.pipe(
  v.string("EMAIL_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(254, "EMAIL_FORMAT"),
  v.regex(
    /^\s*[A-Za-z0-9_%+\-]+(?:\.[A-Za-z0-9_%+\-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9\-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}\s*$/,
    "EMAIL_FORMAT",
  ),
  v.metadata({ format: "email" }),
  v.transform((typed) => typed.trim().toLowerCase()),
);

/** `bu••••@contoh.id`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, Math.min(2, at))}••••${address.slice(at)}`;
}
