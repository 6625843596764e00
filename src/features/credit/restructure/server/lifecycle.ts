/** The states of an offer. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

/** WITHDRAWN: the loan was paid or changed, or another programme took its place. */
export const offerLifecycle = defineLifecycle(
  "restructure_offer",
  {
    OFFERED: ["SIGNED", "DECLINED", "EXPIRED", "WITHDRAWN"],
    SIGNED: [],
    DECLINED: [],
    EXPIRED: [],
    WITHDRAWN: [],
  },
  { table: "restructure_offer", isBorrowers: true },
);
