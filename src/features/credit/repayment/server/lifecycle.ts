/** The states of what leaves the balance again, and of payments that a rail does not have any more. */
import { defineLifecycle } from "#server/lifecycle.ts";

/** The bank may take its word back, however often: what failed may turn out to be paid, and what arrived may come back. */
export const refundLifecycle = defineLifecycle(
  "balance_refund",
  { PENDING: ["SUCCEEDED", "FAILED"], SUCCEEDED: ["FAILED"], FAILED: ["SUCCEEDED"] },
  { table: "balance_refund", isBorrowers: true },
);

/** A payment that stands may be taken back again. */
export const chargebackLifecycle = defineLifecycle(
  "payment_taken_back",
  { OPEN: ["STANDS", "REVERSED"], STANDS: ["OPEN"], REVERSED: [] },
  { table: "payment_taken_back", idColumn: "receipt_id", isBorrowers: false, initial: ["OPEN", "STANDS"] },
);
