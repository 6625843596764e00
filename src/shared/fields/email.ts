/** Email addresses. Spec 5: format check. */
import * as v from "valibot";
import { cleanLine, spaceSigns, invisibleCharacters } from "./cleaning.ts";

/** RFC 5321: the signs of a word before the at sign. */
const word = String.raw`[A-Za-z0-9!#$%&'*+\/=?\^_\x60\{\|\}~\-]+`;
/** Not the transcription of other signs (`xn--`): browsers send it for an emoji that was typed, and no one could read it back. */
const label = String.raw`(?![Xx][Nn]--)[A-Za-z0-9](?:[A-Za-z0-9\-]*[A-Za-z0-9])?`;
const around = `[${spaceSigns}${invisibleCharacters}]*`;

/** An address with a dotted domain, at most 254 characters; trimmed and in lower case, so that one mailbox is one address. */
export const email = v.pipe(
  v.string("EMAIL_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(254, "EMAIL_FORMAT"),
  v.regex(new RegExp(`^${around}${word}(?:\\.${word})*@(?:${label}\\.)+[A-Za-z]{2,}${around}$`, "u"), "EMAIL_FORMAT"),
  v.metadata({ format: "email" }),
  v.transform((typed) => cleanLine(typed).toLowerCase()),
);

/** `bu••••@contoh.id`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, Math.min(2, at))}••••${address.slice(at)}`;
}
