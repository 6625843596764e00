/** Promises to pay: which may be made, and which payments keep one. Pure. // Spec credit-support 6 */
import { addDays, dateInWib, type BusinessDate } from "#shared/dates.ts";
import { wholePpm } from "#shared/money.ts";
import type { StoredEvent } from "#features/credit/repayment/server/index.ts";
import { promiseWithinDays, type PromiseState } from "../../contract.ts";

/** As data: a figure changes by adding a row, never by editing one. */
export interface PromiseRule {
  from: BusinessDate;
  source: string;
  /** Smallest promise: this share (ppm) of the due amount, and this amount (rupiah). */
  minPpm: number;
  minRupiah: number;
  /** Days ahead that one person may agree on, and the most days ahead, which two people must agree on. */
  aloneDays: number;
  maxDays: number;
  /** At most `max` promises within `inDays` days. */
  max: number;
  inDays: number;
  /** Days after the promised day on which a payment still keeps the promise. */
  graceDays: number;
}
const rules: readonly PromiseRule[] = [
  {
    from: "2026-01-01",
    source: "Own policy",
    minPpm: 250_000,
    minRupiah: 50_000,
    aloneDays: 7,
    maxDays: 14,
    max: 2,
    inDays: promiseWithinDays,
    graceDays: 1,
  },
];

/** The rule of promises in force on a day. @throws RangeError before the first row */
export function promiseRuleOn(day: BusinessDate): PromiseRule {
  const row = rules.filter(({ from }) => from <= day).toSorted((a, b) => (a.from < b.from ? 1 : -1))[0];
  if (!row) throw new RangeError(`No rule of promises is in force on ${day}.`);
  return row;
}

export interface PromiseRange {
  minRupiah: number;
  maxRupiah: number;
  firstOn: BusinessDate;
  lastOn: BusinessDate;
}

/** The amounts (rupiah) and days that can be promised today; null when nothing is due. `isLong`: two people agree on it. */
export function promiseRangeOf(
  owed: { dueRupiah: number; payoffRupiah: number },
  today: BusinessDate,
  { isLong }: { isLong: boolean },
): PromiseRange | null {
  const { dueRupiah, payoffRupiah } = owed;
  if (dueRupiah <= 0) return null;
  const rule = promiseRuleOn(today);
  const share = Math.ceil((dueRupiah * rule.minPpm) / wholePpm);
  return {
    minRupiah: Math.min(dueRupiah, Math.max(share, rule.minRupiah)),
    maxRupiah: Math.max(dueRupiah, payoffRupiah),
    firstOn: today,
    lastOn: addDays(today, isLong ? rule.maxDays : rule.aloneDays),
  };
}

/** Whether an amount (rupiah) and a day are within what can be promised, both ends included. */
export const isInRange = (range: PromiseRange, amountRupiah: number, on: BusinessDate): boolean =>
  amountRupiah >= range.minRupiah && amountRupiah <= range.maxRupiah && on >= range.firstOn && on <= range.lastOn;

/** The first day on which another promise is taken; null where that is today. */
export function mayPromiseOn(madeAt: readonly Date[], today: BusinessDate): BusinessDate | null {
  const { max, inDays } = promiseRuleOn(today);
  const recent = madeAt
    .map(dateInWib)
    .filter((day) => day > addDays(today, -inDays))
    .toSorted();
  const oldest = recent.at(-max);
  return recent.length < max || oldest === undefined ? null : addDays(oldest, inDays);
}

/** The last day whose payments keep a promise that is made today. */
export const lastDayOfPromise = (promisedOn: BusinessDate, today: BusinessDate): BusinessDate =>
  addDays(promisedOn, promiseRuleOn(today).graceDays);

/**
 * The state of a promise today by the loan's history: payments that were recorded after it was made and count by its last day. What another
 * loan settles is no payment of the borrower.
 */
export function judgePromise(
  { amountRupiah, lastOn, madeAt }: { amountRupiah: number; lastOn: BusinessDate; madeAt: Date },
  events: readonly StoredEvent[],
  { today, isOwed }: { today: BusinessDate; isOwed: boolean },
): { state: PromiseState; paidRupiah: number } {
  const undone = new Set(events.flatMap((event) => (event.kind === "REVERSAL" ? [event.eventId] : [])));
  const paidRupiah = events.reduce(
    (sum, event) =>
      event.kind === "PAYMENT" &&
      event.from !== "RESTRUCTURE" &&
      event.from !== "REPLACEMENT" &&
      !undone.has(event.id) &&
      event.recordedAt >= madeAt &&
      event.valueDate <= lastOn
        ? sum + event.amountRupiah
        : sum,
    0,
  );
  if (paidRupiah >= amountRupiah) return { state: "KEPT", paidRupiah };
  if (!isOwed) return { state: "CANCELLED", paidRupiah };
  if (today <= lastOn) return { state: "OPEN", paidRupiah };
  return { state: paidRupiah > 0 ? "PARTLY" : "BROKEN", paidRupiah };
}
