/** The published performance, day by day. */
import type { Selectable } from "kysely";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { DB } from "#server/database.types.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { LoanBookPerformance } from "./performance.ts";

export interface PublishedPerformance extends LoanBookPerformance {
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
      asOf,
      outstandingRupiah,
      over0Rupiah: overdueRupiah[0],
      over30Rupiah: overdueRupiah[30],
      over60Rupiah: overdueRupiah[60],
      over90Rupiah: overdueRupiah[90],
      computedAt: now,
    })
    .onConflict((conflict) => conflict.column("asOf").doNothing())
    .returning("asOf")
    .executeTakeFirst();
  return made !== undefined;
}

/** The newest figures; null before the first day's. */
export async function latestPerformance(reader: Reader): Promise<PublishedPerformance | null> {
  const row = await reader
    .selectFrom("loan_performance")
    .selectAll()
    .orderBy("asOf", "desc")
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
    .where("asOf", ">=", from)
    .where("asOf", "<=", to)
    .orderBy("asOf")
    .execute();
  return rows.map(performanceOfRow);
}

const performanceOfRow = (row: Selectable<DB["loan_performance"]>): PublishedPerformance => ({
  asOf: row.asOf,
  outstandingRupiah: row.outstandingRupiah,
  overdueRupiah: { 0: row.over0Rupiah, 30: row.over30Rupiah, 60: row.over60Rupiah, 90: row.over90Rupiah },
});
