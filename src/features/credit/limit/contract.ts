/** Limits: the amount that a borrower may borrow now, and its changes. */
import * as v from "valibot";
import { defineCodes, type CodeOf } from "#shared/codes.ts";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";
import { idListQuery, listOf } from "#shared/fields/list.ts";
import { openShape } from "#shared/fields/shape.ts";
import { freezeCauses, limitFreeze, scoreBands, scoreFactors } from "./score-contract.ts";

/** Causes of a change of a limit. Closed list; the screen has a text for each. */
export const limitChangeCauses = defineCodes("limit-change-cause", {
  FIRST_ASSESSMENT: { id: "Penilaian pertama", en: "First assessment", zh: "首次评估" },
  SCORE_REFRESHED: { id: "Skor kredit diperbarui", en: "Credit score refreshed", zh: "信用评分更新" },
  INFORMATION_ADDED: { id: "Penghasilan dikonfirmasi", en: "Income confirmed", zh: "收入已确认" },
  MERCHANT_INCOME: { id: "Penjualan toko dihitung", en: "Sales of a shop counted", zh: "计入店铺销售额" },
  GOOD_REPAYMENT: { id: "Membayar tepat waktu", en: "Repaid on time", zh: "按时还款" },
  LATE_REPAYMENT: { id: "Pembayaran terlambat", en: "Late repayment", zh: "逾期还款" },
  TEMPORARY_GRANTED: { id: "Limit sementara diberikan", en: "Temporary limit granted", zh: "获得临时额度" },
  TEMPORARY_ENDED: { id: "Limit sementara berakhir", en: "Temporary limit ended", zh: "临时额度到期" },
  STAFF_DECISION: { id: "Keputusan petugas", en: "Decision by our staff", zh: "工作人员决定" },
  MERGED: { id: "Akun digabung", en: "Account merged", zh: "账户已合并" },
  MERGE_REVERSED: { id: "Penggabungan dibatalkan", en: "Merge undone", zh: "合并已撤销" },
  FROZEN: { id: "Limit dibekukan", en: "Limit frozen", zh: "额度已冻结" },
  UNFROZEN: { id: "Pembekuan berakhir", en: "Freeze ended", zh: "冻结已解除" },
});
export type LimitChangeCause = CodeOf<typeof limitChangeCauses>;
export const limitKinds = defineCodes("limit-kind", {
  CREDIT: { id: "Limit kredit", en: "Credit limit", zh: "信用额度" },
  TEMPORARY: { id: "Limit sementara", en: "Temporary limit", zh: "临时额度" },
});

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
  /** Total less used, never below zero; 0 while a freeze is in force. */
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
export const limitBounds = defineCodes("limit-bound", {
  RISE_OF_MONTH: { id: "Batas kenaikan sebulan", en: "Largest rise in a month", zh: "每月最大升幅" },
  FALL_OF_MONTH: { id: "Batas penurunan sebulan", en: "Largest fall in a month", zh: "每月最大降幅" },
  IN_USE: { id: "Limit yang sedang dipakai", en: "Limit in use", zh: "已使用额度" },
});
export type LimitBound = CodeOf<typeof limitBounds>;

const whyChanged = v.object({
  /** The scores before and after; null where there was none, or a freeze changed it. */
  scoreFrom: v.nullable(v.number()),
  scoreTo: v.nullable(v.number()),
  bandFrom: v.nullable(v.picklist(scoreBands.codes)),
  bandTo: v.nullable(v.picklist(scoreBands.codes)),
  bound: v.nullable(v.picklist(limitBounds.codes)),
  freeze: v.nullable(v.picklist(freezeCauses)),
  /** The factors that changed the score; their points add up to the difference. */
  reasons: v.array(v.object({ factor: v.picklist(scoreFactors), points: v.number() })),
});
export type WhyChanged = v.InferOutput<typeof whyChanged>;

export const limitChange = v.object({
  id: v.string(),
  kind: v.picklist(limitKinds.codes),
  cause: v.picklist(limitChangeCauses.codes),
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
  input: v.strictObject({ ...idListQuery, kind: v.optional(v.picklist(limitKinds.codes, "CHOICE_INVALID")) }),
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
    "The higher limit that would follow from the income stated by a look-up or a link, or from a linked shop; null without one.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({ raise: v.nullable(limitRaise) }),
  problems: {},
});

export const takeLimitRaise = defineCall({
  id: "takeCreditLimitRaise",
  method: "POST",
  path: "/api/credit/limit-raise",
  summary: "Copies the stated income into the profile and raises the limit accordingly; it never lowers a limit.",
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
