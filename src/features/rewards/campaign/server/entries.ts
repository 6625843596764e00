/** All SQL of entries in draws by weight. */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Entry } from "./fairness.ts";

export interface EntryRow extends Entry {
  borrowerId: string;
  choiceKey: string | null;
}

export async function entriesOf(reader: Reader, drawId: string): Promise<EntryRow[]> {
  const rows = await reader
    .selectFrom("campaign_draw_entry")
    .selectAll()
    .where("draw_id", "=", drawId)
    .orderBy("entry_id")
    .execute();
  return rows.map((row) => ({
    entryId: row.entry_id,
    weight: row.weight,
    borrowerId: row.borrower_id,
    choiceKey: row.choice_key,
  }));
}

/** A page of entries after a name, as they are published. */
export async function publishedEntries(reader: Reader, drawId: string, after: string, max: number): Promise<Entry[]> {
  const rows = await reader
    .selectFrom("campaign_draw_entry")
    .select(["entry_id", "weight"])
    .where("draw_id", "=", drawId)
    .where("entry_id", ">", after)
    .orderBy("entry_id")
    .limit(max)
    .execute();
  return rows.map((row) => ({ entryId: row.entry_id, weight: row.weight }));
}

export async function writePlace(
  trx: Transaction,
  drawId: string,
  entryId: string,
  place: number,
  awardId: string | null,
): Promise<void> {
  await trx
    .updateTable("campaign_draw_entry")
    .set({ place, award_id: awardId })
    .where("draw_id", "=", drawId)
    .where("entry_id", "=", entryId)
    .execute();
}

/** Winners and reserves in their order. */
export async function drawnPlaces(
  reader: Reader,
  drawId: string,
): Promise<{ entryId: string; place: number; borrowerId: string; isWinner: boolean }[]> {
  const rows = await reader
    .selectFrom("campaign_draw_entry")
    .select(["entry_id", "place", "borrower_id", "award_id"])
    .where("draw_id", "=", drawId)
    .where("place", "is not", null)
    .orderBy("place")
    .execute();
  return rows.map((row) => ({
    entryId: row.entry_id,
    place: row.place!,
    borrowerId: row.borrower_id,
    isWinner: row.award_id !== null,
  }));
}

export async function countEntries(reader: Reader, drawId: string): Promise<number> {
  const row = await reader
    .selectFrom("campaign_draw_entry")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("draw_id", "=", drawId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The first reserve behind the winners who has won nothing yet, held until the transaction ends. */
export async function nextReserve(trx: Transaction, drawId: string, winners: number): Promise<EntryRow | null> {
  const row = await trx
    .selectFrom("campaign_draw_entry")
    .selectAll()
    .where("draw_id", "=", drawId)
    .where("place", ">", winners)
    .where("award_id", "is", null)
    .orderBy("place")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row
    ? { entryId: row.entry_id, weight: row.weight, borrowerId: row.borrower_id, choiceKey: row.choice_key }
    : null;
}

export async function writeAwardOf(trx: Transaction, drawId: string, entryId: string, awardId: string): Promise<void> {
  await trx
    .updateTable("campaign_draw_entry")
    .set({ award_id: awardId })
    .where("draw_id", "=", drawId)
    .where("entry_id", "=", entryId)
    .execute();
}
