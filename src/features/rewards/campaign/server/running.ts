/** Checks at the start of every action in a campaign. */
import { Refusal } from "#server/call/refusal.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import type { ActionProblems, IneligibleReason } from "../contract.ts";
import { ineligibilityOfRested } from "./eligibility.ts";
import { endOf, isLateTime, staysOpenInRest } from "./late.ts";
import { holdCampaignFor, type CampaignRow } from "./store.ts";

/** The problems that say all by their code. */
type PlainProblem = Exclude<keyof ActionProblems, "CAMPAIGN_SOON" | "NOT_ELIGIBLE" | "DONE_ALREADY">;
export function refuseAction(code: PlainProblem | "CAP_REACHED" | "ENERGY_SHORT" | "ENERGY_CHANGED"): never {
  throw new Refusal(code);
}

/** Refuses a borrower who may not take part. @throws Refusal NOT_ELIGIBLE with the reason, CARD_TAKEN */
export function refuseFor(reason: IneligibleReason): never {
  if (reason === "CARD_TAKEN") throw new Refusal(reason);
  throw new Refusal<ActionProblems>("NOT_ELIGIBLE", { reason });
}

export const midnightAfter = (now: Date): Date => instantOf(addDays(dateInWib(now), 1));

/**
 * A running campaign in which this borrower may take part, locked against pausing until the transaction ends.
 * @throws Refusal CAMPAIGN_UNKNOWN, CAMPAIGN_SOON, CAMPAIGN_PAUSED, CAMPAIGN_ENDED, NOT_ELIGIBLE
 */
export const runningCampaign = async (
  services: Services,
  trx: Transaction,
  borrowerId: string,
  activityId: string,
): Promise<CampaignRow> => (await openCampaign(services, trx, { borrowerId, activityId, mayBeLate: false })).campaign;

/**
 * The same, or a campaign that is over for this borrower, by its end or by a break, with prizes earned before that can
 * still be claimed.
 * @throws Refusal as `runningCampaign`
 */
export const claimableCampaign = (
  services: Services,
  trx: Transaction,
  borrowerId: string,
  activityId: string,
): Promise<Open> => openCampaign(services, trx, { borrowerId, activityId, mayBeLate: true });

export interface Open {
  campaign: CampaignRow;
  /** Only prizes earned before this may be claimed; null when the campaign runs for this borrower. */
  earnedBy: Date | null;
  /** Refuses a prize that was earned later. */
  refuseLater: () => never;
}

async function openCampaign(
  services: Services,
  trx: Transaction,
  { borrowerId, activityId, mayBeLate }: { borrowerId: string; activityId: string; mayBeLate: boolean },
): Promise<Open> {
  const now = services.clock.now();
  const held = await holdCampaignFor(trx, activityId, { borrowerId, now });
  if (!held || held.campaign.state === "DRAFT") return refuseAction("CAMPAIGN_UNKNOWN");
  const { campaign, rest } = held;
  const endedAt = await endOf(trx, campaign, now);
  if (endedAt && !(mayBeLate && isLateTime(campaign, endedAt, now))) return refuseAction("CAMPAIGN_ENDED");
  if (!endedAt && campaign.state === "PAUSED") return refuseAction("CAMPAIGN_PAUSED");
  if ((!endedAt && campaign.state === "APPROVED") || now < campaign.opensAt)
    throw new Refusal<ActionProblems>("CAMPAIGN_SOON", { opensAt: campaign.opensAt.toISOString() });
  const isShut = rest !== null && !(mayBeLate && staysOpenInRest(campaign.rules));
  const reason = isShut ? "BREAK" : await ineligibilityOfRested(services, trx, borrowerId, campaign);
  if (reason) refuseFor(reason);
  const isByRest = rest !== null && (endedAt === null || rest.since < endedAt);
  return {
    campaign,
    earnedBy: isByRest ? rest.since : endedAt,
    refuseLater: () => {
      if (isByRest) throw new Refusal<ActionProblems>("NOT_ELIGIBLE", { reason: "BREAK" });
      return refuseAction("CAMPAIGN_ENDED");
    },
  };
}
