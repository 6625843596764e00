/**
 * Levels of members, as dated rows, and the level that follows from what is known of a borrower: pure. A figure changes by a row
 * with a later date. Levels are free: a fee for one would be a cost of the loan.
 */
import type { BusinessDate } from "#shared/dates.ts";
import type { MemberLevel, PlusCondition } from "../contract.ts";

const source = "Our own rule: product decisions, membership";

interface Dated {
  /** First day in force. */
  from: BusinessDate;
  source: string;
}

export interface LevelRow extends Dated {
  level: MemberLevel;
  goodLoans: number;
  score: number;
  reductionPpm: number;
  /** Days ahead for which a loan can be booked. */
  appointmentDays: number;
  /** Whether temporary limits are given by themselves, where score and repayment allow one. */
  temporaryLimit: boolean;
}

export const levelRows: readonly LevelRow[] = [
  {
    level: "BASIC",
    from: "2026-11-01",
    goodLoans: 0,
    score: 0,
    reductionPpm: 0,
    appointmentDays: 30,
    temporaryLimit: false,
    source,
  },
  {
    level: "SILVER",
    from: "2026-11-01",
    goodLoans: 1,
    score: 600,
    reductionPpm: 50_000,
    appointmentDays: 60,
    temporaryLimit: true,
    source,
  },
  {
    level: "GOLD",
    from: "2026-11-01",
    goodLoans: 3,
    score: 660,
    reductionPpm: 100_000,
    appointmentDays: 60,
    temporaryLimit: true,
    source,
  },
  {
    level: "PLUS",
    from: "2026-11-01",
    goodLoans: 3,
    score: 660,
    reductionPpm: 150_000,
    appointmentDays: 60,
    temporaryLimit: true,
    source,
  },
];

export interface TermsRow extends Dated {
  /** Maximum number of days late of a good loan. */
  goodDays: number;
  /** Days of a term of Plus, and of each renewal. */
  plusDays: number;
  plusEndsAtDaysLate: number;
  /** Maximum of one reduction, in rupiah. */
  reductionMaxRupiah: number;
  /** Budget of all reductions in a month, in rupiah. */
  reductionMonthRupiah: number;
}

const termsRows: readonly TermsRow[] = [
  {
    from: "2026-11-01",
    goodDays: 3,
    plusDays: 90,
    plusEndsAtDaysLate: 8,
    reductionMaxRupiah: 200_000,
    reductionMonthRupiah: 500_000_000,
    source,
  },
];

/** The newest row that has begun; on earlier days the first row. */
const newest = <Row extends Dated>(rows: readonly Row[], on: BusinessDate): Row => {
  const [first, ...later] = rows.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  if (!first) throw new RangeError("There is no row of membership.");
  return later.findLast(({ from }) => from <= on) ?? first;
};

/** The terms of levels in force on a day. */
export const termsOn = (on: BusinessDate, rows: readonly TermsRow[] = termsRows): TermsRow => newest(rows, on);

/** A level's terms in force on a day. */
export const levelOn = (level: MemberLevel, on: BusinessDate, rows: readonly LevelRow[] = levelRows): LevelRow =>
  newest(
    rows.filter((row) => row.level === level),
    on,
  );

/** A borrower's facts, as far as levels depend on them. */
export interface MemberFacts {
  /** Loans paid off and never more than `goodDays` late. */
  goodLoans: number;
  /** Null before the first assessment. */
  score: number | null;
  hasEmail: boolean;
  /** A look-up found a record of the borrower, or staff verified a shop. */
  hasSource: boolean;
  /** Days late of the most overdue loan. */
  daysLate: number;
  /** Plus was chosen and runs. */
  hasPlus: boolean;
}

/** The level that repayment and score give, without Plus. */
function earnedLevel({ goodLoans, score }: MemberFacts, on: BusinessDate): "BASIC" | "SILVER" | "GOLD" {
  const reaches = (level: MemberLevel): boolean => {
    const row = levelOn(level, on);
    return goodLoans >= row.goodLoans && (score ?? 0) >= row.score;
  };
  if (reaches("GOLD")) return "GOLD";
  return reaches("SILVER") ? "SILVER" : "BASIC";
}

/** The conditions of Plus that are not met. */
export function missingForPlus(facts: MemberFacts, on: BusinessDate): PlusCondition[] {
  const isMet: Record<PlusCondition, boolean> = {
    GOLD: earnedLevel(facts, on) === "GOLD",
    EMAIL: facts.hasEmail,
    SOURCE: facts.hasSource,
    NOT_LATE: facts.daysLate < termsOn(on).plusEndsAtDaysLate,
  };
  return (Object.keys(isMet) as PlusCondition[]).filter((condition) => !isMet[condition]);
}

/** Plus that runs counts until its 90 days are over, whatever becomes of its conditions, unless an instalment is 8 days late. */
export function memberLevelOf(facts: MemberFacts, on: BusinessDate): MemberLevel {
  if (facts.hasPlus && facts.daysLate < termsOn(on).plusEndsAtDaysLate) return "PLUS";
  return earnedLevel(facts, on);
}
