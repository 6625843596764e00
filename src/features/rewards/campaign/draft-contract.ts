/** The draft of a campaign, the state of its permit, and the common parts of its staff calls. */
import * as v from "valibot";
import { unknown as unknownProblem } from "#shared/contract-kit.ts";
import type { ProblemKinds } from "#shared/contract.ts";
import { enteredRupiah } from "#shared/fields/amount.ts";
import { answeredDate } from "#shared/fields/answered.ts";
import { businessDate } from "#shared/fields/date.ts";
import { freeText } from "#shared/fields/free-text.ts";
import { campaignRules } from "./rules-contract.ts";

export const campaignByName = {
  activityId: v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[a-z0-9-]{3,40}$/, "NAME_FORMAT")),
};

const title = freeText(60);

/** Names of the form for a new campaign, and of calls with a path in the place of a campaign's name. // Product decisions, rewards 1 */
export const reservedNames: readonly string[] = ["new", "draw", "break", "check-in"];

/** JSON in one of the shapes of rules; an error is reported at its own path: `rules.prizes.2.ppm`. */
export const rulesField = v.pipe(
  freeText(16_000),
  v.rawTransform(({ dataset, addIssue, NEVER }): v.InferInput<typeof campaignRules> => {
    try {
      return JSON.parse(dataset.value) as v.InferInput<typeof campaignRules>;
    } catch {
      addIssue({ message: "RULES_FORMAT" });
      return NEVER;
    }
  }),
  campaignRules,
);

/** The last day on which it is open, that day whole. */
export const lastDay = businessDate;

export const draftFields = {
  skin: v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[a-z0-9-]{3,40}$/, "CHOICE_INVALID")),
  titleId: title,
  titleEn: title,
  titleZh: title,
  opensOn: businessDate,
  closesOn: lastDay,
  budgetRupiah: v.pipe(enteredRupiah, v.minValue(1, "AMOUNT_BELOW_MINIMUM")),
  permitNumber: v.optional(v.pipe(v.string(), v.maxLength(60, "TOO_LONG"))),
  rules: rulesField,
};
export const draftProblems = {
  PERIOD_INVALID: {
    status: 422,
    field: "closesOn",
    text: {
      id: "Hari terakhir tidak boleh sebelum hari pertama.",
      en: "The last day cannot come before the first.",
      zh: "最后一天不能早于第一天。",
    },
  },
} as const satisfies ProblemKinds;
/** Faults of rules, each at its field. */
export const rulesProblems = {
  RULES_FORMAT: { id: "Ini bukan JSON.", en: "This is not JSON.", zh: "这不是有效的 JSON。" },
  NUMBER_WHOLE: { id: "Isi dengan bilangan bulat.", en: "Enter a whole number.", zh: "请填写整数。" },
  NUMBER_POSITIVE: { id: "Isi dengan angka 1 atau lebih.", en: "Enter 1 or more.", zh: "请填写不小于 1 的数字。" },
  AT_LEAST: { id: "Paling sedikit {minimum}.", en: "At least {minimum}.", zh: "不得少于 {minimum}。" },
  AT_MOST: { id: "Paling banyak {maximum}.", en: "At most {maximum}.", zh: "不得多于 {maximum}。" },
  KEY_FORMAT: {
    id: "2 sampai 30 huruf besar, angka, atau garis bawah.",
    en: "2 to 30 capital letters, digits or underscores.",
    zh: "2 至 30 个大写字母、数字或下划线。",
  },
  KEY_TWICE: {
    id: "Ada dua baris dengan kode yang sama.",
    en: "Two lines have the same code.",
    zh: "有两行使用了相同的代码。",
  },
  KEY_UNKNOWN: {
    id: "Tidak ada hadiah dengan kode ini di daftar.",
    en: "No prize in the list has this code.",
    zh: "列表中没有该代码的奖品。",
  },
  COUPON_KEY: { id: "Pilih kuponnya.", en: "Choose the coupon.", zh: "请选择优惠券。" },
  LIST_EMPTY: { id: "Isi sedikitnya satu baris.", en: "Fill in one line at least.", zh: "请至少填写一行。" },
  LIST_SHORT: { id: "Isi sedikitnya dua baris.", en: "Fill in two lines at least.", zh: "请至少填写两行。" },
  ODDS_SUM: {
    id: "Peluang berjumlah {counted} dari 1.000.000.",
    en: "The chances add up to {counted} of 1.000.000.",
    zh: "概率合计为 {counted}，应为 1.000.000。",
  },
} as const;
export const nameFormat = {
  ...rulesProblems,
  NAME_FORMAT: {
    id: "3 sampai 40 huruf kecil, angka, atau tanda hubung.",
    en: "3 to 40 lower-case letters, digits or hyphens.",
    zh: "3 至 40 个小写字母、数字或连字符。",
  },
} as const;

/** In prod no campaign of chance starts on an unverified permit. */
export const permitUnverified = {
  PERMIT_UNVERIFIED: {
    status: 409,
    text: {
      id: "Izin undian event ini belum diverifikasi dua orang, jadi event belum boleh dimulai.",
      en: "The draw permit of this campaign is not verified by two people yet, so it may not start.",
      zh: "该活动的抽奖许可尚未经两人核验，不得开始。",
    },
  },
} as const satisfies ProblemKinds;

/** A campaign's permit, as staff see it. */
export const permitFields = {
  permit: v.nullable(
    v.object({
      number: v.string(),
      isSample: v.boolean(),
      /** The day on which two people verified it; null: unverified, and in prod the campaign does not start. */
      verifiedOn: v.nullable(answeredDate),
    }),
  ),
  /** Whether the law requires a permit: for prizes won by luck or by a guess. */
  asksPermit: v.boolean(),
};

/** Reasons that prevent a draft's approval. */
export const campaignFaults = [
  "WORD_FREE",
  "WORD_LIMITED",
  "PERMIT_MISSING",
  "PERMIT_UNVERIFIED",
  "OUT_OF_REACH",
  "COVER_UNKNOWN",
  "TICKET_NO_PLAY",
  "FIRST_LOAN_DRAWN",
  "COUPON_UNKNOWN",
  "STOCK_BY_DAY",
  "BUDGET_SHORT",
  "TAX_UNVERIFIED",
] as const;

export const reading = { who: "staff", permission: "campaign.read" } as const;

export const campaignUnknownProblem = unknownProblem("CAMPAIGN_UNKNOWN", {
  id: "Event ini tidak ada.",
  en: "There is no such campaign.",
  zh: "该活动不存在。",
});
