/**
 * Amounts valid until the end of the day, shown shortly before midnight (WIB) and paid after it; and rests too small
 * for any rail.
 */
import { describe, expect, it } from "vitest";
import { account, balanceOf } from "#server/ledger/index.ts";
import { transact } from "#server/database.server.ts";
import { addDays, dateInWib, instantOf, type BusinessDate } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import type { MadeLoan } from "#tests/support/loan.ts";
import { repaying } from "#tests/support/repaying.ts";
import { balanceOfBorrower } from "./balance.ts";
import { receivePayment } from "./payments.ts";
import { stepsTaken } from "#features/credit/servicing/server/step-store.ts";
import { loanEventsOf } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { key, bill, accountAt, running, reverse, clean } = repaying(app);

const midnightAfter = (day: BusinessDate): Date => instantOf(addDays(day, 1), "WIB");
const around = (day: BusinessDate, seconds: number): void =>
  clock.moveTo(new Date(midnightAfter(day).getTime() + seconds * 1_000));
/** Moves business time to this many seconds after (or before) the end of a day. */
function toMidnight(seconds: number): BusinessDate {
  let day = dateInWib(clock.now());
  if (midnightAfter(day).getTime() + seconds * 1_000 < clock.now().getTime()) day = addDays(day, 1);
  around(day, seconds);
  return day;
}
const inquire = async (virtualAccountNumber: string) =>
  (await app.client().post("/api/sandbox/bank/inquiry", { virtualAccountNumber })).body as {
    amountRupiah: number;
    payoffRupiah: number;
  };
const requestRow = (reference: string) =>
  database
    .selectFrom("payment_request")
    .select(["payoffOn", "dueOn"])
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
/** The borrower in a current session: hours may have passed since the last login. */
const clientOf = ({ borrowerId }: MadeLoan) => app.loggedIn(borrowerId);
const isPaidOff = async (loan: MadeLoan) => (await loan.read()).state === "PAID_OFF";
let payments = 0;
/** A payment as its rail reports it. */
const receive = (
  payment: { rail: "VIRTUAL_ACCOUNT" | "QRIS" | "EWALLET"; reference: string; amountRupiah: number },
  paidAt = clock.now(),
) =>
  transact(database, (trx) =>
    receivePayment(services, trx, { ...payment, paymentId: `midnight-${++payments}`, paidAt }),
  );

/** How each rail is asked for the payoff before midnight, and how its payment is identified. */
const asked: Record<
  string,
  (
    loan: Awaited<ReturnType<typeof running>>,
  ) => Promise<{ rail: "VIRTUAL_ACCOUNT" | "QRIS" | "EWALLET"; reference: string; amountRupiah: number }>
> = {
  async QRIS(loan) {
    const { payoffRupiah: amountRupiah } = await bill(loan);
    const { body } = await (await clientOf(loan)).post("/api/repayment/qris", { amountRupiah });
    expect(body).toMatchObject({ payoffOn: dateInWib(clock.now()), countsOn: dateInWib(clock.now()) });
    return { rail: "QRIS", reference: body.reference, amountRupiah };
  },
  async EWALLET(loan) {
    const { payoffRupiah: amountRupiah } = await bill(loan);
    const input = { mobileNumber: "081299990001", amountRupiah };
    const { body } = await (await clientOf(loan)).post("/api/repayment/ewallet", input, key());
    return { rail: "EWALLET", reference: body.reference, amountRupiah };
  },
  async VIRTUAL_ACCOUNT(loan) {
    const reference = await accountAt(await clientOf(loan));
    const { payoffRupiah } = await inquire(reference);
    return { rail: "VIRTUAL_ACCOUNT", reference, amountRupiah: payoffRupiah };
  },
};

