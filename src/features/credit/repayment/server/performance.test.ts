/** The published performance: from the books to the call, day by day. */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import {
  lenderForNewLoans,
  loanTerms,
  performanceOf,
  stateOf,
  type LoanTerms,
} from "#features/credit/loan/server/index.ts";
import { insertLoan } from "../../loan/server/store.ts";
import { configurationVersion } from "#features/platform/configuration/server/index.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { activeLoan, type MadeLoan } from "#tests/support/loan.ts";
import { exposureOf } from "./exposure.ts";
import { performanceOn } from "./exposure-store.ts";
import { changeAccount, loanEventsOf } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const bank = services.outside.sandbox!.bank;
const visitor = app.client();
const published = async () => (await visitor.get("/api/loan/performance")).body;
const moveTo = async (loan: MadeLoan, days: number) => {
  clock.moveTo(instantOf(addDays((await loan.read()).disbursedOn!, days), "WIB", { hour: 10 }));
  await app.settle();
};

it("is a dash before there are loans, and nobody has to be logged in to read it", async () => {
  await app.settle();
  expect(await published()).toEqual({
    asOf: dateInWib(clock.now()),
    outstandingRupiah: 0,
    items: [0, 30, 60, 90].map((days) => ({ days, tkbPpm: null, twpPpm: null })),
  });
});

it("follows the loans from day to day, and empties kept pages once a day", async () => {
  const late = await activeLoan(app, { amountRupiah: 1_000_000, tenorDays: 30 });
  const good = await activeLoan(app, { amountRupiah: 3_000_000, tenorDays: 90 });
  expect((await published()).outstandingRupiah, "the day's figures stand").toBe(0);
  const number = (
    await (await app.loggedIn(good.borrowerId)).post("/api/repayment/virtual-account", { bankCode: "014" })
  ).body.virtualAccountNumber as string;

  await moveTo(good, 1);
  expect(await published()).toMatchObject({
    outstandingRupiah: 4_000_000,
    items: [{ tkbPpm: 1_000_000, twpPpm: 0 }, {}, {}, {}],
  });
  const version = await configurationVersion(database);
  await app.settle();
  expect(await configurationVersion(database)).toBe(version);

  await moveTo(good, 30);
  await bank.pay({ virtualAccountNumber: number, amountRupiah: 1_180_000 });
  await app.settle();
  await moveTo(good, 31);
  expect(await configurationVersion(database)).toBeGreaterThan(version);
  // 2,000,000 of the good loan and 1,000,000 that is one day late: a third.
  expect(await published()).toMatchObject({
    outstandingRupiah: 3_000_000,
    items: [{ days: 0, tkbPpm: 666_600, twpPpm: 333_400 }, { days: 30, tkbPpm: 1_000_000 }, {}, {}],
  });

  // The engine over every loan gives the same result as the one query, on this day and any later one.
  const exposures = await Promise.all(
    [late, good].map(async (loan) =>
      exposureOf(stateOf(loanTerms(await loan.read()), await loanEventsOf(database, loan), dateInWib(clock.now()))),
    ),
  );
  for (const days of [0, 29, 30, 31, 59, 60, 61, 90, 91, 200]) {
    const on = addDays(dateInWib(clock.now()), days);
    expect(await performanceOn(database, on), on).toEqual(performanceOf(exposures, on));
  }
});

it("values a loan whose exposure was never kept", async () => {
  const loan = await activeLoan(app, { amountRupiah: 500_000, tenorDays: 30 });
  const today = dateInWib(clock.now());
  const before = await performanceOn(database, today);
  await transact(database, (trx) =>
    changeAccount(trx, loan, { exposure: { unpaidPrincipalRupiah: null, unpaidSince: null } as never }),
  );
  expect((await performanceOn(database, today)).outstandingRupiah).toBe(before.outstandingRupiah - 500_000);
  await app.settle();
  expect(await performanceOn(database, today)).toEqual(before);
});

it("is published without a loan whose terms nobody can reckon with, and values those behind it", async () => {
  const loan = await activeLoan(app, { amountRupiah: 500_000, tenorDays: 30 });
  const now = clock.now();
  const lenderId = (await lenderForNewLoans(database)).id;
  const [borrowerId, id] = [services.random.uuid(), services.random.uuid()];
  await transact(database, async (trx) => {
    await insertLoan(trx, {
      borrowerId,
      id,
      number: `BROKEN-${id.slice(-8)}`,
      state: "SIGNED",
      productKey: "x",
      principalRupiah: 1_000_000,
      tenorDays: 90,
      terms: {} as LoanTerms,
      purpose: "EDUCATION",
      bankAccountId: services.random.uuid(),
      lenderId,
      submittedAt: now,
      decidedAt: now,
      signDeadline: null,
      signedAt: now,
      disbursedOn: null,
      endedAt: null,
      endReason: null,
      mayApplyAgainOn: null,
    });
    await trx.updateTable("loan").set({ state: "ACTIVE", disbursedOn: "2026-01-01" }).where("id", "=", id).execute();
    await trx
      .insertInto("repayment_account")
      .values({
        borrowerId,
        loanId: id,
        customerNo: "999999999999",
        bookedOn: "2026-01-01",
        nextBookingOn: null,
        nextReminderAt: null,
        openedAt: new Date("2026-01-01T00:00:00Z"),
      })
      .execute();
    await changeAccount(trx, loan, { exposure: { unpaidPrincipalRupiah: null, unpaidSince: null } as never });
  });
  await moveTo(loan, 1);
  const figures = await published();
  expect(figures.asOf).toBe(dateInWib(clock.now()));
  expect(figures.outstandingRupiah).toBe((await performanceOn(database, dateInWib(clock.now()))).outstandingRupiah);
  const rows = await database
    .selectFrom("repayment_account")
    .select(["loanId", "unpaidPrincipalRupiah", "failures"])
    .where("loanId", "in", [id, loan.loanId])
    .execute();
  expect(Object.fromEntries(rows.map((row) => [row.loanId, row.unpaidPrincipalRupiah]))).toEqual({
    [id]: null,
    [loan.loanId]: 500_000,
  });
  expect(rows.find((row) => row.loanId === id)!.failures).toBeGreaterThan(0);
});
