/** The simple actions: joining, pouring, a rest. */
import { Refusal, refusalOfField } from "#server/call/refusal.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import { growthLevelOf, prizesOf, type RulesOf } from "../rules-contract.ts";
import type { ActionProblems } from "../contract.ts";
import { awardPrize } from "./awards.ts";
import { cardEpochOf, countsCard, takeCard } from "./card.ts";
import { returnPiece, takePiece, wholeCampaign } from "./counters.ts";
import { isRipe } from "./late.ts";
import { energyOwner, moveBack, moveUnits, reserveBudget } from "./money.ts";
import { costOf } from "./prizes.ts";
import type { CampaignRow } from "./store.ts";
import {
  agreeAnew,
  endGrowth,
  findEntrant,
  holdGrowth,
  insertEntrant,
  writeBreak,
  writeGrowth,
  type Entrant,
} from "./entrant-store.ts";
import { drawnName } from "./tickets.ts";
import { claimableCampaign, refuseAction, runningCampaign } from "./running.ts";
import { weighEarlierHelp } from "./wishing.ts";

/** Owner part of the ledger account that reserves money for planted trees. */
export const plantedReserveOwner = "planted";

/** Its days are not over, and it has not borne fruit. */
const isGrowing = ({ growsUntil, grown }: Entrant, { fruit }: RulesOf<"GROW">, now: Date): boolean =>
  growsUntil !== null && now < growsUntil && grown < fruit;

/** @throws Refusal DONE_ALREADY for a tree that bore fruit, GROWTH_OVER for one whose days are over */
export function refuseGrown(tree: Entrant, rules: RulesOf<"GROW">, now: Date): void {
  if (isGrowing(tree, rules, now)) return;
  if (tree.grown < rules.fruit) refuseAction("GROWTH_OVER");
  throw new Refusal<ActionProblems>("DONE_ALREADY", { nextAt: null });
}

/**
 * Joins: agrees to this version of the rules, and plants the tree if there is one.
 * @returns false for a participant
 * @throws Refusal CHOICE_NEEDED, BUDGET_OUT, CARD_TAKEN, INPUT_INVALID for the wish, and those of `runningCampaign`
 */
export async function enterCampaign(
  services: Services,
  borrowerId: string,
  { activityId, wishKey }: { activityId: string; wishKey?: string | undefined },
  language: Language,
): Promise<boolean> {
  return transact(services.database, async (trx) => {
    const campaign = await runningCampaign(services, trx, borrowerId, activityId);
    const { rules } = campaign;
    const now = services.clock.now();
    if (rules.mechanic === "PICK") throw new Refusal("CHOICE_NEEDED");
    const isDraw = rules.mechanic === "DRAW";
    if (isDraw && !rules.prizes.some(({ prizeKey }) => prizeKey === wishKey))
      throw refusalOfField("wishKey", wishKey === undefined ? "REQUIRED" : "CHOICE_INVALID", language);
    const isNew = await insertEntrant(trx, borrowerId, campaign.id, {
      joinedAt: now,
      agreedVersion: campaign.rulesVersion,
      choiceKey: isDraw ? wishKey! : null,
      code: isDraw ? drawnName(services) : null,
      grown: 0,
      growsUntil: rules.mechanic === "GROW" ? new Date(now.getTime() + rules.days * 86_400_000) : null,
    });
    if (!isNew) await agreeAnew(trx, borrowerId, campaign.id, campaign.rulesVersion);
    if (isNew && isDraw) await weighEarlierHelp(services, trx, campaign, { borrowerId, choiceKey: wishKey! });
    // A prize that takes weeks of effort is refused before the effort begins.
    if (isNew && rules.mechanic === "GROW" && countsCard(campaign))
      await takeCard(services, trx, campaign, { borrowerId, epoch: cardEpochOf(rules, now) });
    if (isNew && rules.mechanic === "GROW") await reserveFruit(services, trx, campaign, rules, borrowerId);
    return isNew;
  });
}

/** A campaign that takes weeks of effort reserves its prize at the start. // Product decisions, rewards 1, reserved first */
async function reserveFruit(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  rules: RulesOf<"GROW">,
  borrowerId: string,
): Promise<void> {
  const line = rules.prizes[0]!;
  if (line.stock > 0 && !(await takePiece(trx, campaign.id, wholeCampaign, line.prizeKey))) refuseAction("BUDGET_OUT");
  const { netRupiah } = await costOf(services, trx, line.prize, false);
  const { activityId } = campaign;
  const id = `plant_${activityId}_${borrowerId}`;
  if (!(await reserveBudget(services, trx, { activityId, epoch: plantedReserveOwner, rupiah: netRupiah, id })))
    refuseAction("BUDGET_OUT");
}

