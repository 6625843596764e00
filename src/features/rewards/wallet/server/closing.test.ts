/** A wallet whose account is closed or merged: no money is lost or doubled, and running withdrawals end first. */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf, balanceOf } from "#server/ledger/index.ts";
import { dateInWib } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { mergedWallet } from "./merging.ts";
import { fundBudget, reward, rewarded, withAccount, type Rewarded } from "#tests/support/wallet.ts";
import { withdrawalBlockOf } from "./blocks.ts";
import { countOverdue } from "./store.ts";
import { giveVoucher, giveWalletUp, payOutForClosing, walletBlockers } from "./index.ts";
import { withdrawalBlock } from "#server/account-questions.ts";
import { askOf } from "#server/questions.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
await app.settle();
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const available = ({ borrowerId }: Rewarded) => availableOf(database, account("WALLET", borrowerId));
const withdraw = ({ client, bankAccountId }: Rewarded, amountRupiah: number) =>
  client.post("/api/wallet/withdraw", { amountRupiah, bankAccountId }, key());
const statement = async ({ client }: Rewarded) => (await client.get("/api/wallet/statement")).body.closingRupiah;

it("is paid out below the minimum and beyond the month's cap, to an account of today", async () => {
  const one = await withAccount(app, { boundHoursAgo: 0 });
  expect(await walletBlockers(services, database, one.borrowerId)).toEqual([]);
  await reward(app, one.borrowerId, 1_200_000);
  expect(await walletBlockers(services, database, one.borrowerId)).toMatchObject([{ code: "BALANCE" }]);
  const paid = await transact(database, (trx) => payOutForClosing(services, trx, one));
  expect(paid).not.toBeNull();
  expect(await walletBlockers(services, database, one.borrowerId)).toMatchObject([{ code: "WITHDRAWAL_PENDING" }]);
  await app.pass(60, 30);
  expect(await balanceOf(database, account("WALLET", one.borrowerId))).toBe(0);
  expect(await walletBlockers(services, database, one.borrowerId)).toEqual([]);
  expect((await one.client.get("/api/wallet")).body.monthLeftRupiah).toBe(1_000_000);
  expect(await transact(database, (trx) => payOutForClosing(services, trx, one))).toBeNull();
});

it("is given up by a tick, once", async () => {
  const one = await rewarded(app, 4_000);
  const give = () => transact(database, (trx) => giveWalletUp(services, trx, one.borrowerId));
  expect([await give(), await give()]).toEqual([4_000, 0]);
  expect((await one.client.get("/api/wallet")).body).toMatchObject({ balanceRupiah: 0, validUntil: null });
});

