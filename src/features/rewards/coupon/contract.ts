/** Coupons that reduce a loan's interest: the borrower's coupons, their discounts, and using one on a bill. // Product decisions, rewards 4 */
import * as v from "valibot";
import { noInput, unknown as unknownProblem } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";
import { idListQuery, listOf } from "#shared/fields/list.ts";
import { uuid } from "#shared/fields/verification.ts";
import { discountProblems } from "#features/credit/loan/contract.ts";
import { openShape } from "#shared/fields/shape.ts";

export const couponEffects = ["INTEREST_FIXED", "INTEREST_PERCENT", "INTEREST_FREE"] as const;
export type CouponEffect = (typeof couponEffects)[number];

/** RESERVED: it is part of an application; the others but OBTAINED are ends. */
export const couponStates = ["OBTAINED", "RESERVED", "USED", "EXPIRED", "WITHDRAWN"] as const;
export type CouponState = (typeof couponStates)[number];

/** The states shown: two for a campaign's coupon, two for a coupon of one's own. // Spec 4 */
export const couponAnswerStates = ["OBTAINABLE", "UNOBTAINABLE", "OBTAINED", "USED"] as const;
export type ShownState = (typeof couponAnswerStates)[number];

export const couponUses = ["APPLICATION", "BILL", "BOTH"] as const;
export type CouponUse = (typeof couponUses)[number];

/** Why it cannot be used, now or on this loan. */
export const unusableReasons = [
  "RESERVED",
  "USED",
  "ENDED",
  "NOT_YET",
  "APPLICATION_ONLY",
  "BILL_ONLY",
  "LOAN_TOO_SMALL",
  "LOAN_TOO_LARGE",
  "TENOR_TOO_LONG",
  "NOT_FIRST_LOAN",
  "NO_INTEREST",
  "LOAN_HAS_ONE",
  "LOAN_NOT_RUNNING",
] as const;
export type UnusableReason = (typeof unusableReasons)[number];

/** Why it cannot be obtained, or no longer be used. */
export const unobtainableReasons = [
  "NOT_ELIGIBLE",
  "OUT_OF_STOCK",
  "DONE_ALREADY",
  "NOT_OPEN",
  "ENDED",
  "WITHDRAWN",
] as const;
export type UnobtainableReason = (typeof unobtainableReasons)[number];

const coupon = openShape("LoanCoupon", {
  /** Null for a campaign's coupon that the person has not obtained. */
  couponId: v.nullable(v.string()),
  couponKey: v.string(),
  state: v.picklist(couponAnswerStates),
  /** The reason for an UNOBTAINABLE coupon. */
  reason: v.nullable(v.picklist(unobtainableReasons)),
  /** In the caller's language. */
  title: v.string(),
  effect: v.picklist(couponEffects),
  /** INTEREST_FIXED: the discount; otherwise the maximal discount. */
  maxRupiah: answeredRupiah,
  /** INTEREST_PERCENT: the share of the interest, in millionths. */
  ppm: v.nullable(v.number()),
  minLoanRupiah: answeredRupiah,
  use: v.picklist(couponUses),
  usableFrom: v.nullable(instant),
  expiresAt: v.nullable(instant),
  /** The application or loan that it is part of, and its discount there. */
  loanId: v.nullable(v.string()),
  discountRupiah: v.nullable(answeredRupiah),
  /** The page on which an obtainable one is claimed. */
  to: v.nullable(v.string()),
});
export type CouponAnswer = v.InferOutput<typeof coupon>;

/** Discount and terms of a coupon. */
const couponTerms = {
  effect: v.picklist(couponEffects),
  /** INTEREST_FIXED: the discount; otherwise the maximal discount. */
  maxRupiah: answeredRupiah,
  /** INTEREST_PERCENT: the share of the interest, in millionths. */
  ppm: v.nullable(v.number()),
  minLoanRupiah: answeredRupiah,
  /** Null when only the products limit it. */
  maxLoanRupiah: v.nullable(answeredRupiah),
  maxTenorDays: v.nullable(v.number()),
  validDays: v.number(),
  isFirstLoanOnly: v.boolean(),
  /** Sending an application uses it up, whatever the result. */
  isUsedBySubmission: v.boolean(),
};

/** Discount and terms of the coupons of one key, as given today. */
export const couponOffer = openShape("CouponOffer", couponTerms);
export type CouponOffer = v.InferOutput<typeof couponOffer>;

export const listCoupons = defineCall({
  id: "listCoupons",
  method: "GET",
  path: "/api/coupon",
  summary: "The borrower's coupons, newest first; the first page begins with coupons that can be claimed in campaigns.",
  policy: { who: "borrower" },
  input: v.strictObject({
    ...idListQuery,
    state: v.optional(v.picklist(["USABLE", "DONE"], "CHOICE_INVALID")),
  }),
  output: listOf(coupon),
  problems: {},
});

const unknown = { COUPON_UNKNOWN: discountProblems.COUPON_UNKNOWN } as const satisfies ProblemKinds;

export const getCoupon = defineCall({
  id: "getCoupon",
  method: "GET",
  path: "/api/coupon/{couponId}",
  summary: "One of the borrower's coupons.",
  policy: { who: "borrower" },
  input: v.strictObject({ couponId: uuid }),
  output: coupon,
  problems: unknown,
});

export const useCoupon = defineCall({
  id: "useCoupon",
  method: "POST",
  path: "/api/coupon/{couponId}/use",
  summary: "Takes interest off the next unpaid instalment of a running loan, at once.",
  policy: { who: "borrower", idempotent: true },
  input: v.strictObject({ couponId: uuid, loanId: uuid }),
  output: v.object({ couponId: v.string(), loanId: v.string(), discountRupiah: answeredRupiah }),
  problems: {
    ...discountProblems,
    ...unknownProblem("LOAN_UNKNOWN", {
      id: "Pinjaman ini tidak ada.",
      en: "There is no such loan.",
      zh: "该借款不存在。",
    }),
  },
});

export const couponDefinition = v.object({ couponKey: v.string(), use: v.picklist(couponUses), ...couponTerms });
export type CouponDefinitionAnswer = v.InferOutput<typeof couponDefinition>;

export const listCouponDefinitions = defineCall({
  id: "listCouponDefinitions",
  method: "GET",
  path: "/api/coupon/definitions",
  summary: "The coupons that campaigns may give, as defined today.",
  policy: { who: "anyone" },
  kept: true,
  input: noInput,
  output: v.object({ items: v.array(couponDefinition) }),
  problems: {},
});
