/** Coupons and their discounts. */
import { leftOut, personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "coupon",
    // The title names the coupon already.
    inWords: { couponKey: leftOut, activityId: leftOut },
    title: { id: "Kupon", en: "Coupons", zh: "优惠券" },
    shows: [
      "id",
      "coupon_key",
      "state",
      "title",
      "activity_id",
      "effect",
      "max_rupiah",
      "ppm",
      "min_loan_rupiah",
      "max_loan_rupiah",
      "max_tenor_days",
      "is_first_loan_only",
      "is_used_by_submission",
      "usable_for",
      "obtained_at",
      "usable_from",
      "expires_at",
      "loan_id",
      "discount_rupiah",
      "reserved_at",
      "ended_at",
    ],
    withholds: { UPKEEP: ["award_id", "stock_owner", "budget_owner", "revivals"] },
    keeps: "LOAN",
  },
];

export const personalData = personalDataOf(tables);
