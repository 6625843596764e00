/**
 * Loan performance as the regulator defines and every lender has to publish it: TWP, the share of outstanding principal
 * that is in loans past due by more than a given number of days, and TKB, the rest. // POJK 40/2024; SEOJK
 * 19/SEOJK.06/2025
 * - A loan counts with all of its unpaid principal as soon as one of its instalments is past due, not with that
 * instalment alone.
 * - A loan that was written off keeps counting: giving up a claim must not make the figure better.
 */
import { daysBetween, type BusinessDate } from "#shared/dates.ts";
import { shareOfRupiah, sumRupiah, wholePpm } from "#shared/money.ts";

/** Days past due beyond which TKB and TWP are published. */
export const performanceDays = [0, 30, 60, 90] as const;
export type PerformanceDays = (typeof performanceDays)[number];

/** One loan's unpaid principal, and the due date of its first instalment that is not fully paid. */
export interface Exposure {
  unpaidPrincipalRupiah: number;
  unpaidSince: BusinessDate | null;
}

export interface LoanBookPerformance {
  outstandingRupiah: number;
  /** The part in loans that are more than this many days past due. */
  overdueRupiah: Record<PerformanceDays, number>;
}

/** The sums over all loans at the end of a day. */
export function performanceOf(exposures: readonly Exposure[], on: BusinessDate): LoanBookPerformance {
  const overdue = (days: number) =>
    sumRupiah(
      exposures
        .filter(({ unpaidSince }) => unpaidSince !== null && unpaidSince < on && daysBetween(unpaidSince, on) > days)
        .map(({ unpaidPrincipalRupiah }) => unpaidPrincipalRupiah),
    );
  return {
    outstandingRupiah: sumRupiah(exposures.map(({ unpaidPrincipalRupiah }) => unpaidPrincipalRupiah)),
    overdueRupiah: { 0: overdue(0), 30: overdue(30), 60: overdue(60), 90: overdue(90) },
  };
}

/** TWP in ppm, to two decimals of a per cent and never rounded in our favour; null if nothing is outstanding. */
export function twpPpm(
  { outstandingRupiah, overdueRupiah }: LoanBookPerformance,
  days: PerformanceDays,
): number | null {
  const hundredths = wholePpm / 100;
  return outstandingRupiah === 0
    ? null
    : shareOfRupiah(hundredths, overdueRupiah[days], outstandingRupiah, "up") * (wholePpm / hundredths);
}

/** TKB in ppm: the whole minus TWP; null if nothing is outstanding. */
export function tkbPpm(performance: LoanBookPerformance, days: PerformanceDays): number | null {
  const twp = twpPpm(performance, days);
  return twp === null ? null : wholePpm - twp;
}
