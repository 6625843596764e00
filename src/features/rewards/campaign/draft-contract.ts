/** What the draft of a campaign says, and what is known of its permit. */
import * as v from "valibot";
import type { ProblemKinds } from "#shared/contract.ts";
import { enteredRupiah } from "#shared/fields/amount.ts";
import { answeredDate } from "#shared/fields/answered.ts";
import { businessDate } from "#shared/fields/date.ts";
import { freeText } from "#shared/fields/free-text.ts";

export const byName = { activityId: v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[a-z0-9-]{3,40}$/, "NAME_FORMAT")) };

const title = freeText(60);

/** The form for a new one, and calls that stand where a campaign's name would. // Product decisions, rewards 1 */
export const reservedNames: readonly string[] = ["new", "draw", "break"];

export const draftFields = {
  skin: v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[a-z0-9-]{3,40}$/, "CHOICE_INVALID")),
  titleId: title,
  titleEn: title,
  titleZh: title,
  opensOn: businessDate,
  closesOn: businessDate,
  budgetRupiah: v.pipe(enteredRupiah, v.minValue(1, "AMOUNT_BELOW_MINIMUM")),
  permitNumber: v.optional(v.pipe(v.string(), v.maxLength(60, "TOO_LONG"))),
  /** JSON of one of the shapes of rules. */
  rules: freeText(8_000),
};
export const draftProblems = {
  RULES_INVALID: {
    status: 422,
    field: "rules",
    text: {
      id: "Aturan tidak dapat dibaca: {where}.",
      en: "The rules cannot be read: {where}.",
      zh: "规则无法读取：{where}。",
    },
    data: v.object({ where: v.string() }),
  },
  PERIOD_INVALID: {
    status: 422,
    field: "closesOn",
    text: {
      id: "Hari penutupan harus sesudah hari pembukaan.",
      en: "The closing day has to come after the opening day.",
      zh: "结束日期须晚于开始日期。",
    },
  },
} as const satisfies ProblemKinds;
export const nameFormat = {
  NAME_FORMAT: {
    id: "3 sampai 40 huruf kecil, angka, atau tanda hubung.",
    en: "3 to 40 lower-case letters, digits or hyphens.",
    zh: "3 至 40 个小写字母、数字或连字符。",
  },
} as const;

/** In prod no campaign of chance starts on a permit that nobody has verified. */
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
      /** The day on which two people had verified it; null: nobody has, and in prod it does not start. */
      verifiedOn: v.nullable(answeredDate),
    }),
  ),
  /** Whether the law asks for a permit: what is won by luck or by a guess. */
  asksPermit: v.boolean(),
};

/** What stands against a draft's approval. */
export const campaignFaults = [
  "WORD_FREE",
  "WORD_LIMITED",
  "PERMIT_MISSING",
  "PERMIT_UNVERIFIED",
  "OUT_OF_REACH",
  "COVER_UNKNOWN",
  "TICKET_NO_PLAY",
  "FIRST_LOAN_DRAWN",
  "STOCK_BY_DAY",
  "BUDGET_SHORT",
  "TAX_UNVERIFIED",
] as const;
