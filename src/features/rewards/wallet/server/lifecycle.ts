/** The life of a withdrawal. // Spec 4: pending, then succeeded or failed */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const walletWithdrawal = defineLifecycle(
  "wallet_withdrawal",
  {
    PENDING: ["SUCCEEDED", "FAILED"],
    // The receiving bank sent it back, and two of the staff decided to give the money back.
    SUCCEEDED: ["FAILED"],
    FAILED: [],
  },
  // One that was called failed and was paid after all is a withdrawal of its own, by the id of its transfer.
  { table: "wallet_withdrawal", isBorrowers: true, initial: ["PENDING", "SUCCEEDED"] },
);