describe("A payoff that was written before midnight", () => {
  it.each([
    ["QRIS", -180, 120],
    ["EWALLET", -20, 25],
    ["VIRTUAL_ACCOUNT", -180, 1_500],
  ] as const)(
    "and is paid by %s after it, while it lives, ends the loan as of its day; taken back, the loan runs again",
    async (rail, before, after) => {
      const loan = await running();
      const day = toMidnight(before);
      const payment = await asked[rail]!(loan);
      around(day, after);
      await receive(payment);
      expect(await isPaidOff(loan)).toBe(true);
      expect(await bill(loan)).toMatchObject({ paidOffOn: day, payoffRupiah: 0, overpaidRupiah: 0 });
      expect((await loanEventsOf(database, loan)).map(({ valueDate }) => valueDate)).toEqual([day]);
      await reverse(loan);
      expect((await loan.read()).state).toBe("ACTIVE");
      expect((await bill(loan)).payoffRupiah).toBeGreaterThan(payment.amountRupiah);
      expect(await clean()).toEqual([]);
    },
  );

  it("and is paid when it has ended counts from the rail's day; without a time it was paid while the code lived", async () => {
    const [late, undated] = [await running(), await running()];
    const day = toMidnight(-60);
    const codes = [await asked["QRIS"]!(late), await asked["QRIS"]!(undated)];
    around(day, 1_800);
    await receive(codes[0]!);
    expect(await isPaidOff(late)).toBe(false);
    expect((await loanEventsOf(database, late)).map(({ valueDate }) => valueDate)).toEqual([addDays(day, 1)]);
    await transact(database, (trx) =>
      receivePayment(services, trx, { ...codes[1]!, paymentId: "undated", paidAt: clock.now(), isPaidAtUnknown: true }),
    );
    expect(await isPaidOff(undated)).toBe(true);
  });

  it("leaves a payment in between as the borrower's balance", async () => {
    const loan = await running();
    const number = await accountAt(loan.client);
    const day = toMidnight(-180);
    const code = await asked["QRIS"]!(loan);
    await receive({ rail: "VIRTUAL_ACCOUNT", reference: number, amountRupiah: 50_000 });
    around(day, 30);
    await receive({ rail: "VIRTUAL_ACCOUNT", reference: number, amountRupiah: 20_000 });
    around(day, 60);
    await receive(code);
    expect(await isPaidOff(loan)).toBe(true);
    expect(await balanceOfBorrower(database, loan.borrowerId)).toBe(70_000);
    expect(await clean()).toEqual([]);
  });

  it("is given again on its own day alone, and only as what it was written for", async () => {
    const loan = await running();
    const day = toMidnight(-300);
    const { payoffRupiah } = await bill(loan);
    const client = await clientOf(loan);
    const qris = (amountRupiah: number) => client.post("/api/repayment/qris", { amountRupiah });
    const { body: first } = await qris(payoffRupiah);
    expect((await qris(payoffRupiah)).body.requestId).toBe(first.requestId);
    expect(await requestRow(first.reference)).toEqual({ payoffOn: day, dueOn: null });
    const { body: part } = await qris(payoffRupiah - 100_000);
    expect(await requestRow(part.reference)).toEqual({ payoffOn: null, dueOn: null });
    // A part becomes the payoff once the rest is paid.
    await receive({ rail: "VIRTUAL_ACCOUNT", reference: await accountAt(client), amountRupiah: 100_000 });
    const { body: whole } = await qris(payoffRupiah - 100_000);
    expect(whole.requestId).not.toBe(part.requestId);
    expect(whole.payoffOn).toBe(day);
    around(day, 60);
    const { body: nextDay } = await qris(payoffRupiah - 100_000);
    expect(nextDay.requestId).not.toBe(whole.requestId);
    expect(nextDay.payoffOn).toBeNull();
  });

  it("on a page that was left open is not asked for the day after; the page says what stands now", async () => {
    const loan = await running();
    const day = toMidnight(-60);
    const { payoffRupiah: amountRupiah } = await bill(loan);
    around(day, 60);
    const client = await clientOf(loan);
    const qris = await client.post("/api/repayment/qris", { amountRupiah, asOf: day }, { "Accept-Language": "en" });
    const { payoffRupiah, suggestedRupiah } = await bill(loan);
    expect(qris.status).toBe(409);
    expect(qris.body.status).toMatchObject({
      code: "AMOUNT_OUTDATED",
      data: { payoff: payoffRupiah, due: suggestedRupiah },
    });
    const input = { mobileNumber: "081299990001", amountRupiah, asOf: day };
    expect((await client.post("/api/repayment/ewallet", input, key())).body.status.code).toBe("AMOUNT_OUTDATED");
    for (const amount of [payoffRupiah, suggestedRupiah])
      expect((await client.post("/api/repayment/qris", { amountRupiah: amount, asOf: day })).status).toBe(200);
  });
});

