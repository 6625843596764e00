/** The reserve that follows a winner refused in review, and the money kept until then. // Product decisions, rewards 8 */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { HoldReason } from "../contract.ts";
import type { RulesOf } from "../rules-contract.ts";
import type { AwardRow } from "./award-row.ts";
import { insertAward } from "./awards.ts";
import { drawById, type DrawRow } from "./draws.ts";
import { remainingReserves, writeAwardOf, type EntryRow } from "./entries.ts";
import { hasHeld } from "./held-store.ts";
import { reviewDueAt } from "./review-clock.ts";
import { moveBack } from "./money.ts";
import { notifyAwardHeld } from "./notices.ts";
import { prizeOwnerOf, type PrizeOwner } from "./owner.ts";
import { costOf } from "./prizes.ts";
import type { CampaignRow } from "./store.ts";

/** Maximal cost of a winner of a draw, in rupiah: this much is kept during a review. */
async function maxDrawCostOf(services: Services, reader: Reader, { prizes }: RulesOf<"DRAW">): Promise<number> {
  const costs = await Promise.all(prizes.map(({ prize }) => costOf(services, reader, prize, true)));
  return Math.max(...costs.map(({ netRupiah, taxRupiah }) => netRupiah + taxRupiah));
}

/**
 * Creates the award for a winning entry.
 * @param reasonsFor the reasons for a review
 * @returns the award, and the rupiah kept for it; null when its wish is no longer in the rules, its owner is gone, or
 * another account of the same person has won that day
 */
export async function winEntry(
  services: Services,
  trx: Transaction,
  { campaign, rules, draw }: { campaign: CampaignRow; rules: RulesOf<"DRAW">; draw: DrawRow },
  entry: EntryRow,
  reasonsFor: (owner: PrizeOwner) => Promise<readonly HoldReason[]>,
): Promise<{ awardId: string; rupiah: number } | null> {
  const line = rules.prizes.find(({ prizeKey }) => prizeKey === entry.choiceKey);
  const owner = line ? await prizeOwnerOf(trx, entry.borrowerId) : null;
  if (!line || !owner) return null;
  const { borrowerId } = owner;
  const reasons = await reasonsFor(owner);
  const { prizeKey, prize } = line;
  const winning = { borrowerId, cause: `draw_${draw.day}`, prizeKey, prize, isByChance: true } as const;
  const isHeld = reasons.length > 0;
  const award = await insertAward(
    services,
    trx,
    campaign,
    { ...winning, epoch: draw.day, drawId: draw.id },
    isHeld ? { reasons, dueAt: await reviewDueAt(services, trx) } : "PENDING",
  );
  if (award && isHeld) await notifyAwardHeld(services, trx, { borrowerId, awardId: award.id });
  const { netRupiah, taxRupiah } = await costOf(services, trx, prize, true);
  const rupiah = isHeld ? await maxDrawCostOf(services, trx, rules) : netRupiah + taxRupiah;
  return award && { awardId: award.id, rupiah };
}

/** Returns the money kept for a held winner that is not needed; after a refusal the next reserve of a draw by weight wins. */
export async function returnHeldMoney(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  award: AwardRow,
  decision: "GIVE" | "REFUSE",
): Promise<void> {
  const { rules, activityId } = campaign;
  const draw = award.drawId === null ? null : await drawById(trx, award.drawId);
  if (!draw) return;
  if (rules.mechanic === "INSTANT" && decision === "REFUSE" && draw.state !== "OPEN") {
    // A day that is still open returns its unused money when it closes.
    const { netRupiah, taxRupiah } = await costOf(services, trx, award.prize, true);
    const rupiah = netRupiah + taxRupiah;
    await moveBack(services, trx, { activityId, epoch: draw.day, rupiah, id: `held_back_${award.id}` });
  }
  if (rules.mechanic !== "DRAW") return;
  const keptRupiah = await maxDrawCostOf(services, trx, rules);
  const { netRupiah, taxRupiah } = await costOf(services, trx, award.prize, true);
  const rupiah =
    keptRupiah - (decision === "GIVE" ? netRupiah + taxRupiah : await moveUp(services, trx, { campaign, rules, draw }));
  if (rupiah > 0) await moveBack(services, trx, { activityId, epoch: draw.day, rupiah, id: `held_back_${award.id}` });
}

/** @returns rupiah kept for the reserve that moved up; 0 when there is none */
async function moveUp(
  services: Services,
  trx: Transaction,
  of: { campaign: CampaignRow; rules: RulesOf<"DRAW">; draw: DrawRow },
): Promise<number> {
  const { draw, rules } = of;
  for (const reserve of await remainingReserves(trx, draw.id, rules.winners)) {
    const won = await winEntry(services, trx, of, reserve, async ({ borrowerId }) =>
      (await hasHeld(trx, borrowerId)) ? ["IN_REVIEW"] : [],
    );
    if (!won) continue;
    await writeAwardOf(trx, draw.id, reserve.entryId, won.awardId);
    return won.rupiah;
  }
  return 0;
}
