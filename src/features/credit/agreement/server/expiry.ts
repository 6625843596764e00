/** The end of the time for signing: the loan is cancelled and its limit freed in one transaction, unless the signature was first. // Product decisions 4: signing */
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { releaseLimit } from "#features/credit/limit/server/index.ts";
import { transition, unsignedAfterDeadline } from "#features/credit/loan/server/index.ts";
import { deadlinePassed } from "./signing.ts";

/** Cancels one loan that was not signed in time; false when it was signed or ended before. */
export async function expireOffer(services: Services, borrowerId: string, loanId: string): Promise<boolean> {
  return transact(services.database, async (trx) => {
    const now = services.clock.now();
    const isOver = await transition(services, trx, {
      borrowerId,
      loanId,
      from: ["APPROVED"],
      to: "CANCELLED",
      actor: "SYSTEM",
      cause: deadlinePassed,
      change: { endedAt: now, endReason: deadlinePassed },
      deadline: { notAfter: now },
    });
    if (isOver) await releaseLimit(services, trx, borrowerId, loanId);
    return isOver;
  });
}

export async function sweepExpired(services: Services): Promise<number> {
  const due = await unsignedAfterDeadline(services.database, services.clock.now(), 100);
  return eachDue(due, ({ borrowerId, loanId }) => expireOffer(services, borrowerId, loanId), {
    log: services.log,
    failure: "loan that was not signed in time not ended",
    idOf: ({ loanId }) => loanId,
  });
}
