/**
 * Coupons that were redeemed for loans which failed are reserved again, as far as the campaign's money allows.
 * // Product decisions, rewards 12
 */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { loanMoved } from "#features/credit/loan/server/events.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { account, availableOf, openHolds } from "#server/ledger/index.ts";
import { testApp } from "#tests/support/app.ts";
import { coupon, printCoupons } from "#tests/support/coupon.ts";
import { giveCoupon } from "./giving.ts";
import { freePromise } from "./holds.ts";
import { couponLifecycle } from "./lifecycle.ts";
import { findCoupon } from "./store.ts";

const app = await testApp({ isIdle: true });
const { services, clock } = app;
const { database, random } = services;
const activityId = "short-of-money";
const couponKey = "interest-10000";

/** One that was redeemed for a loan, whose reservation returned to the budget. */
async function burnt() {
  const [borrowerId, loanId] = [random.uuid(), random.uuid()];
  const { couponId } = await coupon(app, borrowerId, couponKey, { activityId });
  await transact(database, async (trx) => {
    const at = clock.now();
    const move = { id: couponId, borrowerId, actor: "SYSTEM", cause: "TEST", at } as const;
    const set = { loanId, discountRupiah: 1, reservedAt: at };
    await couponLifecycle.move(trx, { ...move, from: ["OBTAINED"], to: "RESERVED", set });
    await couponLifecycle.move(trx, { ...move, from: ["RESERVED"], to: "USED", set: { endedAt: at } });
    await freePromise(services, trx, { id: couponId, revivals: 0 });
  });
  return { borrowerId, loanId, couponId };
}
const comesBack = (trx: Transaction, { borrowerId, loanId }: { borrowerId: string; loanId: string }) =>
  services.events.announce(trx, loanMoved, {
    id: `moved_${random.uuid()}`,
    at: clock.now(),
    borrowerId,
    loanId,
    from: "ACTIVE",
    to: "CANCELLED",
    cause: "PAYOUT_RETURNED",
  });

it("of two that come back at once over money for one, one is there again and the other ends, promising nothing", async () => {
  const [first, second] = [await burnt(), await burnt()];
  const budget = account("REWARD_BUDGET", activityId);
  // A third one takes the money that the second had reserved.
  await printCoupons(app, activityId, couponKey, 1);
  await transact(database, (trx) =>
    giveCoupon(services, trx, {
      borrowerId: random.uuid(),
      awardId: random.uuid(),
      activityId,
      couponKey,
      budget: activityId,
      title: { id: "Kupon", en: "Coupon", zh: "券" },
    }),
  );
  const promise = await availableOf(database, budget);
  expect(promise).toBe((await findCoupon(database, first.borrowerId, first.couponId))!.maxRupiah);

  let other: Promise<unknown> | undefined;
  await transact(database, async (trx) => {
    await comesBack(trx, first);
    // It begins before the first has ended: it waits, and finds the money gone.
    other = transact(database, (beside) => comesBack(beside, second));
    other.catch(() => {});
    await expect
      .poll(async () => {
        const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
        return rows[0]!.count;
      })
      .toBe(1);
  });
  await other;
  const stateOf = async ({ borrowerId, couponId }: { borrowerId: string; couponId: string }) =>
    (await findCoupon(database, borrowerId, couponId))!.state;
  expect([await stateOf(first), await stateOf(second)]).toEqual(["OBTAINED", "EXPIRED"]);
  expect(await availableOf(database, budget)).toBe(0);
  const held = await openHolds(database, new Date(clock.now().getTime() + 1), 100);
  expect(held.map(({ id }) => id)).toContain(`coupon_${first.couponId}_1`);
  expect(held.filter(({ id }) => id.includes(second.couponId))).toEqual([]);
});
