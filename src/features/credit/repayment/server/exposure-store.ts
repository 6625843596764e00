/** Sums over what all loans still owe. */
import { sql } from "kysely";
import type { Database, Reader } from "#server/database.server.ts";
import { addDays, type BusinessDate } from "#shared/dates.ts";
import type { Performance } from "#features/credit/loan/server/index.ts";
import type { LoanName } from "./store.ts";

/** The same as `performanceOf` of credit/loan over every loan's exposure, in one query. */
export async function performanceOn(reader: Reader, on: BusinessDate): Promise<Performance> {
  const over = (days: number) =>
    sql<number>`coalesce(sum(unpaid_principal_rupiah) filter (where unpaid_since < ${addDays(on, -days)}), 0)::bigint`;
  const row = await reader
    .selectFrom("repayment_account")
    .where("unpaid_principal_rupiah", ">", 0)
    .select([
      sql<number>`coalesce(sum(unpaid_principal_rupiah), 0)::bigint`.as("outstanding"),
      over(0).as("over0"),
      over(30).as("over30"),
      over(60).as("over60"),
      over(90).as("over90"),
    ])
    .executeTakeFirstOrThrow();
  return {
    outstandingRupiah: row.outstanding,
    overdueRupiah: { 0: row.over0, 30: row.over30, 60: row.over60, 90: row.over90 },
  };
}

/** Loans without a valuation, oldest first; one that failed waits for its next try. */
export async function accountsWithoutExposure(reader: Database, now: Date, most: number): Promise<LoanName[]> {
  const rows = await reader
    .selectFrom("repayment_account")
    .select(["borrower_id", "loan_id"])
    .where("unpaid_principal_rupiah", "is", null)
    .where((row) => row.or([row("try_again_at", "is", null), row("try_again_at", "<=", now)]))
    .orderBy("opened_at")
    .limit(most)
    .execute();
  return rows.map((row) => ({ borrowerId: row.borrower_id, loanId: row.loan_id }));
}
