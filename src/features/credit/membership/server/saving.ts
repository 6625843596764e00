/** Computes a reduction, or the reasons for none: pure functions on the loan engine that also makes the bill. */
import { advance, stateOf, type LoanState, type Reduction } from "#features/credit/loan/server/index.ts";
import { multiplyPpm } from "#shared/money.ts";
import type { InterestReduction, ReductionRefusal } from "../contract.ts";

/** The reduction as an event of the loan. */
export const reductionEvent = (loanId: string, { on }: LoanState, amountRupiah: number): Reduction => ({
  kind: "DISCOUNT",
  id: `reduction_${loanId}`,
  of: "INTEREST",
  amountRupiah,
  valueDate: on,
});

/** A share (ppm) of the interest that has not run yet, in rupiah: never more than is unpaid of it, nor than `maxRupiah`. */
export function savedRupiah(
  { status, charged, unpaid, interestAccruedRupiah }: LoanState,
  { ppm, maxRupiah }: { ppm: number; maxRupiah: number },
): number {
  if (status === "PAID_OFF") return 0;
  const notRun = charged.interestRupiah - interestAccruedRupiah;
  return Math.min(multiplyPpm(notRun, ppm, 1, "down"), unpaid.interestRupiah, maxRupiah);
}

/** Whether the first instalment was paid by its due date; null while it is not paid. */
export function firstInTime({ terms, events, rows: [first] }: LoanState): boolean | null {
  if (first?.status !== "PAID") return null;
  return stateOf(terms, events, first.dueOn).rows[0]?.status === "PAID";
}

/** Conditions that the loan itself does not meet. */
export function loanRefusals(state: LoanState, { hasCoupon }: { hasCoupon: boolean }): ReductionRefusal[] {
  const isInTime = firstInTime(state);
  return [
    ...(isInTime === null ? ["FIRST_INSTALMENT" as const] : []),
    ...(isInTime === false ? ["FIRST_LATE" as const] : []),
    ...(state.daysPastDue > 0 ? ["OVERDUE" as const] : []),
    ...(hasCoupon ? ["COUPON" as const] : []),
  ];
}

export const payableRows = ({ rows }: LoanState): InterestReduction["rowsBefore"] =>
  rows.map(({ number, dueOn, dueRupiah }) => ({ number, dueOn, payableRupiah: dueRupiah }));

/** The instalments with a reduction, as the bill will ask for them. */
export const rowsWith = (loanId: string, state: LoanState, rupiah: number): InterestReduction["rowsAfter"] =>
  payableRows(rupiah > 0 ? advance(state, reductionEvent(loanId, state, rupiah)) : state);
