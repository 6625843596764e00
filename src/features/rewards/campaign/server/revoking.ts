/** Takes a given award back, as far as it is still available; it never becomes a debt. // Product decisions, rewards 2, 10 */
import { mergedWith } from "#features/account/account-merge/server/index.ts";
import { withdrawCoupon } from "#features/rewards/coupon/server/index.ts";
import { revokeCash, returnTax } from "#features/rewards/wallet/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { AwardEndReason } from "../contract.ts";
import { lockAward } from "./held-store.ts";
import { awardLifecycle } from "./lifecycle.ts";
import { notifyAwardRevoked } from "./notices.ts";
import { costOf } from "./prizes.ts";

/**
 * Takes back the cash or unused coupon of an award, once. Spent cash, and a coupon used in an application, stay with
 * the owner.
 * @returns rupiah taken and not taken; null when the award is no longer given, or its prize is of another kind
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function revokeAward(
  services: Services,
  trx: Transaction,
  { awardId, reason, staffId }: { awardId: string; reason: AwardEndReason; staffId: string },
): Promise<{ takenRupiah: number; shortRupiah: number } | null> {
  const row = await lockAward(trx, awardId);
  if (row?.state !== "GIVEN" || (row.prize.kind !== "CASH" && row.prize.kind !== "COUPON")) return null;
  const { borrowerId, activityId, prize, isByChance, title } = row;
  const at = services.clock.now();
  const actor = `STAFF:${staffId}` as const;
  await awardLifecycle.move(trx, {
    id: awardId,
    borrowerId,
    from: ["GIVEN"],
    to: "REVOKED",
    actor,
    cause: "TAKEN_BACK",
    facts: { reason },
    at,
    set: { changedAt: at },
  });
  // After a merge the money is in the surviving account.
  const [ownerId = borrowerId] = await mergedWith(trx, borrowerId);
  await notifyAwardRevoked(services, trx, { borrowerId: ownerId, awardId, reason });
  const { netRupiah, taxRupiah } = await costOf(services, trx, prize, isByChance);
  // Returned money goes to the campaign: the day or tree that it was reserved for is over.
  const budget = activityId;
  if (prize.kind === "COUPON") {
    const isBack = await withdrawCoupon(services, trx, { awardId, cause: "AWARD_REVOKED", actor });
    if (isBack) await returnTax(services, trx, { awardId, budget, taxRupiah });
    return isBack ? { takenRupiah: netRupiah, shortRupiah: 0 } : { takenRupiah: 0, shortRupiah: netRupiah };
  }
  return revokeCash(services, trx, {
    borrowerId: ownerId,
    awardId,
    activityId,
    budget,
    amountRupiah: prize.rupiah,
    taxRupiah,
    title,
  });
}
