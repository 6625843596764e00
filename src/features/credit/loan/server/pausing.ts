/**
 * Pauses an application while the owner of its account has frozen it: it is not decided or signed, and no deadline
 * passes. A signed loan is binding, and its payout waits (credit/disbursement). // Spec account 2, decision 254
 */
import { accountContested, accountReleased } from "#features/account/security/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import { within, type Subscription } from "#server/events/domain-events.ts";
import type { Services } from "#server/services.ts";
import { recordLoanEvent } from "./happenings.ts";
import { pauseUnsigned, resumePaused, type LoanRow } from "./store.ts";

const noted = async (
  services: Services,
  trx: Transaction,
  loans: readonly LoanRow[],
  cause: "PAUSED" | "RESUMED",
): Promise<void> => {
  for (const { borrowerId, id: loanId, state } of loans)
    await recordLoanEvent(services, trx, { borrowerId, loanId, kind: "PAUSE", state, actor: "BORROWER", cause });
};

export const pausing: readonly Subscription[] = [
  within(accountContested, "loan-pause", async (services, trx, { borrowerId, at }) => {
    await noted(services, trx, await pauseUnsigned(trx, borrowerId, at), "PAUSED");
    return "DONE";
  }),
  within(accountReleased, "loan-resume", async (services, trx, { borrowerId, at }) => {
    await noted(services, trx, await resumePaused(trx, borrowerId, at), "RESUMED");
    return "DONE";
  }),
];
