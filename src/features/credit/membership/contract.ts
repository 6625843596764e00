/** Membership: free levels by repayment, their benefits, and interest taken off a running loan. */
import * as v from "valibot";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { openShape } from "#shared/fields/shape.ts";
import { uuid } from "#shared/fields/verification.ts";

/** Levels, the lowest first. */
export const memberLevels = ["BASIC", "SILVER", "GOLD", "PLUS"] as const;
export type MemberLevel = (typeof memberLevels)[number];

/** Conditions of Plus, in the order in which they are shown. */
export const plusConditions = ["GOLD", "EMAIL", "SOURCE", "NOT_LATE"] as const;
export type PlusCondition = (typeof plusConditions)[number];

/** Why no interest is taken off now. Closed list; the screen has a text for each. */
export const reductionRefusals = [
  "NO_LOAN",
  "LEVEL",
  "FIRST_INSTALMENT",
  "FIRST_LATE",
  "OVERDUE",
  "COUPON",
  "NOTHING_LEFT",
  "USED",
  "BUDGET",
] as const;
export type ReductionRefusal = (typeof reductionRefusals)[number];

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const level = v.picklist(memberLevels);

const levelTerms = v.object({
  level,
  /** Loans paid off and never more than `goodDays` days late. */
  goodLoans: count,
  score: count,
  /** Share of the interest not yet run that a reduction takes off, in millionths; 0 where the level has none. */
  reductionPpm: count,
  /** Days ahead for which a loan can be booked. */
  appointmentDays: count,
  /** Whether temporary limits are offered to the level, where the score is in band A or B and nothing was late for 90 days. */
  temporaryLimit: v.boolean(),
});
export type LevelTerms = v.InferOutput<typeof levelTerms>;

export const membership = openShape("Membership", {
  level,
  goodLoans: count,
  /** Null before the first assessment. */
  score: v.nullable(v.number()),
  /** Null while Plus does not run. */
  plus: v.nullable(v.object({ since: instant, endsAt: instant })),
  plusConditions: v.array(v.object({ code: v.picklist(plusConditions), isMet: v.boolean() })),
  levels: v.array(levelTerms),
  /** Terms shared by all levels today. */
  terms: v.object({
    goodDays: count,
    plusDays: count,
    /** Days late of an instalment that end Plus. */
    plusEndsAtDaysLate: count,
    /** Maximum of one reduction. */
    reductionMaxRupiah: answeredRupiah,
  }),
});
export type Membership = v.InferOutput<typeof membership>;

const policy = { who: "borrower" } as const;
const once = { who: "borrower", idempotent: true } as const;

export const getMembership = defineCall({
  id: "getMembership",
  method: "GET",
  path: "/api/membership",
  summary: "The borrower's level, the conditions and benefits of each level, and the conditions that Plus still needs.",
  policy,
  input: noInput,
  output: membership,
  problems: {},
});

export const beginPlus = defineCall({
  id: "beginPlus",
  method: "POST",
  path: "/api/membership/plus",
  summary:
    "Begins Plus, free of charge, for 90 days that are renewed while its conditions are met; does nothing while Plus runs.",
  policy: once,
  input: noInput,
  output: membership,
  problems: {
    PLUS_CONDITIONS: {
      status: 409,
      text: {
        id: "Syarat Plus belum semua terpenuhi. Lihat daftar syarat di halaman ini.",
        en: "Not all conditions of Plus are met yet. See the list of conditions on this page.",
        zh: "尚未满足 Plus 的全部条件，请查看本页的条件列表。",
      },
      data: v.object({ missing: v.array(v.picklist(plusConditions)) }),
    },
  },
});

export const endPlus = defineCall({
  id: "endPlus",
  method: "POST",
  path: "/api/membership/plus/end",
  summary: "Ends Plus now; the level earned by repayment stays, and Plus can be started again.",
  policy,
  input: noInput,
  output: membership,
  problems: {},
});

const row = v.object({ number: count, dueOn: answeredDate, payableRupiah: answeredRupiah });

export const interestReduction = openShape("InterestReduction", {
  eligible: v.boolean(),
  refusals: v.array(v.picklist(reductionRefusals)),
  level,
  /** The loan that it is about; null while none runs. */
  loanId: v.nullable(v.string()),
  loanNumber: v.nullable(v.string()),
  /** The reduction now, or the past one if the refusal is USED; 0 otherwise. */
  savedRupiah: answeredRupiah,
  /** The instalments now and with the reduction; equal if there is none. */
  rowsBefore: v.array(row),
  rowsAfter: v.array(row),
});
export type InterestReduction = v.InferOutput<typeof interestReduction>;

export const getReduction = defineCall({
  id: "getInterestReduction",
  method: "GET",
  path: "/api/membership/reduction",
  summary: "Whether the member can get interest off the running loan, how much, and the instalments after it.",
  policy,
  input: noInput,
  output: interestReduction,
  problems: {},
});

export const takeReduction = defineCall({
  id: "takeInterestReduction",
  method: "POST",
  path: "/api/membership/reduction",
  summary:
    "Takes the member's interest discount off a running loan, at once and once per loan; not possible after a coupon.",
  policy: once,
  input: v.strictObject({ loanId: uuid }),
  output: interestReduction,
  problems: {
    ...unknown("LOAN_UNKNOWN", {
      id: "Pinjaman ini tidak ada.",
      en: "There is no such loan.",
      zh: "该借款不存在。",
    }),
    NOT_ELIGIBLE: {
      status: 409,
      text: {
        id: "Bunga pinjaman ini belum bisa dipotong. Alasannya ada di halaman ini.",
        en: "No interest can be taken off this loan now. This page says why.",
        zh: "此借款目前无法减免利息，原因见本页。",
      },
      data: v.object({ refusals: v.array(v.picklist(reductionRefusals)) }),
    },
    REDUCTION_USED: {
      status: 409,
      text: {
        id: "Bunga pinjaman ini sudah pernah dipotong. Potongan hanya sekali per pinjaman.",
        en: "The interest of this loan was already reduced. There is one reduction per loan.",
        zh: "此借款已减免过利息，每笔借款仅限一次。",
      },
    },
    BUDGET_SPENT: {
      status: 409,
      text: {
        id: "Jatah potongan bunga bulan ini sudah habis. Coba lagi tanggal 1 bulan depan.",
        en: "This month's reductions have all been given. Try again on the 1st of next month.",
        zh: "本月减免额度已用完，请于下月 1 日再试。",
      },
    },
  },
});
