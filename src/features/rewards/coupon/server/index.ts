/** Coupons: answers to the domain's calls, and functions for other domains. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { getCoupon, listCouponDefinitions, listCoupons, useCoupon } from "../contract.ts";
import { couponHolds } from "./book-check.ts";
import { useOnBill } from "./billing.ts";
import { couponLifecycle } from "./lifecycle.ts";
import { lostCoupons, mergedCoupons } from "./merging.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { couponSubscriptions, couponDiscounts } from "./reserving.ts";
import { findCoupon } from "./store.ts";
import { couponEndingSweep, couponExpirySweep, couponForgetSweep } from "./sweeps.ts";
import { timeline } from "./timeline.ts";
import { definitionsShown, listPageOf, couponAnswerOf } from "./views.ts";
import { words } from "./words.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { bookChecks } from "#server/ledger/book-checks.ts";
import { timelineSources, consoleWords } from "#server/console/questions.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { mergeAssets } from "#features/account/account-merge/server/index.ts";
import { lostAtClosing } from "#features/account/cancellation/server/index.ts";
import { discountsOfLoans } from "#features/credit/loan/server/index.ts";

export { couponOffers } from "./obtainable.ts";

export { couponEndOfAward, couponsOfBorrower, couponStateOfAward } from "./store.ts";
export { couponOffersOf, type OfferedCoupon } from "./reach.ts";
export { giveCoupon, isCoupon, promiseOf, withdrawCoupon, type CouponAward, type CouponOutcome } from "./giving.ts";
export { isFirstLoanCoupon, isTooLateFor } from "./reserving.ts";
export type { ObtainableCoupon } from "./obtainable.ts";
export { definitionsShown } from "./views.ts";

const answers: readonly CallAnswer[] = [
  answer(listCoupons, (input, { services, database, borrowerId, language }) =>
    listPageOf(services, database, borrowerId, input, language),
  ),
  answer(listCouponDefinitions, async (_input, { services, database }) => ({
    items: await definitionsShown(services, database),
  })),
  // After the calls with a fixed word in this place: the first path that fits is taken.
  answer(getCoupon, async ({ couponId }, { services, database, borrowerId, language, refuse }) => {
    const coupon = await findCoupon(database, borrowerId, couponId);
    return coupon ? couponAnswerOf(coupon, language, services.clock.now()) : refuse("COUPON_UNKNOWN");
  }),
  answer(useCoupon, async ({ couponId, loanId }, { services, trx, borrowerId }) => {
    return { couponId, loanId, discountRupiah: await useOnBill(services, trx, { borrowerId, couponId, loanId }) };
  }),
];

function work(services: Services): void {
  services.sweeps.add(couponExpirySweep);
  services.sweeps.add(couponEndingSweep);
  services.sweeps.add(couponForgetSweep);
}

export const domain: Domain = {
  answers,
  work,
  subscribes: couponSubscriptions,
  answersTo: [
    personalDataHeld.by(personalData),
    bookChecks.by([couponHolds]),
    timelineSources.by(timeline),
    consoleWords.by(words),
    noticeKinds.by(notices),
    lifecycles.by([couponLifecycle]),
    mergeAssets.by([mergedCoupons]),
    lostAtClosing.by(lostCoupons),
    discountsOfLoans.by(couponDiscounts),
  ],
};
