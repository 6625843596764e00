/** Several deletions by one statement. */
import { sql, type RawBuilder } from "kysely";
import type { Transaction } from "#server/database.server.ts";

/** Runs `delete from …` statements of different tables together, each as of the same moment. @returns how many rows they deleted */
export async function deleteAll(trx: Transaction, deletions: readonly RawBuilder<unknown>[]): Promise<number> {
  const named = deletions.map((deletion, at) => ({ name: sql.ref(`deleted_${at}`), deletion }));
  const parts = named.map(({ name, deletion }) => sql`${name} as (${deletion} returning 1)`);
  const counts = named.map(({ name }) => sql`(select count(*) from ${name})`);
  const { rows } = await sql<{
    deleted: number;
  }>`with ${sql.join(parts)} select ${sql.join(counts, sql` + `)} as deleted`.execute(trx);
  return rows[0]!.deleted;
}
