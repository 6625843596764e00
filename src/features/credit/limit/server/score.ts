/** The score: a pure function of facts, rows and day. The facts are a set: their order changes nothing. */
import { addDays, addMonths, daysBetween, type BusinessDate } from "#shared/dates.ts";
import type { ScoreBand, ScoreFactor } from "../score-contract.ts";
import type { ScoreRows } from "./score-rows.ts";

/** One instalment of a loan, as it stands. */
export interface PaidRow {
  dueOn: BusinessDate;
  /** The value date of the payment that settled the instalment; null while it is open. */
  paidOn: BusinessDate | null;
  principalRupiah: number;
}

/** A loan whose money went out. */
export interface ScoredLoan {
  startedOn: BusinessDate;
  end: "PAID_OFF" | "RESTRUCTURED" | null;
  endedOn: BusinessDate | null;
  writtenOffOn: BusinessDate | null;
  rows: readonly PaidRow[];
}

export interface ScoreFacts {
  loans: readonly ScoredLoan[];
  /** The bureau's newest; null where it has none. */
  bureau: { score: number; reportedOn: BusinessDate } | null;
  /** Registers that state something of the borrower now; each counts once. */
  sources: number;
}

export interface CountedFactor {
  code: ScoreFactor;
  points: number;
  /** The first day on which it counts for nothing; null where no day ends it. */
  until: BusinessDate | null;
}

export interface Score {
  score: number;
  band: ScoreBand;
  /** In a fixed order; their points are the difference of the score from the base. */
  factors: CountedFactor[];
}

/** Days on which something of a loan was overdue without a break. */
export interface Lateness {
  days: number;
  /** Null while it lasts. */
  curedOn: BusinessDate | null;
}

/** The score on a day. Facts after that day do not count. */
export function scoreOf(facts: ScoreFacts, rows: ScoreRows, day: BusinessDate): Score {
  const loans = facts.loans.filter(({ startedOn }) => startedOn <= day).map((loan) => asOf(loan, day));
  const factors = [
    ...inTimeFactor(loans, rows, day),
    ...endedFactor(loans, rows, day),
    ...lateFactors(loans, rows, day),
    ...restructuredFactor(loans, rows),
    ...paidWriteOffFactors(loans, rows, day),
    ...bureauFactor(facts.bureau, rows, day),
    ...sourceFactor(facts.sources, rows),
  ];
  const sum = rows.base + pointsOf(factors);
  if (loans.some(isOwedWriteOff)) {
    factors.push({ code: "WRITTEN_OFF", points: rows.floor - sum, until: null });
  } else {
    const cut = cutOf(loans, facts.sources, rows, day);
    const bounded = Math.min(rows.ceiling, Math.max(rows.floor, sum - cut));
    if (bounded !== sum) factors.push({ code: "BOUND", points: bounded - sum, until: null });
  }
  const score = rows.base + pointsOf(factors);
  return { score, band: bandOf(score, rows), factors: factors.toSorted(inOrder) };
}

const pointsOf = (factors: readonly CountedFactor[]): number => factors.reduce((sum, { points }) => sum + points, 0);

const inOrder = (a: CountedFactor, b: CountedFactor): number =>
  b.points - a.points ||
  (a.code < b.code ? -1 : a.code > b.code ? 1 : 0) ||
  ((a.until ?? "") < (b.until ?? "") ? -1 : 1);

/** The band of a score, by the lowest scores of the bands in these rows. */
function bandOf(score: number, { bands }: ScoreRows): ScoreBand {
  if (score >= bands.A) return "A";
  if (score >= bands.B) return "B";
  if (score >= bands.C) return "C";
  return score >= bands.D ? "D" : "E";
}

/** The loan as it stood on a day. */
function asOf(loan: ScoredLoan, day: BusinessDate): ScoredLoan {
  const by = (date: BusinessDate | null): BusinessDate | null => (date !== null && date <= day ? date : null);
  const endedOn = by(loan.endedOn);
  const rows = loan.rows
    .map((row) => ({ ...row, paidOn: by(row.paidOn) }))
    .filter((row) => row.dueOn < day || row.paidOn);
  return { ...loan, endedOn, end: endedOn === null ? null : loan.end, writtenOffOn: by(loan.writtenOffOn), rows };
}

