/** Money received after a payoff: acknowledged, used for due amounts, never used twice, and never requested again. */
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { addDays, dateInWib, instantOf, weekdayOf, type BusinessDate } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { startDisbursement } from "#features/credit/disbursement/server/index.ts";
import { applyNews } from "../../disbursement/server/transfers.ts";
import { documentsOfLoan } from "#features/credit/agreement/server/index.ts";
import { findLoan, loanTerms, stateOf } from "#features/credit/loan/server/index.ts";
import { testApp } from "#tests/support/app.ts";
import { approvedLoan, ripeBorrower } from "#tests/support/approved-loan.ts";
import { activeLoan, type MadeLoan } from "#tests/support/loan.ts";
import { repaying } from "#tests/support/repaying.ts";
import { loanTimeline } from "#tests/support/loan-events.ts";
import { balanceOfBorrower } from "./index.ts";
import { receivePayment } from "./payments.ts";
import { loanEventsOf } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { key, bill, accountAt, running, reverse, clean } = repaying(app);
await app.settle();

const timelineOf = async ({ borrowerId, loanId }: Pick<MadeLoan, "borrowerId" | "loanId">) =>
  (await loanTimeline(database, borrowerId, loanId)).filter(({ kind }) => kind === "MESSAGE").map(({ cause }) => cause);
const texts = async ({ mobileNumber }: MadeLoan) =>
  (await services.outside.sandbox!.messages.list({ to: mobileNumber, limit: 50 })).map(({ text }) => text);
const at = async (date: BusinessDate, hour: number) => {
  clock.moveTo(instantOf(date, "WIB", { hour }));
  await app.settle();
};
let paid = 0;
const pay = (reference: string, amountRupiah: number, paidAt = clock.now()) =>
  transact(database, (trx) =>
    receivePayment(services, trx, {
      paymentId: `after-${++paid}`,
      rail: "VIRTUAL_ACCOUNT",
      reference,
      amountRupiah,
      paidAt,
    }),
  );

/** One person of finance proposes, another one confirms. */
async function agreed(path: string, input: object): Promise<void> {
  const finance = () => app.staff(services.random.uuid(), ["finance"]);
  const reason = "As the bank's statement of today shows.";
  const made = await (await finance()).post(path, { ...input, reason }, key());
  expect(made.status, made.text).toBe(200);
  const checking = `/api/staff/money/proposals/${made.body.proposalId}/check`;
  const checked = await (await finance()).post(checking, { approve: true }, key());
  expect(checked.status, checked.text).toBe(200);
}

/**
 * A borrower whose first loan is overpaid by `surplusRupiah` and whose second one runs; the first virtual account is
 * still open.
 */
async function twoLoans(surplusRupiah = 0) {
  const { client, ...first } = await running();
  const old = await accountAt(client);
  await pay(old, 1_000_000 + surplusRupiah);
  clock.advance(86_400_000);
  await app.settle();
  const second = await activeLoan(app, { borrowerId: first.borrowerId });
  const due = (await bill(second)).rows[0]!.dueOn;
  return { first, second: { ...second, mobileNumber: first.mobileNumber }, old, due };
}
const sameAsFromTheStart = async (loan: MadeLoan) => {
  const shown = await bill(loan);
  const state = stateOf(loanTerms(await loan.read()), await loanEventsOf(database, loan), shown.today);
  expect([shown.paidRupiah, shown.payoffRupiah, shown.lateFeeChargedRupiah]).toEqual([
    state.paidInRupiah,
    state.payoffRupiah,
    state.lateFee.chargedRupiah,
  ]);
};

