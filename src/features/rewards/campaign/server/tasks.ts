/** Tasks: an event of a borrower becomes a fact, and a ticket or energy in every campaign that rewards it. // Product decisions, rewards 1 */
import { emailVerified } from "#features/account/email/server/index.ts";
import { identityVerified } from "#features/account/identity/server/index.ts";
import { passwordSet } from "#features/account/login/server/index.ts";
import { profileCompleted } from "#features/account/profile/server/index.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { instalmentPaid, loanPaidOff } from "#features/credit/repayment/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import { after } from "#server/events/domain-events.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { loanTasks, tasksOf, type CampaignFact, type CampaignTask } from "../rules-contract.ts";
import { takeUpTo } from "./counters.ts";
import { isOldEnough } from "./eligibility.ts";
import { energyOwner, moveUnits } from "./money.ts";
import { campaignsInState, insertFact, type CampaignRow } from "./store.ts";
import { findEntrant, insertTask, campaignBreakOf, writeGiven } from "./entrant-store.ts";
import { issueTicket } from "./tickets.ts";

export interface DoneTask {
  task: CampaignTask;
  /** It counts once for each: a WIB day, an instalment, ONCE. */
  epoch: string;
  at: Date;
}

/**
 * Gives the reward of a task in one campaign.
 * @returns units given; null when this epoch of it counts already
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function creditTask(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  borrowerId: string,
  { task, epoch, at }: DoneTask,
): Promise<number | null> {
  const gives = tasksOf(campaign.rules).find((rule) => rule.task === task)?.gives ?? 0;
  const { activityId, rules } = campaign;
  if (gives === 0 || at < campaign.opensAt || at >= campaign.closesAt) return 0;
  const reference = `campaign_${activityId}`;
  const id = `task_${activityId}_${borrowerId}_${task}_${epoch}`;
  if (rules.mechanic === "INSTANT") {
    if (!(await insertTask(trx, borrowerId, campaign.id, { task, epoch, given: gives, at }))) return null;
    for (let ticket = 0; ticket < gives; ticket++) await issueTicket(services, trx, borrowerId, campaign.id, task);
    await moveUnits(services, trx, "TICKET_EARNED", {
      id,
      owner: energyOwner(borrowerId, activityId),
      amount: gives,
      reference,
    });
    return gives;
  }
  if (rules.mechanic !== "GROW") return 0;
  const tree = await findEntrant(trx, borrowerId, campaign.id);
  if (!tree?.growsUntil || at < tree.joinedAt || at >= tree.growsUntil) return 0;
  if (!(await insertTask(trx, borrowerId, campaign.id, { task, epoch, given: gives, at }))) return null;
  const key = `${activityId}:energy:${borrowerId}:${dateInWib(at)}`;
  const given = await takeUpTo(trx, { key, borrowerId, max: rules.energyADay }, gives);
  if (given < gives) await writeGiven(trx, borrowerId, campaign.id, { task, epoch, given });
  if (given > 0)
    await moveUnits(services, trx, "POINTS_EARNED", {
      id,
      owner: energyOwner(borrowerId, activityId),
      amount: given,
      reference,
    });
  return given;
}

/**
 * Gives the reward of a task in every running campaign that has it; nothing when it was done during a break.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function creditEverywhere(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  done: DoneTask,
): Promise<void> {
  if (await campaignBreakOf(trx, borrowerId, done.at)) return;
  for (const campaign of await campaignsInState(trx, ["RUNNING", "PAUSED"]))
    if (tasksOf(campaign.rules).some(({ task }) => task === done.task))
      await creditTask(services, trx, campaign, borrowerId, done);
}

interface Happened {
  borrowerId: string;
  id: string;
  at: Date;
}

async function note(
  trx: Transaction,
  { borrowerId, id, at }: Happened,
  fact: CampaignFact,
  loan: { loanId: string; inTime: boolean } | null = null,
): Promise<void> {
  await insertFact(trx, borrowerId, {
    fact,
    eventId: id,
    loanId: loan?.loanId ?? null,
    inTime: loan?.inTime ?? null,
    at,
  });
}

/** A loan task counts for a loan that was paid out long enough before. */
async function loanTask(
  services: Services,
  trx: Transaction,
  happened: Happened & { loanId: string },
  task: CampaignTask,
  epoch: string,
): Promise<void> {
  if (!loanTasks.includes(task)) throw new RangeError(`${task} is no task of a loan.`);
  const loan = await findLoan(trx, happened.borrowerId, happened.loanId);
  if (isOldEnough(loan, happened.at))
    await creditEverywhere(services, trx, happened.borrowerId, { task, epoch, at: happened.at });
}

export const taskSubscriptions = [
  after(identityVerified, "campaign-identity", (_services, trx, event) => note(trx, event, "IDENTITY_VERIFIED")),
  after(emailVerified, "campaign-email", (_services, trx, event) => note(trx, event, "EMAIL_VERIFIED")),
  after(profileCompleted, "campaign-profile", (_services, trx, event) => note(trx, event, "PROFILE_COMPLETED")),
  after(passwordSet, "campaign-password", async (services, trx, event) => {
    await note(trx, event, "PASSWORD_SET");
    await creditEverywhere(services, trx, event.borrowerId, { task: "SET_PASSWORD", epoch: "ONCE", at: event.at });
  }),
  after(instalmentPaid, "campaign-instalment", async (services, trx, event) => {
    const { loanId, dueOn, inTime } = event;
    await note(trx, event, "INSTALMENT_PAID", { loanId, inTime });
    if (inTime) await loanTask(services, trx, event, "PAYMENT_SUCCESS", `${loanId}:${dueOn}`);
  }),
  after(loanPaidOff, "campaign-paid-off", async (services, trx, event) => {
    await note(trx, event, "LOAN_PAID_OFF", { loanId: event.loanId, inTime: event.onTime });
    await loanTask(services, trx, event, "FINISH_ORDER", event.loanId);
  }),
];
