/**
 * Decides awards that were not given at once: give, hold or refuse. Awards held by another domain are decided in that
 * domain's review; those held by the engine wait in the queue of `held.ts`. // Product decisions, rewards 1, 6
 */
import { absorbedBy } from "#features/account/account-merge/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Actor } from "#server/records/lifecycle.ts";
import type { Services } from "#server/services.ts";
import type { AwardEndReason } from "../contract.ts";
import type { AwardRow } from "./award-row.ts";
import { payAward } from "./awards.ts";
import { lockDraw } from "./draws.ts";
import { awardsWaiting, lockAward } from "./held-store.ts";
import { awardLifecycle } from "./lifecycle.ts";
import { moveBack } from "./money.ts";
import { notifyAwardHeld, notifyAwardRefused } from "./notices.ts";
import { costOf } from "./prizes.ts";
import { returnHeldMoney } from "./reserves.ts";
import { campaignById } from "./store.ts";
import { pendingReserveOwner } from "./waiting.ts";

interface Decided {
  actor: Actor;
  /** Why, as a code: `PAID`, `REVIEW_APPROVED`. */
  cause: string;
}

const common = (services: Services, { id, borrowerId }: AwardRow, { actor, cause }: Decided) => {
  const at = services.clock.now();
  return { id, borrowerId, actor, cause, at, set: { changedAt: at } };
};

/**
 * Gives a waiting or held award, once. False when another decision came first.
 * @throws Refusal BUDGET_OUT, OUT_OF_STOCK, which undo the transaction
 */
export async function giveWaiting(
  services: Services,
  trx: Transaction,
  row: AwardRow,
  decided: Decided,
): Promise<boolean> {
  const isMoved = await awardLifecycle.move(trx, {
    ...common(services, row, decided),
    from: ["PENDING", "HELD"],
    to: "GIVEN",
  });
  if (isMoved) await payAward(services, trx, (await campaignById(trx, row.campaignId))!, row);
  return isMoved;
}

/** Holds a waiting award for a review and notifies its owner. False when it does not wait (any more). */
export async function holdWaiting(
  services: Services,
  trx: Transaction,
  row: AwardRow,
  decided: Decided,
): Promise<boolean> {
  const isMoved = await awardLifecycle.move(trx, {
    ...common(services, row, decided),
    from: ["PENDING"],
    to: "HELD",
    set: { changedAt: services.clock.now(), heldAt: services.clock.now() },
  });
  if (isMoved) await notifyAwardHeld(services, trx, { borrowerId: row.borrowerId, awardId: row.id });
  return isMoved;
}

/**
 * Refuses a waiting or held award; its reserved money returns to the campaign. False when another decision came first.
 * @param ownerReason the reason shown to the owner; without one the owner is not notified
 */
export async function refuseWaiting(
  services: Services,
  trx: Transaction,
  row: AwardRow,
  { ownerReason, ...decided }: Decided & { ownerReason?: AwardEndReason },
): Promise<boolean> {
  const isMoved = await awardLifecycle.move(trx, {
    ...common(services, row, decided),
    from: ["PENDING", "HELD"],
    to: "REFUSED",
  });
  if (isMoved && ownerReason)
    await notifyAwardRefused(services, trx, { borrowerId: row.borrowerId, awardId: row.id, reason: ownerReason });
  // Money reserved by a draw goes to its next reserve or returns with its day; a waiting coupon has already left its day.
  if (!isMoved || row.epoch === null || (row.isByChance && row.epoch !== pendingReserveOwner)) return isMoved;
  const { netRupiah, taxRupiah } = await costOf(services, trx, row.prize, row.isByChance);
  const { activityId } = (await campaignById(trx, row.campaignId))!;
  const rupiah = netRupiah + taxRupiah;
  await moveBack(services, trx, { activityId, epoch: row.epoch, rupiah, id: `refused_${row.id}` });
  return true;
}

/**
 * Refuses all waiting awards of a closed account, as its closing page said: the wallet has no owner any more. In a draw
 * the next reserve wins the prizes under review. // Spec account 6
 */
export async function refuseOfClosed(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  const decided = { actor: "SYSTEM", cause: "ACCOUNT_CLOSED" } as const;
  for (const { id } of await awardsWaiting(trx, [borrowerId, ...(await absorbedBy(trx, borrowerId))])) {
    const row = await lockAward(trx, id);
    if (!row) continue;
    // The day may be closing now: the lock makes sure whether its money is still kept.
    const draw = row.drawId === null ? null : await lockDraw(trx, row.drawId);
    if (!(await refuseWaiting(services, trx, row, decided))) continue;
    const campaign = (await campaignById(trx, row.campaignId))!;
    if (row.state === "HELD" && row.dueAt !== null) await returnHeldMoney(services, trx, campaign, row, "REFUSE");
    else if (draw && draw.state !== "OPEN" && row.epoch === draw.day) {
      // A day that is still open returns its unused money when it closes.
      const { netRupiah, taxRupiah } = await costOf(services, trx, row.prize, true);
      const rupiah = netRupiah + taxRupiah;
      await moveBack(services, trx, { activityId: row.activityId, epoch: draw.day, rupiah, id: `refused_${row.id}` });
    }
  }
}
