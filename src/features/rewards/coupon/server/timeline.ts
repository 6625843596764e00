/** Timeline of a borrower's coupons, for the console. */
import type { TimelineSource } from "#server/console/questions.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import { couponLifecycle } from "./lifecycle.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["LOAN"],
    read: async ({ database }, borrowerId, max) =>
      happeningsOf("LOAN", await couponLifecycle.eventsOf(database, borrowerId, max), {
        OBTAINED: "COUPON_BACK",
        "OBTAINED:OBTAINED": "COUPON_OBTAINED",
        RESERVED: "COUPON_RESERVED",
        USED: "COUPON_USED",
        EXPIRED: "COUPON_ENDED",
        WITHDRAWN: "COUPON_WITHDRAWN",
      }),
  },
];
