/**
 * A notice announces the expiry of a coupon: once, to borrowers who still have it, and never to one with a late loan.
 * // Product decisions, rewards 9, 11
 */
import { expect, it } from "vitest";
import { addDays, instantOf } from "#shared/dates.ts";
import { billOf } from "#features/credit/repayment/server/index.ts";
import { testApp } from "#tests/support/app.ts";
import { coupon } from "#tests/support/coupon.ts";
import { couponLoans } from "#tests/support/coupon-loans.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { findCoupon } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
await app.settle();
const { someone, apply } = couponLoans(app);
const day = 86_400_000;

const noticeCount = async ({ borrowerId }: { borrowerId: string }) =>
  (
    await database
      .selectFrom("notice")
      .select("id")
      .where("borrowerId", "=", borrowerId)
      .where("kind", "=", "coupon.ends")
      .execute()
  ).length;
const at = async (instant: Date) => {
  clock.moveTo(instant);
  await app.settle();
};

it("is told three days before, once, and not of a coupon that an application has taken", async () => {
  const [unused, reserved] = [await someone(), await someone()];
  const { couponId } = await coupon(app, unused.borrowerId, "interest-10000");
  const taken = await coupon(app, reserved.borrowerId, "interest-10000");
  expect((await apply(reserved, taken.couponId)).status).toBe(200);
  const { expiresAt } = (await findCoupon(database, unused.borrowerId, couponId))!;
  const before = (days: number) => new Date(expiresAt.getTime() - days * day);
  await at(new Date(before(3).getTime() - 1));
  expect(await noticeCount(unused)).toBe(0);
  for (const instant of [before(3), before(2.5), before(1)]) {
    await at(instant);
    expect([await noticeCount(unused), await noticeCount(reserved)]).toEqual([1, 0]);
  }
});

it("is not told to who has been late since yesterday, nor to whose loan was written off", async () => {
  const late = await activeLoan(app);
  const dueOn = (await billOf(services, database, late.borrowerId, late.loanId))!.rows[0]!.dueOn;
  // Valid for fifteen days, so that the third day before its end is the day after the due date.
  await at(instantOf(addDays(dueOn, -11), "WIB", { hour: 10 }));
  const [running, writtenOff] = [await activeLoan(app), await activeLoan(app)];
  await database.updateTable("loan").set({ state: "WRITTEN_OFF" }).where("id", "=", writtenOff.loanId).execute();
  for (const { borrowerId } of [late, running, writtenOff]) await coupon(app, borrowerId, "interest-10000");
  await at(instantOf(addDays(dueOn, 1), "WIB", { hour: 11 }));
  expect([await noticeCount(late), await noticeCount(running), await noticeCount(writtenOff)]).toEqual([0, 1, 0]);
});
