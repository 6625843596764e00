/** Whether the budget covers one more person: without cover no one may start or claim. // Product decisions, rewards 1 */
import type { Reader } from "#server/database.server.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { prizesOf } from "../rules-contract.ts";
import { costOfFriend, coversCoupons, isInvite } from "./inviting.ts";
import { costOf } from "./prizes.ts";
import type { CampaignRow } from "./store.ts";

/** The cost of the cheapest prize that the budget must cover for one more person, in rupiah; 0 when none is needed. */
async function costOfNext(
  services: Services,
  reader: Reader,
  campaign: CampaignRow,
  isBegun: boolean,
): Promise<number> {
  if (isInvite(campaign)) return costOfFriend(services, reader, campaign);
  const { mechanic } = campaign;
  // A planted tree has its fruit reserved, and a draw has its day's money.
  if (mechanic !== "CLAIM" && (mechanic !== "GROW" || isBegun)) return 0;
  const costs = await Promise.all(prizesOf(campaign.rules).map(({ prize }) => costOf(services, reader, prize, false)));
  return Math.min(...costs.map(({ netRupiah }) => netRupiah));
}

/** @param isBegun this person takes part already */
export async function isUncovered(
  services: Services,
  reader: Reader,
  campaign: CampaignRow,
  isBegun: boolean,
): Promise<boolean> {
  if (campaign.state !== "RUNNING") return false;
  const [rupiah, remaining, hasCoupons] = await Promise.all([
    costOfNext(services, reader, campaign, isBegun),
    availableOf(reader, account("REWARD_BUDGET", campaign.activityId)),
    isInvite(campaign) ? coversCoupons(services, reader, campaign) : true,
  ]);
  return !hasCoupons || (rupiah > 0 && remaining < rupiah);
}
