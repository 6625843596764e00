/** Ends an application while an earlier loan is owed again: a borrower with that debt would not have been lent more. // docs/decisions/102 */
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { releaseLimit } from "#features/credit/limit/server/index.ts";
import { currentLoan, earlierLoanOwed, transition } from "#features/credit/loan/server/index.ts";
import { withdrawCase } from "#features/credit/underwriting/server/index.ts";
import { notifyLater } from "./notices.ts";

/** Ends the borrower's application that waits for its decision or signature, in the transaction that opens `reopenedId` again. A signed one is binding and continues. */
export async function stopApplication(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  reopenedId: string,
): Promise<void> {
  const open = await currentLoan(trx, borrowerId);
  if (!open || open.id === reopenedId) return;
  const isStopped = await transition(services, trx, {
    borrowerId,
    loanId: open.id,
    from: ["SUBMITTED", "IN_REVIEW", "APPROVED"],
    to: "CANCELLED",
    actor: "SYSTEM",
    cause: earlierLoanOwed,
    change: { endedAt: services.clock.now(), endReason: earlierLoanOwed },
    facts: { reopenedLoanId: reopenedId },
    isPausedToo: true,
  });
  if (!isStopped) return;
  await withdrawCase(services, trx, borrowerId, open.id, "SYSTEM");
  await releaseLimit(services, trx, borrowerId, open.id);
  await notifyLater(services, trx, { borrowerId, loanId: open.id, kind: "APPLICATION_STOPPED", about: reopenedId });
}
