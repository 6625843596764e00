/** SQL of the mails about complaints that are due. */
import type { Database, Transaction } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";

/** False when any process has written this person's mail of this day already. */
export async function addDigest(
  trx: Transaction,
  { id, day, staffId, writtenAt }: { id: string; day: BusinessDate; staffId: string; writtenAt: Date },
): Promise<boolean> {
  const added = await trx
    .insertInto("staff_digest")
    .values({ id, day, staffId, status: "WAITING", writtenAt })
    .onConflict((conflict) => conflict.columns(["day", "staffId"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

export async function findDigest(database: Database, id: string) {
  return database.selectFrom("staff_digest").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function endDigest(
  trx: Transaction,
  id: string,
  status: "SENT" | "REJECTED" | "DROPPED",
  at: Date,
): Promise<void> {
  await trx
    .updateTable("staff_digest")
    .set({ status, endedAt: at })
    .where("id", "=", id)
    .where("status", "=", "WAITING")
    .execute();
}

/** Deletes those up to a day, at most `most` a round; returns how many. */
export async function forgetDigests(trx: Transaction, last: BusinessDate, most: number): Promise<number> {
  const result = await trx
    .deleteFrom("staff_digest")
    .where("id", "in", (query) =>
      query.selectFrom("staff_digest").select("id").where("day", "<=", last).limit(most).forUpdate().skipLocked(),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