describe("Money for a loan that is paid off", () => {
  it("pays what is overdue on the running loan at once, and the borrower hears of both.", async () => {
    const { first, second, old, due } = await twoLoans();
    await at(addDays(due, 1), 9);
    const owed = await bill(second);
    expect(owed.dueTodayRupiah).toBe(393_999);
    await pay(old, owed.dueTodayRupiah);
    await app.settle();
    expect(await bill(second)).toMatchObject({
      dueTodayRupiah: 0,
      daysPastDue: 0,
      lateFeeChargedRupiah: 666,
      paidRupiah: 393_999,
    });
    expect(await balanceOfBorrower(database, first.borrowerId)).toBe(0);
    expect([await timelineOf(first), await timelineOf(second)]).toEqual([
      expect.arrayContaining(["REPAYMENT_KEPT"]),
      expect.arrayContaining(["REPAYMENT_FROM_BALANCE"]),
    ]);
    const [one, other] = (await texts(first)).slice(0, 2).sort();
    expect([one, other]).toEqual([
      expect.stringContaining(
        `${formatRupiah(393_999)} untuk pinjaman ${(await first.read()).number} sudah kami terima`,
      ),
      expect.stringContaining(`Saldo Anda membayar ${formatRupiah(393_999)}`),
    ]);
    await at(addDays(due, 6), 9);
    expect((await bill(second)).lateFeeChargedRupiah).toBe(666);
    await sameAsFromTheStart(second);
    expect(await clean()).toEqual([]);
  });

  it("counts from the day on which it was paid, so that whoever paid the old number in time is not late.", async () => {
    const { second, old, due } = await twoLoans();
    await at(addDays(due, 2), 9);
    await pay(old, 500_000, new Date(instantOf(addDays(due, 1), "WIB").getTime() - 600_000));
    expect(await bill(second)).toMatchObject({ dueTodayRupiah: 0, lateFeeChargedRupiah: 0, paidRupiah: 393_333 });
    expect(await balanceOfBorrower(database, second.borrowerId)).toBe(106_667);
    await sameAsFromTheStart(second);
    expect(await clean()).toEqual([]);
  });

  it("is too much from the day alone on which its loan was over, though an earlier payment is told only after that.", async () => {
    const { first, second, old, due } = await twoLoans();
    await at(addDays(due, 2), 9);
    // Reopened next to the later one.
    await reverse(first);
    await app.settle();
    await pay(old, (await bill(first)).payoffRupiah);
    expect((await first.read()).state).toBe("PAID_OFF");
    const late = (await bill(second)).lateFeeChargedRupiah;
    await pay(old, 393_333, instantOf(addDays(due, -1), "WIB", { hour: 9 }));
    expect(late).toBeGreaterThan(0);
    expect((await bill(second)).lateFeeChargedRupiah).toBe(late);
    expect((await bill(second)).paidRupiah).toBeGreaterThan(0);
    await sameAsFromTheStart(second);
    expect(await clean()).toEqual([]);
  });

  it("never takes more than is due now, although the instalment was paid in another way since.", async () => {
    const { second, old, due } = await twoLoans();
    await at(addDays(due, 3), 9);
    await pay(await accountAt(await app.loggedIn(second.borrowerId)), 393_333);
    expect((await bill(second)).dueTodayRupiah).toBe(1_999);
    await pay(old, 393_333, new Date(instantOf(addDays(due, 1), "WIB").getTime() - 600_000));
    expect(await bill(second)).toMatchObject({ dueTodayRupiah: 0, paidRupiah: 395_332 });
    expect(await balanceOfBorrower(database, second.borrowerId)).toBe(391_334);
    expect(await clean()).toEqual([]);
  });

  it("is acknowledged once when a loan is paid off twice at the same moment, and stays the balance where nothing is due.", async () => {
    const { client, ...loan } = await running();
    const numbers = [await accountAt(client), await accountAt(client, "002")];
    await Promise.all(numbers.map((number) => pay(number, 1_000_000)));
    await app.settle();
    expect((await timelineOf(loan)).filter((cause) => cause === "REPAYMENT_KEPT")).toHaveLength(1);
    expect((await texts(loan)).filter((text) => text.includes("menjadi saldo Anda"))).toHaveLength(1);
    expect((await client.get("/api/repayment/bills")).body.balanceRupiah).toBe(1_000_000);
    expect(await clean()).toEqual([]);
  });

  it("leaves a refund that is under way alone, and once the bank refuses that refund its money pays what is overdue.", async () => {
    const { client, ...first } = await running();
    const old = await accountAt(client);
    await pay(old, 1_200_000);
    const second = await activeLoan(app, { borrowerId: first.borrowerId });
    const due = (await bill(second)).rows[0]!.dueOn;
    clock.moveTo(instantOf(due, "WIB", { hour: 23, minute: 58 }));
    await app.settle();
    const later = await app.loggedIn(first.borrowerId, "STEP_UP_WITHDRAW");
    const { inquire, transfer } = {
      inquire: services.outside.bank.inquireTransfer,
      transfer: services.outside.bank.transfer,
    };
    try {
      Object.assign(services.outside.bank, {
        transfer: async () => ({ status: "UNKNOWN" }),
        inquireTransfer: async () => ({ status: "PENDING" }),
      });
      expect((await later.post("/api/repayment/balance/refund", {}, key())).body.amountRupiah).toBe(200_000);
      await at(addDays(due, 1), 9);
      await pay(old, 100_000);
      expect(await bill(second)).toMatchObject({ paidRupiah: 100_000, daysPastDue: 1 });
      const row = await database
        .selectFrom("bank_transfer")
        .select("id")
        .where("purpose", "=", "BALANCE_REFUND")
        .where("borrowerId", "=", first.borrowerId)
        .executeTakeFirstOrThrow();
      await transact(database, (trx) =>
        applyNews(services, trx, row.id, { status: "FAILED", code: "BENEFICIARY_BANK_REFUSED", detail: "" }),
      );
    } finally {
      Object.assign(services.outside.bank, { transfer, inquireTransfer: inquire });
    }
    expect(await bill(second)).toMatchObject({ paidRupiah: 300_000 });
    expect(await balanceOfBorrower(database, first.borrowerId)).toBe(0);
    await sameAsFromTheStart(second);
    expect(await clean()).toEqual([]);
  });

  it("pays what has come due as soon as a refund that had arrived was sent back and is the balance again.", async () => {
    const { client, ...first } = await running();
    await pay(await accountAt(client), 1_070_000);
    expect((await client.post("/api/repayment/balance/refund", {}, key())).status).toBe(200);
    await app.pass(60, 30);
    const second = await activeLoan(app, { borrowerId: first.borrowerId });
    const { id } = await database
      .selectFrom("bank_transfer")
      .select("id")
      .where("purpose", "=", "BALANCE_REFUND")
      .where("borrowerId", "=", first.borrowerId)
      .executeTakeFirstOrThrow();
    const behaviour = JSON.stringify({ turns: true });
    await database.updateTable("sandbox_transfer").set({ behaviour }).where("transferId", "=", id).execute();
    clock.advance(600_000);
    await transact(database, (trx) =>
      applyNews(services, trx, id, { status: "FAILED", code: "RETURNED_BY_BENEFICIARY_BANK", detail: "" }),
    );
    await at(addDays((await bill(second)).rows[0]!.dueOn, 1), 9);
    expect(await bill(second)).toMatchObject({ paidRupiah: 0, daysPastDue: 1 });
    await agreed(`/api/staff/disbursements/${id}/returned`, { deed: "GIVE_BACK" });
    expect(await bill(second)).toMatchObject({ paidRupiah: 70_000 });
    expect(await balanceOfBorrower(database, first.borrowerId)).toBe(0);
    expect(await clean()).toEqual([]);
  });

  it("pays at once, as far as it goes, what a payment had paid that its bank took back.", async () => {
    const { first, second, due } = await twoLoans(70_000);
    await pay(await accountAt(await app.loggedIn(first.borrowerId)), 393_333);
    await at(addDays(due, 1), 9);
    expect([(await bill(second)).daysPastDue, await balanceOfBorrower(database, first.borrowerId)]).toEqual([
      0, 70_000,
    ]);
    const paymentId = (await loanEventsOf(database, second)).find(({ kind }) => kind === "PAYMENT")!.id;
    await agreed(`/api/staff/payments/loan/${second.loanId}/reversal`, { paymentId });
    expect(await bill(second)).toMatchObject({ paidRupiah: 70_000, daysPastDue: 1 });
    expect(await balanceOfBorrower(database, first.borrowerId)).toBe(0);
    expect(await clean()).toEqual([]);
  });

  it("is used once when payments, closings and a refund of the balance meet.", async () => {
    for (let round = 0; round < 2; round++) {
      const { first, second, old, due } = await twoLoans(150_000);
      clock.moveTo(instantOf(addDays(due, 1), "WIB", { hour: 9 }));
      const client = await app.loggedIn(first.borrowerId, "STEP_UP_WITHDRAW");
      const own = await accountAt(client);
      await Promise.all([
        ...[60_000, 70_000, 80_000].map((amountRupiah) => pay(old, amountRupiah)),
        pay(own, 50_000),
        services.sweeps.runAllDue(services),
        ...Array.from({ length: 3 }, () => client.post("/api/repayment/balance/refund", {}, key())),
        ...Array.from({ length: 2 }, () => client.post("/api/repayment/balance/use", {}, key())),
      ]);
      await app.settle();
      await app.pass(120);
      const refunded = (
        await database
          .selectFrom("balance_refund")
          .select("amountRupiah")
          .where("borrowerId", "=", first.borrowerId)
          .where("state", "<>", "FAILED")
          .execute()
      ).reduce((sum, row) => sum + row.amountRupiah, 0);
      const { paidRupiah } = await bill(second);
      expect(paidRupiah + refunded + (await balanceOfBorrower(database, first.borrowerId))).toBe(
        150_000 + 210_000 + 50_000,
      );
      await sameAsFromTheStart(second);
      expect(await clean()).toEqual([]);
    }
    // Two loans per round and every sweep of their weeks: slow on a busy machine.
  }, 90_000);
});

