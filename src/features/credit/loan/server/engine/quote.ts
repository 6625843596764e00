/** The figures shown to a borrower before applying. // Product decisions 4: quote */
import { daysBetween } from "#shared/dates.ts";
import { sumRupiah } from "#shared/money.ts";
import { effectiveYearlyRatePpm } from "./effective-rate.ts";
import { type ScheduledRow, scheduleOf } from "./schedule.ts";
import { type LoanTerms, totalCapRupiah } from "./terms.ts";

export interface Quote {
  terms: LoanTerms;
  instalments: ScheduledRow[];
  /** Paid out to the borrower: the whole amount, without deductions. */
  receivedRupiah: number;
  interestRupiah: number;
  feeRupiah: number;
  /** Interest and fees when every instalment is paid in time. */
  costRupiah: number;
  /** All instalments. */
  totalRupiah: number;
  dailyRatePpm: number;
  effectiveYearlyRatePpm: number;
  lateFeeDailyPpm: number;
  /** Interest, fees and late fees can never pass this, however late. */
  highestCostRupiah: number;
  /** The maximum that can ever be owed in all: the amount and the highest cost. */
  highestTotalRupiah: number;
}

export function quoteOf(terms: LoanTerms): Quote {
  const instalments = scheduleOf(terms);
  const interestRupiah = sumRupiah(instalments.map((row) => row.interestRupiah));
  const costRupiah = interestRupiah + terms.feeRupiah;
  const payments = instalments.map((row) => ({
    day: daysBetween(terms.disbursedOn, row.dueOn),
    amountRupiah: row.totalRupiah,
  }));
  const highestCostRupiah = Math.max(costRupiah, terms.lateFeeDailyPpm > 0 ? totalCapRupiah(terms) : 0);
  return {
    terms,
    instalments,
    receivedRupiah: terms.principalRupiah,
    interestRupiah,
    feeRupiah: terms.feeRupiah,
    costRupiah,
    totalRupiah: terms.principalRupiah + costRupiah,
    dailyRatePpm: terms.dailyRatePpm,
    effectiveYearlyRatePpm: effectiveYearlyRatePpm(terms.principalRupiah, payments),
    lateFeeDailyPpm: terms.lateFeeDailyPpm,
    highestCostRupiah,
    highestTotalRupiah: terms.principalRupiah + highestCostRupiah,
  };
}
