/** All SQL of numbers that are to be set free. */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import { deleteEndedRows } from "#server/records/ended-rows.ts";

interface ReleaseRow {
  borrowerId: string;
  id: string;
  askedAt: Date;
  dueAt: Date;
}

/** False when one waits already. */
export async function insertRelease(trx: Transaction, row: ReleaseRow): Promise<boolean> {
  const added = await trx
    .insertInto("number_release")
    .values({
      borrowerId: row.borrowerId,
      id: row.id,
      state: "WAITING",
      askedAt: row.askedAt,
      dueAt: row.dueAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

export async function waitingRelease(reader: Reader, borrowerId: string): Promise<{ id: string; dueAt: Date } | null> {
  const row = await reader
    .selectFrom("number_release")
    .select(["id", "dueAt"])
    .where("borrowerId", "=", borrowerId)
    .where("state", "=", "WAITING")
    .executeTakeFirst();
  return row ? { id: row.id, dueAt: row.dueAt } : null;
}

export async function dueReleases(
  reader: Reader,
  now: Date,
  max: number,
): Promise<{ borrowerId: string; id: string }[]> {
  return reader
    .selectFrom("number_release")
    .select(["borrowerId as borrowerId", "id"])
    .where("state", "=", "WAITING")
    .where("dueAt", "<=", now)
    .orderBy("dueAt")
    .limit(max)
    .execute();
}

/** Deletes up to `max` that ended before then; returns their ids. */
export const deleteReleases = (trx: Transaction, before: Date, max: number): Promise<string[]> =>
  deleteEndedRows(trx, "number_release", sql`ended_at < ${before}`, max);