describe("A balance that covers the next instalment", () => {
  /** Due between Tuesday and Saturday: all reminders are sent on their days. */
  const onAWeekday = async () => {
    while (weekdayOf(addDays(dateInWib(clock.now()), 31)) !== 4) clock.advance(86_400_000);
    await app.settle();
  };

  it("is named by the reminders and both bills instead of a late fee; it pays, and that is told.", async () => {
    await onAWeekday();
    const { second, due } = await twoLoans(600_000);
    const before = (await texts(second)).length;
    await at(addDays(due, -3), 9);
    await at(due, 9);
    const reminders = (await texts(second)).slice(0, (await texts(second)).length - before);
    expect(reminders).toHaveLength(2);
    for (const text of reminders) {
      expect(text).toContain("Anda tidak perlu membayar");
      expect(text).not.toMatch(/denda|Cara bayar/);
    }
    const visitor = app.client();
    visitor.cookies.set(
      "link",
      services.keys.signLink({
        purpose: "BILLS",
        subject: second.borrowerId,
        expiresAt: new Date(clock.now().getTime() + 60_000),
      }),
    );
    const shown = { dueOn: due, coveredRupiah: 393_333, restRupiah: 0 };
    expect([
      (await visitor.get("/api/repayment/link/bills")).body.fromBalance,
      (await (await app.loggedIn(second.borrowerId)).get("/api/repayment/bills")).body.fromBalance,
    ]).toEqual([shown, shown]);
    await at(addDays(due, 1), 1);
    expect(await bill(second)).toMatchObject({ paidRupiah: 393_333, lateFeeChargedRupiah: 0, dueTodayRupiah: 0 });
    expect(await timelineOf(second)).toContain("REPAYMENT_FROM_BALANCE");
  });

  it("in part leaves the rest to be named, by the reminders as by the bill.", async () => {
    await onAWeekday();
    const { second, due } = await twoLoans(200_000);
    await at(addDays(due, -3), 9);
    const [early] = await texts(second);
    await at(due, 9);
    const [late] = await texts(second);
    const [covered, rest] = [formatRupiah(200_000), formatRupiah(193_333)];
    expect(early).toContain(`Saldo Anda membayar ${covered} di antaranya, sisanya ${rest}`);
    expect(late).toContain(`Bayar sisanya ${rest} sebelum tengah malam`);
    const client = await app.loggedIn(second.borrowerId);
    expect((await client.get("/api/repayment/bills")).body.fromBalance).toEqual({
      dueOn: due,
      coveredRupiah: 200_000,
      restRupiah: 193_333,
    });
    await pay(await accountAt(client), 193_333);
    await at(addDays(due, 1), 1);
    expect(await bill(second)).toMatchObject({ paidRupiah: 393_333, lateFeeChargedRupiah: 0, daysPastDue: 0 });
    expect(await clean()).toEqual([]);
  });
});

