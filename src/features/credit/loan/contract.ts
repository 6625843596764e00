/** Loans: products, quotes, the application and its result. */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredDate, answeredRupiah } from "#shared/fields/answered.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Product decisions 4: lifecycle. A draft is not a loan yet; overdue is a view of ACTIVE. */
export const loanStates = [
  "SUBMITTED",
  "IN_REVIEW",
  "APPROVED",
  "SIGNED",
  "DISBURSING",
  "ACTIVE",
  "PAID_OFF",
  "REJECTED",
  "CANCELLED",
  "RESTRUCTURED",
  "WRITTEN_OFF",
] as const;
export type LoanStateName = (typeof loanStates)[number];

/** A whole number that may arrive as digits of a query. */
export const wholeNumber = (code: string) =>
  v.union(
    [
      v.pipe(v.number(code), v.safeInteger(code)),
      v.pipe(v.string(code), v.regex(/^\d{1,12}$/, code), v.transform(Number)),
    ],
    code,
  );

/** The product's bounds; `…Text` as they are written. */
const bounds = {
  minimum: answeredRupiah,
  maximum: answeredRupiah,
  step: answeredRupiah,
  minimumText: v.string(),
  maximumText: v.string(),
  stepText: v.string(),
};

/** Refusals of an amount or tenor; the messages of the loan amount rules (spec 5). */
export const termsProblems = {
  AMOUNT_BELOW_MINIMUM: {
    status: 422,
    field: "amountRupiah",
    text: {
      id: "Jumlah pinjaman paling sedikit Rp {minimumText}.",
      en: "The smallest loan is Rp {minimumText}.",
      zh: "借款金额最少为 Rp {minimumText}。",
    },
    data: v.object(bounds),
  },
  AMOUNT_ABOVE_MAXIMUM: {
    status: 422,
    field: "amountRupiah",
    text: {
      id: "Jumlah pinjaman paling banyak Rp {maximumText}.",
      en: "The largest loan is Rp {maximumText}.",
      zh: "借款金额最多为 Rp {maximumText}。",
    },
    data: v.object(bounds),
  },
  AMOUNT_NOT_MULTIPLE: {
    status: 422,
    field: "amountRupiah",
    text: {
      id: "Jumlah pinjaman harus kelipatan Rp {stepText}.",
      en: "The loan amount must be a multiple of Rp {stepText}.",
      zh: "借款金额必须是 Rp {stepText} 的倍数。",
    },
    data: v.object(bounds),
  },
  TENOR_NOT_OFFERED: {
    status: 422,
    field: "tenorDays",
    text: { id: "Jangka waktu ini tidak tersedia.", en: "This tenor is not offered.", zh: "不提供此期限。" },
  },
  PRODUCT_NOT_OFFERED: {
    status: 422,
    text: {
      id: "Produk ini sedang tidak ditawarkan.",
      en: "This product is not offered at the moment.",
      zh: "目前不提供此产品。",
    },
  },
} as const satisfies ProblemKinds;

/** Reasons why a discount on an application is refused. */
export const discountProblems = {
  COUPON_UNKNOWN: {
    status: 404,
    field: "couponId",
    text: { id: "Kupon ini tidak ada.", en: "There is no such coupon.", zh: "该优惠券不存在。" },
  },
  COUPON_NOT_USABLE: {
    status: 409,
    field: "couponId",
    text: {
      id: "Kupon ini tidak bisa dipakai. {reasonText}",
      en: "This coupon cannot be used. {reasonText}",
      zh: "该优惠券无法使用。{reasonText}",
    },
    data: v.object({ reason: v.string(), reasonText: v.string() }),
  },
} as const satisfies ProblemKinds;

