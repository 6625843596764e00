/** Interest and principal of each lender's loans in the ledger: received, given away, carried, written off. // Spec credit-support 7 */
import type { Reader } from "#server/database.server.ts";
import { settledOnLoans } from "#server/ledger/index.ts";
import { addDays, type BusinessDate } from "#shared/dates.ts";

/** Rupiah of a lender's loans by the days of booking; reversed amounts are subtracted on the day of the reversal. */
export interface LenderFlows {
  lenderId: string;
  /** Interest that payments paid, also on loans that were written off before. */
  interestRupiah: number;
  /** Interest that coupons and campaigns paid instead of the borrower. */
  discountedRupiah: number;
  /** Fees of restructured loans that payments paid: unpaid interest of the loans before them. */
  carriedPaidRupiah: number;
  /** Interest that a restructured loan took over: it counts as paid on the old loan, and no money came in. */
  carriedRupiah: number;
  writtenOffRupiah: number;
  /** Principal paid after its write-off. */
  recoveredRupiah: number;
}

const kinds = ["ALLOCATION", "DISCOUNT", "ARREARS_CARRIED", "WRITE_OFF"] as const;
/** Loans that are looked up at a time. */
const atOnce = 5_000;

export interface LenderOfLoan {
  lenderId: string;
  /** Its fee is interest of the loan that it restructures. */
  isRestructured: boolean;
}

/** The lender of record of each loan, by the loan's id. */
export async function lendersOfLoans(reader: Reader, loanIds: readonly string[]): Promise<Map<string, LenderOfLoan>> {
  const found = new Map<string, LenderOfLoan>();
  for (let from = 0; from < loanIds.length; from += atOnce) {
    const rows = await reader
      .selectFrom("loan")
      .select(["id", "lenderId", "restructuresLoanId"])
      .where("id", "in", loanIds.slice(from, from + atOnce))
      .execute();
    for (const { id, lenderId, restructuresLoanId } of rows)
      found.set(id, { lenderId, isRestructured: restructuresLoanId !== null });
  }
  return found;
}

/** The flows of a range of days, both included, day by day; a lender without any is omitted. */
export async function lenderFlows(reader: Reader, from: BusinessDate, to: BusinessDate): Promise<LenderFlows[]> {
  const flows = new Map<string, LenderFlows>();
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const settled = await settledOnLoans(reader, day, kinds);
    const lenders = await lendersOfLoans(reader, [...new Set(settled.map(({ loanId }) => loanId))]);
    for (const { loanId, kind, receivable, down, up } of settled) {
      const lender = lenders.get(loanId);
      if (!lender) continue;
      const flow = flows.get(lender.lenderId) ?? noFlows(lender.lenderId);
      flows.set(lender.lenderId, flow);
      if (kind === "ALLOCATION" && receivable === "RECEIVABLE_INTEREST") flow.interestRupiah += down - up;
      if (kind === "ALLOCATION" && receivable === "RECEIVABLE_FEE" && lender.isRestructured)
        flow.carriedPaidRupiah += down - up;
      if (kind === "DISCOUNT" && receivable === "RECEIVABLE_INTEREST") flow.discountedRupiah += down - up;
      if (kind === "ARREARS_CARRIED") flow.carriedRupiah += up - down;
      if (kind === "WRITE_OFF" && receivable === "RECEIVABLE_PRINCIPAL") {
        flow.writtenOffRupiah += down;
        flow.recoveredRupiah += up;
      }
    }
  }
  return [...flows.values()].toSorted((a, b) => (a.lenderId < b.lenderId ? -1 : 1));
}

const noFlows = (lenderId: string): LenderFlows => ({
  lenderId,
  interestRupiah: 0,
  discountedRupiah: 0,
  carriedPaidRupiah: 0,
  carriedRupiah: 0,
  writtenOffRupiah: 0,
  recoveredRupiah: 0,
});
