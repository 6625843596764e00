/** Points: earned within their caps, spent at most once, expired after a year, revoked as far as they still exist. */
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import type { DomainEvent, Occurrence } from "#server/events/domain-events.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { addDays, instantOf } from "#shared/dates.ts";
import { passwordSet } from "#features/account/login/server/index.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { instalmentPaid, loanPaidOff, paymentReversed } from "#features/credit/repayment/server/index.ts";
import { receivePayment } from "#features/credit/repayment/server/payments.ts";
import { testApp } from "#tests/support/app.ts";
import { repaying } from "#tests/support/repaying.ts";
import { withAccount } from "#tests/support/wallet.ts";
import {
  earnPoints,
  giveBackPoints,
  givePoints,
  pointsExpiryOf,
  revokePoints,
  spendPoints,
  type EarnedTask,
} from "./index.ts";
import { mergedPoints } from "./merging.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { running, bill, accountAt } = repaying(app);
await app.settle();

const title = { id: "Uji", en: "Test", zh: "测试" };
const balance = (borrowerId: string) => availableOf(database, account("POINTS", borrowerId));
const earn = (input: EarnedTask) => transact(database, (trx) => earnPoints(services, trx, input));
const give = (borrowerId: string, source: string, points: number) =>
  transact(database, (trx) => givePoints(services, trx, { borrowerId, source, points, title }));
const spend = (borrowerId: string, source: string, points: number) =>
  transact(database, (trx) => spendPoints(services, trx, { borrowerId, source, points, title }));
const announced = async <Data extends object>(event: DomainEvent<Data>, occurrence: Occurrence<Data>) => {
  await transact(database, (trx) => services.events.announce(trx, event, occurrence));
  await app.settle();
};
/** Pays the first instalment to the loan's virtual account. */
const payFirst = async (loan: Awaited<ReturnType<typeof running>>) => {
  const [first] = (await bill(loan)).rows;
  const reference = await accountAt(loan.client);
  const payment = { paymentId: `first_${loan.loanId}`, rail: "VIRTUAL_ACCOUNT", reference } as const;
  await transact(database, (trx) =>
    receivePayment(services, trx, { ...payment, amountRupiah: first!.unpaidRupiah, paidAt: clock.now() }),
  );
  await app.settle();
};
const clean = async () => (await auditAll(database, clock.now())).findings;

describe("a prize in points", () => {
  it("is given once for each source, however many ask at once", async () => {
    const { borrowerId } = await withAccount(app);
    const outcomes = await Promise.all([1, 2, 3].map(() => give(borrowerId, "award_once", 100)));
    expect(outcomes.toSorted()).toEqual(["GIVEN", "KNOWN", "KNOWN"]);
    expect(await balance(borrowerId)).toBe(100);
  });
});

