/** The published performance, day by day. */
import type { Selectable } from "kysely";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { DB } from "#server/database.types.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { Performance } from "./performance.ts";

export interface PublishedPerformance extends Performance {
  asOf: BusinessDate;
}

/** Keeps a day's figures; false when that day has some already. */
export async function recordPerformance(
  trx: Transaction,
  now: Date,
  { asOf, outstandingRupiah, overdueRupiah }: PublishedPerformance,
): Promise<boolean> {
  const made = await trx
    .insertInto("loan_performance")
    .values({
      as_of: asOf,
      outstanding_rupiah: outstandingRupiah,
      over_0_rupiah: overdueRupiah[0],
      over_30_rupiah: overdueRupiah[30],
      over_60_rupiah: overdueRupiah[60],
      over_90_rupiah: overdueRupiah[90],
      computed_at: now,
    })
    .onConflict((conflict) => conflict.column("as_of").doNothing())
    .returning("as_of")
    .executeTakeFirst();
  return made !== undefined;
}

/** The newest figures; null before the first day's. */
export async function latestPerformance(reader: Reader): Promise<PublishedPerformance | null> {
  const row = await reader
    .selectFrom("loan_performance")
    .selectAll()
    .orderBy("as_of", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? performanceOfRow(row) : null;
}

/** The figures of a range of days, both included, oldest first; a day on which nothing was published has none. */
export async function performancesBetween(
  reader: Reader,
  from: BusinessDate,
  to: BusinessDate,
): Promise<PublishedPerformance[]> {
  const rows = await reader
    .selectFrom("loan_performance")
    .selectAll()
    .where("as_of", ">=", from)
    .where("as_of", "<=", to)
    .orderBy("as_of")
    .execute();
  return rows.map(performanceOfRow);
}

const performanceOfRow = (row: Selectable<DB["loan_performance"]>): PublishedPerformance => ({
  asOf: row.as_of,
  outstandingRupiah: row.outstanding_rupiah,
  overdueRupiah: { 0: row.over_0_rupiah, 30: row.over_30_rupiah, 60: row.over_60_rupiah, 90: row.over_90_rupiah },
});
