/** The life of a coupon: which state follows which. // Product decisions, rewards 4 */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const couponLifecycle = defineLifecycle(
  "coupon",
  {
    OBTAINED: ["RESERVED", "USED", "EXPIRED", "WITHDRAWN"],
    // Back to OBTAINED when the application fails and the coupon is still valid; USED at once when submitting uses it up.
    RESERVED: ["OBTAINED", "USED", "EXPIRED"],
    // A returned payout gives it back.
    USED: ["OBTAINED", "EXPIRED"],
    EXPIRED: [],
    WITHDRAWN: [],
  },
  { table: "coupon", isBorrowers: true },
);
