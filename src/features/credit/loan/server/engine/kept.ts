/**
 * The position of a loan after its last event, as it is kept next to the loan's books: with it the figures of a later
 * day need no history. It is derived: whenever it does not fit, the history says the same. // docs/decisions/022
 */
import { type BusinessDate, laterDate } from "#shared/dates.ts";
import { dueTolerances } from "../rules/regulation.ts";
import { type Position, type RowPosition, loanPlanOf, startOf } from "./position.ts";
import { type LoanState, type LoanView, viewOf } from "./state.ts";
import type { LoanTerms } from "./terms.ts";

/** Increase it with each change of how events count: positions that were kept before it are replayed then. */
const engineVersion = 1;

/** Nine amounts of a row in rupiah: paid, waived and discounted, each of principal, interest and fee. */
type KeptRow = readonly number[];

/** A position as JSON, short because every loan has one. */
export interface KeptPosition {
  /** The terms and rules that it was computed by, as `rulesOf` says them. */
  rules: string;
  /** The last day that an event counts from; on an earlier day not all of them count. */
  lastOn: BusinessDate;
  position: Omit<Position, "rows">;
  /** Rows up to the last one on which something was settled. */
  rows: readonly KeptRow[];
}

/** All that decides besides the events. Two loans with the same text and the same events have the same position. */
export const rulesOf = (terms: LoanTerms): string =>
  JSON.stringify([
    engineVersion,
    Object.entries(terms).sort(([a], [b]) => (a < b ? -1 : 1)),
    dueTolerances().map(({ from, rupiah }) => [from, rupiah]),
  ]);

/** The state's position, to be kept under these rules (`rulesOf`, or a digest of it). The state must know every event. */
export function keptOf({ terms, events, position }: LoanState, rules: string): KeptPosition {
  const { rows, ...rest } = position;
  const amounts = rows.map(amountsOf);
  const settled = amounts.findLastIndex((row) => row.some((rupiah) => rupiah !== 0));
  return {
    rules,
    lastOn: events.map(({ valueDate }) => valueDate).reduce(laterDate, terms.disbursedOn),
    position: rest,
    rows: amounts.slice(0, settled + 1),
  };
}

/**
 * The figures of a day from a kept position; null where that was computed by other rules or knows events of later days.
 */
export function viewFrom(terms: LoanTerms, position: KeptPosition, rules: string, date: BusinessDate): LoanView | null {
  if (position.rules !== rules || date < position.lastOn) return null;
  const plan = loanPlanOf(terms);
  const rows = startOf(plan).rows.map((nothing, index) => rowOf(position.rows[index]) ?? nothing);
  return viewOf(plan, { ...position.position, rows }, date);
}

const amountsOf = ({ paid, waived, discounted }: RowPosition): number[] =>
  [paid, waived, discounted].flatMap((one) => [one.principalRupiah, one.interestRupiah, one.feeRupiah]);

function rowOf(amounts: KeptRow | undefined): RowPosition | null {
  if (!amounts) return null;
  const settledFrom = (first: number) => ({
    principalRupiah: amounts[first] ?? 0,
    interestRupiah: amounts[first + 1] ?? 0,
    feeRupiah: amounts[first + 2] ?? 0,
  });
  return { paid: settledFrom(0), waived: settledFrom(3), discounted: settledFrom(6) };
}
