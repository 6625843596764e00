/** Signed links: a token contains its purpose, subject and expiry. It is not a session; only one purpose accepts it. */
import { base64UrlBytesOf, isSameBytes, macOf } from "./sealing.ts";

export interface LinkClaim {
  /** Purpose of the link's calls (`policy: { who: "link", purpose }`). */
  purpose: string;
  /** The subject: a borrower's id, a document's id. */
  subject: string;
  /** The borrower whose account must be open for the link to be valid; null for a link without an account. */
  ownerId: string | null;
  /** The mark of the number to which it was sent (`markOfNumber`): the link ends when the owner has another number. Null: it ends by time alone. */
  numberMark: string | null;
}

export interface LinkInput extends Omit<LinkClaim, "ownerId" | "numberMark"> {
  /** With it the link ends when this borrower's account is blocked or closed. */
  ownerId?: string;
  /** With it, and an owner, the link also ends when the owner's number no longer has this mark. */
  numberMark?: string;
  /** End of validity by business time; null for verifier links, which do not end (product decisions 2). */
  expiresAt: Date | null;
}

export interface LinkKeys {
  newest: { id: string; key: Uint8Array };
  find(id: string): Uint8Array | null;
}

/** `<key id>.<payload>.<mac>`, URL-safe. The payload is readable: nothing secret belongs in it. */
export function signLink(keys: LinkKeys, input: LinkInput): string {
  const { id, key } = keys.newest;
  const until = input.expiresAt === null ? null : Math.floor(input.expiresAt.getTime() / 1000);
  const payload = Buffer.from(
    JSON.stringify([
      input.purpose,
      input.subject,
      until,
      ...(input.ownerId ? [input.ownerId, ...(input.numberMark ? [input.numberMark] : [])] : []),
    ]),
  ).toString("base64url");
  return `${id}.${payload}.${macOf(key, [id, payload]).toString("base64url")}`;
}

/** The claim of a token made for exactly this purpose and valid at `now`; null for anything else. */
export function verifyLink(keys: LinkKeys, token: string, purpose: string, now: Date): LinkClaim | null {
  const [, id, payload, code] = /^(k\d{1,6})\.([\w-]{1,2000})\.([\w-]{43})$/.exec(token) ?? [];
  const key = id ? keys.find(id) : null;
  const mac = code ? base64UrlBytesOf(code) : null;
  if (!id || !payload || !key || !mac || !isSameBytes(mac, macOf(key, [id, payload]))) return null;
  const [given, subject, until, ownerId = null, numberMark = null] = JSON.parse(
    Buffer.from(payload, "base64url").toString("utf8"),
  ) as [string, string, number | null, string?, string?];
  if (given !== purpose || (until !== null && until * 1000 <= now.getTime())) return null;
  return { purpose, subject, ownerId, numberMark };
}
