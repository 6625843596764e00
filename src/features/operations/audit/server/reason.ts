/** Why, in a person's own words: it may name people, so it is sealed like what it is about. // docs/decisions/162 */
import type { Database, Transaction } from "#server/database.server.ts";
import type { Keys } from "#server/keys.server.ts";

export interface SealedReason {
  sealed: string;
  /** With the borrower's key it is forgotten with the borrower. */
  key: "BORROWER" | "INSTALLATION";
}

/** How an entry holds its reason: sealed, or as older ones do. */
export interface HeldReason {
  id: string;
  borrower_id: string | null;
  reason: string | null;
  reason_sealed: string | null;
  reason_key: string | null;
}

const placeOf = (entryId: string) => ({ table: "audit_entry", column: "reason_sealed", row: entryId });

/**
 * Seals with the key of the borrower whom the call names, if there is one: an id is typed too, and none is given a key by
 * being asked for.
 */
export async function sealReason(keys: Keys, trx: Database | Transaction, entryId: string, borrowerId: string | null, reason: string): Promise<SealedReason> {
  const box = borrowerId === null ? undefined : (await keys.borrowerKeys.boxes(trx, [borrowerId])).get(borrowerId);
  return box ? { sealed: box.seal(reason, placeOf(entryId)), key: "BORROWER" } : { sealed: keys.seal(reason, placeOf(entryId)), key: "INSTALLATION" };
}

/** The reasons of entries by their id; null where the borrower was forgotten since. Entries without one are absent. */
export async function openReasons(keys: Keys, trx: Database | Transaction, entries: readonly HeldReason[]): Promise<Map<string, string | null>> {
  const owners = entries.flatMap(({ reason_key, borrower_id }) => (reason_key === "BORROWER" && borrower_id !== null ? [borrower_id] : []));
  const boxes = await keys.borrowerKeys.boxes(trx, [...new Set(owners)]);
  const opened = new Map<string, string | null>();
  for (const { id, reason, reason_sealed, reason_key, borrower_id } of entries) {
    if (reason !== null) opened.set(id, reason);
    if (reason_sealed === null) continue;
    const box = reason_key === "BORROWER" ? boxes.get(borrower_id ?? "") : keys;
    opened.set(id, box ? box.open(reason_sealed, placeOf(id)) : null);
  }
  return opened;
}
