/** The rules for earning and expiry of points, as data with the day from which each is in force. // Product decisions, rewards 5 */
import type { BusinessDate } from "#shared/dates.ts";
import type { PointsTask } from "../contract.ts";

export interface PointsTaskRule {
  /** Points per time; null when the caller gives the number (a check-in grows with its streak). */
  points: number | null;
  /** Times a month in WIB, or once for all. */
  times: { max: number; per: "MONTH" | "EVER" } | null;
}

interface RuleSet {
  from: BusinessDate;
  tasks: Readonly<Record<PointsTask, PointsTaskRule>>;
  /** Maximal points for all tasks of one day. */
  maxADay: number;
  /** Days after the last earning or spending on which all points end. */
  validityDays: number;
}

const sets: readonly RuleSet[] = [
  {
    from: "2026-01-01",
    tasks: {
      CHECK_IN: { points: null, times: null },
      PAYMENT_SUCCESS: { points: 100, times: { max: 4, per: "MONTH" } },
      FINISH_ORDER: { points: 200, times: null },
      SHARE_MGM: { points: 100, times: { max: 3, per: "MONTH" } },
      SET_PASSWORD: { points: 50, times: { max: 1, per: "EVER" } },
    },
    maxADay: 500,
    validityDays: 365,
  },
];

/** The rules in force on a day. */
export function pointsRules(day: BusinessDate): RuleSet {
  const set = sets.filter(({ from }) => from <= day).at(-1);
  if (!set) throw new RangeError(`There are no rules of points for ${day}.`);
  return set;
}
