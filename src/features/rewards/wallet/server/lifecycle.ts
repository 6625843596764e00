/** The life of a withdrawal. // Spec 4: pending, then succeeded or failed */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const walletWithdrawal = defineLifecycle(
  "wallet_withdrawal",
  {
    PENDING: ["SUCCEEDED", "FAILED"],
    // The receiving bank returned it, and two staff members decided to give the money back.
    SUCCEEDED: ["FAILED"],
    FAILED: [],
  },
  // A payment after a reported failure is a withdrawal of its own, with the id of its transfer.
  { table: "wallet_withdrawal", isBorrowers: true, initial: ["PENDING", "SUCCEEDED"] },
);