describe("The letter that a loan is paid off", () => {
  it("is replaced when a payment told late changes its figures, once, and the old one says so.", async () => {
    const borrower = await ripeBorrower(app);
    const { borrowerId } = borrower;
    const client = await app.loggedIn(borrowerId);
    const loan = await approvedLoan(app, borrower);
    const { toSign } = (await client.get(`/api/agreement?loanId=${loan.id}`)).body;
    await client.post(`/api/agreement/${loan.id}/accept`, { hash: toSign.hash, read: true, platforms: true });
    const { verificationId } = (
      await client.post("/api/mobile/sendVerificationWithoutCaptcha", { purpose: "STEP_UP_SIGN", channel: "SMS" })
    ).body;
    const [message] = await services.outside.sandbox!.messages.list({ to: borrower.mobileNumber });
    expect(
      (
        await client.post(
          `/api/agreement/${loan.id}/sign`,
          { hash: toSign.hash, verificationId, code: message?.code },
          key(),
        )
      ).status,
    ).toBe(200);
    await app.pass(15);
    await transact(database, (trx) => startDisbursement(services, trx, borrowerId, loan.id));
    await app.pass(60);
    const name = {
      borrowerId,
      loanId: loan.id,
      mobileNumber: borrower.mobileNumber,
      read: async () => (await findLoan(database, borrowerId, loan.id))!,
    };
    const number = await accountAt(client);
    const due = (await bill(name)).rows[0]!.dueOn;
    await at(addDays(due, 1), 5);
    await pay(number, (await bill(name)).payoffRupiah);
    await app.pass(30);
    const letters = async () =>
      (await documentsOfLoan(database, borrowerId, loan.id)).filter(({ kind }) => kind === "paid-off-letter");
    const paidSaid = async (id: string) =>
      (await (await app.loggedIn(borrowerId)).get(`/api/agreement/document/${id}/text`)).text;
    const [first] = await letters();
    const before = await bill(name);
    expect(await paidSaid(first!.id)).toContain(formatRupiah(before.paidRupiah - before.overpaidRupiah));
    // Further money only affects the balance: the letter stays valid.
    await pay(number, 10_000);
    await app.pass(30);
    expect((await letters()).map(({ state }) => state)).toEqual(["SIGNED"]);
    await pay(number, before.rows[0]!.totalRupiah, new Date(instantOf(addDays(due, 1), "WIB").getTime() - 600_000));
    await app.pass(60);
    const after = await bill(name);
    expect(after.paidRupiah - after.overpaidRupiah).toBeLessThan(before.paidRupiah - before.overpaidRupiah);
    const [standing, ...others] = (await letters()).filter(({ state }) => state === "SIGNED");
    expect([others, standing!.id === first!.id]).toEqual([[], false]);
    expect(await paidSaid(standing!.id)).toContain(formatRupiah(after.paidRupiah - after.overpaidRupiah));
    expect((await app.client().get(`/api/verify/${first!.id}`)).body).toMatchObject({
      state: "WITHDRAWN",
      replaced: true,
    });
    expect((await app.client().get(`/api/verify/${standing!.id}`)).body).toMatchObject({
      state: "SIGNED",
      replaced: false,
    });
    expect((await timelineOf(name)).filter((cause) => /PAID_OFF|LETTER/.test(cause))).toEqual([
      "REPAYMENT_PAID_OFF",
      "REPAYMENT_LETTER_REPLACED",
    ]);
    expect(await clean()).toEqual([]);
  }, 90_000);
});
