/** The borrower's own score: its factors, its history, ways to improve it, and causes of a freeze. */
import * as v from "valibot";
import { defineCodes, type CodeOf } from "#shared/codes.ts";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";

/** Bands of the score, the best first. */
export const scoreBands = defineCodes("score-band", {
  A: { id: "A (dari A sampai E)", en: "A (of A to E)", zh: "A（A 至 E 级）" },
  B: { id: "B (dari A sampai E)", en: "B (of A to E)", zh: "B（A 至 E 级）" },
  C: { id: "C (dari A sampai E)", en: "C (of A to E)", zh: "C（A 至 E 级）" },
  D: { id: "D (dari A sampai E)", en: "D (of A to E)", zh: "D（A 至 E 级）" },
  E: { id: "E (dari A sampai E)", en: "E (of A to E)", zh: "E（A 至 E 级）" },
});
export type ScoreBand = CodeOf<typeof scoreBands>;

/** The factors of a score. Closed list; the screen has a text for each. */
export const scoreFactors = [
  "PAID_IN_TIME",
  "LOAN_ENDED",
  "LATE_1_3",
  "LATE_4_7",
  "LATE_8_30",
  "LATE_31_60",
  "LATE_OVER_60",
  "RESTRUCTURED",
  "WRITTEN_OFF",
  "WRITTEN_OFF_PAID",
  "BUREAU",
  "SOURCES",
  /** The points cut off by the bounds of the factors and of the score. */
  "BOUND",
] as const;
export type ScoreFactor = (typeof scoreFactors)[number];

/** Advice to the borrower; each act is free. */
export const scoreHelps = ["PAY_NOW", "PAY_IN_TIME", "CONNECT_SOURCE", "WAIT"] as const;
export type ScoreHelp = (typeof scoreHelps)[number];

/** Why nothing can be borrowed now. Closed list; the screen has a text for each. */
export const freezeCauses = ["OVERDUE", "WRITTEN_OFF", "CONTESTED", "FRAUD_REVIEW", "STAFF", "BORROWER"] as const;
export type FreezeCause = (typeof freezeCauses)[number];

export const limitFreeze = v.object({
  cause: v.picklist(freezeCauses),
  since: instant,
  /** Null if it ends by an action of the borrower or our staff. */
  endsAt: v.nullable(instant),
});

/** 300 to 850. */
const score = v.pipe(v.number(), v.integer(), v.minValue(300), v.maxValue(850));

export const creditScoreAnswer = v.object({
  /** Null before the first assessment. */
  score: v.nullable(score),
  band: v.nullable(v.picklist(scoreBands.codes)),
  asOf: v.nullable(instant),
  nextRefreshOn: v.nullable(answeredDate),
  factors: v.array(
    v.object({
      code: v.picklist(scoreFactors),
      points: v.pipe(v.number(), v.integer()),
      /** The first day on which it counts for nothing; null where no day ends it. */
      until: v.nullable(answeredDate),
    }),
  ),
  /** The score at the end of each of the last twelve months, the oldest first; null before there was one. */
  months: v.array(v.object({ month: answeredDate, score: v.nullable(score) })),
  helps: v.array(v.picklist(scoreHelps)),
  /** The credit limit to which the next refresh would lead if all stays as it is; null before the first assessment. */
  nextLimitRupiah: v.nullable(answeredRupiah),
  freezes: v.array(limitFreeze),
});
export type CreditScoreAnswer = v.InferOutput<typeof creditScoreAnswer>;

export const getCreditScore = defineCall({
  id: "getCreditScore",
  method: "GET",
  path: "/api/credit/score",
  summary:
    "The borrower's score: the points and expiry of each factor, the last twelve months, and ways to improve it.",
  policy: { who: "borrower" },
  input: noInput,
  output: creditScoreAnswer,
  problems: {},
});

/** Days past due from which a limit is frozen. */
export const frozenFromDays = 8;
/** Days for which a temporary limit of the staff holds. */
export const staffTemporaryDays = 30;

/** Days for which borrowers may pause their own limit. */
export const limitFreezeDays = [30, 90, 180] as const;

export const pauseCredit = defineCall({
  id: "pauseCredit",
  method: "POST",
  path: "/api/credit/pause",
  summary:
    "Pauses the borrower's limit for 30, 90 or 180 days: no borrowing until then. The pause cannot be ended earlier.",
  policy: { who: "borrower", idempotent: true },
  input: v.strictObject({
    days: v.pipe(
      v.number("CHOICE_INVALID"),
      v.integer("CHOICE_INVALID"),
      v.picklist(limitFreezeDays, "CHOICE_INVALID"),
    ),
  }),
  output: v.object({ endsAt: instant }),
  problems: {
    PAUSE_STANDS: {
      status: 409,
      text: {
        id: "Limit Anda sudah dijeda. Jeda itu berakhir sendiri pada harinya.",
        en: "Your limit is already paused. The pause ends automatically on its last day.",
        zh: "您的额度已暂停，到期会自动恢复。",
      },
    },
  },
});
