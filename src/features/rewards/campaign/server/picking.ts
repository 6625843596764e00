/** PICK: choosing, and sharing the pool among people with the right choice. // Product decisions, rewards 7 */
import { Refusal, refusalOfField } from "#server/call/refusal.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import type { PickState, RulesOf } from "../rules-contract.ts";
import { insertAward } from "./awards.ts";
import { cardEpochOf, takeCard } from "./card.ts";
import { grossOf } from "./fairness.ts";
import { holdAward } from "./held.ts";
import { labelsOf } from "./labels.ts";
import { moveBack, reserveBudget } from "./money.ts";
import { prizeOwnerOf } from "./owner.ts";
import {
  campaignsWithShares,
  choicesOf,
  choosersAmong,
  fillChoice,
  hasOpenAward,
  rightWithoutShare,
  writeChoice,
  writeResult,
  writeShared,
} from "./pick-store.ts";
import { refuseAction, runningCampaign } from "./running.ts";
import { campaignById, ruleOn, type CampaignRow } from "./store.ts";
import { findEntrant, insertEntrant, type Entrant } from "./entrant-store.ts";

/** Owner's part of the account in which a pool waits for its result. */
export const poolReserveOwner = "pool";
/** Prize key for people with the right choice. */
const poolPrize = "POOL";
/** Reserved amounts are rounded up to whole millions: each share's tax is rounded up separately. */
const roundRupiah = 1_000_000;

/** The end of the choices: the first moment of the day that the rules name, the opening day being day 1. */
export const lockOf = ({ opensAt }: Pick<CampaignRow, "opensAt">, { lockDay }: RulesOf<"PICK">): Date =>
  instantOf(addDays(dateInWib(opensAt), lockDay - 1));

const taxPpmNow = ({ clock }: Services, reader: Reader): Promise<number> =>
  ruleOn(reader, "PRIZE_DRAW_TAX_PPM", dateInWib(clock.now()));

/** The cost of a pool to the budget including tax, in rupiah. */
export async function costOfPool(services: Services, reader: Reader, { poolRupiah }: RulesOf<"PICK">): Promise<number> {
  const { grossRupiah } = grossOf(poolRupiah, await taxPpmNow(services, reader));
  const beyond = grossRupiah % roundRupiah;
  return beyond === 0 ? grossRupiah : grossRupiah - beyond + roundRupiah;
}

/** Reserves a pool at approval. False without cover. */
export async function reservePool(
  services: Services,
  trx: Transaction,
  { activityId }: CampaignRow,
  rules: RulesOf<"PICK">,
): Promise<boolean> {
  const rupiah = await costOfPool(services, trx, rules);
  return reserveBudget(services, trx, {
    activityId,
    epoch: poolReserveOwner,
    rupiah,
    id: `aside_${activityId}:${poolReserveOwner}`,
  });
}

/** The share of each of `winners`: equal, rounded down, and at most the rules' maximum; 0 without winners. */
export const shareOf = ({ poolRupiah, maxRupiah }: RulesOf<"PICK">, winners: number): number =>
  winners === 0 ? 0 : Math.min(maxRupiah, Number(BigInt(poolRupiah) / BigInt(winners)));

export const isOption = ({ options }: RulesOf<"PICK">, key: string): boolean =>
  options.some(({ optionKey }) => optionKey === key);

/** @throws Refusal PICK_MADE, PICK_LOCKED, INPUT_INVALID for an unknown option, and the refusals of every action */
export async function storePick(
  services: Services,
  borrowerId: string,
  { activityId, optionKey }: { activityId: string; optionKey: string },
  language: Language,
): Promise<{ optionKey: string; lockedAt: string }> {
  return transact(services.database, async (trx) => {
    const campaign = await runningCampaign(services, trx, borrowerId, activityId);
    const { rules } = campaign;
    const now = services.clock.now();
    if (rules.mechanic !== "PICK") return refuseAction("CAMPAIGN_UNKNOWN");
    if (!isOption(rules, optionKey)) throw refusalOfField("optionKey", "CHOICE_INVALID", language);
    const lockedAt = lockOf(campaign, rules);
    if (now >= lockedAt || campaign.resultKey !== null) throw new Refusal("PICK_LOCKED");
    const gaveWay = await takeCard(services, trx, campaign, { borrowerId, epoch: cardEpochOf(rules, now) });
    if (gaveWay !== null) await writeChoice(trx, gaveWay, campaign.id, null);
    const isMade = await choose(trx, borrowerId, campaign.id, {
      joinedAt: now,
      agreedVersion: campaign.rulesVersion,
      choiceKey: optionKey,
      code: null,
      grown: 0,
      growsUntil: null,
    });
    if (!isMade) throw new Refusal("PICK_MADE");
    return { optionKey, lockedAt: lockedAt.toISOString() };
  });
}

/** Joins with a choice, or adds a choice. False when there is one already. */
const choose = async (
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  entrant: Entrant & { choiceKey: string },
): Promise<boolean> =>
  (await insertEntrant(trx, borrowerId, campaignId, entrant)) ||
  fillChoice(trx, borrowerId, campaignId, entrant.choiceKey);

