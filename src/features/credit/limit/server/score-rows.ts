/**
 * The points of each factor of the score, as data with the day from which they count. A figure changes by adding a set, never by editing
 * one: a score of an earlier day is explained by the set of that day. All figures are our own policy.
 */
import type { BusinessDate } from "#shared/dates.ts";
import { frozenFromDays, staffTemporaryDays, type ScoreBand } from "../score-contract.ts";

/** A span of lateness: from that many days past due on, up to the next one. */
export interface LatenessRow {
  code: "LATE_1_3" | "LATE_4_7" | "LATE_8_30" | "LATE_31_60" | "LATE_OVER_60";
  fromDays: number;
  points: number;
}

export interface ScoreRows {
  /** First day on which it counts. */
  from: BusinessDate;
  source: string;
  base: number;
  floor: number;
  ceiling: number;
  /** Paid in time: an instalment of at least this principal (rupiah), paid by its due date, of a loan held for at least these days. */
  inTime: {
    points: number;
    minPrincipalRupiah: number;
    minHeldDays: number;
    maxAMonth: number;
    max: number;
    months: number;
  };
  /** A loan that ended and was never later than that. */
  ended: { points: number; maxDaysLate: number; max: number; months: number };
  /** The most days first. */
  late: readonly LatenessRow[];
  /** Settled lateness: full points for these months, then half, then a quarter, then none. */
  fading: { wholeMonths: number; halfMonths: number; quarterMonths: number };
  restructured: { points: number; untilInTime: number };
  /** While it is owed the score is the floor; once paid, these points. */
  writtenOffPaid: number;
  /** The bureau's score: its distance from `middle`, divided, within the bound; counts for `days`. */
  bureau: { middle: number; divisor: number; bound: number; days: number };
  sources: { points: number; max: number };
  /** The lowest score of each band above E. */
  bands: Readonly<Record<Exclude<ScoreBand, "E">, number>>;
}

const own = "Own policy";

export const scoreRows: readonly ScoreRows[] = [
  {
    from: "2026-11-27",
    source: own,
    base: 620,
    floor: 300,
    ceiling: 850,
    inTime: { points: 8, minPrincipalRupiah: 100_000, minHeldDays: 7, maxAMonth: 4, max: 120, months: 24 },
    ended: { points: 12, maxDaysLate: 3, max: 36, months: 12 },
    late: [
      { code: "LATE_OVER_60", fromDays: 61, points: -160 },
      { code: "LATE_31_60", fromDays: 31, points: -90 },
      { code: "LATE_8_30", fromDays: 8, points: -40 },
      { code: "LATE_4_7", fromDays: 4, points: -15 },
      { code: "LATE_1_3", fromDays: 1, points: -6 },
    ],
    fading: { wholeMonths: 6, halfMonths: 12, quarterMonths: 24 },
    restructured: { points: -30, untilInTime: 3 },
    writtenOffPaid: -150,
    bureau: { middle: 600, divisor: 4, bound: 60, days: 180 },
    sources: { points: 4, max: 12 },
    bands: { A: 760, B: 680, C: 600, D: 450 },
  },
];

/** How a limit follows from a band and moves from month to month; dated like the above. */
export interface LimitRows {
  from: BusinessDate;
  source: string;
  /** Percent of the ceiling that the income allows. */
  sharePercent: Readonly<Record<ScoreBand, number>>;
  stepRupiah: number;
  /** In bands A to C, if the income allows it. */
  minRupiah: number;
  /** Percent of the limit at the beginning of the month. */
  risePercent: number;
  riseRupiah: number;
  fallPercent: number;
  temporary: {
    percent: number;
    minRupiah: number;
    maxRupiah: number;
    days: number;
    restDays: number;
    cleanDays: number;
  };
  staffTemporary: { percent: number; days: number };
  /** Days past due from which the limit is frozen. */
  frozenFromDays: number;
}

export const limitRows: readonly LimitRows[] = [
  {
    from: "2026-11-27",
    source: own,
    sharePercent: { A: 85, B: 75, C: 60, D: 30, E: 0 },
    stepRupiah: 100_000,
    minRupiah: 2_000_000,
    risePercent: 30,
    riseRupiah: 500_000,
    fallPercent: 30,
    temporary: { percent: 20, minRupiah: 300_000, maxRupiah: 2_000_000, days: 14, restDays: 30, cleanDays: 90 },
    staffTemporary: { percent: 30, days: staffTemporaryDays },
    frozenFromDays,
  },
];

/** The set in force on a day; before the first one, the first. */
export function rowsOn<Row extends { from: BusinessDate }>(rows: readonly Row[], day: BusinessDate): Row {
  const [first] = rows;
  if (!first) throw new Error("There is no set of rows.");
  return rows.reduce((found, row) => (row.from <= day && row.from > found.from ? row : found), first);
}
