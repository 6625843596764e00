/** The discount of a coupon on an application, before it is sent. */
import * as v from "valibot";
import { discountProblems, termsProblems, wholeNumber } from "#features/credit/loan/contract.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { couponId } from "./contract.ts";

export const couponQuote = v.object({
  couponId: v.nullable(v.string()),
  /** The largest coupon that is returned after a rejection: the default. */
  defaultCouponId: v.nullable(v.string()),
  discountRupiah: answeredRupiah,
  /** All that is repaid, with the discount. */
  totalRupiah: answeredRupiah,
  instalments: v.array(v.object({ number: v.number(), dueOn: answeredDate, payableRupiah: answeredRupiah })),
  /** Every coupon that this loan could take, the largest first; the chosen one is among them. */
  others: v.array(
    v.object({
      couponId: v.string(),
      title: v.string(),
      discountRupiah: answeredRupiah,
      expiresAt: instant,
      /** Sending the application uses it up, also where that is cancelled or refused. */
      isUsedBySubmission: v.boolean(),
      /** Conditions to read before it is chosen, a sentence each. */
      conditions: v.array(v.string()),
    }),
  ),
});
export type CouponQuote = v.InferOutput<typeof couponQuote>;

export const quoteCoupon = defineCall({
  id: "quoteCoupon",
  method: "GET",
  path: "/api/coupon/quote",
  summary:
    "The discount of a coupon on a loan of this amount and tenor: by default the largest coupon that is returned if the application is rejected, or the named one, or NONE. The rows are those of the later bill.",
  policy: { who: "borrower" },
  input: v.strictObject({
    amountRupiah: wholeNumber("AMOUNT_FORMAT"),
    tenorDays: wholeNumber("CHOICE_INVALID"),
    productKey: v.optional(v.string()),
    couponId,
  }),
  output: couponQuote,
  problems: { ...termsProblems, ...discountProblems },
});
