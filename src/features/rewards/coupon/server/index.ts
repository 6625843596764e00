/** Coupons: answers to the domain's calls, and what other domains may ask of it. */
export { giveCoupon, promiseOf, withdrawCoupon, type CouponAward, type CouponOutcome } from "./giving.ts";
export type { ObtainableCoupon } from "./obtainable.ts";
