/** For the wing's other domains: give a coupon and take it back, each in the caller's transaction. */
import type { Transaction, Reader } from "#server/database.server.ts";
import { LedgerRefusal, account, availableOf, lockBalance, post } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import type { Text } from "#shared/texts.ts";
import { backToStock, freePromise, holdPromise } from "./holds.ts";
import { couponLifecycle } from "./lifecycle.ts";
import { notifyCouponObtained } from "./notices.ts";
import { definitionsNow } from "./reach.ts";
import { couponOfAward, insertCoupon, type CouponRow } from "./store.ts";

export interface CouponAward {
  borrowerId: string;
  /** Id of the award, unique in the product; at most 80 letters, digits and `: . _ -`. */
  awardId: string;
  /** The campaign; its stock is the ledger account `COUPON_STOCK/<activityId>:<couponKey>`. */
  activityId: string;
  /** A definition in force: `interest-10000`. */
  couponKey: string;
  /** Owner of the ledger account REWARD_BUDGET that holds the whole promise: the campaign, or a reserved part of its budget. */
  budget: string;
  /** Tax on a prize of chance that we pay in addition, in rupiah; 0 by default. */
  taxRupiah?: number;
  /** The reason for the coupon, as the borrower reads it. */
  title: Text;
  /** From when it may be used; at once by default. */
  usableFrom?: Date;
}

export type CouponOutcome =
  /** KNOWN: this award was given before. */
  | { outcome: "GIVEN" | "KNOWN"; couponId: string; expiresAt: Date }
  /** The stock is empty, or the budget does not cover the whole promise: nothing was written. */
  | { outcome: "OUT_OF_STOCK" | "BUDGET_OUT" };

/** Owner of the accounts COUPON_STOCK and COUPON_GIVEN of a campaign's coupons. */
const stockOwnerOf = (activityId: string, couponKey: string): string => `${activityId}:${couponKey}`;

/** Whether such a coupon is defined today. */
export const isCoupon = async (services: Services, reader: Reader, couponKey: string): Promise<boolean> =>
  (await definitionsNow(services, reader)).has(couponKey);

/**
 * Maximal cost of one such coupon to a budget, in rupiah: a campaign's approval calculates with it.
 * @throws RangeError when no such coupon is defined
 */
export async function promiseOf(services: Services, reader: Reader, couponKey: string): Promise<number> {
  const definition = (await definitionsNow(services, reader)).get(couponKey);
  if (!definition) throw new RangeError(`There is no coupon ${couponKey}.`);
  return definition.maxRupiah;
}

/**
 * Gives a coupon, once per award: takes one from the campaign's stock, and holds its whole promise in the budget.
 * @throws RangeError when no such coupon is defined; LedgerRefusal LEDGER_STOPPED
 */
export async function giveCoupon(services: Services, trx: Transaction, award: CouponAward): Promise<CouponOutcome> {
  const { borrowerId, awardId, activityId, couponKey, budget, taxRupiah = 0, title } = award;
  const now = services.clock.now();
  const definition = (await definitionsNow(services, trx)).get(couponKey);
  if (!definition) throw new RangeError(`There is no coupon ${couponKey}.`);
  const budgetAccount = account("REWARD_BUDGET", budget);
  // Concurrent gifts from this budget wait here, so that the checks below stay valid until the end.
  await lockBalance(trx, budgetAccount);
  const before = await couponOfAward(trx, awardId);
  if (before) return { outcome: "KNOWN", couponId: before.id, expiresAt: before.expiresAt };
  if ((await availableOf(trx, budgetAccount)) < definition.maxRupiah + taxRupiah) return { outcome: "BUDGET_OUT" };
  const id = services.random.uuid();
  const stockOwner = stockOwnerOf(activityId, couponKey);
  if (!(await takeFromStock(services, trx, { id, stockOwner, budget, taxRupiah, awardId })))
    return { outcome: "OUT_OF_STOCK" };
  // Given later than that, it is usable at once and as long as any other.
  const usableFrom = award.usableFrom && award.usableFrom > now ? award.usableFrom : now;
  const { validDays, validFrom: _validFrom, ...terms } = definition;
  const expiresAt = new Date(usableFrom.getTime() + validDays * 86_400_000);
  const coupon = { ...terms, borrowerId, id, awardId, activityId, stockOwner, budgetOwner: budget, title };
  await insertCoupon(trx, { ...coupon, obtainedAt: now, usableFrom, expiresAt });
  await holdPromise(services, trx, { ...coupon, revivals: 0 });
  await couponLifecycle.begin(trx, {
    id,
    borrowerId,
    actor: "SYSTEM",
    cause: "OBTAINED",
    facts: { activityId },
    at: now,
  });
  await notifyCouponObtained(services, trx, { borrowerId, id, expiresAt });
  return { outcome: "GIVEN", couponId: id, expiresAt };
}

async function takeFromStock(
  services: Services,
  trx: Transaction,
  coupon: { id: string; stockOwner: string; budget: string; taxRupiah: number; awardId: string },
): Promise<boolean> {
  const now = services.clock.now();
  const { id, stockOwner, budget, taxRupiah, awardId } = coupon;
  const common = { reference: `coupon_${id}`, valueDate: dateInWib(now) };
  const [stock, given] = [account("COUPON_STOCK", stockOwner), account("COUPON_GIVEN", stockOwner)];
  try {
    await post(trx, now, [
      { ...common, id: `coupon_given_${id}`, kind: "COUPON_GIVEN", debit: stock, credit: given, amount: 1 },
    ]);
  } catch (error) {
    if (error instanceof LedgerRefusal && error.code === "INSUFFICIENT") return false;
    throw error;
  }
  if (taxRupiah > 0)
    await post(trx, now, [
      {
        ...common,
        id: `award_tax_${awardId}`,
        kind: "PRIZE_TAX",
        debit: account("REWARD_BUDGET", budget),
        credit: account("PRIZE_TAX_PAYABLE"),
        amount: taxRupiah,
      },
    ]);
  return true;
}

/**
 * Takes an award's unused coupon back; it returns to the stock and its promise is released. False when it is part of an
 * application or loan, or has ended.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function withdrawCoupon(
  services: Services,
  trx: Transaction,
  { awardId, cause, actor = "SYSTEM" }: { awardId: string; cause: string; actor?: "SYSTEM" | `STAFF:${string}` },
): Promise<boolean> {
  const coupon = await couponOfAward(trx, awardId);
  return coupon !== null && endUnused(services, trx, coupon, { to: "WITHDRAWN", cause, actor });
}

/**
 * Ends an unused coupon: releases its promise and returns it to the stock; false when another change came first.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function endUnused(
  services: Services,
  trx: Transaction,
  coupon: CouponRow,
  { to, cause, actor }: { to: "EXPIRED" | "WITHDRAWN"; cause: string; actor: "SYSTEM" | `STAFF:${string}` },
): Promise<boolean> {
  const { borrowerId, id } = coupon;
  const at = services.clock.now();
  const wasFirst = await couponLifecycle.move(trx, {
    id,
    borrowerId,
    from: ["OBTAINED"],
    to,
    actor,
    cause,
    at,
    set: { endedAt: at },
  });
  if (!wasFirst) return false;
  await freePromise(services, trx, coupon);
  await backToStock(services, trx, coupon);
  return true;
}
