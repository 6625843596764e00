/** SQL of entries in draws by weight, and of the published data of any draw. */
import { sql, type Selectable } from "kysely";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { CampaignDrawEntry } from "#server/database.types.ts";
import type { WeightedEntry } from "./fairness.ts";

export interface EntryRow extends WeightedEntry {
  borrowerId: string;
  choiceKey: string | null;
}

const rowOf = (row: Selectable<CampaignDrawEntry>): EntryRow => ({
  entryId: row.entryId,
  weight: row.weight,
  borrowerId: row.borrowerId,
  choiceKey: row.choiceKey,
});

/** Rows of one query: for 300,000 participants only names and weights are in memory at a time. */
const pageSize = 5_000;

/** All entries of a draw, as they are published, by their names. */
export async function entriesOf(reader: Reader, drawId: string): Promise<WeightedEntry[]> {
  const all: WeightedEntry[] = [];
  for (let page = await publishedEntries(reader, drawId, "", pageSize); page.length > 0;) {
    all.push(...page);
    const last = page.length === pageSize ? page.at(-1) : undefined;
    page = last ? await publishedEntries(reader, drawId, last.entryId, pageSize) : [];
  }
  return all;
}

/** One entry with its owner. @throws when the draw has no entry of this name. */
export async function entryOf(reader: Reader, drawId: string, entryId: string): Promise<EntryRow> {
  const row = await reader
    .selectFrom("campaign_draw_entry")
    .selectAll()
    .where("drawId", "=", drawId)
    .where("entryId", "=", entryId)
    .executeTakeFirstOrThrow();
  return rowOf(row);
}

/** The accounts in this list that have an entry in the draw. */
export async function entrantsAmong(reader: Reader, drawId: string, borrowerIds: readonly string[]): Promise<string[]> {
  if (borrowerIds.length === 0) return [];
  const rows = await reader
    .selectFrom("campaign_draw_entry")
    .select("borrowerId")
    .distinct()
    .where("drawId", "=", drawId)
    .where("borrowerId", "in", [...borrowerIds])
    .execute();
  return rows.map((row) => row.borrowerId);
}

const ownersAtOnce = 500;

/** A page of the entries' owners, in the order of their ids. */
export async function ownersOfEntries(reader: Reader, drawId: string, after: string | null): Promise<string[]> {
  let query = reader
    .selectFrom("campaign_draw_entry")
    .select("borrowerId")
    .where("drawId", "=", drawId)
    .orderBy("borrowerId")
    .limit(ownersAtOnce);
  if (after !== null) query = query.where("borrowerId", ">", after);
  return (await query.execute()).map((row) => row.borrowerId);
}

export async function removeEntries(trx: Transaction, drawId: string, borrowerIds: readonly string[]): Promise<void> {
  if (borrowerIds.length === 0) return;
  await trx
    .deleteFrom("campaign_draw_entry")
    .where("drawId", "=", drawId)
    .where("borrowerId", "in", [...borrowerIds])
    .execute();
}

/** A page of entries after a name, as they are published. */
export async function publishedEntries(
  reader: Reader,
  drawId: string,
  after: string,
  max: number,
): Promise<WeightedEntry[]> {
  const rows = await reader
    .selectFrom("campaign_draw_entry")
    .select(["entryId", "weight"])
    .where("drawId", "=", drawId)
    .where("entryId", ">", after)
    .orderBy("entryId")
    .limit(max)
    .execute();
  return rows.map((row) => ({ entryId: row.entryId, weight: row.weight }));
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
    .set({ place, awardId })
    .where("drawId", "=", drawId)
    .where("entryId", "=", entryId)
    .execute();
}

/** Winners and reserves in their order. */
export async function drawnPlaces(
  reader: Reader,
  drawId: string,
): Promise<{ entryId: string; place: number; borrowerId: string; isWinner: boolean }[]> {
  const rows = await reader
    .selectFrom("campaign_draw_entry")
    .select(["entryId", "place", "borrowerId", "awardId"])
    .where("drawId", "=", drawId)
    .where("place", "is not", null)
    .orderBy("place")
    .execute();
  return rows.map((row) => ({
    entryId: row.entryId,
    place: row.place!,
    borrowerId: row.borrowerId,
    isWinner: row.awardId !== null,
  }));
}

/**
 * Locks the open draws that one of these accounts is in, in the order of their ids, for work that moves or removes their
 * entries: players lock the draw before an entry, and the sums of a draw change with its entries.
 */
export async function lockOpenDrawsOf(trx: Transaction, borrowerIds: readonly string[]): Promise<void> {
  await trx
    .selectFrom("campaign_draw")
    .select("id")
    .where("state", "=", "OPEN")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("campaign_draw_entry")
        .select("drawId")
        .where("borrowerId", "in", [...borrowerIds]),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Locks these draws in the order of their ids. */
export async function lockDraws(trx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .selectFrom("campaign_draw")
    .select("id")
    .where("id", "in", [...ids])
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** The remaining reserves without a prize, in order, locked until the transaction ends. */
export async function remainingReserves(trx: Transaction, drawId: string, winners: number): Promise<EntryRow[]> {
  const rows = await trx
    .selectFrom("campaign_draw_entry")
    .selectAll()
    .where("drawId", "=", drawId)
    .where("place", ">", winners)
    .where("awardId", "is", null)
    .orderBy("place")
    .forUpdate()
    .execute();
  return rows.map(rowOf);
}

export async function writeAwardOf(trx: Transaction, drawId: string, entryId: string, awardId: string): Promise<void> {
  await trx
    .updateTable("campaign_draw_entry")
    .set({ awardId })
    .where("drawId", "=", drawId)
    .where("entryId", "=", entryId)
    .execute();
}

/**
 * Removes the owner from published draws: plays, and entries of closed draws, stay under an id that leads to no person,
 * because otherwise the day could not be recomputed. Freezing a draw waits until this transaction ends.
 * @returns rows that lost their owner
 */
export async function unlinkPublished(trx: Transaction, borrowerId: string): Promise<number> {
  const draws = await trx
    .selectFrom("campaign_draw")
    .select(["id", "state"])
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("campaign_draw_entry").select("drawId").where("borrowerId", "=", borrowerId),
    )
    .orderBy("id")
    // Not shared: the sums of the open ones change with the entries that are deleted next.
    .forUpdate()
    .execute();
  const published = draws.filter(({ state }) => state !== "OPEN").map(({ id }) => id);
  // The public can still see whether a row has won; which award it was would reveal its owner.
  const nobodys = {
    borrowerId: sql<string>`gen_random_uuid()`,
    awardId: sql<string | null>`case when award_id is null then null else gen_random_uuid() end`,
  };
  const entries = await trx
    .updateTable("campaign_draw_entry")
    .set(nobodys)
    .where("borrowerId", "=", borrowerId)
    .where("drawId", "=", sql<string>`any(${published}::uuid[])`)
    .executeTakeFirstOrThrow();
  const plays = await trx
    .updateTable("campaign_ticket")
    .set(nobodys)
    .where("borrowerId", "=", borrowerId)
    .where("playedAt", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(entries.numUpdatedRows + plays.numUpdatedRows);
}