/** A person's state in a campaign of this kind; null for another mechanic. */
export async function pickStateOf(
  reader: Reader,
  campaign: CampaignRow,
  entrant: Entrant | null,
): Promise<PickState | null> {
  const { rules, resultKey, resultSource, resultAt } = campaign;
  if (rules.mechanic !== "PICK") return null;
  const counts = await choicesOf(reader, campaign.id);
  const winners = resultKey === null ? 0 : (counts.get(resultKey) ?? 0);
  return {
    options: rules.options.map(({ optionKey }) => optionKey),
    names: rules.options,
    choice: entrant?.choiceKey ?? null,
    lockedAt: lockOf(campaign, rules).toISOString(),
    poolRupiah: rules.poolRupiah,
    maxRupiah: rules.maxRupiah,
    people: [...counts.values()].reduce((sum, count) => sum + count, 0),
    result:
      resultKey === null
        ? null
        : {
            optionKey: resultKey,
            source: resultSource!,
            at: resultAt!.toISOString(),
            winners,
            shareRupiah: campaign.resultShareRupiah ?? 0,
          },
  };
}

/** Whether a result may be set now: the choices are locked, and there is none yet. */
export function awaitsResult(campaign: CampaignRow, now: Date): boolean {
  const { rules, state, resultKey } = campaign;
  if (rules.mechanic !== "PICK" || resultKey !== null) return false;
  return (state === "RUNNING" || state === "PAUSED" || state === "ENDED") && now >= lockOf(campaign, rules);
}

/**
 * Writes the result under the campaign's lock; the unused part of the pool moves back at once.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function settlePool(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  { optionKey, source }: { optionKey: string; source: string },
): Promise<{ winners: number; shareRupiah: number }> {
  const { rules, id, activityId } = campaign;
  if (rules.mechanic !== "PICK") throw new RangeError(`${activityId} has no choices.`);
  const winners = (await choicesOf(trx, id)).get(optionKey) ?? 0;
  const shareRupiah = shareOf(rules, winners);
  const at = services.clock.now();
  await writeResult(trx, id, { optionKey, source, shareRupiah, at });
  const { grossRupiah } = grossOf(shareRupiah, await taxPpmNow(services, trx));
  await moveBack(services, trx, {
    activityId,
    epoch: poolReserveOwner,
    id: `back_${activityId}:${poolReserveOwner}`,
    keepRupiah: winners * grossRupiah,
  });
  return { winners, shareRupiah };
}

/** Creates the awards of people with the right choice, some at a time; each is paid by its id afterwards. @returns awards created */
export async function sharePools(services: Services, atOnce = 200): Promise<number> {
  let written = 0;
  for (const campaignId of await campaignsWithShares(services.database)) {
    const people = await rightWithoutShare(services.database, campaignId, atOnce);
    for (const borrowerId of people)
      if (await transact(services.database, (trx) => writeShare(services, trx, campaignId, borrowerId))) written++;
  }
  return written;
}

async function writeShare(
  services: Services,
  trx: Transaction,
  campaignId: string,
  borrowerId: string,
): Promise<boolean> {
  const campaign = await campaignById(trx, campaignId);
  const entrant = await findEntrant(trx, borrowerId, campaignId);
  if (!campaign?.resultShareRupiah || campaign.resultKey === null || entrant?.choiceKey !== campaign.resultKey)
    return false;
  const choice = campaign.resultKey;
  const owner = await prizeOwnerOf(trx, borrowerId);
  // The choice of an account that was merged or has ended is handled once: one person has one share.
  if (owner?.borrowerId !== borrowerId) await writeChoice(trx, borrowerId, campaignId, null);
  if (!owner) return false;
  const winning = {
    borrowerId: owner.borrowerId,
    cause: "pick",
    prizeKey: poolPrize,
    prize: { kind: "CASH", rupiah: campaign.resultShareRupiah },
    isByChance: true,
    epoch: poolReserveOwner,
    drawId: null,
  } as const;
  const right = async (ids: readonly string[]) => {
    const others = ids.filter((id) => !owner.accounts.includes(id));
    return others.length === 0 ? [] : choosersAmong(trx, campaignId, choice, others);
  };
  const reasons = await labelsOf(services, trx, owner.borrowerId, right);
  const award =
    reasons.length > 0
      ? await holdAward(services, trx, campaign, winning, reasons)
      : await insertAward(services, trx, campaign, winning, "PENDING");
  await writeShared(trx, borrowerId, campaignId);
  return award !== null;
}

/**
 * Returns the rest of a pool once claims are over and no award waits.
 * @returns rupiah moved back
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function releasePool(services: Services, trx: Transaction, campaign: CampaignRow): Promise<number> {
  if (campaign.rules.mechanic !== "PICK" || (await hasOpenAward(trx, campaign.id))) return 0;
  const { activityId } = campaign;
  const day = dateInWib(services.clock.now());
  return moveBack(services, trx, {
    activityId,
    epoch: poolReserveOwner,
    id: `left_${activityId}:${poolReserveOwner}:${day}`,
  });
}
