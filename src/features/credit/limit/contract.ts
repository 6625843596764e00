/** Limits: what a borrower may borrow now, and how that came about. */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";
import { idListQuery, listOf } from "#shared/fields/list.ts";
import { openShape } from "#shared/fields/shape.ts";
import { freezeCauses, limitFreeze, scoreBands, scoreFactors } from "./score-contract.ts";

/** Why a limit changed. Closed list; the screen has a text for each. */
export const limitChangeCauses = [
  "FIRST_ASSESSMENT",
  "SCORE_REFRESHED",
  "INFORMATION_ADDED",
  "MERCHANT_INCOME",
  "GOOD_REPAYMENT",
  "LATE_REPAYMENT",
  "TEMPORARY_GRANTED",
  "TEMPORARY_ENDED",
  "STAFF_DECISION",
  "MERGED",
  "MERGE_REVERSED",
  "FROZEN",
  "UNFROZEN",
] as const;
export type LimitChangeCause = (typeof limitChangeCauses)[number];
export const limitKinds = ["CREDIT", "TEMPORARY"] as const;

/** The refusal of an application while the limit is frozen. */
export const frozenProblem = {
  LIMIT_FROZEN: {
    status: 409,
    text: {
      id: "Limit Anda sedang dibekukan: {causeText}. Rinciannya ada di halaman skor kredit.",
      en: "Your limit is frozen: {causeText}. Your credit score page says more.",
      zh: "您的额度已冻结：{causeText}。详情见信用评分页。",
    },
    data: v.object({ cause: v.picklist(freezeCauses), endsAt: v.nullable(instant), causeText: v.string() }),
  },
} as const satisfies ProblemKinds;

export const limits = openShape("CreditLimits", {
  /** False until the personal information is complete and a first limit was assessed. */
  assessed: v.boolean(),
  /** Credit plus temporary limit in force. */
  totalRupiah: answeredRupiah,
  /** Fixed; refreshed with the credit score (spec 3). */
  creditRupiah: answeredRupiah,
  /** Time-limited (spec 3); null when none is in force. */
  temporary: v.nullable(v.object({ amountRupiah: answeredRupiah, until: instant })),
  /** Principal of open applications and loans. */
  usedRupiah: answeredRupiah,
  /** Total less used, never below zero; 0 while a freeze stands. */
  remainingRupiah: answeredRupiah,
  /** The ceiling that the income allows: no limit is above it. Null before the first refresh. */
  affordableRupiah: v.nullable(answeredRupiah),
  freezes: v.array(limitFreeze),
});
export type Limits = v.InferOutput<typeof limits>;

export const getLimits = defineCall({
  id: "getCreditLimits",
  method: "GET",
  path: "/api/credit/limits",
  summary: "The borrower's limits: total, credit, temporary with its end, used and remaining.",
  policy: { who: "borrower" },
  input: noInput,
  output: limits,
  problems: {},
});

/** The bound that kept a limit from reaching the target of its band at once. */
export const limitBounds = ["RISE_OF_MONTH", "FALL_OF_MONTH", "IN_USE"] as const;
export type LimitBound = (typeof limitBounds)[number];

const whyChanged = v.object({
  /** The scores before and after; null where there was none, or a freeze changed it. */
  scoreFrom: v.nullable(v.number()),
  scoreTo: v.nullable(v.number()),
  bandFrom: v.nullable(v.picklist(scoreBands)),
  bandTo: v.nullable(v.picklist(scoreBands)),
  bound: v.nullable(v.picklist(limitBounds)),
  freeze: v.nullable(v.picklist(freezeCauses)),
  /** The factors that changed the score; their points add up to the difference. */
  reasons: v.array(v.object({ factor: v.picklist(scoreFactors), points: v.number() })),
});
export type WhyChanged = v.InferOutput<typeof whyChanged>;

export const limitChange = v.object({
  id: v.string(),
  kind: v.picklist(limitKinds),
  cause: v.picklist(limitChangeCauses),
  fromRupiah: answeredRupiah,
  toRupiah: answeredRupiah,
  changedAt: instant,
  /** Null where a person decided it, and in changes from before there was a score. */
  why: v.nullable(whyChanged),
});

export const listLimitChanges = defineCall({
  id: "listCreditLimitChanges",
  method: "GET",
  path: "/api/credit/limit-changes",
  summary: "Changes of the borrower's limits, newest first, each with its cause.",
  policy: { who: "borrower" },
  input: v.strictObject({ ...idListQuery, kind: v.optional(v.picklist(limitKinds, "CHOICE_INVALID")) }),
  output: listOf(limitChange),
  problems: {},
});

/** A limit that follows from what others state of the income, once the borrower takes it over. // Spec account 7 */
export const limitRaise = v.object({
  /** Monthly income as the lowest of the sources states it, and as it was typed. */
  statedRupiah: answeredRupiah,
  typedRupiah: answeredRupiah,
  /** Extra monthly income, such as the sales of a linked shop; it is never written to the profile. */
  addedRupiah: answeredRupiah,
  fromRupiah: answeredRupiah,
  toRupiah: answeredRupiah,
});
export type LimitRaise = v.InferOutput<typeof limitRaise>;

export const getLimitRaise = defineCall({
  id: "getCreditLimitRaise",
  method: "GET",
  path: "/api/credit/limit-raise",
  summary:
    "Whether a look-up or a link states a higher income, or a linked shop adds to it, so that a higher limit follows; null where none does.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({ raise: v.nullable(limitRaise) }),
  problems: {},
});

export const takeLimitRaise = defineCall({
  id: "takeCreditLimitRaise",
  method: "POST",
  path: "/api/credit/limit-raise",
  summary: "Takes the stated income over into the profile, and with it the higher limit; a limit never falls by it.",
  policy: { who: "borrower" },
  input: noInput,
  output: limits,
  problems: {
    NOTHING_TO_RAISE: {
      status: 409,
      text: {
        id: "Tidak ada penghasilan lebih tinggi yang bisa dipakai sekarang.",
        en: "There is no higher income to use now.",
        zh: "目前没有可采用的更高收入。",
      },
    },
  },
});
