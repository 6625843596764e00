/** Coupons for tests: a campaign with stock and money, and a borrower with one of its coupons. */
import { transact } from "#server/database.server.ts";
import { account, post } from "#server/ledger/index.ts";
import { dateInWib } from "#shared/dates.ts";
import { giveCoupon, promiseOf, type CouponAward } from "#features/rewards/coupon/server/index.ts";
import { fundBudget } from "./wallet.ts";
import type { TestApp } from "./app.ts";

let printed = 0;
const title = { id: "Kupon uji", en: "Test coupon", zh: "测试券" };

/** Coupons that a campaign may give. */
export async function printCoupons(
  { services }: Pick<TestApp, "services">,
  activityId: string,
  couponKey: string,
  count: number,
): Promise<void> {
  const now = services.clock.now();
  await transact(services.database, (trx) =>
    post(trx, now, [
      {
        id: `printed_${++printed}_${process.pid}`,
        kind: "COUPON_FUNDED",
        debit: account("COUPON_PRINTED"),
        credit: account("COUPON_STOCK", `${activityId}:${couponKey}`),
        amount: count,
        reference: activityId,
        valueDate: dateInWib(now),
      },
    ]),
  );
}

/** One coupon with its stock and its whole promise, from a campaign of its own unless another is named. */
export async function coupon(
  app: Pick<TestApp, "services">,
  borrowerId: string,
  couponKey: string,
  more: Partial<CouponAward> = {},
): Promise<{ couponId: string; activityId: string }> {
  const { services } = app;
  const activityId = more.activityId ?? `campaign-${++printed}`;
  await printCoupons(app, activityId, couponKey, 1);
  await fundBudget(app, activityId, await promiseOf(services, services.database, couponKey));
  const given = await transact(services.database, (trx) =>
    giveCoupon(services, trx, {
      borrowerId,
      awardId: services.random.uuid(),
      activityId,
      couponKey,
      budget: activityId,
      title,
      ...more,
    }),
  );
  if (given.outcome !== "GIVEN") throw new Error(`The coupon was not given: ${given.outcome}.`);
  return { couponId: given.couponId, activityId };
}
