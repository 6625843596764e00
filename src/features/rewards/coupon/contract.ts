/** Coupons that take interest off a loan: which one has, what each takes off, and using one on a bill. // Product decisions, rewards 4 */
export const couponEffects = ["INTEREST_FIXED", "INTEREST_PERCENT", "INTEREST_FREE"] as const;
export type CouponEffect = (typeof couponEffects)[number];

/** RESERVED: it is part of an application; the others are ends. */
export const couponStates = ["OBTAINED", "RESERVED", "USED", "EXPIRED", "WITHDRAWN"] as const;
export type CouponState = (typeof couponStates)[number];

export const couponUses = ["APPLICATION", "BILL", "BOTH"] as const;
export type CouponUse = (typeof couponUses)[number];
