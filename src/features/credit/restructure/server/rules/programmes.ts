/**
 * The programmes as data: each row with the day from which it is offered and its source. A programme changes by adding
 * a row, never by editing one, so an open offer is judged by the row of its own day.
 */
import type { BusinessDate } from "#shared/dates.ts";
import type { ProgrammeName } from "../../contract.ts";

export interface Programme {
  programme: ProgrammeName;
  /** First day in force; the row of the latest `from` that is not after the day asked for is in force. */
  from: BusinessDate;
  /** Days that the oldest open instalment is late when it is offered; null where hardship decides. */
  daysLate: { least: number; most: number } | null;
  /** Shortest first; each is a multiple of `instalmentDays`. */
  tenorsDays: readonly number[];
  instalmentDays: number;
  /** Flat interest a day on the new principal. */
  dailyRatePpm: number;
  /** A day, on the unpaid principal of overdue instalments. */
  lateFeeDailyPpm: number;
  /** Share of the unpaid interest that is waived; late fees are always waived whole. */
  interestWaivedPpm: number;
  /** Less unpaid principal than this is not worth a contract of its own. */
  minimumRupiah: number;
  source: string;
}

const source = "Our own rule, product specification: restructuring";

export const programmes: readonly Programme[] = [
  {
    programme: "SPREAD",
    from: "2026-01-01",
    daysLate: { least: 0, most: 30 },
    tenorsDays: [60, 90],
    instalmentDays: 30,
    dailyRatePpm: 1_000,
    lateFeeDailyPpm: 1_000,
    interestWaivedPpm: 0,
    minimumRupiah: 100_000,
    source,
  },
  {
    programme: "RELIEF",
    from: "2026-01-01",
    daysLate: { least: 31, most: 90 },
    tenorsDays: [90, 120],
    instalmentDays: 30,
    dailyRatePpm: 500,
    lateFeeDailyPpm: 500,
    interestWaivedPpm: 500_000,
    minimumRupiah: 100_000,
    source,
  },
  {
    programme: "PAUSE",
    from: "2026-01-01",
    daysLate: null,
    tenorsDays: [120],
    instalmentDays: 60,
    dailyRatePpm: 0,
    lateFeeDailyPpm: 0,
    interestWaivedPpm: 0,
    minimumRupiah: 100_000,
    source,
  },
];

/** The row of a programme in force on a day; null on days before its first. */
export function programmeOn(
  programme: ProgrammeName,
  on: BusinessDate,
  rows: readonly Programme[] = programmes,
): Programme | null {
  return (
    rows
      .filter((row) => row.programme === programme && row.from <= on)
      .sort((a, b) => (a.from < b.from ? -1 : 1))
      .at(-1) ?? null
  );
}

/** The programme offered without hardship to a loan with these days late; null for more than 90 days. */
export function programmeFor(
  daysLate: number,
  on: BusinessDate,
  rows: readonly Programme[] = programmes,
): Programme | null {
  const names = [...new Set(rows.map(({ programme }) => programme))];
  return (
    names
      .map((name) => programmeOn(name, on, rows))
      .find((row) => row?.daysLate && row.daysLate.least <= daysLate && daysLate <= row.daysLate.most) ?? null
  );
}
