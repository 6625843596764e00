/** Reasons in a person's own words: they may name people, so they are sealed like the data concerned. // docs/decisions/086 */
import type { Reader } from "#server/database.server.ts";
import type { Keys, SealContext } from "#server/keys/keys.server.ts";

/** Tables other than `proposal` whose rows hold a reason. */
type ReasonTable = "audit_entry" | "domain_event_exception";

export interface SealedReason {
  sealed: string;
  /** With the borrower's key it becomes unreadable when that key is destroyed. */
  key: "BORROWER" | "INSTALLATION";
}

/** A row's stored reason: sealed, or clear (older rows). */
export interface HeldReason {
  id: string;
  borrowerId: string | null;
  reason: string | null;
  reasonSealed: string | null;
  reasonKey: string | null;
}

const sealContextOf = (table: ReasonTable, row: string) => ({ table, column: "reasonSealed", row });

/**
 * Seals with the key of the borrower concerned, if that borrower exists: the id may be typed, and a lookup must not
 * create a key.
 */
export async function sealAbout(
  keys: Keys,
  trx: Reader,
  borrowerId: string | null,
  place: SealContext,
  text: string,
): Promise<SealedReason> {
  const cipher = borrowerId === null ? undefined : (await keys.borrowerKeys.ciphers(trx, [borrowerId])).get(borrowerId);
  return cipher
    ? { sealed: cipher.seal(text, place), key: "BORROWER" }
    : { sealed: keys.seal(text, place), key: "INSTALLATION" };
}

/** A reason in a row of this table, sealed as `sealAbout` does. */
export const sealReason = (
  keys: Keys,
  trx: Reader,
  table: ReasonTable,
  row: { id: string; borrowerId: string | null },
  reason: string,
): Promise<SealedReason> => sealAbout(keys, trx, row.borrowerId, sealContextOf(table, row.id), reason);

/** The reasons of rows by id; null when the borrower's data was deleted. Rows without a reason are absent. */
export async function openReasons(
  keys: Keys,
  trx: Reader,
  table: ReasonTable,
  rows: readonly HeldReason[],
): Promise<Map<string, string | null>> {
  const owners = rows.flatMap(({ reasonKey, borrowerId }) =>
    reasonKey === "BORROWER" && borrowerId !== null ? [borrowerId] : [],
  );
  const ciphers = await keys.borrowerKeys.ciphers(trx, [...new Set(owners)]);
  const opened = new Map<string, string | null>();
  for (const { id, reason, reasonSealed, reasonKey, borrowerId } of rows) {
    if (reason !== null) opened.set(id, reason);
    if (reasonSealed === null) continue;
    const cipher = reasonKey === "BORROWER" ? ciphers.get(borrowerId ?? "") : keys;
    opened.set(id, cipher ? cipher.open(reasonSealed, sealContextOf(table, id)) : null);
  }
  return opened;
}