describe("What is due on a day", () => {
  it.each(["QRIS", "EWALLET", "VIRTUAL_ACCOUNT"] as const)(
    "and was asked for by %s before midnight is in time when it is paid while that lives",
    async (rail) => {
      const loan = await running();
      const { dueOn, unpaidRupiah: amountRupiah } = (await bill(loan)).rows[0]!;
      around(dueOn, -20);
      const client = await app.loggedIn(loan.borrowerId);
      let reference = await accountAt(client);
      if (rail === "QRIS") reference = (await client.post("/api/repayment/qris", { amountRupiah })).body.reference;
      else if (rail === "EWALLET") {
        const input = { mobileNumber: "081299990001", amountRupiah };
        reference = (await client.post("/api/repayment/ewallet", input, key())).body.reference;
      } else expect((await inquire(reference)).amountRupiah).toBe(amountRupiah);
      around(dueOn, 20);
      await receive({ rail, reference, amountRupiah });
      expect(await bill(loan)).toMatchObject({ daysPastDue: 0, lateFeeChargedRupiah: 0, dueTodayRupiah: 0 });
    },
  );

  it("less than 1,000 rupiah is asked for by nothing until the next due date, and waived at the end with a letter", async () => {
    const loan = await running();
    const { rows } = await bill(loan);
    const reference = await accountAt(loan.client);
    // A day late: 666 of the instalment pay the late fee.
    around(rows[0]!.dueOn, 3_600);
    await receive({ rail: "VIRTUAL_ACCOUNT", reference, amountRupiah: 393_333 });
    clock.moveTo(instantOf(addDays(rows[0]!.dueOn, 8), "WIB", { hour: 9 }));
    await app.settle();
    const owed = await bill(loan);
    expect(owed).toMatchObject({ dueTodayRupiah: 0, daysPastDue: 0, lateFeeRupiah: 0, suggestedRupiah: 393_999 });
    expect(owed.rows.map((row) => [row.status, row.unpaidRupiah, row.carriedRupiah])).toEqual([
      ["PAID", 0, 0],
      ["UPCOMING", 393_999, 666],
      ["UPCOMING", 393_334, 0],
    ]);
    expect(
      (await stepsTaken(database, loan)).filter(({ step, outcome }) => step === "AFTER" && outcome !== "SKIPPED"),
    ).toEqual([]);
    expect(await balanceOf(database, account("RECEIVABLE_PRINCIPAL", loan.loanId))).toBe(667_333);
    const client = await app.loggedIn(loan.borrowerId);
    expect((await client.post("/api/repayment/qris", { amountRupiah: owed.suggestedRupiah })).status).toBe(200);
    clock.moveTo(instantOf(rows[1]!.dueOn, "WIB", { hour: 9 }));
    await receive({ rail: "VIRTUAL_ACCOUNT", reference, amountRupiah: 393_999 });
    clock.moveTo(instantOf(rows[2]!.dueOn, "WIB", { hour: 9 }));
    await receive({ rail: "VIRTUAL_ACCOUNT", reference, amountRupiah: 392_335 });
    await app.settle();
    expect(await isPaidOff(loan)).toBe(true);
    expect(await balanceOf(database, account("WAIVER_COST"))).toBe(999);
    const letter = await database
      .selectFrom("loan_event")
      .select("kind")
      .where("loanId", "=", loan.loanId)
      .where("kind", "=", "PAYOFF_FOLLOWED")
      .execute();
    expect(letter).toHaveLength(1);
    expect(await clean()).toEqual([]);
  });

  it("is covered by the balance where no more than a rest below 1,000 rupiah would remain", async () => {
    const loan = await running();
    const number = await accountAt(loan.client);
    await receive({ rail: "VIRTUAL_ACCOUNT", reference: number, amountRupiah: 1_392_833 });
    const second = await running({ borrowerId: loan.borrowerId });
    const { fromBalance } = (await second.client.get("/api/repayment/bills")).body;
    expect(fromBalance).toMatchObject({ coveredRupiah: 393_333, restRupiah: 0 });
    around((await bill(second)).rows[0]!.dueOn, 3_600);
    await app.settle();
    expect(await bill(second)).toMatchObject({ daysPastDue: 0, dueTodayRupiah: 0, nextDueRupiah: 393_833 });
  });
});

it("More than any virtual account carries is for staff and no balance", async () => {
  const loan = await running();
  const reference = await accountAt(loan.client);
  expect((await loan.client.get("/api/repayment/bills")).body.accountMaxRupiah).toBe(50_000_000);
  await receive({ rail: "VIRTUAL_ACCOUNT", reference, amountRupiah: 900_000_000_000 });
  expect(await balanceOfBorrower(database, loan.borrowerId)).toBe(0);
  expect(await isPaidOff(loan)).toBe(false);
  const receipt = await database
    .selectFrom("payment_receipt")
    .select(["state", "unmatchedCause"])
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
  expect(receipt).toEqual({ state: "UNMATCHED", unmatchedCause: "ABOVE_RAIL_LIMIT" });
  await receive({ rail: "VIRTUAL_ACCOUNT", reference, amountRupiah: 50_000_000 });
  expect(await isPaidOff(loan)).toBe(true);
});
