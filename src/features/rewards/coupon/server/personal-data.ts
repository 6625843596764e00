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
      "couponKey",
      "state",
      "title",
      "activityId",
      "effect",
      "maxRupiah",
      "ppm",
      "minLoanRupiah",
      "maxLoanRupiah",
      "maxTenorDays",
      "isFirstLoanOnly",
      "isUsedBySubmission",
      "usableFor",
      "obtainedAt",
      "usableFrom",
      "expiresAt",
      "loanId",
      "discountRupiah",
      "reservedAt",
      "endedAt",
    ],
    withholds: { UPKEEP: ["awardId", "stockOwner", "budgetOwner", "revivals"] },
    keeps: "LOAN",
  },
];

export const personalData = personalDataOf(tables);
