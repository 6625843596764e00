/** All SQL of offers to add something. */
import type { Reader, Transaction } from "#server/database.server.ts";
import { openRows } from "./open-rows.ts";
import { type OfferKind, type OfferOption, type InformationOfferState } from "../contract.ts";

export interface InformationOfferRow {
  borrowerId: string;
  id: string;
  subjectId: string;
  kind: OfferKind;
  options: OfferOption[];
  chosen: OfferOption | null;
  given: OfferOption | null;
  state: InformationOfferState;
  dueAt: Date;
  endedAt: Date | null;
}

const columns = [
  "borrowerId as borrowerId",
  "id",
  "subjectId as subjectId",
  "kind",
  "options",
  "chosen",
  "given",
  "state",
  "dueAt as dueAt",
  "endedAt as endedAt",
] as const;
const rowOf = (row: { state: string; options: string[] }): InformationOfferRow => row as unknown as InformationOfferRow;

export const {
  find: findInformationOffer,
  newest: newestOffer,
  due: dueOffers,
} = openRows<InformationOfferRow>("information_offer", columns, "offeredAt");

export async function insertInformationOffer(
  trx: Transaction,
  row: Pick<InformationOfferRow, "borrowerId" | "id" | "subjectId" | "kind" | "options" | "dueAt"> & {
    offeredAt: Date;
  },
): Promise<void> {
  await trx
    .insertInto("information_offer")
    .values({
      borrowerId: row.borrowerId,
      id: row.id,
      subjectId: row.subjectId,
      kind: row.kind,
      options: row.options,
      state: "OPEN",
      offeredAt: row.offeredAt,
      dueAt: row.dueAt,
    })
    .execute();
}

/** The open offer; a borrower has at most one. */
export async function openInformationOffer(reader: Reader, borrowerId: string): Promise<InformationOfferRow | null> {
  const row = await reader
    .selectFrom("information_offer")
    .select(columns)
    .where("borrowerId", "=", borrowerId)
    .where("state", "=", "OPEN")
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** Records a choice while the offer is open; false when it is over. */
export async function noteChosen(
  trx: Transaction,
  borrowerId: string,
  id: string,
  option: OfferOption,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("information_offer")
    .set({ chosen: option })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("state", "=", "OPEN")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
