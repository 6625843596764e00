/** Giving coupons: with their tax or not at all, as many as exist, each to its own borrower. */
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import { discountedSchedule, priceTerms, standardProduct } from "#features/credit/loan/server/index.ts";
import { testApp } from "#tests/support/app.ts";
import { coupon, printCoupons } from "#tests/support/coupon.ts";
import { fundBudget } from "#tests/support/wallet.ts";
import { giveCoupon, withdrawCoupon } from "./index.ts";
import { couponLoans } from "#tests/support/coupon-loans.ts";

const app = await testApp();
const { services } = app;
const { database } = services;
await app.settle();

const { someone, apply, clean, holdsMatch } = couponLoans(app);

describe("giving", () => {
  it("promises a prize of chance with its tax, or nothing: neither stock nor money moves where both do not fit", async () => {
    const { borrowerId } = await someone();
    await printCoupons(app, "taxed", "interest-10000", 1);
    await fundBudget(app, "taxed", 13_333);
    const give = () =>
      transact(database, (trx) =>
        giveCoupon(services, trx, {
          borrowerId,
          awardId: "taxed-1",
          activityId: "taxed",
          couponKey: "interest-10000",
          budget: "taxed",
          taxRupiah: 3_334,
          title: { id: "Uji", en: "Test", zh: "测试" },
        }),
      );
    expect((await give()).outcome).toBe("BUDGET_OUT");
    const stock = () => availableOf(database, account("COUPON_STOCK", "taxed:interest-10000"));
    expect([await stock(), await availableOf(database, account("REWARD_BUDGET", "taxed"))]).toEqual([1, 13_333]);
    await fundBudget(app, "taxed", 1);
    expect((await give()).outcome).toBe("GIVEN");
    expect([await stock(), await availableOf(database, account("REWARD_BUDGET", "taxed"))]).toEqual([0, 0]);
    // A coupon taken back unused can be given again.
    expect(await transact(database, (trx) => withdrawCoupon(services, trx, { awardId: "taxed-1", cause: "T" }))).toBe(
      true,
    );
    expect([await stock(), await availableOf(database, account("REWARD_BUDGET", "taxed"))]).toEqual([1, 10_000]);
  });

  it("gives as many as there are and the budget promises, whoever asks at once, each award once", async () => {
    const activityId = "few-coupons";
    await printCoupons(app, activityId, "interest-10000", 5);
    await fundBudget(app, activityId, 30_000);
    const people20 = await Promise.all(Array.from({ length: 4 }, () => someone()));
    const title = { id: "Uji", en: "Test", zh: "测试" };
    const give = (borrowerId: string, awardId: string) =>
      transact(database, (trx) =>
        giveCoupon(services, trx, {
          borrowerId,
          awardId,
          activityId,
          couponKey: "interest-10000",
          budget: activityId,
          title,
        }),
      );
    const outcomes = await Promise.all(
      people20.flatMap(({ borrowerId }, index) => [give(borrowerId, `few-${index}`), give(borrowerId, `few-${index}`)]),
    );
    const counted = Map.groupBy(outcomes, ({ outcome }) => outcome);
    expect([counted.get("GIVEN")?.length, counted.get("KNOWN")?.length, counted.get("BUDGET_OUT")?.length]).toEqual([
      3, 3, 2,
    ]);
    await fundBudget(app, activityId, 1_000_000);
    const more = await Promise.all(
      Array.from({ length: 4 }, (_, index) => give(people20[0]!.borrowerId, `more-${index}`)),
    );
    expect(more.map(({ outcome }) => outcome).toSorted()).toEqual(["GIVEN", "GIVEN", "OUT_OF_STOCK", "OUT_OF_STOCK"]);
    const withdrawn = await transact(database, (trx) =>
      withdrawCoupon(services, trx, { awardId: "few-0", cause: "PAYMENT_TAKEN_BACK" }),
    );
    expect(typeof withdrawn).toBe("boolean");
    await holdsMatch();
    expect(await clean()).toEqual([]);
  });

  it("tells what is defined to anybody, and keeps each borrower's coupons to the borrower", async () => {
    const [one, other] = [await someone(), await someone()];
    const { couponId } = await coupon(app, one.borrowerId, "interest-10000");
    expect((await other.client.get(`/api/coupon/${couponId}`)).body.status.code).toBe("COUPON_UNKNOWN");
    expect((await apply(other, couponId)).body.status.code).toBe("COUPON_UNKNOWN");
    expect((await one.client.get("/api/coupon")).body.items).toMatchObject([{ couponId, state: "OBTAINED" }]);
    expect((await one.client.get("/api/coupon?state=DONE")).body.items).toEqual([]);
    const keys = (await app.client().get("/api/coupon/definitions")).body.items.map(
      ({ couponKey }: { couponKey: string }) => couponKey,
    );
    expect(keys).toEqual(["interest-10000", "interest-20-percent", "interest-free"]);
    const terms = priceTerms(standardProduct, { principalRupiah: 1_000_000, tenorDays: 90, disbursedOn: "2026-11-21" });
    expect(discountedSchedule(terms, 0).totalRupiah).toBe(1_180_000);
  });
});
