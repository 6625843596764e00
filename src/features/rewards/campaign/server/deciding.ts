/**
 * What becomes of an award that was not given at once: given, held, or refused. What the domain that wrote it holds is decided by a
 * review of its own; what the engine holds waits in the queue of `held.ts`. // Product decisions, rewards 1, 6
 */
import type { Transaction } from "#server/database.server.ts";
import type { Actor } from "#server/lifecycle.ts";
import type { Services } from "#server/services.ts";
import { pay, type AwardRow } from "./awards.ts";
import { awardStates } from "./lifecycle.ts";
import { moveBack } from "./money.ts";
import { costOf } from "./prizes.ts";
import { campaignById } from "./store.ts";

interface Decided {
  actor: Actor;
  /** Why, as a code: `PAID`, `REVIEW_APPROVED`. */
  cause: string;
}

const common = (services: Services, { id, borrowerId }: AwardRow, { actor, cause }: Decided) => {
  const at = services.clock.now();
  return { id, borrowerId, actor, cause, at, set: { changed_at: at } };
};

/**
 * Gives an award that waits or is held, once. False where somebody was first.
 * @throws Refusal BUDGET_OUT, OUT_OF_STOCK, which undo the transaction
 */
export async function giveWaiting(
  services: Services,
  trx: Transaction,
  row: AwardRow,
  decided: Decided,
): Promise<boolean> {
  const isMoved = await awardStates.move(trx, {
    ...common(services, row, decided),
    from: ["PENDING", "HELD"],
    to: "GIVEN",
  });
  if (isMoved) await pay(services, trx, (await campaignById(trx, row.campaignId))!, row);
  return isMoved;
}

/** Holds an award that waits, until somebody has looked at it. False where it does not wait (any more). */
export const holdWaiting = (services: Services, trx: Transaction, row: AwardRow, decided: Decided): Promise<boolean> =>
  awardStates.move(trx, {
    ...common(services, row, decided),
    from: ["PENDING"],
    to: "HELD",
    set: { changed_at: services.clock.now(), held_at: services.clock.now() },
  });

/** Refuses an award that waits or is held; what was set aside for it goes back to the campaign. False where somebody was first. */
export async function refuseWaiting(
  services: Services,
  trx: Transaction,
  row: AwardRow,
  decided: Decided,
): Promise<boolean> {
  const isMoved = await awardStates.move(trx, {
    ...common(services, row, decided),
    from: ["PENDING", "HELD"],
    to: "REFUSED",
  });
  // What a draw had set aside goes to its next reserve, and back with its day.
  if (!isMoved || row.epoch === null || row.isByChance) return isMoved;
  const { netRupiah } = await costOf(services, trx, row.prize, false);
  const { activityId } = (await campaignById(trx, row.campaignId))!;
  await moveBack(services, trx, { activityId, epoch: row.epoch, rupiah: netRupiah, id: `refused_${row.id}` });
  return true;
}