const isOwedWriteOff = ({ writtenOffOn, end }: ScoredLoan): boolean => writtenOffOn !== null && end === null;

/** The day of each instalment that counts as paid in time. Instalments that another loan paid off do not count. */
function inTimeDays(loan: ScoredLoan, { inTime }: ScoreRows): BusinessDate[] {
  return loan.rows.flatMap(({ dueOn, paidOn, principalRupiah }) => {
    if (paidOn === null || paidOn > dueOn || principalRupiah < inTime.minPrincipalRupiah) return [];
    if (loan.end === "RESTRUCTURED" && loan.endedOn !== null && paidOn >= loan.endedOn) return [];
    return daysBetween(loan.startedOn, paidOn) >= inTime.minHeldDays ? [paidOn] : [];
  });
}

const within = (months: number, day: BusinessDate) => (date: BusinessDate) => addMonths(date, months) > day;
const newest = (dates: readonly BusinessDate[]): BusinessDate => dates.reduce((a, b) => (a > b ? a : b));

function countedInTime(loans: readonly ScoredLoan[], rows: ScoreRows, day: BusinessDate): BusinessDate[] {
  return loans.flatMap((loan) => inTimeDays(loan, rows)).filter(within(rows.inTime.months, day));
}

function inTimeFactor(loans: readonly ScoredLoan[], rows: ScoreRows, day: BusinessDate): CountedFactor[] {
  const days = countedInTime(loans, rows, day);
  if (days.length === 0) return [];
  const until = addMonths(newest(days), rows.inTime.months);
  return [{ code: "PAID_IN_TIME", points: days.length * rows.inTime.points, until }];
}

function countedEnded(loans: readonly ScoredLoan[], rows: ScoreRows, day: BusinessDate): BusinessDate[] {
  return loans
    .flatMap((loan) => {
      if (loan.end !== "PAID_OFF" || loan.endedOn === null) return [];
      if (daysBetween(loan.startedOn, loan.endedOn) < rows.inTime.minHeldDays) return [];
      const isLate = latenessOf(loan, day).some(({ days }) => days > rows.ended.maxDaysLate);
      return isLate || loan.writtenOffOn !== null ? [] : [loan.endedOn];
    })
    .filter(within(rows.ended.months, day));
}

function endedFactor(loans: readonly ScoredLoan[], rows: ScoreRows, day: BusinessDate): CountedFactor[] {
  const days = countedEnded(loans, rows, day);
  if (days.length === 0) return [];
  const until = addMonths(newest(days), rows.ended.months);
  return [{ code: "LOAN_ENDED", points: days.length * rows.ended.points, until }];
}

/** The spans of days on which something of the loan was overdue, the oldest first. */
export function latenessOf(loan: Pick<ScoredLoan, "rows">, day: BusinessDate): Lateness[] {
  const late = loan.rows
    .filter(({ dueOn, paidOn }) => dueOn < (paidOn ?? day))
    .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1));
  const spans: (Lateness & { endsOn: BusinessDate })[] = [];
  for (const { dueOn, paidOn } of late) {
    const endsOn = paidOn ?? day;
    const days = daysBetween(dueOn, endsOn);
    const last = spans.at(-1);
    if (!last || (last.endsOn <= dueOn && last.curedOn !== null)) {
      spans.push({ days, curedOn: paidOn, endsOn });
      continue;
    }
    last.days = Math.max(last.days, days);
    last.curedOn = last.curedOn === null || paidOn === null ? null : newest([last.curedOn, paidOn]);
    last.endsOn = newest([last.endsOn, endsOn]);
  }
  return spans.map(({ days, curedOn }) => ({ days, curedOn }));
}

