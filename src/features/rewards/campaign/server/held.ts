/** Awards under review: held with labels, then given or refused. // Product decisions, rewards 1, 6, 8 */
import { Refusal } from "#server/call/refusal.ts";
import { isClaimedByOther, type ClaimQueue } from "#server/records/claims.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { AwardEndReason, HoldReason } from "../contract.ts";
import type { AwardRow, Winning } from "./award-row.ts";
import { insertAward, payAward } from "./awards.ts";
import { lockDraw } from "./draws.ts";
import { lockAward, type HeldRow } from "./held-store.ts";
import { awardLifecycle } from "./lifecycle.ts";
import { notifyAwardHeld, notifyPrize, notifyAwardRefused } from "./notices.ts";
import { returnHeldMoney } from "./reserves.ts";
import { reviewDueAt } from "./review-clock.ts";
import { campaignById, type CampaignRow } from "./store.ts";

export const heldAwards: ClaimQueue = { table: "campaign_award", states: ["HELD"], order: "dueAt" };

/**
 * Creates an award for staff to review first. When given, it is paid from the budget named by `winning.epoch`: the
 * caller has reserved the money. Null when this cause was awarded before.
 * @throws RangeError without a reason
 */
export async function holdAward(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  winning: Winning,
  reasons: readonly HoldReason[],
): Promise<AwardRow | null> {
  if (reasons.length === 0) throw new RangeError("An award is held for a reason.");
  const award = await insertAward(services, trx, campaign, winning, {
    reasons,
    dueAt: await reviewDueAt(services, trx),
  });
  if (award) await notifyAwardHeld(services, trx, { borrowerId: award.borrowerId, awardId: award.id });
  return award;
}

/** Holds a waiting award for a review. False when it is already given, held or refused. */
export async function holdPending(
  services: Services,
  trx: Transaction,
  { borrowerId, id }: Pick<AwardRow, "borrowerId" | "id">,
  reasons: readonly HoldReason[],
): Promise<boolean> {
  if (reasons.length === 0) throw new RangeError("An award is held for a reason.");
  const at = services.clock.now();
  const isHeld = await awardLifecycle.move(trx, {
    id,
    borrowerId,
    from: ["PENDING"],
    to: "HELD",
    actor: "SYSTEM",
    cause: "HELD_FOR_REVIEW",
    facts: { reasons: reasons.join(",") },
    at,
    set: {
      changedAt: at,
      heldFor: [...reasons],
      heldAt: at,
      dueAt: await reviewDueAt(services, trx),
    },
  });
  if (isHeld) await notifyAwardHeld(services, trx, { borrowerId, awardId: id });
  return isHeld;
}

export type HeldDecision = { decision: "GIVE" } | { decision: "REFUSE"; reason: AwardEndReason };

/**
 * Gives or refuses a held award, once. A refused winner of a draw is replaced by the next reserve.
 * @throws Refusal AWARD_UNKNOWN, AWARD_NOT_HELD, AWARD_CLAIMED; BUDGET_OUT and OUT_OF_STOCK when it cannot be paid,
 * which roll everything back
 */
export async function settleHeldAward(
  services: Services,
  trx: Transaction,
  { awardId, staffId, ...decided }: { awardId: string; staffId: string } & HeldDecision,
): Promise<HeldRow> {
  const row = await lockAward(trx, awardId);
  if (!row) throw new Refusal("AWARD_UNKNOWN");
  if (row.state !== "HELD" || row.dueAt === null) throw new Refusal("AWARD_NOT_HELD");
  const at = services.clock.now();
  if (isClaimedByOther(row, staffId, at)) throw new Refusal("AWARD_CLAIMED");
  // The day may be closing now: the lock makes sure whether its money is still kept.
  if (row.drawId !== null) await lockDraw(trx, row.drawId);
  const campaign = (await campaignById(trx, row.campaignId))!;
  const { borrowerId } = row;
  const common = { id: awardId, borrowerId, from: ["HELD"], actor: `STAFF:${staffId}`, at } as const;
  const set = { changedAt: at, claimedBy: null, claimedUntil: null };
  if (decided.decision === "GIVE") {
    await awardLifecycle.move(trx, { ...common, to: "GIVEN", cause: "REVIEWED", set });
    await payAward(services, trx, campaign, row);
    // The winner was notified of the review, so also of its result.
    await notifyPrize(services, trx, { borrowerId, awardId });
  } else {
    const facts = { reason: decided.reason };
    await awardLifecycle.move(trx, { ...common, to: "REFUSED", cause: "REVIEWED", facts, set });
    await notifyAwardRefused(services, trx, { borrowerId, awardId, reason: decided.reason });
  }
  await returnHeldMoney(services, trx, campaign, row, decided.decision);
  return { ...row, state: decided.decision === "GIVE" ? "GIVEN" : "REFUSED", claimedBy: null, claimedUntil: null };
}
