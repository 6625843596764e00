/** The states of a merge, from the sending of its request on. // Spec account 5 */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const mergeLife = defineLifecycle(
  "account_merge",
  {
    ASKED: ["MERGED", "NOT_MERGED"],
    // Within 72 hours it goes back; after that it stays.
    MERGED: ["FINAL", "REVERSED"],
    NOT_MERGED: [],
    FINAL: [],
    REVERSED: [],
  },
  { table: "account_merge", isBorrowers: true },
);
