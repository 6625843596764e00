/** Returning unmatched money, and payments reversed by the bank: by two people, once, with matching bookings. */
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf, balanceOf, post } from "#server/ledger/index.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { currentLimits } from "#features/credit/limit/server/index.ts";
import { startDisbursement } from "#features/credit/disbursement/server/index.ts";
import { applyNews } from "../../disbursement/server/transfers.ts";
import { currentLoan, findLoan } from "#features/credit/loan/server/index.ts";
import { documentsOfLoan } from "#features/credit/agreement/server/index.ts";
import { testApp } from "#tests/support/app.ts";
import { approvedLoan, ripeBorrower } from "#tests/support/approved-loan.ts";
import { activeLoan, type MadeLoan } from "#tests/support/loan.ts";
import { accountAt } from "#tests/support/repaying.ts";
import { loanTimeline } from "#tests/support/loan-events.ts";
import { paymentsOf } from "#tests/support/payments-of.ts";
import { billOf, orderLetter } from "./index.ts";
import { receivePayment } from "./payments.ts";
import { findRepaymentAccount } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const bank = services.outside.sandbox!.bank;
const makerId = "0190e000-0000-7000-8000-000000000001";
const checkerId = "0190e000-0000-7000-8000-000000000002";
const finance = (id = makerId) => app.staff(id, ["finance"]);
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const reason = "As the bank's statement of today shows.";
const clean = async () => (await auditAll(database, clock.now())).findings;
const bill = async ({ borrowerId, loanId }: Pick<MadeLoan, "borrowerId" | "loanId">) =>
  (await billOf(services, database, borrowerId, loanId))!;
const check = async (proposalId: string, approve = true, id = checkerId) =>
  (await finance(id)).post(`/api/staff/money/proposals/${proposalId}/check`, { approve }, key());

async function stray(amountRupiah: number): Promise<string> {
  const payment = {
    paymentId: `stray-${services.random.uuid()}`,
    rail: "VIRTUAL_ACCOUNT",
    reference: "88801000000000000",
    amountRupiah,
    paidAt: clock.now(),
  } as const;
  await transact(database, (trx) => receivePayment(services, trx, payment));
  return (
    await database
      .selectFrom("payment_receipt")
      .select("id")
      .where("paymentId", "=", payment.paymentId)
      .executeTakeFirstOrThrow()
  ).id;
}
const stateOf = async (receiptId: string) =>
  database
    .selectFrom("payment_receipt")
    .select(["state", "returnFailure"])
    .where("id", "=", receiptId)
    .executeTakeFirstOrThrow();