export const loanProduct = v.object({
  key: v.string(),
  minimumRupiah: answeredRupiah,
  maximumRupiah: answeredRupiah,
  stepRupiah: answeredRupiah,
  tenorsDays: v.array(v.number()),
  instalmentDays: v.number(),
  /** Flat interest a day on the contract amount, parts per million. */
  dailyRatePpm: v.number(),
  feePpm: v.number(),
  /** A day, on the unpaid principal of overdue instalments. */
  lateFeeDailyPpm: v.number(),
});
export type LoanProductAnswer = v.InferOutput<typeof loanProduct>;

export const listLoanProducts = defineCall({
  id: "listLoanProducts",
  method: "GET",
  path: "/api/loan/products",
  summary: "The loan products on offer: amounts, tenors, interest, fees and late fee.",
  policy: { who: "anyone" },
  input: noInput,
  output: v.object({ items: v.array(loanProduct) }),
  problems: {},
});

export const instalment = v.object({
  number: v.number(),
  dueOn: answeredDate,
  principalRupiah: answeredRupiah,
  interestRupiah: answeredRupiah,
  feeRupiah: answeredRupiah,
  totalRupiah: answeredRupiah,
});

export const quote = openShape("LoanQuote", {
  productKey: v.string(),
  amountRupiah: answeredRupiah,
  tenorDays: v.number(),
  /** The day the figures assume the money arrives (WIB). */
  disbursedOn: answeredDate,
  instalments: v.array(instalment),
  receivedRupiah: answeredRupiah,
  interestRupiah: answeredRupiah,
  feeRupiah: answeredRupiah,
  totalRupiah: answeredRupiah,
  dailyRatePpm: v.number(),
  effectiveYearlyRatePpm: v.number(),
  lateFeeDailyPpm: v.number(),
  /** The highest total cost of this loan above its principal: interest, fees and late fees together. */
  highestCostRupiah: answeredRupiah,
  /** Principal and highest cost together. */
  highestTotalRupiah: answeredRupiah,
});
export type QuoteAnswer = v.InferOutput<typeof quote>;

/** The discount of a coupon on a loan, and the amounts to repay with it; null if the loan has none. */
export const takenDiscount = v.nullable(
  v.object({
    rupiah: answeredRupiah,
    totalRupiah: answeredRupiah,
    instalments: v.array(v.object({ number: v.number(), dueOn: answeredDate, payableRupiah: answeredRupiah })),
  }),
);
export type TakenDiscount = v.InferOutput<typeof takenDiscount>;

/** The part of a repeat loan's money that pays off the earlier loan; null for any other loan. */
export const replacedPart = v.nullable(
  openShape("ReplacedLoan", {
    loanId: v.string(),
    number: v.string(),
    /** Until the signature as of today, then as it was that day. */
    rupiah: answeredRupiah,
  }),
);

export const getQuote = defineCall({
  id: "getLoanQuote",
  method: "GET",
  path: "/api/loan/quote",
  summary:
    "The full cost of a loan before applying: every instalment with its date, interest, fees, total, daily and yearly rate, and the most it can ever cost.",
  policy: { who: "anyone" },
  input: v.strictObject({
    amountRupiah: wholeNumber("AMOUNT_FORMAT"),
    tenorDays: wholeNumber("CHOICE_INVALID"),
    productKey: v.optional(v.string()),
  }),
  output: quote,
  problems: termsProblems,
});

/** A share of the whole in ppm; null where there are no loans ("–"). */
const sharePpm = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)));

export const getLoanPerformance = defineCall({
  id: "getLoanPerformance",
  method: "GET",
  path: "/api/loan/performance",
  summary:
    "Loan performance of the day: TKB and TWP beyond 0, 30, 60 and 90 days past due, in parts per million of the outstanding principal.",
  policy: { who: "anyone" },
  kept: true,
  input: noInput,
  output: v.object({
    /** The day (WIB) of these figures; null before the first. */
    asOf: v.nullable(answeredDate),
    outstandingRupiah: answeredRupiah,
    items: v.array(v.object({ days: v.number(), tkbPpm: sharePpm, twpPpm: sharePpm })),
  }),
  problems: {},
});