function lateFactors(loans: readonly ScoredLoan[], rows: ScoreRows, day: BusinessDate): CountedFactor[] {
  return loans
    .flatMap((loan) => latenessOf(loan, day))
    .flatMap(({ days, curedOn }) => {
      const row = rows.late.find(({ fromDays }) => days >= fromDays);
      return row ? fading(row.code, row.points, curedOn, rows, day) : [];
    });
}

/** Full points while it lasts and for some months after, then half, then a quarter, rounded towards zero. */
function fading(
  code: ScoreFactor,
  points: number,
  overSince: BusinessDate | null,
  { fading: { wholeMonths, halfMonths, quarterMonths } }: ScoreRows,
  day: BusinessDate,
): CountedFactor[] {
  if (overSince === null) return [{ code, points, until: null }];
  const until = addMonths(overSince, quarterMonths);
  const divisor = day < addMonths(overSince, wholeMonths) ? 1 : day < addMonths(overSince, halfMonths) ? 2 : 4;
  const counted = day < until ? Math.trunc(points / divisor) : 0;
  return counted === 0 ? [] : [{ code, points: counted, until }];
}

/** A loan that replaced another one in trouble, until some of its instalments were paid in time. */
function restructuredFactor(loans: readonly ScoredLoan[], rows: ScoreRows): CountedFactor[] {
  const { points, untilInTime } = rows.restructured;
  return loans
    .filter(({ end }) => end === "RESTRUCTURED")
    .flatMap((old): CountedFactor[] => {
      const next = loans
        .filter((loan) => loan !== old && loan.startedOn >= (old.endedOn ?? ""))
        .toSorted((a, b) => (a.startedOn < b.startedOn ? -1 : 1))[0];
      const isOver = !next || next.end !== null || inTimeRows(next) >= untilInTime;
      return isOver ? [] : [{ code: "RESTRUCTURED", points, until: null }];
    });
}

const inTimeRows = ({ rows }: ScoredLoan): number =>
  rows.filter(({ dueOn, paidOn }) => paidOn !== null && paidOn <= dueOn).length;

const paidWriteOffFactors = (loans: readonly ScoredLoan[], rows: ScoreRows, day: BusinessDate): CountedFactor[] =>
  loans
    .filter(({ writtenOffOn, end }) => writtenOffOn !== null && end !== null)
    .flatMap(({ endedOn }) => fading("WRITTEN_OFF_PAID", rows.writtenOffPaid, endedOn, rows, day));

function bureauFactor(bureau: ScoreFacts["bureau"], rows: ScoreRows, day: BusinessDate): CountedFactor[] {
  const { middle, divisor, bound, days } = rows.bureau;
  // Reports from before the score began do not count, so that no existing limit falls because of them.
  if (!bureau || bureau.reportedOn > day || bureau.reportedOn < rows.from) return [];
  const until = addDays(bureau.reportedOn, days + 1);
  if (until <= day) return [];
  const points = Math.min(bound, Math.max(-bound, Math.trunc((bureau.score - middle) / divisor)));
  return points === 0 ? [] : [{ code: "BUREAU", points, until }];
}

const sourceFactor = (sources: number, rows: ScoreRows): CountedFactor[] =>
  sources === 0 ? [] : [{ code: "SOURCES", points: sources * rows.sources.points, until: null }];

/** The points that the limits of each factor take off the sum. */
function cutOf(loans: readonly ScoredLoan[], sources: number, rows: ScoreRows, day: BusinessDate): number {
  const inTime = countedInTime(loans, rows, day);
  const byMonth = Map.groupBy(inTime, (date) => date.slice(0, 7));
  const ofMonths = [...byMonth.values()].reduce((sum, { length }) => sum + Math.min(length, rows.inTime.maxAMonth), 0);
  const keptInTime = Math.min(rows.inTime.max, ofMonths * rows.inTime.points);
  const ended = countedEnded(loans, rows, day).length * rows.ended.points;
  const ofSources = sources * rows.sources.points;
  return (
    inTime.length * rows.inTime.points -
    keptInTime +
    (ended - Math.min(rows.ended.max, ended)) +
    (ofSources - Math.min(rows.sources.max, ofSources))
  );
}
