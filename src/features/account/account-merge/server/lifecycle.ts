/** The states of a merge, from the sending of its request on. // Spec account 5 */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const mergeLife = defineLifecycle(
  "account_merge",
  {
    ASKED: ["MERGED", "NOT_MERGED"],
    // A merge can be reversed for 72 hours; after that it is final.
    MERGED: ["FINAL", "REVERSED"],
    NOT_MERGED: [],
    FINAL: [],
    REVERSED: [],
  },
  { table: "account_merge", isBorrowers: true },
);