it("is given up again on the same day, where money came in between", async () => {
  const one = await rewarded(app, 4_000);
  const give = () => transact(database, (trx) => giveWalletUp(services, trx, one.borrowerId));
  expect(await give()).toBe(4_000);
  await reward(app, one.borrowerId, 6_000);
  expect(await give()).toBe(6_000);
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it("goes into the account that goes on, with what counts against the month's cap, and back", async () => {
  const to = await rewarded(app, 300_000);
  clock.advance(60_000);
  const from = await rewarded(app, 500_000);
  clock.advance(60_000);
  // A withdrawal counts as use: the year starts again.
  expect((await withdraw(from, 200_000)).status).toBe(200);
  const until = async ({ client }: Rewarded) => (await client.get("/api/wallet")).body.validUntil;
  const later = new Date(clock.now().getTime() + 365 * 86_400_000).toISOString();
  expect(await until(from)).toBe(later);
  // Withdrawals that did not arrive within a day are in a list of the console.
  const dayLater = (milliseconds: number) => new Date(clock.now().getTime() + 86_400_000 + milliseconds);
  expect([
    (await countOverdue(database, dayLater(0))).count,
    (await countOverdue(database, dayLater(1))).count,
  ]).toEqual([0, 1]);
  const merge = { mergeId: services.random.uuid(), absorbedId: from.borrowerId, survivorId: to.borrowerId };
  expect(await mergedWallet.preview(services, database, merge)).toMatchObject([
    { code: "WALLET", survivor: 300_000, absorbed: 300_000, after: 600_000 },
  ]);
  const move = () => transact(database, (trx) => mergedWallet.move(services, trx, merge));
  expect(await mergedWallet.isBusy?.(services, database, merge)).toBe(true);
  await expect(move()).rejects.toMatchObject({ code: "WITHDRAWAL_OPEN" });
  await app.pass(60, 30);
  expect(await mergedWallet.isBusy?.(services, database, merge)).toBe(false);
  const moved = await move();
  expect(moved).toMatchObject({ rupiah: 300_000 });
  // The moved amount is reserved in case the merge is undone.
  expect([await available(from), await available(to)]).toEqual([0, 300_000]);
  expect([await until(from), await until(to)]).toEqual([null, later]);
  expect(await balanceOf(database, account("WALLET", to.borrowerId))).toBe(600_000);
  expect((await to.client.get("/api/wallet")).body.monthLeftRupiah).toBe(800_000);
  expect([await statement(from), await statement(to)]).toEqual([0, 600_000]);
  await transact(database, (trx) => mergedWallet.back(services, trx, merge, moved));
  expect([await available(from), await available(to)]).toEqual([300_000, 300_000]);
  expect((await to.client.get("/api/wallet")).body.monthLeftRupiah).toBe(1_000_000);
  expect([await statement(from), await statement(to)]).toEqual([300_000, 300_000]);
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it("counts against the month's cap what both accounts have withdrawn, and is no reward of the year's once more", async () => {
  const [from, to] = [await rewarded(app, 500_000), await rewarded(app, 500_000)];
  expect([(await withdraw(from, 200_000)).status, (await withdraw(to, 300_000)).status]).toEqual([200, 200]);
  await app.pass(60, 30);
  const remainingOf = async ({ client }: Rewarded) => (await client.get("/api/wallet")).body.monthLeftRupiah;
  const year = dateInWib(clock.now()).slice(0, 4);
  const won = async () => (await to.client.get(`/api/wallet/statement?year=${year}`)).body.rewardedRupiah;
  expect([await remainingOf(from), await remainingOf(to), await won()]).toEqual([800_000, 700_000, 500_000]);
  const merge = { mergeId: services.random.uuid(), absorbedId: from.borrowerId, survivorId: to.borrowerId };
  const moved = await transact(database, (trx) => mergedWallet.move(services, trx, merge));
  expect([await remainingOf(to), await won()]).toEqual([500_000, 500_000]);
  await transact(database, (trx) => mergedWallet.back(services, trx, merge, moved));
  expect([await remainingOf(from), await remainingOf(to), await won()]).toEqual([800_000, 700_000, 500_000]);
});

it("stays shut until the last of several blocks is over, and without a day while one of them names none", async () => {
  const hours = (count: number) => new Date(clock.now().getTime() + count * 3_600_000);
  const blocked = (...untils: (Date | null)[]) =>
    withdrawalBlockOf(
      {
        ...services,
        ask: askOf(untils.map((until) => ({ answersTo: [withdrawalBlock.by(async () => ({ until }))] }))),
      },
      database,
      services.random.uuid(),
    );
  expect(await blocked(hours(1), hours(72), hours(24))).toEqual({ until: hours(72) });
  expect(await blocked(hours(72), null)).toEqual({ until: null });
  expect(await blocked(hours(0), hours(-1))).toBeNull();
});

it("a voucher's tax is owed beside its price, and both or neither are taken from the budget", async () => {
  await fundBudget(app, "vouchers", 33_333);
  const owed = async () => [
    await balanceOf(database, account("VOUCHER_PAYABLE")),
    await balanceOf(database, account("PRIZE_TAX_PAYABLE")),
    await availableOf(database, account("REWARD_BUDGET", "vouchers")),
  ];
  const award = { awardId: services.random.uuid(), budget: "vouchers", costRupiah: 25_000, taxRupiah: 8_334 };
  const give = () => transact(database, (trx) => giveVoucher(services, trx, award));
  const [price, tax] = await owed();
  expect(await give()).toBe("BUDGET_OUT");
  expect(await owed()).toEqual([price, tax, 33_333]);
  await fundBudget(app, "vouchers", 1);
  expect([await give(), await give()]).toEqual(["GIVEN", "KNOWN"]);
  expect(await owed()).toEqual([price! + 25_000, tax! + 8_334, 0]);
});
