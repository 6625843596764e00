/** What every action in a campaign asks first. */
import { Refusal } from "#server/call/refusal.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import type { ActionProblems } from "../contract.ts";
import { ineligibilityOfRested } from "./eligibility.ts";
import { holdCampaignFor, type CampaignRow } from "./store.ts";

/** The problems that say all by their code. */
type PlainProblem = Exclude<keyof ActionProblems, "CAMPAIGN_SOON" | "NOT_ELIGIBLE" | "DONE_ALREADY">;
export function refuseAction(code: PlainProblem | "ENERGY_SHORT" | "ENERGY_CHANGED"): never {
  throw new Refusal(code);
}

export const midnightAfter = (now: Date): Date => instantOf(addDays(dateInWib(now), 1));

/**
 * A campaign that runs and in which this borrower may take part, held against pausing until the transaction ends.
 * @throws Refusal CAMPAIGN_UNKNOWN, CAMPAIGN_SOON, CAMPAIGN_PAUSED, CAMPAIGN_ENDED, NOT_ELIGIBLE
 */
export async function runningCampaign(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  activityId: string,
): Promise<CampaignRow> {
  const now = services.clock.now();
  const held = await holdCampaignFor(trx, activityId, { borrowerId, now });
  if (!held || held.campaign.state === "DRAFT") return refuseAction("CAMPAIGN_UNKNOWN");
  const { campaign, rest } = held;
  if (campaign.state === "ENDED" || now >= campaign.closesAt) return refuseAction("CAMPAIGN_ENDED");
  if (campaign.state === "PAUSED") return refuseAction("CAMPAIGN_PAUSED");
  if (campaign.state === "APPROVED" || now < campaign.opensAt)
    throw new Refusal<ActionProblems>("CAMPAIGN_SOON", { opensAt: campaign.opensAt.toISOString() });
  const reason = rest ? "BREAK" : await ineligibilityOfRested(services, trx, borrowerId, campaign);
  if (reason) throw new Refusal<ActionProblems>("NOT_ELIGIBLE", { reason });
  return campaign;
}
