/** All SQL of scores and of the refreshes that are due. */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { RowOf } from "#server/records/record.ts";
import type { CountedFactor } from "./score.ts";
import { bureauTable, scoreTable, type BureauRow, type ScoreRow } from "./records.ts";
import type { DueRefresh } from "./store.ts";

/** Adds the scores of refreshes and returns those that were added: a refresh has at most one score. */
export async function addScores(trx: Transaction, rows: readonly RowOf<typeof scoreTable>[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const added = await trx
    .insertInto("credit_limit_score")
    .values(rows.map(scoreTable.values))
    .onConflict((conflict) => conflict.columns(["borrowerId", "key"]).doNothing())
    .returning("borrowerId")
    .execute();
  return new Set(added.map((row) => row.borrowerId));
}

/** The newest scores, the newest first; ids are time-ordered (UUID v7). */
export async function newestScores(reader: Reader, borrowerId: string, max: number): Promise<ScoreRow[]> {
  const rows = await reader
    .selectFrom("credit_limit_score")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("id", "desc")
    .limit(max)
    .execute();
  return rows.map(scoreTable.read);
}

/** The factors of each of these borrowers' newest score; none before the first one. */
export async function newestFactorsOfEach(
  reader: Reader,
  borrowerIds: readonly string[],
): Promise<Map<string, CountedFactor[]>> {
  if (borrowerIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("credit_limit_score")
    .select(["borrowerId", "factors"])
    .distinctOn("borrowerId")
    .where("borrowerId", "in", [...borrowerIds])
    .orderBy("borrowerId")
    .orderBy("id", "desc")
    .execute();
  return new Map(rows.map(scoreTable.read).map(({ borrowerId, factors }) => [borrowerId, factors]));
}

/** The newest by an instant; null where there was none. */
export async function scoreOn(reader: Reader, borrowerId: string, at: Date): Promise<ScoreRow | null> {
  const row = await reader
    .selectFrom("credit_limit_score")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("scoredAt", "<=", at)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return scoreTable.one(row);
}

/** Moves the next refresh forward to an instant; an earlier one stays, and a limit without a refresh gets none. */
export async function refreshSooner(trx: Transaction, borrowerId: string, { at, cause }: DueRefresh): Promise<void> {
  await trx
    .updateTable("credit_limit")
    .set({ refreshDueAt: at, refreshCause: cause })
    .where("borrowerId", "=", borrowerId)
    .where("refreshDueAt", ">", at)
    .execute();
}

/** Borrowers whose limit is to be refreshed by `now`, those due longest first. */
export async function limitsToRefresh(reader: Reader, now: Date, max: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("credit_limit")
    .select("borrowerId")
    .where("refreshDueAt", "<=", now)
    .orderBy("refreshDueAt")
    .limit(max)
    .execute();
  return rows.map((row) => row.borrowerId);
}

/** The end of the newest temporary limit, or of one in force; null where there was none. */
export async function lastTemporaryEnd(reader: Reader, borrowerId: string): Promise<Date | null> {
  const row = await reader
    .selectFrom("credit_limit_change")
    .select("changedAt")
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", "TEMPORARY")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.changedAt ?? null;
}

/** The bureau's last result of each of these borrowers. */
export async function bureausOfEach(reader: Reader, borrowerIds: readonly string[]): Promise<Map<string, BureauRow>> {
  const rows = await reader
    .selectFrom("credit_limit_bureau")
    .selectAll()
    .where("borrowerId", "in", [...borrowerIds])
    .execute();
  return new Map(rows.map(bureauTable.read).map(({ borrowerId, ...facts }) => [borrowerId, facts]));
}

export const bureauOf = async (reader: Reader, borrowerId: string): Promise<BureauRow | null> =>
  (await bureausOfEach(reader, [borrowerId])).get(borrowerId) ?? null;

export async function writeBureau(trx: Transaction, borrowerId: string, facts: BureauRow): Promise<void> {
  await trx
    .insertInto("credit_limit_bureau")
    .values(bureauTable.values({ borrowerId, ...facts }))
    .onConflict((conflict) =>
      conflict
        .column("borrowerId")
        .doUpdateSet(bureauTable.set(facts))
        .where(sql<boolean>`credit_limit_bureau.reported_on <= excluded.reported_on`),
    )
    .execute();
}

/** Deletes the bureau's result, which belonged to another account. */
export async function removeBureau(trx: Transaction, borrowerId: string): Promise<void> {
  await trx.deleteFrom("credit_limit_bureau").where("borrowerId", "=", borrowerId).execute();
}
