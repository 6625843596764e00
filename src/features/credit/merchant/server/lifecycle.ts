/** The life of a shop: added, sent, checked, and expired after its days. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const shopLife = defineLifecycle(
  "merchant_shop",
  {
    DRAFT: ["SUBMITTED", "EXPIRED"],
    SUBMITTED: ["VERIFIED", "REJECTED"],
    VERIFIED: ["EXPIRED"],
    REJECTED: [],
    EXPIRED: [],
  },
  { table: "merchant_shop", isBorrowers: true },
);
