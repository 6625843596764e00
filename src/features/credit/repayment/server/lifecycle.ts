/** The states of ways to pay, of money that came in, of what leaves the balance again, and of payments that a rail does not have any more. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

/**
 * A virtual account that ran out is opened again; money may come for whatever failed or ran out by the rail's earlier
 * report.
 */
export const requestLifecycle = defineLifecycle(
  "payment_request",
  {
    OPENING: ["OPEN", "PAID", "FAILED", "EXPIRED"],
    OPEN: ["PAID", "FAILED", "EXPIRED"],
    FAILED: ["PAID"],
    EXPIRED: ["OPEN", "PAID"],
    PAID: [],
  },
  { table: "payment_request", isBorrowers: true, initial: ["OPENING", "OPEN"] },
);

/** Unmatched money is given to a loan or goes back to its payer; what went back may come again, what failed may have gone after all. */
export const receiptLifecycle = defineLifecycle(
  "payment_receipt",
  {
    MATCHED: ["UNMATCHED", "TAKEN_BACK"],
    UNMATCHED: ["ASSIGNED", "RETURNING", "RETURNED", "TAKEN_BACK"],
    ASSIGNED: ["TAKEN_BACK"],
    RETURNING: ["RETURNED", "UNMATCHED"],
    RETURNED: ["UNMATCHED"],
    TAKEN_BACK: [],
  },
  // It belongs to a borrower only once its owner is found.
  { table: "payment_receipt", isBorrowers: false, initial: ["MATCHED", "UNMATCHED"] },
);

/**
 * The bank may correct its report any number of times: what failed may turn out to be paid, and what arrived may come
 * back.
 */
export const refundLifecycle = defineLifecycle(
  "balance_refund",
  { PENDING: ["SUCCEEDED", "FAILED"], SUCCEEDED: ["FAILED"], FAILED: ["SUCCEEDED"] },
  { table: "balance_refund", isBorrowers: true },
);

/** A confirmed payment may be reversed again. */
export const chargebackLifecycle = defineLifecycle(
  "payment_taken_back",
  { OPEN: ["STANDS", "REVERSED"], STANDS: ["OPEN"], REVERSED: [] },
  { table: "payment_taken_back", idColumn: "receiptId", isBorrowers: false, initial: ["OPEN", "STANDS"] },
);
