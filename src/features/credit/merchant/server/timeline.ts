/** A borrower's shops in the console's timeline. */
import type { TimelineSource } from "#server/console/questions.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import { shopLife } from "./lifecycle.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    read: async ({ database }, borrowerId, max) =>
      happeningsOf("ACCOUNT", await shopLife.eventsOf(database, borrowerId, max), {
        DRAFT: "SHOP_TOLD",
        SUBMITTED: "SHOP_SENT",
        VERIFIED: "SHOP_VERIFIED",
        REJECTED: "SHOP_REJECTED",
        EXPIRED: "SHOP_EXPIRED",
      }),
  },
];
