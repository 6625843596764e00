/** Coupons: answers to the domain's calls, and what other domains may ask of it. */
import { answer, answerOnce, type Api } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { getCoupon, listCouponDefinitions, listCoupons, useCoupon } from "../contract.ts";
import { couponHolds } from "./book-check.ts";
import { useOnBill } from "./billing.ts";
import { couponStates } from "./lifecycle.ts";
import { lostCoupons, mergedCoupons } from "./merging.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { couponSubscriptions, loanDiscounts } from "./reserving.ts";
import { findCoupon } from "./store.ts";
import { endingSweep, expirySweep, forgetSweep } from "./sweeps.ts";
import { timeline } from "./timeline.ts";
import { definitionsShown, listPageOf, shown } from "./views.ts";
import { words } from "./words.ts";

export { couponsOfBorrower, couponStateOfAward } from "./store.ts";
export { giveCoupon, promiseOf, withdrawCoupon, type CouponAward, type CouponOutcome } from "./giving.ts";
export { isFirstLoanCoupon, isTooLateFor } from "./reserving.ts";
export type { ObtainableCoupon } from "./obtainable.ts";

function answers(api: Api): void {
  const { services } = api;
  answer(
    api,
    listCoupons,
  )((input, { database, borrowerId, language }) => listPageOf(services, database, borrowerId, input, language));
  answer(
    api,
    listCouponDefinitions,
  )(async (_input, { database }) => ({ items: await definitionsShown(services, database) }));
  // After the calls with a fixed word in this place: the first path that fits is taken.
  answer(
    api,
    getCoupon,
  )(async ({ couponId }, { database, borrowerId, language, refuse }) => {
    const coupon = await findCoupon(database, borrowerId, couponId);
    return coupon ? shown(coupon, language, services.clock.now()) : refuse("COUPON_UNKNOWN");
  });
  answerOnce(
    api,
    useCoupon,
  )(async ({ couponId, loanId }, { trx, borrowerId }) => ({
    couponId,
    loanId,
    discountRupiah: await useOnBill(services, trx, { borrowerId, couponId, loanId }),
  }));
}

function work(services: Services): void {
  services.sweeps.add(expirySweep);
  services.sweeps.add(endingSweep);
  services.sweeps.add(forgetSweep);
}

export const domain: Domain = {
  personalData,
  bookChecks: [couponHolds],
  timeline,
  words,
  answers,
  work,
  notices,
  subscribes: couponSubscriptions,
  lifecycles: [couponStates],
  mergeAssets: [mergedCoupons],
  lostAtClosing: lostCoupons,
  loanDiscounts,
};
