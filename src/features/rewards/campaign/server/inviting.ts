/** INVITE: the awards of a campaign for invited friends. The friends themselves belong to rewards/invitation. // Product decisions, rewards 6 */
import type { Transaction, Reader } from "#server/database.server.ts";
import { account, availableOf, lockBalance } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { prizesOf, type PrizeRule, type RulesOf } from "../rules-contract.ts";
import type { AwardRow } from "./award-row.ts";
import { awardIdOf, awardOfCause, awardPrize, insertAward } from "./awards.ts";
import { remainingPieces, takePiece, wholeCampaign } from "./counters.ts";
import { reserveBudget } from "./money.ts";
import { notifyAwardHeld } from "./notices.ts";
import { costOf } from "./prizes.ts";
import { campaignById, campaignRowOf, type CampaignRow } from "./store.ts";

export type InviteCampaign = CampaignRow & { rules: RulesOf<"INVITE"> };

/** Owner part of the ledger account that reserves money for waiting or reviewed rewards. */
export const invitationReserveOwner = "invited";

export const isInvite = (row: CampaignRow | null): row is InviteCampaign => row?.rules.mechanic === "INVITE";

/** The invitation campaign that runs at a moment, the newest of several; null when none does. */
export async function inviteCampaignAt(reader: Reader, at: Date): Promise<InviteCampaign | null> {
  const row = await reader
    .selectFrom("campaign")
    .selectAll()
    .where("mechanic", "=", "INVITE")
    .where("state", "in", ["RUNNING", "PAUSED"])
    .where("opensAt", "<=", at)
    .where("closesAt", ">", at)
    .orderBy("opensAt", "desc")
    .limit(1)
    .executeTakeFirst();
  const campaign = row ? campaignRowOf(row) : null;
  return isInvite(campaign) ? campaign : null;
}

/** A campaign of invitations by its id, whatever its state. */
export async function inviteCampaignById(reader: Reader, id: string): Promise<InviteCampaign | null> {
  const row = await campaignById(reader, id);
  return isInvite(row) ? row : null;
}

/** Rewards for one friend, in rupiah: the interest discount of each of the two, and money for the inviter. */
export async function inviteRewardsOf(
  services: Services,
  reader: Reader,
  { rules }: InviteCampaign,
): Promise<{ couponRupiah: number; cashRupiah: number }> {
  const [verified, firstLoan] = await Promise.all(
    [rules.verified, rules.firstLoan].map((prizeKey) => costOf(services, reader, lineOf(rules, prizeKey).prize, false)),
  );
  return { couponRupiah: verified!.netRupiah, cashRupiah: firstLoan!.netRupiah };
}

/** Maximal cost of one friend to the budget, in rupiah. */
export async function costOfFriend(services: Services, reader: Reader, campaign: InviteCampaign): Promise<number> {
  const { couponRupiah, cashRupiah } = await inviteRewardsOf(services, reader, campaign);
  return 2 * couponRupiah + cashRupiah;
}

/** Whether budget and stock cover both coupons for one more friend: without cover they are not promised. */
export async function coversCoupons(services: Services, reader: Reader, campaign: InviteCampaign): Promise<boolean> {
  const { id, activityId, rules } = campaign;
  const { prizeKey, prize } = lineOf(rules, rules.verified);
  const [{ netRupiah }, budget, coupons, pieces] = await Promise.all([
    costOf(services, reader, prize, false),
    availableOf(reader, account("REWARD_BUDGET", activityId)),
    prize.kind === "COUPON" ? availableOf(reader, account("COUPON_STOCK", `${activityId}:${prize.couponKey}`)) : both,
    remainingPieces(reader, id, wholeCampaign),
  ]);
  return budget >= both * netRupiah && coupons >= both && (pieces.get(prizeKey) ?? both) >= both;
}
const both = 2;

function lineOf(rules: RulesOf<"INVITE">, prizeKey: string): PrizeRule {
  const line = prizesOf(rules).find((one) => one.prizeKey === prizeKey);
  if (!line) throw new RangeError(`The campaign has no prize ${prizeKey}.`);
  return line;
}

export interface InvitedFriend {
  borrowerId: string;
  /** Derived from the invitation; reveals nothing about the friend. */
  cause: string;
  /** Which promise of the rules it is. */
  for: "verified" | "firstLoan";
  /** The reason for a review; null when none is needed. */
  held: string | null;
  /** From when it is given; at once by default. */
  dueAt?: Date;
}

/**
 * Awards a prize for a friend, once for each cause: GIVEN at once, PENDING until it is due, or HELD; money for the last
 * two is reserved. Null when budget or stock do not cover it: then nothing was written, and no notice is sent. Locks
 * the campaign's budget until the transaction ends, so that the cover stays valid.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function awardInvite(
  services: Services,
  trx: Transaction,
  campaign: InviteCampaign,
  options: InvitedFriend,
): Promise<AwardRow | null> {
  const { activityId, id: campaignId, rules } = campaign;
  const { borrowerId, cause, held, dueAt } = options;
  const { prizeKey, prize, stock } = lineOf(rules, rules[options.for]);
  const budget = account("REWARD_BUDGET", activityId);
  await lockBalance(trx, budget);
  const known = await awardOfCause(trx, campaignId, borrowerId, cause);
  if (known) return known;
  const { netRupiah } = await costOf(services, trx, prize, false);
  if ((await availableOf(trx, budget)) < netRupiah) return null;
  if (
    prize.kind === "COUPON" &&
    (await availableOf(trx, account("COUPON_STOCK", `${activityId}:${prize.couponKey}`))) < 1
  )
    return null;
  if (stock > 0 && !(await takePiece(trx, campaignId, wholeCampaign, prizeKey))) return null;
  const waits = held !== null || dueAt !== undefined;
  const id = awardIdOf(campaignId, borrowerId, cause);
  if (waits)
    await reserveBudget(services, trx, {
      activityId,
      epoch: invitationReserveOwner,
      rupiah: netRupiah,
      id: `invited_${id}`,
    });
  const winning = {
    borrowerId,
    cause,
    prizeKey,
    prize,
    isByChance: false,
    epoch: waits && netRupiah > 0 ? invitationReserveOwner : null,
    drawId: null,
    // Held awards are given by the reviewer.
    ...(waits ? { givenFrom: dueAt ?? services.clock.now() } : {}),
  };
  if (!waits) return awardPrize(services, trx, campaign, winning);
  const award = await insertAward(services, trx, campaign, winning, held === null ? "PENDING" : "HELD");
  if (award && held !== null) await notifyAwardHeld(services, trx, { borrowerId, awardId: award.id });
  return award;
}
