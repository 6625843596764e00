/** Caps: one statement each, taken in the awarding transaction in the order of their keys. Never read first and written later. // Product decisions, rewards 1 */
import { sql } from "kysely";
import type { Transaction, Reader } from "#server/database.server.ts";

export interface CounterCap {
  /** `toy-egg-1:day:2026-11-21`, `toy-egg-1:plays:<borrower>:2026-11-21` */
  key: string;
  /** The owner; null: the campaign's own counter. */
  borrowerId: string | null;
  max: number;
}

/**
 * Takes `count` of each cap. All locks are taken in one order, so that two transactions cannot wait for each other.
 * @returns the key that is used up, null when all were taken; with a key the transaction must be rolled back
 */
export async function takeCaps(trx: Transaction, caps: readonly CounterCap[], count = 1): Promise<string | null> {
  for (const { key, borrowerId, max } of caps.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    if (count > max) return key;
    const { rows } = await sql`
      insert into campaign_counter (key, borrower_id, used, max) values (${key}, ${borrowerId}, ${count}, ${max})
      on conflict (key) do update set used = campaign_counter.used + ${count}, max = excluded.max
        where campaign_counter.used + ${count} <= excluded.max
      returning 1`.execute(trx);
    if (rows.length === 0) return key;
  }
  return null;
}

/** Takes the rest of a cap, up to `count`. @returns how much was taken, 0 when nothing is left */
export async function takeUpTo(trx: Transaction, { key, borrowerId, max }: CounterCap, count: number): Promise<number> {
  const { rows } = await sql<{ before: number | null; after: number }>`
    insert into campaign_counter as c (key, borrower_id, used, max)
      values (${key}, ${borrowerId}, least(${count}::bigint, ${max}::bigint), ${max})
    on conflict (key) do update set used = least(c.used + ${count}, excluded.max), max = excluded.max
    returning old.used as before, new.used as after`.execute(trx);
  const { before, after } = rows[0]!;
  return after - (before ?? 0);
}

export async function usedOf(reader: Reader, key: string): Promise<number> {
  const row = await reader.selectFrom("campaign_counter").select("used").where("key", "=", key).executeTakeFirst();
  return row?.used ?? 0;
}

/** The whole campaign's pieces. */
export const wholeCampaign = "ALL";

/** Creates stock; existing rows stay. */
export async function openStock(
  trx: Transaction,
  campaignId: string,
  epoch: string,
  lines: readonly { prizeKey: string; max: number }[],
): Promise<void> {
  if (lines.length === 0) return;
  await trx
    .insertInto("campaign_stock")
    .values(lines.map(({ prizeKey, max }) => ({ campaignId, epoch, prizeKey, max })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes one piece. False when none is left. A prize without a row has no limit, which the caller knows from the rules. */
export async function takePiece(
  trx: Transaction,
  campaignId: string,
  epoch: string,
  prizeKey: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("campaign_stock")
    .set(({ eb }) => ({ given: eb("given", "+", 1) }))
    .where("campaignId", "=", campaignId)
    .where("epoch", "=", epoch)
    .where("prizeKey", "=", prizeKey)
    .whereRef("given", "<", "max")
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}

/** Gives back a piece that was taken and not won. */
export async function returnPiece(
  trx: Transaction,
  campaignId: string,
  epoch: string,
  prizeKey: string,
): Promise<void> {
  await trx
    .updateTable("campaign_stock")
    .set(({ eb }) => ({ given: eb("given", "-", 1) }))
    .where("campaignId", "=", campaignId)
    .where("epoch", "=", epoch)
    .where("prizeKey", "=", prizeKey)
    .where("given", ">", 0)
    .execute();
}

/** Pieces left, by prize; the prizes without a limit are not there. */
export async function remainingPieces(
  reader: Reader,
  campaignId: string,
  epoch: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await reader
    .selectFrom("campaign_stock")
    .select(["prizeKey", "given", "max"])
    .where("campaignId", "=", campaignId)
    .where("epoch", "=", epoch)
    .execute();
  return new Map(rows.map((row) => [row.prizeKey, row.max - row.given]));
}

/** Raises the number of pieces to a new maximum; never lowers it. */
export async function raiseStock(
  trx: Transaction,
  campaignId: string,
  epoch: string,
  prizeKey: string,
  max: number,
): Promise<void> {
  await trx
    .updateTable("campaign_stock")
    .set({ max })
    .where("campaignId", "=", campaignId)
    .where("epoch", "=", epoch)
    .where("prizeKey", "=", prizeKey)
    .where("max", "<", max)
    .execute();
}
