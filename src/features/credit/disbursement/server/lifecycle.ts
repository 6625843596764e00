/** States of an order to the bank, and of the bank's later reports about it. */
import type { Transaction } from "#server/database.server.ts";
import { defineLifecycle } from "#server/records/lifecycle.ts";
import type { TransferChange, TransferRow, TransferStateName } from "./store.ts";

/** The bank may correct its report: a failed transfer may turn out to be paid, an arrived one may come back, and then arrive after all. */
export const transferLifecycle = defineLifecycle(
  "bank_transfer",
  {
    QUEUED: ["SENT", "FAILED", "DROPPED"],
    SENT: ["ACCEPTED", "SETTLED", "FAILED"],
    ACCEPTED: ["SETTLED", "FAILED"],
    SETTLED: ["RETURNED"],
    FAILED: ["SETTLED"],
    RETURNED: ["SETTLED"],
    DROPPED: [],
  },
  { table: "bank_transfer", isBorrowers: true },
);

/** A transfer that was booked as failed and then paid. */
export const lateLifecycle = defineLifecycle(
  "late_payout",
  { OPEN: ["ENDED"], ENDED: [] },
  { table: "late_payout", idColumn: "transferId", isBorrowers: true },
);

/** A transfer that had arrived and came back. The bank may withdraw this report, and repeat it. */
export const returnedLifecycle = defineLifecycle(
  "returned_payout",
  { OPEN: ["SENDING", "ENDED"], SENDING: ["OPEN", "ENDED"], ENDED: ["OPEN"] },
  { table: "returned_payout", idColumn: "transferId", isBorrowers: true },
);

/** Moves a transfer whose row is locked. Its consequences are recorded in the books and by the domain of its purpose. */
export async function moveTransfer(
  trx: Transaction,
  { borrowerId, id, state }: Pick<TransferRow, "borrowerId" | "id" | "state">,
  to: TransferStateName,
  change: TransferChange,
): Promise<void> {
  const previous = await transferLifecycle.step(trx, { borrowerId, id, from: [state], to, set: change });
  if (previous === null) throw new Error(`Transfer ${id} was moved to ${to} from ${state}, and stands elsewhere.`);
}