describe("earning", () => {
  it("counts each source once, and keeps to the caps of month and day, whoever comes at once", async () => {
    const { borrowerId, client } = await withAccount(app);
    const at = clock.now();
    const payment = (number: number) =>
      earn({ borrowerId, task: "PAYMENT_SUCCESS", source: `instalment_${number}`, at });
    expect((await Promise.all([payment(1), payment(1), payment(1)])).toSorted()).toEqual(["GIVEN", "KNOWN", "KNOWN"]);
    const more = await Promise.all([2, 3, 4, 5, 6].map(payment));
    expect(more.filter((outcome) => outcome === "GIVEN")).toHaveLength(3);
    expect(more.filter((outcome) => outcome === "CAP_REACHED")).toHaveLength(2);
    // 400 of 500 a day are earned: 200 for a paid-off loan no longer fit, a check-in does.
    expect(await earn({ borrowerId, task: "FINISH_ORDER", source: "paid_off_1", at })).toBe("CAP_REACHED");
    expect(await earn({ borrowerId, task: "CHECK_IN", source: "check_in_1", at, points: 50 })).toBe("GIVEN");
    const nextDay = new Date(at.getTime() + 86_400_000);
    expect(await earn({ borrowerId, task: "FINISH_ORDER", source: "paid_off_1", at: nextDay })).toBe("GIVEN");
    expect(await balance(borrowerId)).toBe(650);
    await expect(earn({ borrowerId, task: "CHECK_IN", source: "check_in_2", at: nextDay })).rejects.toThrow(RangeError);
    const { items } = (await client.get("/api/points/records", { "Accept-Language": "en" })).body;
    expect(items[0]).toMatchObject({ kind: "EARNED", points: 200, title: "Loan paid off" });
    expect((await client.get("/api/points")).body).toMatchObject({ balance: 650, maxADay: 500, items: [] });
  });

  it("hears of a first password, and of instalments of a loan that has run two weeks", async () => {
    const { client, ...loan } = await running();
    const { borrowerId } = loan;
    await transact(database, (trx) =>
      services.events.announce(trx, passwordSet, { id: `password_${borrowerId}`, at: clock.now(), borrowerId }),
    );
    await app.settle();
    expect(await balance(borrowerId)).toBe(50);
    const [first] = (await bill(loan)).rows;
    clock.moveTo(instantOf(addDays(first!.dueOn, -1), "WIB", { hour: 10 }));
    await app.settle();
    const later = await app.loggedIn(borrowerId);
    const reference = await accountAt(later);
    await transact(database, (trx) =>
      receivePayment(services, trx, {
        paymentId: "points-1",
        rail: "VIRTUAL_ACCOUNT",
        reference,
        amountRupiah: first!.unpaidRupiah,
        paidAt: clock.now(),
      }),
    );
    await app.settle();
    expect(await balance(borrowerId)).toBe(150);
    expect(client).toBeDefined();
  });

  it("brings nothing for an instalment that came late, nor for a loan of fewer than fourteen days", async () => {
    const { borrowerId, loanId } = await running();
    const paid = async (inTime: boolean, days: number) => {
      const at = new Date(clock.now().getTime() + days * 86_400_000);
      const id = `instalment_${loanId}_${inTime}_${days}`;
      await announced(instalmentPaid, { id, at, borrowerId, loanId, dueOn: `2030-01-${days}`, inTime });
      return balance(borrowerId);
    };
    expect([await paid(false, 20), await paid(true, 13), await paid(true, 14)]).toEqual([0, 0, 100]);
    const { disbursedOn } = (await findLoan(database, borrowerId, loanId))!;
    for (const days of [13, 14]) {
      const at = instantOf(addDays(disbursedOn!, days), "WIB", { hour: 12 });
      await announced(loanPaidOff, { id: `paid_off_${loanId}_${days}`, at, borrowerId, loanId, onTime: true });
      expect(await balance(borrowerId)).toBe(days === 13 ? 100 : 300);
    }
  });

  it("are taken back with the payment: what is open again, once, and not what stays paid", async () => {
    const loan = await running();
    const { borrowerId, loanId } = loan;
    const [first, second] = (await bill(loan)).rows;
    await payFirst(loan);
    expect((await bill(loan)).rows.map(({ status }) => status).slice(0, 2)).toEqual(["PAID", "UPCOMING"]);
    for (const { dueOn } of [first!, second!]) await give(borrowerId, `instalment_${loanId}_${dueOn}`, 100);
    await give(borrowerId, `paid_off_${loanId}`, 200);
    for (let times = 0; times < 2; times++) {
      const id = `reversed_${loanId}_${times}`;
      await announced(paymentReversed, { id, at: clock.now(), borrowerId, loanId, paymentId: "one" });
      expect(await balance(borrowerId)).toBe(100);
    }
    expect(await clean()).toEqual([]);
  });
});

