/** A loan of an account that was merged into another one belongs to the same person. // Spec account 5 */
import { expect, it } from "vitest";
import { reversibleHours } from "#features/account/account-merge/contract.ts";
import { creditStatusOf } from "#features/credit/loan/server/index.ts";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { coupon } from "#tests/support/coupon.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { mergedCoupons } from "./merging.ts";
import { couponDiscounts } from "./reserving.ts";
import { findCoupon } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;

it("counts for the credit status and against coupons for a first loan, as soon as it is merged and not before", async () => {
  const loan = await activeLoan(app);
  await database.updateTable("loan").set({ state: "PAID_OFF" }).where("id", "=", loan.loanId).execute();
  const survivorId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: "081288800001" }));
  const { couponId } = await coupon(app, survivorId, "interest-free");
  const { terms } = await loan.read();
  const about = { borrowerId: survivorId, terms: { ...terms, principalRupiah: 1_000_000, tenorDays: 30 } };
  const offered = async () =>
    (await couponDiscounts.offers(services, database, about)).map(({ discountId }) => discountId);
  expect([await creditStatusOf(database, survivorId), await offered()]).toEqual(["NOT_APPLIED", [couponId]]);

  const at = clock.now();
  await database
    .insertInto("account_merge")
    .values({
      borrowerId: survivorId,
      id: services.random.uuid(),
      otherId: loan.borrowerId,
      survivorId,
      absorbedId: loan.borrowerId,
      keeps: "OWN",
      state: "MERGED",
      previewSealed: "",
      previewHash: "",
      brandId: "tunai",
      language: "id",
      askedAt: at,
      mergedAt: at,
      reversibleUntil: at,
    })
    .execute();
  expect([await creditStatusOf(database, survivorId), await offered()]).toEqual(["PAID_OFF", []]);
});

it("a coupon of the absorbed account is used once the merge cannot go back any more, and is as before where it does", async () => {
  const seed = (mobileNumber: string) => transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
  const [absorbedId, survivorId] = [await seed("081288800002"), await seed("081288800003")];
  const { couponId } = await coupon(app, absorbedId, "interest-10000");
  const { usableFrom } = (await findCoupon(database, absorbedId, couponId))!;
  const merge = { mergeId: services.random.uuid(), absorbedId, survivorId };
  const moved = await transact(database, (trx) => mergedCoupons.move(services, trx, merge));
  const final = new Date(clock.now().getTime() + reversibleHours * 3_600_000);
  expect((await findCoupon(database, survivorId, couponId))!.usableFrom).toEqual(final);
  expect(await findCoupon(database, absorbedId, couponId)).toBeNull();
  await transact(database, (trx) => mergedCoupons.back(services, trx, merge, moved));
  expect((await findCoupon(database, absorbedId, couponId))!.usableFrom).toEqual(usableFrom);
});