describe("unmatched money", () => {
  const propose = async (receiptId: string, more: object = {}) =>
    (await finance()).post(`/api/staff/payments/${receiptId}/return`, {
      bankCode: "014",
      accountNumber: "4440001111",
      reason,
      ...more,
    });

  it("goes back to its payer once, to the account whose holder the bank named, and leaves the books empty", async () => {
    const receiptId = await stray(250_000);
    const made = await propose(receiptId);
    expect(made.status, made.text).toBe(200);
    expect((await propose(receiptId)).body.status.code).toBe("PROPOSAL_OPEN");
    const [shown] = (await (await finance(checkerId)).get("/api/staff/money/proposals")).body.items;
    expect(shown).toMatchObject({
      deed: "RETURN_UNMATCHED",
      payee: { bankName: "BCA", masked: "••••1111", accountName: "NASABAH SANDBOX" },
      facts: { rail: "VIRTUAL_ACCOUNT" },
    });
    const row = await database
      .selectFrom("proposal")
      .selectAll()
      .where("id", "=", made.body.proposalId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toMatch(/4440001111|NASABAH/);
    const checks = await Promise.all(Array.from({ length: 10 }, () => check(made.body.proposalId)));
    expect(checks.filter(({ status }) => status === 200)).toHaveLength(1);
    await app.pass(60);
    expect(await stateOf(receiptId)).toMatchObject({ state: "RETURNED" });
    expect(await balanceOf(database, account("UNMATCHED", receiptId))).toBe(0);
    const sent = await database.selectFrom("bank_transfer").selectAll().where("subjectId", "=", receiptId).execute();
    expect(sent).toMatchObject([
      { purpose: "UNMATCHED_RETURN", state: "SETTLED", amountRupiah: 250_000, bankAccountId: null },
    ]);
    expect((await propose(receiptId)).body.status.code).toBe("RECEIPT_NOT_UNMATCHED");
    expect(await clean()).toEqual([]);
  });

  it("is unmatched again when the return does not arrive, says why, and counts when it arrived after all", async () => {
    const receiptId = await stray(80_000);
    const made = await propose(receiptId, { accountNumber: "9900000002" });
    await check(made.body.proposalId);
    await app.pass(60);
    expect(await stateOf(receiptId)).toEqual({ state: "UNMATCHED", returnFailure: "BENEFICIARY_BANK_REFUSED" });
    const listed = (await (await finance()).get("/api/staff/payments/unmatched?limit=100")).body.items.find(
      (one: { receiptId: string }) => one.receiptId === receiptId,
    );
    expect(listed).toMatchObject({ returnFailure: "BENEFICIARY_BANK_REFUSED", returnProposalId: null });
    // It is available again for a loan or another return.
    expect(await availableOf(database, account("UNMATCHED", receiptId))).toBe(80_000);
    const { id } = await database
      .selectFrom("bank_transfer")
      .select("id")
      .where("subjectId", "=", receiptId)
      .executeTakeFirstOrThrow();
    await transact(database, (trx) =>
      applyNews(services, trx, id, { status: "SETTLED", providerReference: "LATE2", settledAt: clock.now() }),
    );
    expect(await balanceOf(database, account("LATE_PAYOUT", id))).toBe(80_000);
    const late = await (await finance()).post(`/api/staff/disbursements/${id}/late`, { deed: "COUNT", reason }, key());
    expect((await check(late.body.proposalId)).body).toEqual({ state: "CONFIRMED" });
    expect([
      await balanceOf(database, account("LATE_PAYOUT", id)),
      await balanceOf(database, account("UNMATCHED", receiptId)),
      (await stateOf(receiptId)).state,
    ]).toEqual([0, 0, "RETURNED"]);
    expect(await clean()).toEqual([]);
  });

  it("goes nowhere when it found its loan meanwhile, and one of two ways wins when both are confirmed at once", async () => {
    const loan = await activeLoan(app);
    const receiptId = await stray(100_000);
    const returning = (await propose(receiptId)).body.proposalId;
    const { body: giving } = await (
      await finance()
    ).post(`/api/staff/payments/${receiptId}/assignment`, { loan: loan.loanId, reason }, key());
    const checker = await finance(checkerId);
    const [one, other] = await Promise.all([
      check(returning),
      checker.post(`/api/staff/payments/assignments/${giving.assignmentId}/check`, { approve: true }, key()),
    ]);
    expect([one.status, other.status].filter((status) => status === 200)).toHaveLength(1);
    if (one.status !== 200) expect(one.body.status.code).toBe("PROPOSAL_STALE");
    await app.pass(60);
    expect(await balanceOf(database, account("UNMATCHED", receiptId))).toBe(0);
    expect(await clean()).toEqual([]);
  });

  it("given to one loan in parts meets the tier of their sum, and so does money returned to one account", async () => {
    const loan = await activeLoan(app);
    const receipts = await Promise.all([20_000_000, 4_000_000, 20_000_000].map(stray));
    const given: number[] = [];
    for (const receiptId of receipts) {
      // Parts on three days count as parts of one sum as well.
      clock.advance(86_400_000);
      const checker = await finance(checkerId);
      const { body } = await (
        await finance()
      ).post(`/api/staff/payments/${receiptId}/assignment`, { loan: loan.loanId, reason }, key());
      given.push(
        (await checker.post(`/api/staff/payments/assignments/${body.assignmentId}/check`, { approve: true }, key()))
          .status,
      );
    }
    expect(given).toEqual([200, 200, 403]);
    const returned: string[] = [];
    for (const receiptId of await Promise.all([20_000_000, 20_000_000].map(stray))) {
      const made = await propose(receiptId, { accountNumber: "4440009999" });
      returned.push((await check(made.body.proposalId)).body.status?.code ?? "CONFIRMED");
    }
    expect(returned).toEqual(["CONFIRMED", "CHECKER_TOO_LOW"]);
    expect(await clean()).toEqual([]);
  });

  it("is not proposed to an account that cannot take it", async () => {
    const receiptId = await stray(60_000);
    expect((await propose(receiptId, { accountNumber: "9900000001" })).body.status.code).toBe(
      "RETURN_ACCOUNT_NOT_FOUND",
    );
    expect((await propose(receiptId, { accountNumber: "9900000007" })).body.status.code).toBe(
      "RETURN_BANK_NOT_ANSWERING",
    );
    expect((await propose(receiptId, { bankCode: "999" })).body.status.code).toBe("RETURN_BANK_NOT_SERVED");
  });
});

describe("unmatched money for one loan", () => {
  it("counts together for the tiers: what one person proposed, and what one has confirmed on earlier days, for seven days", async () => {
    const loan = await activeLoan(app);
    const another = await activeLoan(app);
    const given = async (maker: string, to = loan, amountRupiah = 20_000_000) =>
      (
        await (
          await finance(maker)
        ).post(`/api/staff/payments/${await stray(amountRupiah)}/assignment`, { loan: to.loanId, reason }, key())
      ).body.assignmentId as string;
    const confirm = async (assignmentId: string) => {
      const { body } = await (
        await finance(checkerId)
      ).post(`/api/staff/payments/assignments/${assignmentId}/check`, { approve: true }, key());
      return (body.state ?? body.status.code) as string;
    };
    const makers = Array.from({ length: 4 }, () => services.random.uuid());
    const first = await given(makers[0]!);
    const second = await given(makers[0]!);
    expect(await confirm(second)).toBe("CHECKER_TOO_LOW");
    expect(await confirm(first)).toBe("CONFIRMED");
    // Another maker and another loan: nothing is added up there.
    expect(await confirm(await given(makers[1]!, another))).toBe("CONFIRMED");
    clock.advance(7 * 86_400_000 - 2000);
    const third = await given(makers[2]!);
    expect(await confirm(third)).toBe("CHECKER_TOO_LOW");
    clock.advance(3000);
    expect(await confirm(third)).toBe("CONFIRMED");
    expect(await confirm(await given(makers[3]!))).toBe("CHECKER_TOO_LOW");
  });
});

describe("a payment that the bank took back", () => {
  async function paidBy(loan: Pick<MadeLoan, "borrowerId" | "loanId">, amountRupiah: number): Promise<string> {
    await bank.pay({ virtualAccountNumber: await accountAt(await app.loggedIn(loan.borrowerId)), amountRupiah });
    await app.settle();
    return (await paymentsOf(database, loan.borrowerId, loan.loanId))[0]!.id;
  }
  const propose = async (loanId: string, paymentId: string) =>
    (await finance()).post(`/api/staff/payments/loan/${loanId}/reversal`, { paymentId, reason }, key());

  it("never counted: the engine reckons the loan anew, late fees and all, and the borrower is told", async () => {
    const loan = await activeLoan(app, { tenorDays: 30 });
    const untouched = await activeLoan(app, { tenorDays: 30 });
    const paymentId = await paidBy(loan, 500_000);
    clock.moveTo(instantOf(addDays((await loan.read()).disbursedOn!, 40), "WIB", { hour: 10 }));
    await app.settle();
    const listed = (await (await finance()).get(`/api/staff/payments/loan?loan=${(await loan.read()).number}`)).body;
    expect(listed).toMatchObject({
      loanId: loan.loanId,
      loanState: "ACTIVE",
      items: [{ paymentId, amountRupiah: 500_000, state: "COUNTS", proposalId: null }],
    });
    const made = await propose(loan.loanId, paymentId);
    expect((await propose(loan.loanId, paymentId)).body.status.code).toBe("PROPOSAL_OPEN");
    const checks = await Promise.all(Array.from({ length: 8 }, () => check(made.body.proposalId)));
    expect(checks.filter(({ status }) => status === 200)).toHaveLength(1);
    await app.settle();
    const [now, never] = [await bill(loan), await bill(untouched)];
    expect({ ...now, loanId: "", loanNumber: "" }).toEqual({ ...never, loanId: "", loanNumber: "" });
    expect(await paymentsOf(database, loan.borrowerId, loan.loanId)).toEqual([]);
    expect((await propose(loan.loanId, paymentId)).body.status.code).toBe("PAYMENT_NOT_REVERSIBLE");
    const client = await app.loggedIn(loan.borrowerId);
    expect((await client.get(`/api/repayment/result?reference=${paymentId}`)).body).toMatchObject({
      state: "FAILED",
      failureCode: "TAKEN_BACK",
    });
    const causes = (await loanTimeline(database, loan.borrowerId, loan.loanId)).map(({ cause }) => cause);
    expect(causes).toContain("REPAYMENT_TAKEN_BACK");
    expect(await clean()).toEqual([]);
  });

  it("is reminded of again: the instalment that it had paid is open, and its reminder goes out", async () => {
    const loan = await activeLoan(app);
    const first = (await bill(loan)).rows[0]!;
    const paymentId = await paidBy(loan, first.totalRupiah);
    const reminded = async () =>
      (await loanTimeline(database, loan.borrowerId, loan.loanId))
        .filter(({ cause }) => cause === "REPAYMENT_BEFORE")
        .map(({ facts }) => facts["about"]);
    // The sweep finds it paid, and continues with the next one.
    clock.moveTo(instantOf(addDays(first.dueOn, -3), "WIB", { hour: 12 }));
    await app.pass(60);
    expect([
      await reminded(),
      (await findRepaymentAccount(database, loan))!.nextReminderAt! > instantOf(first.dueOn, "WIB"),
    ]).toEqual([[], true]);
    const made = await propose(loan.loanId, paymentId);
    expect((await check(made.body.proposalId)).body).toEqual({ state: "CONFIRMED" });
    await app.pass(60);
    clock.moveTo(instantOf(addDays(first.dueOn, -2), "WIB", { hour: 12 }));
    await app.pass(75);
    expect(await reminded()).toEqual([first.dueOn]);
  });

  it("opens a paid-off loan again: it owes, its limit is used, its reminders run; paid again it ends again", async () => {
    const loan = await activeLoan(app);
    const paymentId = await paidBy(loan, 1_000_000);
    expect((await loan.read()).state).toBe("PAID_OFF");
    const made = await propose(loan.loanId, paymentId);
    expect((await check(made.body.proposalId)).body).toEqual({ state: "CONFIRMED" });
    await app.settle();
    expect(await loan.read()).toMatchObject({ state: "ACTIVE", endedAt: null, endReason: null });
    expect((await currentLimits(services, database, loan.borrowerId)).usedRupiah).toBe(1_000_000);
    expect(await findRepaymentAccount(database, loan)).toMatchObject({
      nextBookingOn: expect.any(String),
      nextReminderAt: expect.any(Date),
    });
    await paidBy(loan, (await bill(loan)).payoffRupiah);
    expect((await loan.read()).state).toBe("PAID_OFF");
    expect((await currentLimits(services, database, loan.borrowerId)).usedRupiah).toBe(0);
    const payoffs = (await loanTimeline(database, loan.borrowerId, loan.loanId)).filter(
      ({ cause }) => cause === "REPAYMENT_PAID_OFF",
    );
    expect(payoffs).toHaveLength(2);
    expect(await clean()).toEqual([]);
  });

  it("cannot be taken from a balance that is spent", async () => {
    const loan = await activeLoan(app);
    const paymentId = await paidBy(loan, 1_050_000);
    const client = await app.loggedIn(loan.borrowerId, "STEP_UP_WITHDRAW");
    expect((await client.post("/api/repayment/balance/refund", {}, key())).status).toBe(200);
    const made = await propose(loan.loanId, paymentId);
    expect((await check(made.body.proposalId)).body.status.code).toBe("BALANCE_SPENT");
    expect((await loan.read()).state).toBe("PAID_OFF");
    expect((await check(made.body.proposalId, false)).body).toEqual({ state: "REFUSED" });
    expect(await clean()).toEqual([]);
  });

  it("opens a loan again beside a later one: both are owed, the one that is due first is billed first, and no third is lent", async () => {
    const first = await activeLoan(app);
    const paymentId = await paidBy(first, 1_000_000);
    clock.moveTo(instantOf(addDays((await first.read()).disbursedOn!, 10), "WIB", { hour: 10 }));
    await app.settle();
    const second = await activeLoan(app, {
      borrowerId: first.borrowerId,
      amountRupiah: 2_000_000,
      accountNumber: "5550001234",
    });
    const made = await propose(first.loanId, paymentId);
    const checks = await Promise.all(Array.from({ length: 6 }, () => check(made.body.proposalId)));
    expect(checks.filter(({ status }) => status === 200)).toHaveLength(1);
    await app.settle();
    expect([(await first.read()).state, (await second.read()).state]).toEqual(["ACTIVE", "ACTIVE"]);
    expect(await balanceOf(database, account("RECEIVABLE_PRINCIPAL", first.loanId))).toBe(1_000_000);
    expect((await currentLimits(services, database, first.borrowerId)).usedRupiah).toBe(3_000_000);
    const client = await app.loggedIn(first.borrowerId);
    const bills = async () => (await client.get("/api/repayment/bills")).body;
    expect(await bills()).toMatchObject({ bill: { loanId: first.loanId }, alsoOwed: { loanId: second.loanId } });
    const home = (await client.get("/api/loan/home")).body;
    expect(home).toMatchObject({ loan: { loanId: first.loanId }, alsoOwed: { loanId: second.loanId } });
    // The first instalment of the older loan is paid: now the later loan is due first, and its own account accepts the
    // money.
    await paidBy(first, (await bill(first)).rows[0]!.totalRupiah);
    expect(await bills()).toMatchObject({ bill: { loanId: second.loanId }, alsoOwed: { loanId: first.loanId } });
    await paidBy(second, (await bill(second)).payoffRupiah);
    expect([(await first.read()).state, (await second.read()).state]).toEqual(["ACTIVE", "PAID_OFF"]);
    expect(await bills()).toMatchObject({ bill: { loanId: first.loanId }, alsoOwed: null });
    expect((await client.get("/api/loan/home")).body).toMatchObject({
      stage: "ACTIVE",
      loan: { loanId: first.loanId },
      alsoOwed: null,
    });
    expect((await client.get("/api/profile/credit-status")).body).toEqual({ creditStatus: "NOT_PAY_OFF" });
    // The open loan, for which a new application is refused.
    expect((await currentLoan(database, first.borrowerId))?.id).toBe(first.loanId);
    expect(await clean()).toEqual([]);
  });

  it("waits while the lender's returned principal is lent again or withdrawn, and says so; once the lender has the money it goes on", async () => {
    const loan = await activeLoan(app);
    const paymentId = await paidBy(loan, 1_000_000);
    const available = account("LENDER_AVAILABLE", (await loan.read()).lenderId);
    const all = await balanceOf(database, available);
    const move = (kind: "LENDER_WITHDRAWAL" | "LENDER_DEPOSIT") => {
      const [debit, credit] =
        kind === "LENDER_DEPOSIT"
          ? ([account("ESCROW"), available] as const)
          : ([available, account("ESCROW")] as const);
      return transact(database, (trx) =>
        post(trx, clock.now(), [
          {
            id: `short_${kind}`,
            kind,
            debit,
            credit,
            amount: all,
            reference: "short",
            valueDate: dateInWib(clock.now()),
          },
        ]),
      );
    };
    await move("LENDER_WITHDRAWAL");
    const made = await propose(loan.loanId, paymentId);
    expect((await check(made.body.proposalId)).body.status.code).toBe("LENDER_SHORT");
    expect((await loan.read()).state).toBe("PAID_OFF");
    await move("LENDER_DEPOSIT");
    expect((await check(made.body.proposalId)).body).toEqual({ state: "CONFIRMED" });
    expect((await loan.read()).state).toBe("ACTIVE");
    expect(await clean()).toEqual([]);
  });

  it("that had been unmatched leaves the house from suspense, and one from the balance is no bank's to take", async () => {
    const loan = await activeLoan(app);
    const receiptId = await stray(1_020_000);
    const { body: giving } = await (
      await finance()
    ).post(`/api/staff/payments/${receiptId}/assignment`, { loan: loan.loanId, reason }, key());
    await (
      await finance(checkerId)
    ).post(`/api/staff/payments/assignments/${giving.assignmentId}/check`, { approve: true }, key());
    const made = await propose(loan.loanId, receiptId);
    expect((await check(made.body.proposalId)).body).toEqual({ state: "CONFIRMED" });
    expect([
      await balanceOf(database, account("UNMATCHED", receiptId)),
      (await stateOf(receiptId)).state,
      (await loan.read()).state,
    ]).toEqual([0, "TAKEN_BACK", "ACTIVE"]);
    expect((await propose(services.random.uuid(), receiptId)).body.status.code).toBe("LOAN_UNKNOWN");
    expect(await clean()).toEqual([]);
  });

  it("is one that a bank can take back: what the borrower's own balance paid is shown as theirs and stays", async () => {
    const first = await activeLoan(app);
    const payment = async (loan: MadeLoan, amountRupiah: number) =>
      bank.pay({
        virtualAccountNumber: await accountAt(await app.loggedIn(loan.borrowerId)),
        amountRupiah,
      });
    await payment(first, (await bill(first)).payoffRupiah + 100_000);
    await app.settle();
    const second = await activeLoan(app, { borrowerId: first.borrowerId, accountNumber: "6660001112" });
    const used = await (await app.loggedIn(first.borrowerId)).post("/api/repayment/balance/use", {}, key());
    expect(used.body, used.text).toMatchObject({ amountRupiah: 100_000 });
    const { items } = (await (await finance()).get(`/api/staff/payments/loan?loan=${second.loanId}`)).body;
    expect(items).toMatchObject([{ paymentId: used.body.paymentId, amountRupiah: 100_000, state: "OWN" }]);
    // Its id was not issued by the bank, so it cannot be entered.
    expect((await propose(second.loanId, used.body.paymentId)).body.status.code).toBe("INPUT_INVALID");
  });

  it("withdraws the paid-off letter, which says so to everybody; the next payoff makes a new one, and each is told once", async () => {
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
    expect((await findLoan(database, borrowerId, loan.id))?.state).toBe("ACTIVE");
    const name = { borrowerId, loanId: loan.id };
    const paymentId = await paidBy(name, (await bill(name)).payoffRupiah);
    await app.pass(15);
    const letters = async () =>
      (await documentsOfLoan(database, borrowerId, loan.id)).filter(({ kind }) => kind === "paid-off-letter");
    const [letter] = await letters();
    expect((await app.client().get(`/api/verify/${letter!.id}`)).body.state).toBe("SIGNED");
    // The job is delivered again, four times concurrently.
    await Promise.all(Array.from({ length: 4 }, () => orderLetter(services, borrowerId, loan.id)));
    await app.pass(15);
    const payoffCount = async () =>
      (await loanTimeline(database, borrowerId, loan.id)).filter(({ cause }) => cause === "REPAYMENT_PAID_OFF").length;
    expect([await payoffCount(), (await letters()).length]).toEqual([1, 1]);
    expect((await check((await propose(loan.id, paymentId)).body.proposalId)).body).toEqual({ state: "CONFIRMED" });
    expect((await app.client().get(`/api/verify/${letter!.id}`)).body.state).toBe("WITHDRAWN");
    await paidBy(name, (await bill(name)).payoffRupiah);
    await app.pass(15);
    expect((await app.client().get(`/api/verify/${letter!.id}`)).body.state).toBe("WITHDRAWN");
    const standing = (await letters()).filter(({ state }) => state === "SIGNED");
    expect([standing.length, standing[0]?.id === letter!.id, await payoffCount()]).toEqual([1, false, 2]);
  }, 60_000);
});
