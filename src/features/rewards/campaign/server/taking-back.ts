/**
 * Chargebacks: removes what the payment brought, as far as it is unused: its fact no longer counts for later claims,
 * and unplayed tickets and unused energy end. For gifts already given see `reopened-loans.ts`. // Product decisions,
 * rewards 10, 12
 */
import { mergedWith } from "#features/account/account-merge/server/index.ts";
import { loanDebtOf, paymentReversed } from "#features/credit/repayment/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import { after } from "#server/events/domain-events.ts";
import { account, availableOf, isPosted, lockBalance } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import type { CampaignTask } from "../rules-contract.ts";
import { findTask, writeGiven } from "./entrant-store.ts";
import { removeFacts } from "./merge-store.ts";
import { energyOwner, moveUnits } from "./money.ts";
import { revokeGifts } from "./reopened-loans.ts";
import { campaignById, type CampaignRow } from "./store.ts";
import { removeTickets } from "./tickets.ts";

export const takingBack = after(
  paymentReversed,
  "campaign-reversed",
  async (services, trx, { borrowerId, loanId }): Promise<void> => {
    const debt = await loanDebtOf(services, trx, borrowerId, loanId);
    if (!debt) return;
    const accounts = await mergedWith(trx, borrowerId);
    const facts = [
      ...(debt.isLoanOpen ? [{ fact: "LOAN_PAID_OFF", eventId: `paid_off_${loanId}` }] : []),
      ...debt.dueDates.map((dueOn) => ({ fact: "INSTALMENT_PAID", eventId: `instalment_${loanId}_${dueOn}` })),
    ];
    const tasks: { task: CampaignTask; epoch: string }[] = [
      ...(debt.isLoanOpen ? [{ task: "FINISH_ORDER" as const, epoch: loanId }] : []),
      ...debt.dueDates.map((dueOn) => ({ task: "PAYMENT_SUCCESS" as const, epoch: `${loanId}:${dueOn}` })),
    ];
    for (const one of accounts) {
      await removeFacts(trx, one, facts);
      for (const { task, epoch } of tasks)
        for (const { campaignId, given } of await findTask(trx, one, task, epoch)) {
          const campaign = await campaignById(trx, campaignId);
          if (campaign) await takeUnits(services, trx, campaign, { done: one, accounts, task, epoch, given });
        }
    }
    await revokeGifts(services, trx, { accounts, loanId, debtorId: borrowerId });
  },
);

/** From the account that did the task first, then from the one that absorbed its tickets and energy. */
async function takeUnits(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  of: { done: string; accounts: readonly string[]; task: CampaignTask; epoch: string; given: number },
): Promise<void> {
  const { done, accounts, task, epoch } = of;
  let remaining = of.given;
  for (const holder of new Set([done, ...accounts])) {
    const id = `taken_back_${campaign.activityId}_${holder}_${task}_${epoch}`;
    if (remaining === 0 || (await isPosted(trx, id))) continue;
    const isTickets = campaign.mechanic === "INSTANT";
    const owner = energyOwner(holder, campaign.activityId);
    const own = account(isTickets ? "TICKET" : "POINTS", owner);
    await lockBalance(trx, own);
    // A campaign that is over has nothing left.
    const there = Math.min(remaining, await availableOf(trx, own));
    const amount = isTickets ? await removeTickets(trx, holder, campaign.id, task, there) : there;
    if (amount <= 0) continue;
    const kind = isTickets ? "TICKET_REVOKED" : "POINTS_REVOKED";
    await moveUnits(services, trx, kind, { id, owner, amount, reference: `campaign_${campaign.activityId}` });
    remaining -= amount;
  }
  if (remaining < of.given) await writeGiven(trx, done, campaign.id, { task, epoch, given: remaining });
}
