/** Texts that a person writes freely. Spec 5: account cancellation's description up to 300 characters. */
import * as v from "valibot";
import { isSeen } from "./cleaning.ts";

/**
 * A form sends a line break as two characters but counts it as one; without this the server would refuse a text that
 * the page accepted. A text of invisible characters is empty.
 */
const asCounted = (typed: string): string => (isSeen(typed) ? typed.replace(/\r\n?/g, "\n").trim() : "");

/** A text that must be there, of at most `maximum` characters. */
export function freeText(maximum = 300) {
  return v.pipe(
    v.string("REQUIRED"),
    v.metadata({ minLength: 1, maxLength: maximum }),
    v.transform(asCounted),
    v.nonEmpty("REQUIRED"),
    v.maxLength(maximum, "TOO_LONG"),
  );
}

/** A text that may be empty, of at most `maximum` characters. */
export function optionalText(maximum = 300) {
  return v.pipe(
    v.string("INVALID"),
    v.metadata({ maxLength: maximum }),
    v.transform(asCounted),
    v.maxLength(maximum, "TOO_LONG"),
  );
}