describe("spending", () => {
  it("takes what is there and no more, once for each source, and gives it back once", async () => {
    const { borrowerId } = await withAccount(app);
    await give(borrowerId, "award_1", 1_000);
    const outcomes = await Promise.all([1, 2, 3, 4].map((number) => spend(borrowerId, `claim_${number}`, 600)));
    expect(outcomes.toSorted()).toEqual(["POINTS_SHORT", "POINTS_SHORT", "POINTS_SHORT", "SPENT"]);
    const back = () =>
      transact(database, (trx) =>
        giveBackPoints(services, trx, { borrowerId, source: "undone_1", points: 600, title }),
      );
    expect((await Promise.all([back(), back()])).toSorted()).toEqual(["GIVEN", "KNOWN"]);
    expect(await balance(borrowerId)).toBe(1_000);
    expect(await clean()).toEqual([]);
  });

  it("leaves nothing to owe where given points are taken back", async () => {
    const { borrowerId } = await withAccount(app);
    await give(borrowerId, "award_2", 300);
    await spend(borrowerId, "claim_9", 250);
    const revoke = () =>
      transact(database, (trx) => revokePoints(services, trx, { borrowerId, source: "revoked", points: 300, title }));
    expect([await revoke(), await revoke()]).toEqual([50, 0]);
    expect(await balance(borrowerId)).toBe(0);
  });
});

it("ends all points 365 days after the last earning or spending, and tells so", async () => {
  const { borrowerId } = await withAccount(app);
  await give(borrowerId, "award_3", 500);
  clock.advance(300 * 86_400_000);
  await spend(borrowerId, "claim_3", 100);
  clock.advance(365 * 86_400_000 - 1_000);
  await app.settle();
  expect(await balance(borrowerId)).toBe(400);
  clock.advance(2_000);
  await app.settle();
  expect(await balance(borrowerId)).toBe(0);
  const client = await app.loggedIn(borrowerId);
  expect((await client.get("/api/points")).body).toMatchObject({ balance: 0, expiresAt: null });
  expect((await client.get("/api/points/records")).body.items[0]).toMatchObject({ kind: "EXPIRED", points: 400 });
  expect((await app.client().get("/api/points/rules")).body).toMatchObject({ maxADay: 500, validityDays: 365 });
  expect(await clean()).toEqual([]);
});

it("what was spent and comes back counts for another year", async () => {
  const { borrowerId } = await withAccount(app);
  await give(borrowerId, "award_4", 500);
  await spend(borrowerId, "claim_4", 500);
  clock.advance(300 * 86_400_000);
  await transact(database, (trx) =>
    giveBackPoints(services, trx, { borrowerId, source: "undone_4", points: 500, title }),
  );
  expect(await pointsExpiryOf(database, borrowerId)).toEqual(new Date(clock.now().getTime() + 365 * 86_400_000));
});

it("two accounts that become one keep the later end and what either used of its caps; the way back restores both ends", async () => {
  const [from, to] = [(await withAccount(app)).borrowerId, (await withAccount(app)).borrowerId];
  const at = clock.now();
  const payment = (borrowerId: string, number: number) =>
    earn({ borrowerId, task: "PAYMENT_SUCCESS", source: `merged_${number}`, at });
  await payment(to, 1);
  const earlier = await pointsExpiryOf(database, to);
  clock.advance(3_600_000);
  for (const number of [2, 3, 4]) await payment(from, number);
  const later = await pointsExpiryOf(database, from);
  expect(later! > earlier!).toBe(true);
  const merge = { mergeId: services.random.uuid(), absorbedId: from, survivorId: to };
  const moved = await transact(database, (trx) => mergedPoints.move(services, trx, merge));
  expect([await pointsExpiryOf(database, from), await pointsExpiryOf(database, to)]).toEqual([null, later]);
  expect(await payment(to, 5)).toBe("CAP_REACHED");
  await transact(database, (trx) => mergedPoints.back(services, trx, merge, moved));
  expect(await pointsExpiryOf(database, from)).toEqual(later);
  expect([await balance(from), await balance(to)]).toEqual([300, 100]);
  expect(await clean()).toEqual([]);
});
