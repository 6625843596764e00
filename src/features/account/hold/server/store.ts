/** All SQL of holds. */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { HoldCause } from "../contract.ts";

export async function insertSecurityHold(
  trx: Transaction,
  hold: { borrowerId: string; id: string; cause: HoldCause; sourceId: string; placedAt: Date; until: Date },
): Promise<void> {
  await trx
    .insertInto("security_hold")
    .values({
      borrowerId: hold.borrowerId,
      id: hold.id,
      cause: hold.cause,
      sourceId: hold.sourceId,
      placedAt: hold.placedAt,
      until: hold.until,
    })
    .onConflict((conflict) => conflict.columns(["borrowerId", "sourceId"]).doNothing())
    .execute();
}

/** The end of the hold that lasts longest and is not over at `now`. */
export async function latestHold(reader: Reader, borrowerId: string, now: Date): Promise<Date | null> {
  const row = await reader
    .selectFrom("security_hold")
    .select("until")
    .where("borrowerId", "=", borrowerId)
    .where("until", ">", now)
    .orderBy("until", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.until ?? null;
}

/** Deletes up to `max` holds that ended before then; returns how many. */
export async function deleteOldHolds(trx: Transaction, before: Date, max: number): Promise<number> {
  const deleted = await sql`
    delete from security_hold where (borrower_id, id) in (
      select borrower_id, id from security_hold where until < ${before} limit ${max} for update skip locked)`.execute(
    trx,
  );
  return Number(deleted.numAffectedRows ?? 0);
}
