/** All SQL of offers to add something. */
import type { Database, Transaction } from "#server/database.server.ts";
import { type OfferKind, type OfferOption, type OfferState } from "../contract.ts";

type Reader = Database | Transaction;

export interface OfferRow {
  borrowerId: string;
  id: string;
  subjectId: string;
  kind: OfferKind;
  options: OfferOption[];
  chosen: OfferOption | null;
  given: OfferOption | null;
  state: OfferState;
  dueAt: Date;
  endedAt: Date | null;
}

const columns = [
  "borrower_id as borrowerId",
  "id",
  "subject_id as subjectId",
  "kind",
  "options",
  "chosen",
  "given",
  "state",
  "due_at as dueAt",
  "ended_at as endedAt",
] as const;
const rowOf = (row: { state: string; options: string[] }): OfferRow => row as unknown as OfferRow;

export async function insertOffer(
  trx: Transaction,
  row: Pick<OfferRow, "borrowerId" | "id" | "subjectId" | "kind" | "options" | "dueAt"> & { offeredAt: Date },
): Promise<void> {
  await trx
    .insertInto("information_offer")
    .values({
      borrower_id: row.borrowerId,
      id: row.id,
      subject_id: row.subjectId,
      kind: row.kind,
      options: row.options,
      state: "OPEN",
      offered_at: row.offeredAt,
      due_at: row.dueAt,
    })
    .execute();
}

export async function findOffer(reader: Reader, borrowerId: string, id: string): Promise<OfferRow | null> {
  const row = await reader
    .selectFrom("information_offer")
    .select(columns)
    .where("borrower_id", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The newest of a borrower. */
export async function newestOffer(reader: Reader, borrowerId: string): Promise<OfferRow | null> {
  const row = await reader
    .selectFrom("information_offer")
    .select(columns)
    .where("borrower_id", "=", borrowerId)
    .orderBy("offered_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The one that is open; a borrower has one at most. */
export async function openOffer(reader: Reader, borrowerId: string): Promise<OfferRow | null> {
  const row = await reader
    .selectFrom("information_offer")
    .select(columns)
    .where("borrower_id", "=", borrowerId)
    .where("state", "=", "OPEN")
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** Notes a choice while the offer is open; false where it is over. */
export async function noteChosen(
  trx: Transaction,
  borrowerId: string,
  id: string,
  option: OfferOption,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("information_offer")
    .set({ chosen: option })
    .where("borrower_id", "=", borrowerId)
    .where("id", "=", id)
    .where("state", "=", "OPEN")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Open ones whose days are over. */
export async function dueOffers(reader: Reader, now: Date, max: number): Promise<OfferRow[]> {
  const rows = await reader
    .selectFrom("information_offer")
    .select(columns)
    .where("state", "=", "OPEN")
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(max)
    .execute();
  return rows.map(rowOf);
}
