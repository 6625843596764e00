/** Statements as the calls answer them. */
import { tkbPpm } from "#features/credit/loan/server/index.ts";
import { sumRupiah } from "#shared/money.ts";
import { statementBuckets, type LenderStatement } from "../contract.ts";
import type { Buckets, MonthRow } from "./store.ts";

export const statementHeadOf = (row: MonthRow, lenderName: string) => ({
  lenderId: row.lenderId,
  lenderName,
  month: row.month.slice(0, 7),
  availableClosingRupiah: row.availableClosing,
  investedClosingRupiah: row.investedClosing,
  shareRupiah: row.share,
});

export const lenderStatementOf = (row: MonthRow, lenderName: string, sharePpm: number): LenderStatement => ({
  ...statementHeadOf(row, lenderName),
  closedAt: row.closedAt.toISOString(),
  available: {
    openingRupiah: row.availableOpening,
    depositedRupiah: row.deposited,
    incomeRupiah: row.income,
    returnedRupiah: row.returned,
    withdrawnBackRupiah: row.withdrawnBack,
    fundedRupiah: row.funded,
    withdrawnRupiah: row.withdrawn,
    closingRupiah: row.availableClosing,
  },
  invested: {
    openingRupiah: row.investedOpening,
    fundedRupiah: row.funded,
    returnedRupiah: row.returned,
    closingRupiah: row.investedClosing,
  },
  writtenOff: {
    openingRupiah: row.writtenOffOpening,
    writtenOffRupiah: row.writtenOff,
    recoveredRupiah: row.recovered,
    closingRupiah: row.writtenOffClosing,
  },
  interest: {
    receivedRupiah: row.interestReceived,
    discountedRupiah: row.interestDiscounted,
    carriedPaidRupiah: row.carriedPaid,
    carriedRupiah: row.carried,
    broughtRupiah: row.brought,
    sharePpm,
    shareRupiah: row.share,
  },
  buckets: row.buckets && statementBuckets.map((bucket) => ({ bucket, ...(row.buckets?.[bucket] ?? nothing) })),
  tkb90Ppm: row.buckets && tkb90Of(row.buckets),
});
const nothing = { loans: 0, rupiah: 0 };

/** TKB90 of one lender's loans, by the rule of the published figure; null when nothing is outstanding. */
function tkb90Of(buckets: Buckets): number | null {
  const outstandingRupiah = sumRupiah(Object.values(buckets).map(({ rupiah }) => rupiah));
  const over = buckets.DPD_OVER_90?.rupiah ?? 0;
  return tkbPpm({ outstandingRupiah, overdueRupiah: { 0: over, 30: over, 60: over, 90: over } }, 90);
}
