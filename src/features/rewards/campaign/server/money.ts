/** A campaign's money in the ledger: funded, reserved for a day, moved back, released. // Product decisions, rewards 2 */
import { createHash } from "node:crypto";
import type { Transaction } from "#server/database.server.ts";
import { account, availableOf, isPosted, lockBalance, post, type Transfer } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { isShort } from "./prizes.ts";

/** Owner of the account for money reserved from a campaign's budget: `toy-egg-1:2026-11-21`. */
export const reserveOwnerOf = (activityId: string, epoch: string): string => `${activityId}:${epoch}`;

/** A deterministic id: the same parts give the same version 8 UUID. */
export function derivedId(...parts: string[]): string {
  const hex = createHash("sha256").update(parts.join("|")).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const write = (services: Services, trx: Transaction, transfer: Omit<Transfer, "valueDate">) => {
  const now = services.clock.now();
  return post(trx, now, [{ ...transfer, valueDate: dateInWib(now) }]);
};

/** Reserves rupiah of a budget for an epoch, once. False without cover: then nothing was written. */
export async function reserveBudget(
  services: Services,
  trx: Transaction,
  { activityId, epoch, rupiah, id }: { activityId: string; epoch: string; rupiah: number; id: string },
): Promise<boolean> {
  if (rupiah === 0) return true;
  try {
    await write(services, trx, {
      id,
      kind: "BUDGET_SET_ASIDE",
      debit: account("REWARD_BUDGET", activityId),
      credit: account("REWARD_BUDGET", reserveOwnerOf(activityId, epoch)),
      amount: rupiah,
      reference: `campaign_${activityId}`,
    });
    return true;
  } catch (error) {
    if (isShort(error)) return false;
    throw error;
  }
}

/**
 * Moves an epoch's unused money back to the budget: `rupiah` of it, or everything except `keepRupiah`.
 * @returns rupiah moved
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function moveBack(
  services: Services,
  trx: Transaction,
  {
    activityId,
    epoch,
    id,
    rupiah,
    keepRupiah = 0,
  }: { activityId: string; epoch: string; id: string; rupiah?: number; keepRupiah?: number },
): Promise<number> {
  const from = account("REWARD_BUDGET", reserveOwnerOf(activityId, epoch));
  await lockBalance(trx, from);
  const available = await availableOf(trx, from);
  const amount = Math.min(rupiah ?? available, available - keepRupiah);
  if (amount <= 0) return 0;
  await write(services, trx, {
    id,
    kind: "BUDGET_SET_ASIDE",
    debit: from,
    credit: account("REWARD_BUDGET", activityId),
    amount,
    reference: `campaign_${activityId}`,
  });
  return amount;
}

/** Gives a campaign its budget, once per proposal. @throws LedgerRefusal where the ledger refuses the posting */
export async function fundCampaign(
  services: Services,
  trx: Transaction,
  activityId: string,
  rupiah: number,
  proposalId: string,
): Promise<void> {
  if (rupiah === 0) return;
  await write(services, trx, {
    id: `budget_${proposalId}`,
    kind: "REWARD_FUNDED",
    debit: account("PROMOTION_COST"),
    credit: account("REWARD_BUDGET", activityId),
    amount: rupiah,
    reference: `campaign_${activityId}`,
  });
}

/**
 * Creates the coupons that a campaign may give: once at its approval, and once for each later version with more of
 * them.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function printCoupons(
  services: Services,
  trx: Transaction,
  {
    activityId,
    couponKey,
    pieces,
    version,
  }: { activityId: string; couponKey: string; pieces: number; version: number },
): Promise<void> {
  await write(services, trx, {
    id: version === 1 ? `coupons_${activityId}_${couponKey}` : `coupons_${activityId}_${couponKey}_${version}`,
    kind: "COUPON_FUNDED",
    debit: account("COUPON_PRINTED"),
    credit: account("COUPON_STOCK", `${activityId}:${couponKey}`),
    amount: pieces,
    reference: `campaign_${activityId}`,
  });
}

/**
 * Releases money that nothing holds any more, at most once a day.
 * @returns rupiah released
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function releaseUnusedBudget(
  services: Services,
  trx: Transaction,
  activityId: string,
  day: BusinessDate,
): Promise<number> {
  const from = account("REWARD_BUDGET", activityId);
  await lockBalance(trx, from);
  const amount = await availableOf(trx, from);
  const id = `budget_left_${activityId}_${day}`;
  // Money that returns later on the same day is released on the next one.
  if (amount === 0 || (await isPosted(trx, id))) return 0;
  await write(services, trx, {
    id,
    kind: "REWARD_RELEASED",
    debit: from,
    credit: account("PROMOTION_COST"),
    amount,
    reference: `campaign_${activityId}`,
  });
  return amount;
}

/**
 * Tickets and energy: moved between a person and the system's account under an id that counts once.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function moveUnits(
  services: Services,
  trx: Transaction,
  kind: `TICKET_${"EARNED" | "USED" | "EXPIRED" | "REVOKED"}` | `POINTS_${"EARNED" | "SPENT" | "EXPIRED" | "REVOKED"}`,
  { id, owner, amount, reference }: { id: string; owner: string; amount: number; reference: string },
): Promise<void> {
  const isPoints = kind.startsWith("POINTS");
  const own = account(isPoints ? "POINTS" : "TICKET", owner);
  const [issued, gone] = isPoints
    ? ([account("POINTS_ISSUED"), account("POINTS_GONE")] as const)
    : ([account("TICKET_ISSUED"), account("TICKET_USED")] as const);
  const isEarned = kind.endsWith("EARNED");
  await write(services, trx, {
    id,
    kind,
    debit: isEarned ? issued : own,
    credit: isEarned ? own : gone,
    amount,
    reference,
  });
}

/** Energy of a person in a campaign, in the account of points. */
export const energyOwner = (borrowerId: string, activityId: string): string => `${borrowerId}:${activityId}`;
