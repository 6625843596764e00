/** Rows that wait for people, counted for the start page of the console. */
import { sql, type SelectQueryBuilder } from "kysely";
import type { Reader } from "#server/database.server.ts";
import type { DB } from "#server/database.types.ts";
import { maxCounted } from "#shared/counted.ts";

export interface CountedRows {
  /** Up to `maxCounted`. */
  count: number;
  /** Since when the oldest waits; null where none does. */
  oldestAt: Date | null;
}

/** `waiting` selects since when each row waits, as `at`; an index has these rows in this order, so that no more than `maxCounted` are read. */
export async function countWaiting(
  reader: Reader,
  waiting: SelectQueryBuilder<DB, keyof DB, { at: Date | null }>,
): Promise<CountedRows> {
  const { rows } = await sql<CountedRows>`
    select count(*)::int as count, min(at) as "oldestAt" from (${waiting.orderBy("at").limit(maxCounted)}) as waiting`.execute(
    reader,
  );
  return rows[0]!;
}
