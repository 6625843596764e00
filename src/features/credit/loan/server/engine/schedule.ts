/** The rows of a loan. // Product decisions 4: engine */
import { type BusinessDate, addDays, daysBetween } from "#shared/dates.ts";
import { shareOfRupiah, splitRupiah } from "#shared/money.ts";
import { type LoanTerms, scheduledInterestRupiah } from "./terms.ts";

export interface ScheduledRow {
  /** From 1. */
  number: number;
  /** The day after which this row's interest begins. */
  startsOn: BusinessDate;
  /** Does not move for holidays. */
  dueOn: BusinessDate;
  principalRupiah: number;
  interestRupiah: number;
  feeRupiah: number;
  totalRupiah: number;
}

/** Principal, interest and fee split equally in whole rupiah; the last row takes the rest. */
export function scheduleOf(terms: LoanTerms): ScheduledRow[] {
  const count = terms.tenorDays / terms.instalmentDays;
  const principal = splitRupiah(terms.principalRupiah, count);
  const interest = splitRupiah(scheduledInterestRupiah(terms), count);
  const fee = splitRupiah(terms.feeRupiah, count);
  return principal.map((principalRupiah, index) => {
    const interestRupiah = interest[index] ?? 0;
    const feeRupiah = fee[index] ?? 0;
    return {
      number: index + 1,
      startsOn: addDays(terms.disbursedOn, index * terms.instalmentDays),
      dueOn: addDays(terms.disbursedOn, (index + 1) * terms.instalmentDays),
      principalRupiah,
      interestRupiah,
      feeRupiah,
      totalRupiah: principalRupiah + interestRupiah + feeRupiah,
    };
  });
}

/** Interest of one row that has run by the end of a day: by days, whole at the due date and never more. */
export function accruedInterestRupiah(row: ScheduledRow, on: BusinessDate): number {
  if (on <= row.startsOn) return 0;
  if (on >= row.dueOn) return row.interestRupiah;
  return shareOfRupiah(row.interestRupiah, daysBetween(row.startsOn, on), daysBetween(row.startsOn, row.dueOn), "down");
}
