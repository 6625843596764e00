/** SQL of the browsers that borrowers are reminded on. */
import type { Selectable } from "kysely";
import type { Database, Reader, Transaction } from "#server/database.server.ts";
import type { NoticePush } from "#server/database.types.ts";

export type PushRow = Selectable<NoticePush>;

/** Browsers of one borrower; the oldest are removed. */
const maxBrowsers = 10;
const dayMilliseconds = 86_400_000;
export const nextPushCheck = (now: Date): Date => new Date(now.getTime() + dayMilliseconds);

/** Adds a browser, or renews it. A browser of another account leaves that one: its present user decides. */
export async function addBrowser(trx: Transaction, row: PushRow): Promise<void> {
  await trx
    .insertInto("notice_push")
    .values(row)
    .onConflict((conflict) => conflict.column("endpointIndex").doUpdateSet(row))
    .execute();
  const beyond = trx
    .selectFrom("notice_push")
    .select("id")
    .where("borrowerId", "=", row.borrowerId)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .offset(maxBrowsers);
  await trx.deleteFrom("notice_push").where("borrowerId", "=", row.borrowerId).where("id", "in", beyond).execute();
}

export const browsersOf = (reader: Reader, borrowerId: string): Promise<PushRow[]> =>
  reader.selectFrom("notice_push").selectAll().where("borrowerId", "=", borrowerId).execute();

export async function findBrowser(reader: Reader, borrowerId: string, id: string): Promise<PushRow | null> {
  const row = await reader
    .selectFrom("notice_push")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** Ends browsers of a borrower: those of one login, one by its id, or all. */
export async function endBrowsers(
  trx: Reader,
  borrowerId: string,
  which: { sessionId: string } | { id: string } | "ALL",
): Promise<void> {
  let ended = trx.deleteFrom("notice_push").where("borrowerId", "=", borrowerId);
  if (which !== "ALL")
    ended = "id" in which ? ended.where("id", "=", which.id) : ended.where("sessionId", "=", which.sessionId);
  await ended.execute();
}

/** Browsers whose logins are to be looked at, the longest waiting first. */
export const browsersToCheck = (database: Database, now: Date, max: number): Promise<PushRow[]> =>
  database.selectFrom("notice_push").selectAll().where("checkAt", "<=", now).orderBy("checkAt").limit(max).execute();

/** Deletes browsers whose login has ended, and looks at the others again in a day. Returns how many were deleted. */
export async function keepOrEnd(
  database: Database,
  rows: readonly PushRow[],
  isValid: (row: PushRow) => boolean,
  now: Date,
): Promise<number> {
  const ids = (which: boolean) => rows.filter((row) => isValid(row) === which).map(({ id }) => id);
  if (ids(true).length > 0)
    await database
      .updateTable("notice_push")
      .set({ checkAt: nextPushCheck(now) })
      .where("id", "in", ids(true))
      .where("checkAt", "<=", now)
      .execute();
  if (ids(false).length === 0) return 0;
  const { numDeletedRows } = await database
    .deleteFrom("notice_push")
    .where("id", "in", ids(false))
    .where("checkAt", "<=", now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
