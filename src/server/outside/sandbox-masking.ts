/**
 * The parts of a partner request that staff may see: field names and values that identify no person. The rest is
 * masked as in the log, and secrets are removed. A field that is not listed here is hidden. // docs/decisions/043
 */
import { maskAccountNumber } from "#shared/fields/bank.ts";
import { maskEmail } from "#shared/fields/email.ts";
import { maskNik } from "#shared/fields/nik.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import { Secret } from "#shared/secret.ts";

/** A field by its path, `login.userId`, and the visible part of its value. */
export type ShownField = readonly [name: string, value: string];

/** Our own ids, codes of closed lists, amounts and states: they identify no person. */
const plain = new Set(
  `reportId checkId readId lookupId linkId messageId transferId providerReference eventId paymentId outcome status kind channel mode
  bankCode rail wallet language source attempt amountRupiah expiresAt settledAt answerWithinSeconds open fraudListed sanctionListed score similarityPpm livenessPpm daysPastDue month`
    .split(/\s+/)
    .filter(Boolean),
);
/** In an answer it is the partner's failure code; in a request it may be a person's one-time code. */
const plainInAnswer = new Set([...plain, "code"]);

const byTheirKind: Readonly<Record<string, (value: string) => string>> = {
  nik: maskNik,
  mobileNumber: maskPhone,
  to: (value) => (value.includes("@") ? maskEmail(value) : maskPhone(value)),
  accountNumber: maskAccountNumber,
  virtualAccountNumber: maskAccountNumber,
};
const hidden = "[hidden]";
const maxFields = 40;
const maxDepth = 4;

/** Every field of a request, at most 40. The institution of a link comes from our list; that of a look-up is typed text. */
export const maskedRequest = (port: string, request: unknown): ShownField[] =>
  fieldsOf(request, port === "LINKING" ? new Set([...plain, "institution"]) : plain);
/** Every field of an answer, at most 40. */
export const maskedAnswer = (answer: unknown): ShownField[] => fieldsOf(answer, plainInAnswer);

function fieldsOf(value: unknown, shown: ReadonlySet<string>): ShownField[] {
  const fields: ShownField[] = [];
  collect(value, "", "", shown, fields, 0);
  return fields.slice(0, maxFields);
}

function collect(
  value: unknown,
  path: string,
  name: string,
  shown: ReadonlySet<string>,
  into: ShownField[],
  depth: number,
): void {
  if (value === undefined || into.length >= maxFields) return;
  if (!isObject(value) || depth >= maxDepth) {
    into.push([path, shownValue(value, name, shown)]);
    return;
  }
  for (const [key, entry] of Object.entries(value)) {
    // A name that a partner or a person chose is a value.
    const known = /^\w{1,40}$/.test(key) ? key : hidden;
    collect(entry, path === "" ? known : `${path}.${known}`, known, shown, into, depth + 1);
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  !(value instanceof Secret) &&
  !(value instanceof Date) &&
  !ArrayBuffer.isView(value);

function shownValue(value: unknown, name: string, shown: ReadonlySet<string>): string {
  if (value === null) return "null";
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Date) return shown.has(name) ? value.toISOString() : hidden;
  if (value instanceof Secret || isObject(value)) return hidden;
  const text = String(value);
  if (shown.has(name) && /^[\w:.+-]{1,100}$/.test(text)) return text;
  return typeof value === "string" && Object.hasOwn(byTheirKind, name) && text.length >= 8
    ? (byTheirKind[name]?.(text) ?? hidden)
    : hidden;
}
