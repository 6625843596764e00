/** Annual statements as data: the schema of a file, and the values computed from its figures. Pure. */
import * as v from "valibot";
import type { FinancialStatement } from "../contract.ts";
import { sumRupiah } from "#shared/money.ts";

const rupiah = v.pipe(v.number(), v.safeInteger());
const positive = v.pipe(rupiah, v.minValue(0));

/** The statement of one year, in whole rupiah, as of 31 December. */
export const statementFile = v.strictObject({
  year: v.pipe(v.number(), v.integer(), v.minValue(2000), v.maxValue(2099)),
  verified: v.boolean(),
  auditor: v.string(),
  opinion: v.picklist(["UNQUALIFIED", "QUALIFIED", "ADVERSE", "DISCLAIMER"]),
  /** Day of the auditor's report. */
  signedOn: v.pipe(v.string(), v.isoDate()),
  position: v.strictObject({
    assets: v.strictObject({
      cash: positive,
      receivables: positive,
      prepaid: positive,
      equipment: positive,
      intangible: positive,
    }),
    liabilities: v.strictObject({
      payables: positive,
      accrued: positive,
      taxPayable: positive,
      employeeBenefits: positive,
    }),
    /** Retained earnings may be negative: losses of the first years. */
    equity: v.strictObject({ capital: positive, retained: rupiah }),
  }),
  income: v.strictObject({
    revenue: v.strictObject({ platformFees: positive, otherIncome: positive }),
    expenses: v.strictObject({
      staff: positive,
      technology: positive,
      verification: positive,
      marketing: positive,
      administration: positive,
      financeCost: positive,
    }),
    tax: positive,
  }),
});
export type FinancialStatementFile = v.InferOutput<typeof statementFile>;

export interface StatementSums {
  assetsRupiah: number;
  liabilitiesRupiah: number;
  equityRupiah: number;
  revenueRupiah: number;
  expensesRupiah: number;
  beforeTaxRupiah: number;
  profitRupiah: number;
}

const sum = (lines: Readonly<Record<string, number>>): number => sumRupiah(Object.values(lines));

export function sumsOf({ position, income }: FinancialStatementFile): StatementSums {
  const revenueRupiah = sum(income.revenue);
  const expensesRupiah = sum(income.expenses);
  const beforeTaxRupiah = revenueRupiah - expensesRupiah;
  return {
    assetsRupiah: sum(position.assets),
    liabilitiesRupiah: sum(position.liabilities),
    equityRupiah: sum(position.equity),
    revenueRupiah,
    expensesRupiah,
    beforeTaxRupiah,
    profitRupiah: beforeTaxRupiah - income.tax,
  };
}

/** Contradictions within a year, or with the year before it; empty when everything agrees. */
export function faultsOfStatement(file: FinancialStatementFile, before: FinancialStatementFile | undefined): string[] {
  const { assetsRupiah, liabilitiesRupiah, equityRupiah, profitRupiah } = sumsOf(file);
  const faults: string[] = [];
  if (assetsRupiah !== liabilitiesRupiah + equityRupiah)
    faults.push(`assets ${assetsRupiah} are not liabilities and equity ${liabilitiesRupiah + equityRupiah}`);
  if (before?.year === file.year - 1) {
    const carried = before.position.equity.retained + profitRupiah;
    // A dividend lowers it; nothing raises it.
    if (file.position.equity.retained > carried)
      faults.push(`retained earnings ${file.position.equity.retained} are above those carried forward ${carried}`);
  }
  return faults;
}

export function briefOf(file: FinancialStatementFile): FinancialStatement {
  const sums = sumsOf(file);
  return {
    year: file.year,
    verified: file.verified,
    auditor: file.auditor,
    totalAssetsRupiah: sums.assetsRupiah,
    totalLiabilitiesRupiah: sums.liabilitiesRupiah,
    totalEquityRupiah: sums.equityRupiah,
    revenueRupiah: sums.revenueRupiah,
    profitRupiah: sums.profitRupiah,
  };
}
