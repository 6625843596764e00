/** Sums over what all loans still owe. */
import { sql } from "kysely";
import type { Database, Reader } from "#server/database.server.ts";
import { addDays, type BusinessDate } from "#shared/dates.ts";
import { lendersOfLoans, type LoanBookPerformance } from "#features/credit/loan/server/index.ts";
import type { LoanName } from "./store.ts";

/** The same as `performanceOf` of credit/loan over every loan's exposure, in one query. */
export async function performanceOn(reader: Reader, on: BusinessDate): Promise<LoanBookPerformance> {
  const over = (days: number) =>
    sql<number>`coalesce(sum(unpaid_principal_rupiah) filter (where unpaid_since < ${addDays(on, -days)}), 0)::bigint`;
  const row = await reader
    .selectFrom("repayment_account")
    .where("unpaidPrincipalRupiah", ">", 0)
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
    .select(["borrowerId", "loanId"])
    .where("unpaidPrincipalRupiah", "is", null)
    .where((row) => row.or([row("tryAgainAt", "is", null), row("tryAgainAt", "<=", now)]))
    .orderBy("openedAt")
    .limit(most)
    .execute();
  return rows.map((row) => ({ borrowerId: row.borrowerId, loanId: row.loanId }));
}

/** Days past due of a lender's statement, from the first day of each bucket on; the first one is not late. */
const lenderBuckets = ["CURRENT", "DPD_1_30", "DPD_31_60", "DPD_61_90", "DPD_OVER_90"] as const;
export type LenderBucket = (typeof lenderBuckets)[number];

export interface LenderExposure {
  lenderId: string;
  bucket: LenderBucket;
  loans: number;
  /** Unpaid principal in rupiah, loans that were written off included. */
  rupiah: number;
}

/** Loans that are read at a time. */
const atOnce = 5_000;

/** Loans and unpaid principal of each lender by days past due on a day. */
export async function exposureOfLenders(reader: Reader, on: BusinessDate): Promise<LenderExposure[]> {
  const sums = new Map<string, LenderExposure>();
  for (let after = { borrowerId: noId, loanId: noId }, more = true; more;) {
    const { rows } = await sql<{ borrowerId: string; loanId: string; bucket: LenderBucket; rupiah: number }>`
      select borrower_id as "borrowerId", loan_id as "loanId", unpaid_principal_rupiah as rupiah, case
        when unpaid_since is null or unpaid_since >= ${on} then 'CURRENT'
        when unpaid_since >= ${addDays(on, -30)} then 'DPD_1_30'
        when unpaid_since >= ${addDays(on, -60)} then 'DPD_31_60'
        when unpaid_since >= ${addDays(on, -90)} then 'DPD_61_90'
        else 'DPD_OVER_90' end as bucket
      from repayment_account
      where (borrower_id, loan_id) > (${after.borrowerId}, ${after.loanId}) and unpaid_principal_rupiah > 0
      order by borrower_id, loan_id limit ${atOnce}`.execute(reader);
    const lenders = await lendersOfLoans(
      reader,
      rows.map(({ loanId }) => loanId),
    );
    for (const { loanId, bucket, rupiah } of rows) {
      const lenderId = lenders.get(loanId)?.lenderId;
      if (lenderId === undefined) continue;
      const key = `${lenderId} ${bucket}`;
      const sum = sums.get(key) ?? { lenderId, bucket, loans: 0, rupiah: 0 };
      sums.set(key, { ...sum, loans: sum.loans + 1, rupiah: sum.rupiah + rupiah });
    }
    after = rows.at(-1) ?? after;
    more = rows.length === atOnce;
  }
  return [...sums.values()];
}
const noId = "00000000-0000-0000-0000-000000000000";
