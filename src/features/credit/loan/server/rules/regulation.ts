/**
 * Figures of the regulator and of the industry as data: each with the date it takes force, its source and its
 * certainty. A figure changes by adding a row, never by editing one, so an old loan is still judged by the row of its
 * own day. Certainty: H the text itself or recomputed, M several secondary sources, K common knowledge, P our own
 * policy. // Field rules
 */
import type { BusinessDate } from "#shared/dates.ts";

export type RegulationRuleName =
  /** Interest and every fee but late fee, certified e-signature and tax, per calendar day on the contract amount. */
  | "DAILY_COST_CAP_PPM"
  /** Late fee per calendar day on the outstanding principal. */
  | "DAILY_LATE_FEE_CAP_PPM"
  /** Cost and late fees together against the contract amount, for the whole life of the loan. */
  | "TOTAL_COST_CAP_PPM"
  /** Instalments of one month against the borrower's monthly income. */
  | "REPAYMENT_BURDEN_CAP_PPM"
  /** Maximal number of operators that a borrower may owe at once, including this one. */
  | "OPERATORS_CAP"
  | "AGE_FLOOR_YEARS"
  | "MONTHLY_INCOME_FLOOR_RUPIAH"
  /** In rupiah: a sum due that is below it waits for the next due date, and at the end of a loan it is waived. */
  | "DUE_TOLERANCE"
  /** 1 while a running loan may be paid off with part of a new one; 0 from the day on which this is no longer allowed. */
  | "RELOAN_ALLOWED";

export type Certainty = "H" | "M" | "K" | "P";

/** Six calendar months after the disbursement date is the border; exactly six months belongs to the stricter side. */
export type TenorClass = "UNDER_SIX_MONTHS" | "SIX_MONTHS_OR_MORE";

export interface RuleRow {
  rule: RegulationRuleName;
  /** First day in force; the row of the latest `from` that is not after the day asked for is in force. */
  from: BusinessDate;
  /** Omitted where the figure is the same for every tenor. */
  tenor?: TenorClass;
  value: number;
  source: string;
  certainty: Certainty;
}

const newPair = "POJK 40/2024, SEOJK 19/SEOJK.06/2025";

export const regulation: readonly RuleRow[] = [
  {
    rule: "DAILY_COST_CAP_PPM",
    from: "2025-01-01",
    tenor: "UNDER_SIX_MONTHS",
    value: 3_000,
    source: newPair,
    certainty: "H",
  },
  {
    rule: "DAILY_COST_CAP_PPM",
    from: "2025-01-01",
    tenor: "SIX_MONTHS_OR_MORE",
    value: 2_000,
    source: newPair,
    certainty: "H",
  },
  {
    rule: "DAILY_LATE_FEE_CAP_PPM",
    from: "2025-01-01",
    tenor: "UNDER_SIX_MONTHS",
    value: 3_000,
    source: newPair,
    certainty: "M",
  },
  {
    rule: "DAILY_LATE_FEE_CAP_PPM",
    from: "2025-01-01",
    tenor: "SIX_MONTHS_OR_MORE",
    value: 2_000,
    source: newPair,
    certainty: "M",
  },
  { rule: "TOTAL_COST_CAP_PPM", from: "2025-01-01", value: 1_000_000, source: newPair, certainty: "M" },
  { rule: "REPAYMENT_BURDEN_CAP_PPM", from: "2026-01-01", value: 300_000, source: newPair, certainty: "M" },
  { rule: "OPERATORS_CAP", from: "2025-01-01", value: 3, source: newPair, certainty: "M" },
  { rule: "AGE_FLOOR_YEARS", from: "2025-01-01", value: 18, source: newPair, certainty: "H" },
  { rule: "MONTHLY_INCOME_FLOOR_RUPIAH", from: "2025-01-01", value: 3_000_000, source: newPair, certainty: "H" },
  {
    rule: "DUE_TOLERANCE",
    from: "2026-11-26",
    value: 1_000,
    source: "Our own rule: QRIS and wallets carry no less than 1,000 rupiah",
    certainty: "P",
  },
  {
    rule: "RELOAN_ALLOWED",
    from: "2026-01-01",
    value: 1,
    source: "Our own rule, narrowly; no text that forbids it was found, the regulator warns of debts paid with debts",
    certainty: "P",
  },
];

/** A sum due below `rupiah` is not asked for from the day `from` on, until the next figure begins. */
export interface DueTolerance {
  from: BusinessDate;
  rupiah: number;
}

/** Every figure of DUE_TOLERANCE, oldest first. They hold for running loans too: they never raise the cost of one. */
export function dueTolerances(rows: readonly RuleRow[] = regulation): DueTolerance[] {
  return rows
    .filter(({ rule }) => rule === "DUE_TOLERANCE")
    .map(({ from, value }) => ({ from, rupiah: value }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** Below this sum (rupiah) nothing is asked for on a day; 0 on days before the first figure. */
export function dueToleranceRupiah(on: BusinessDate, tolerances: readonly DueTolerance[] = dueTolerances()): number {
  return tolerances.findLast(({ from }) => from <= on)?.rupiah ?? 0;
}

/** No row covers that day: a loan may not be priced or judged by a figure that was never in force. */
export class RuleMissing extends Error {
  override readonly name = "RuleMissing";
}

/** The row in force on a day. Throws RuleMissing when there is none. `rows` lets a test or a later release bring its own table. */
export function ruleInForce(
  rule: RegulationRuleName,
  on: BusinessDate,
  tenor?: TenorClass,
  rows: readonly RuleRow[] = regulation,
): RuleRow {
  let found: RuleRow | undefined;
  for (const row of rows) {
    if (row.rule !== rule || row.from > on || (row.tenor !== undefined && row.tenor !== tenor)) continue;
    if (!found || row.from > found.from) found = row;
  }
  if (!found) throw new RuleMissing(`no row of ${rule} is in force on ${on}${tenor ? ` for ${tenor}` : ""}`);
  return found;
}