/**
 * Ends a tree whose days passed without fruit: its reserved money and its piece return. False when it has ended
 * already.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function witherTree(services: Services, campaign: CampaignRow, borrowerId: string): Promise<boolean> {
  return transact(services.database, async (trx) => {
    if (!(await endGrowth(trx, borrowerId, campaign.id))) return false;
    const line = prizesOf(campaign.rules)[0]!;
    const { netRupiah } = await costOf(services, trx, line.prize, false);
    const { activityId } = campaign;
    if (line.stock > 0) await returnPiece(trx, campaign.id, wholeCampaign, line.prizeKey);
    if (netRupiah > 0)
      await moveBack(services, trx, {
        activityId,
        epoch: plantedReserveOwner,
        rupiah: netRupiah,
        id: `wither_${activityId}_${borrowerId}`,
      });
    return true;
  });
}

export interface Poured {
  energy: number;
  grown: number;
  level: number;
  awardId: string | null;
}

/**
 * Pours energy on the tree. When the page showed another amount of energy, nothing is poured: a second press counts
 * once.
 * @throws Refusal ENERGY_SHORT, ENERGY_CHANGED, AGREEMENT_NEEDED, DONE_ALREADY when the tree bore fruit, GROWTH_OVER
 * when its days are over
 */
export async function pourWater(
  services: Services,
  borrowerId: string,
  { activityId, pours, energyBefore }: { activityId: string; pours: number; energyBefore: number },
): Promise<Poured> {
  return transact(services.database, async (trx) => {
    const { campaign, earnedBy, refuseLater } = await claimableCampaign(services, trx, borrowerId, activityId);
    const { rules } = campaign;
    if (rules.mechanic !== "GROW") return refuseAction("CAMPAIGN_UNKNOWN");
    const tree = await findEntrant(trx, borrowerId, campaign.id, true);
    if (!tree) return refuseAction("AGREEMENT_NEEDED");
    const now = services.clock.now();
    refuseGrown(tree, rules, now);
    const owner = energyOwner(borrowerId, activityId);
    const energy = await availableOf(trx, account("POINTS", owner));
    // After the end, and during a break, only a tree that will bear fruit can be poured: there will be no more energy.
    if (earnedBy && !isRipe(rules, { entrant: tree, energy }, now)) return refuseLater();
    if (energy !== energyBefore) refuseAction("ENERGY_CHANGED");
    const amount = Math.min(pours * rules.pour, rules.fruit - tree.grown);
    if (amount > energy) refuseAction("ENERGY_SHORT");
    const grown = tree.grown + amount;
    await moveUnits(services, trx, "POINTS_SPENT", {
      id: `pour_${activityId}_${borrowerId}_${grown}`,
      owner,
      amount,
      reference: `campaign_${activityId}`,
    });
    await writeGrowth(trx, borrowerId, campaign.id, grown);
    const awardId = grown >= rules.fruit ? await bearFruit(services, trx, campaign, rules, borrowerId) : null;
    return { energy: energy - amount, grown, level: growthLevelOf(grown, rules.fruit), awardId };
  });
}

async function bearFruit(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  rules: RulesOf<"GROW">,
  borrowerId: string,
): Promise<string | null> {
  const { prizeKey, prize } = rules.prizes[0]!;
  await endGrowth(trx, borrowerId, campaign.id);
  const { netRupiah } = await costOf(services, trx, prize, false);
  const won = await awardPrize(services, trx, campaign, {
    borrowerId,
    cause: "fruit",
    prizeKey,
    prize,
    isByChance: false,
    epoch: netRupiah > 0 ? plantedReserveOwner : null,
    drawId: null,
  });
  return won?.id ?? null;
}

/** Starts a break from campaigns at once; never shorter than the current one. Trees pause during it. @returns its end; null: for ever */
export async function takeCampaignBreak(
  services: Services,
  borrowerId: string,
  days: number | null,
): Promise<Date | null> {
  const now = services.clock.now();
  const until = days === null ? null : new Date(now.getTime() + days * 86_400_000);
  return transact(services.database, async (trx) => {
    const written = await writeBreak(trx, borrowerId, until, now);
    if (written.stood?.until !== null) {
      const from = written.stood?.until ?? now;
      const milliseconds = written.until && written.until.getTime() - from.getTime();
      await holdGrowth(trx, borrowerId, { now, milliseconds });
    }
    return written.until;
  });
}
