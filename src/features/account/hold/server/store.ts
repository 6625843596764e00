/** All SQL of holds. */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { HoldCause } from "../contract.ts";

export async function insertHold(
  trx: Transaction,
  hold: { borrowerId: string; id: string; cause: HoldCause; sourceId: string; placedAt: Date; until: Date },
): Promise<void> {
  await trx
    .insertInto("security_hold")
    .values({
      borrower_id: hold.borrowerId,
      id: hold.id,
      cause: hold.cause,
      source_id: hold.sourceId,
      placed_at: hold.placedAt,
      until: hold.until,
    })
    .onConflict((conflict) => conflict.columns(["borrower_id", "source_id"]).doNothing())
    .execute();
}

/** The end of the hold that lasts longest and is not over at `now`. */
export async function latestHold(reader: Reader, borrowerId: string, now: Date): Promise<Date | null> {
  const row = await reader
    .selectFrom("security_hold")
    .select("until")
    .where("borrower_id", "=", borrowerId)
    .where("until", ">", now)
    .orderBy("until", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.until ?? null;
}

/** The holds of an account, those that last longest first; also past ones. */
export const newestHolds = (
  reader: Reader,
  borrowerId: string,
  max: number,
): Promise<{ id: string; cause: string; placedAt: Date; until: Date }[]> =>
  reader
    .selectFrom("security_hold")
    .select(["id", "cause", "placed_at as placedAt", "until"])
    .where("borrower_id", "=", borrowerId)
    .orderBy("until", "desc")
    .limit(max)
    .execute();

/** Deletes up to `max` holds that ended before then; answers how many. */
export async function deleteOld(trx: Transaction, before: Date, max: number): Promise<number> {
  const deleted = await sql`
    delete from security_hold where (borrower_id, id) in (
      select borrower_id, id from security_hold where until < ${before} limit ${max} for update skip locked)`.execute(
    trx,
  );
  return Number(deleted.numAffectedRows ?? 0);
}
