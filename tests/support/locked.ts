/** Which rows a transaction holds: what another one would have to wait for. */
import { sql } from "kysely";
import { transact, type Database, type Transaction } from "#server/database.server.ts";

/**
 * How many rows of a table `take` locks, while its transaction is open. Rows that others hold at the same time (a worker of
 * the same app) would count as well: let nothing be under way.
 */
export async function lockedBy(
  database: Database,
  table: string,
  take: (trx: Transaction) => Promise<unknown>,
): Promise<number> {
  const count = async (reader: Database, how: string): Promise<number> =>
    (await sql`select 1 from ${sql.table(table)} ${sql.raw(how)}`.execute(reader)).rows.length;
  const all = await count(database, "");
  return transact(database, async (trx) => {
    await take(trx);
    return all - (await transact(database, (other) => count(other as unknown as Database, "for update skip locked")));
  });
}
