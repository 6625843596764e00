/** Why, in a person's own words: it may name people, so it is sealed like what it is about. // docs/decisions/162, 176 */
import { transact, type Database, type Transaction } from "#server/database.server.ts";
import type { Keys, Place } from "#server/keys/keys.server.ts";
import type { Services } from "#server/services.ts";

/** Tables whose rows hold a reason. Those of proposals may be changed, so older ones are sealed there too. */
export type ProposalTable = "payment_assignment";
export type ReasonTable = "audit_entry" | ProposalTable;

export interface SealedReason {
  sealed: string;
  /** With the borrower's key it is forgotten with the borrower. */
  key: "BORROWER" | "INSTALLATION";
}

/** How a row holds its reason: sealed, or as older ones do. */
export interface HeldReason {
  id: string;
  borrower_id: string | null;
  reason: string | null;
  reason_sealed: string | null;
  reason_key: string | null;
}

/** What of a row holds its reason. */
export const heldReason = ({ id, borrower_id, reason, reason_sealed, reason_key }: HeldReason): HeldReason => ({
  id,
  borrower_id,
  reason,
  reason_sealed,
  reason_key,
});

const placeOf = (table: ReasonTable, row: string) => ({ table, column: "reason_sealed", row });

/**
 * Seals with the key of the borrower whom it is about, if there is one: an id is typed too, and none is given a key by
 * being asked for.
 */
export async function sealAbout(
  keys: Keys,
  trx: Database | Transaction,
  borrowerId: string | null,
  place: Place,
  text: string,
): Promise<SealedReason> {
  const box = borrowerId === null ? undefined : (await keys.borrowerKeys.boxes(trx, [borrowerId])).get(borrowerId);
  return box
    ? { sealed: box.seal(text, place), key: "BORROWER" }
    : { sealed: keys.seal(text, place), key: "INSTALLATION" };
}

/** A reason in a row of this table, sealed as `sealAbout` does. */
export const sealReason = (
  keys: Keys,
  trx: Database | Transaction,
  table: ReasonTable,
  row: { id: string; borrowerId: string | null },
  reason: string,
): Promise<SealedReason> => sealAbout(keys, trx, row.borrowerId, placeOf(table, row.id), reason);

/** The reasons of rows by their id; null where the borrower was forgotten since. Rows without one are absent. */
export async function openReasons(
  keys: Keys,
  trx: Database | Transaction,
  table: ReasonTable,
  rows: readonly HeldReason[],
): Promise<Map<string, string | null>> {
  const owners = rows.flatMap(({ reason_key, borrower_id }) =>
    reason_key === "BORROWER" && borrower_id !== null ? [borrower_id] : [],
  );
  const boxes = await keys.borrowerKeys.boxes(trx, [...new Set(owners)]);
  const opened = new Map<string, string | null>();
  for (const { id, reason, reason_sealed, reason_key, borrower_id } of rows) {
    if (reason !== null) opened.set(id, reason);
    if (reason_sealed === null) continue;
    const box = reason_key === "BORROWER" ? boxes.get(borrower_id ?? "") : keys;
    opened.set(id, box ? box.open(reason_sealed, placeOf(table, id)) : null);
  }
  return opened;
}

/** Rows that are sealed in one transaction. */
const atOnce = 100;

/** Seals reasons that an earlier version wrote in clear. @returns how many */
export function sealOlderReasons(
  { keys, database }: Pick<Services, "keys" | "database">,
  table: ProposalTable,
): Promise<number> {
  return transact(database, async (trx) => {
    // The two tables are alike in these columns; the query builder wants one name.
    const one = table as "payment_assignment";
    const rows = await trx
      .selectFrom(one)
      .select(["id", "borrower_id", "reason"])
      .where("reason", "is not", null)
      .orderBy("id")
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id, borrower_id: borrowerId, reason } of rows) {
      const { sealed, key } = await sealReason(keys, trx, table, { id, borrowerId }, reason ?? "");
      await trx
        .updateTable(one)
        .set({ reason: null, reason_sealed: sealed, reason_key: key })
        .where("id", "=", id)
        .execute();
    }
    return rows.length;
  });
}
