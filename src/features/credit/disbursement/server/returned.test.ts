/**
 * A transfer that arrived and was sent back by the receiving bank: held in suspense once, and the decision of two
 * people carried out completely.
 */
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf, balanceOf, post } from "#server/ledger/index.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { currentLimits } from "#features/credit/limit/server/index.ts";
import { payDueOfBorrower } from "#features/credit/repayment/server/balance.ts";
import { receivePayment } from "#features/credit/repayment/server/payments.ts";
import { balanceOfBorrower, billOf } from "#features/credit/repayment/server/index.ts";
import { addAccount } from "#features/account/bank-account/server/store.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { outcomeOf } from "#tests/support/judged.ts";
import { activeLoan, type MadeLoan } from "#tests/support/loan.ts";
import { accountAt } from "#tests/support/repaying.ts";
import { loanTimeline } from "#tests/support/loan-events.ts";
import { applyNews } from "./transfers.ts";
import { transfersFor } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
await app.settle();
const bank = services.outside.sandbox!.bank;
const makerId = "0190d100-0000-7000-8000-000000000001";
const checkerId = "0190d100-0000-7000-8000-000000000002";
const finance = (id: string) => app.staff(id, ["finance"]);
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const reason = "The receiving bank's note of today says so.";
const returning = "9900000009";
const transfersOf = ({ borrowerId, loanId }: MadeLoan) => transfersFor(database, borrowerId, "LOAN", loanId);
const clean = async () => (await auditAll(database, clock.now())).findings;
const suspense = (transferId: string) => balanceOf(database, account("RETURNED_PAYOUT", transferId));
const escrow = () => balanceOf(database, account("ESCROW"));
const causes = async ({ borrowerId, loanId }: MadeLoan) =>
  (await loanTimeline(database, borrowerId, loanId)).map(({ cause }) => cause);
const pass = (seconds: number) => app.pass(seconds, 30);
/** Paid out to an account whose bank returns the money ten minutes later; it has by now. */
async function cameBack(): Promise<{ loan: MadeLoan; transferId: string }> {
  const loan = await activeLoan(app, { accountNumber: returning });
  clock.advance(600_000);
  await pass(60);
  return { loan, transferId: (await transfersOf(loan))[0]!.id };
}
async function payIn(client: TestClient, amountRupiah: number): Promise<void> {
  await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah });
  await app.settle();
}
const otherAccount = async ({ borrowerId }: MadeLoan, accountNumber = "7770001112") => {
  const made = await transact(database, (trx) =>
    addAccount(services, trx, borrowerId, {
      bankCode: "008",
      accountNumber,
      accountName: "SITI RAHAYU",
      nameMatch: "SAME",
      isMain: false,
    }),
  );
  return made === "KNOWN" ? "" : made.id;
};
const propose = async (transferId: string, input: object) =>
  (await finance(makerId)).post(`/api/staff/disbursements/${transferId}/returned`, { reason, ...input }, key());
const check = async (proposalId: string) =>
  (await finance(checkerId)).post(`/api/staff/money/proposals/${proposalId}/check`, { approve: true }, key());
async function decided(transferId: string, input: object) {
  const made = await propose(transferId, input);
  expect(made.status, made.text).toBe(200);
  return check(made.body.proposalId);
}
const listed = async (transferId: string) =>
  (await (await finance(makerId)).get("/api/staff/disbursements/returned?limit=100")).body.items.find(
    (one: { transferId: string }) => one.transferId === transferId,
  );
const newsOf = async (transferId: string, state: Parameters<typeof applyNews>[3]) =>
  outcomeOf(await transact(database, (trx) => applyNews(services, trx, transferId, state)));
const failedNews = (transferId: string) =>
  newsOf(transferId, { status: "FAILED", code: "RETURNED_BY_BENEFICIARY_BANK", detail: "" });
const settledNews = (transferId: string, settledAt: Date) =>
  newsOf(transferId, { status: "SETTLED", providerReference: "AGAIN", settledAt });

describe("a transfer that the receiving bank sent back", () => {
  it("stands in suspense once, is in the staff's list, and is told to the borrower, who is asked for nothing meanwhile", async () => {
    const loan = await activeLoan(app, { accountNumber: returning });
    const before = await escrow();
    clock.advance(600_000);
    await pass(60);
    const [transfer] = await transfersOf(loan);
    expect(transfer).toMatchObject({ state: "RETURNED", failureCode: "RETURNED_BY_BENEFICIARY_BANK" });
    expect([await suspense(transfer!.id), (await escrow()) - before]).toEqual([1_000_000, 1_000_000]);
    expect(await listed(transfer!.id)).toMatchObject({
      purpose: "LOAN",
      loanState: "ACTIVE",
      amountRupiah: 1_000_000,
      state: "OPEN",
      code: "RETURNED_BY_BENEFICIARY_BANK",
      mayResend: true,
      proposalId: null,
      accounts: [{ cameBack: true }],
    });
    expect(await causes(loan)).toEqual(expect.arrayContaining(["PAYOUT_RETURNED", "REPAYMENT_PAYOUT_RETURNED"]));
    const home = (await (await app.loggedIn(loan.borrowerId)).get("/api/loan/home")).body;
    expect(home.payoutReturn).toMatchObject({ sendingAgain: false });
    expect(home.timeline.map((one: { code: string }) => one.code)).toEqual(
      expect.arrayContaining(["TRANSFER_RETURNED", "RESENDING"]),
    );
    // Weeks later the transfer is still undecided: no reminder goes out for money that the borrower does not have.
    clock.moveTo(instantOf(addDays((await loan.read()).disbursedOn!, 28), "WIB", { hour: 10 }));
    await app.settle();
    await pass(120);
    expect((await causes(loan)).filter((cause) => cause.startsWith("REPAYMENT_BEFORE"))).toEqual([]);
    expect(await clean()).toEqual([]);
  }, 60_000);

  it("is not repaid from the borrower's balance, as any other loan that is due would be", async () => {
    const { loan } = await cameBack();
    const other = await activeLoan(app);
    clock.moveTo(instantOf(addDays((await loan.read()).disbursedOn!, 31), "WIB", { hour: 10 }));
    await app.settle();
    for (const [{ borrowerId }, left] of [
      [loan, 50_000],
      [other, 0],
    ] as const) {
      const id = services.random.uuid();
      await transact(database, async (trx) => {
        await post(trx, clock.now(), [
          {
            id,
            kind: "OVERPAYMENT",
            debit: account("LOAN_SETTLEMENT", id),
            credit: account("BORROWER_BALANCE", borrowerId),
            amount: 50_000,
            reference: id,
            valueDate: dateInWib(clock.now()),
          },
        ]);
        await payDueOfBorrower(services, trx, borrowerId, id);
      });
      expect(await balanceOfBorrower(database, borrowerId)).toBe(left);
    }
  });

  it("counts once when fifty callbacks tell of it at once, beside an old word that it was paid", async () => {
    const loan = await activeLoan(app, { accountNumber: returning });
    const [{ id, endedAt } = { id: "", endedAt: null }] = await transfersOf(loan);
    clock.advance(601_000);
    const results = await Promise.all([
      ...Array.from({ length: 50 }, () => failedNews(id)),
      ...Array.from({ length: 10 }, () => settledNews(id, endedAt!)),
    ]);
    expect(results.filter((one) => one === "CONTRADICTS")).toHaveLength(1);
    await pass(60);
    expect(await suspense(id)).toBe(1_000_000);
    expect(await Promise.all([failedNews(id), settledNews(id, endedAt!)])).toEqual(["KNOWN", "KNOWN"]);
    expect((await causes(loan)).filter((cause) => cause === "PAYOUT_RETURNED")).toHaveLength(1);
    expect(await clean()).toEqual([]);
  });

  it("is asked for at the bank first: a word that only comes late books nothing", async () => {
    const loan = await activeLoan(app);
    const [{ id } = { id: "" }] = await transfersOf(loan);
    expect(await failedNews(id)).toBe("CONTRADICTS");
    await pass(120);
    expect([(await transfersOf(loan))[0]?.state, await suspense(id)]).toEqual(["SETTLED", 0]);
  });

  it("is found without any callback, because the bank is asked again on the days after the arrival", async () => {
    const loan = await activeLoan(app);
    const [{ id } = { id: "" }] = await transfersOf(loan);
    await database
      .updateTable("sandbox_transfer")
      .set({ behaviour: JSON.stringify({ turns: true }) })
      .where("transferId", "=", id)
      .execute();
    clock.advance(86_400_000);
    await pass(60);
    expect((await transfersOf(loan))[0]).toMatchObject({ state: "RETURNED", nextInquiryAt: null });
    expect(await suspense(id)).toBe(1_000_000);
  });

  it("comes to the same when its return is told before its arrival", async () => {
    const loan = await activeLoan(app, { accountNumber: returning });
    const [{ id, endedAt } = { id: "", endedAt: new Date() }] = await transfersOf(loan);
    // As if only the failure had been reported so far.
    await database
      .updateTable("bank_transfer")
      .set({ state: "FAILED", failureCode: "X", needsStaff: true, nextInquiryAt: null })
      .where("id", "=", id)
      .execute();
    await database
      .updateTable("loan")
      .set({ state: "SIGNED", disbursedOn: null })
      .where("id", "=", loan.loanId)
      .execute();
    await database.deleteFrom("repayment_account").where("loanId", "=", loan.loanId).execute();
    clock.advance(601_000);
    expect(await settledNews(id, endedAt!)).toBe("APPLIED");
    await pass(120);
    expect((await transfersOf(loan))[0]).toMatchObject({ state: "RETURNED" });
    expect(await suspense(id)).toBe(1_000_000);
  });
});

describe("money that came back", () => {
  it("is sent again to another account by two people's word, once, and the loan counts from the day it arrives", async () => {
    const { loan, transferId } = await cameBack();
    const first = (await loan.read()).disbursedOn!;
    clock.moveTo(instantOf(addDays(first, 5), "WIB", { hour: 10 }));
    await app.settle();
    const bankAccountId = await otherAccount(loan);
    expect(
      (await propose(transferId, { deed: "SEND_AGAIN", bankAccountId: services.random.uuid() })).body.status.code,
    ).toBe("ACCOUNT_UNKNOWN");
    const made = await propose(transferId, { deed: "SEND_AGAIN", bankAccountId });
    expect((await propose(transferId, { deed: "GIVE_BACK" })).body.status.code).toBe("PROPOSAL_OPEN");
    const own = await (
      await finance(makerId)
    ).post(`/api/staff/money/proposals/${made.body.proposalId}/check`, { approve: true }, key());
    expect(own.body.status.code).toBe("MAKER_IS_CHECKER");
    const shown = (await (await finance(checkerId)).get("/api/staff/money/proposals")).body.items.find(
      (one: { proposalId: string }) => one.proposalId === made.body.proposalId,
    );
    expect(shown).toMatchObject({
      deed: "RETURNED_PAYOUT",
      facts: { deed: "SEND_AGAIN" },
      payee: { bankName: "Mandiri", masked: "••••1112" },
    });
    const checks = await Promise.all(Array.from({ length: 8 }, () => check(made.body.proposalId)));
    expect(checks.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await listed(transferId)).toMatchObject({ state: "SENDING" });
    expect((await propose(transferId, { deed: "GIVE_BACK" })).body.status.code).toBe("NOT_RETURNED");
    await pass(60);
    expect((await transfersOf(loan)).map(({ state, bankAccountId: to }) => [state, to === bankAccountId])).toEqual([
      ["RETURNED", false],
      ["SETTLED", true],
    ]);
    const disbursedOn = addDays(first, 5);
    expect(await loan.read()).toMatchObject({ state: "ACTIVE", disbursedOn });
    expect(await billOf(services, database, loan.borrowerId, loan.loanId)).toMatchObject({
      payoffRupiah: 1_000_000,
      disbursedOn,
      nextDueDate: addDays(disbursedOn, 30),
    });
    expect([
      await suspense(transferId),
      await balanceOf(database, account("RECEIVABLE_PRINCIPAL", loan.loanId)),
      await listed(transferId),
    ]).toEqual([0, 1_000_000, undefined]);
    expect((await causes(loan)).filter((cause) => cause === "REPAYMENT_DISBURSED")).toHaveLength(2);
    expect((await (await app.loggedIn(loan.borrowerId)).get("/api/loan/home")).body.payoutReturn).toBe(null);
    expect(await clean()).toEqual([]);
  });

  it("ends the loan when it arrives again and what was paid meanwhile is all that is owed from that day on", async () => {
    const { loan, transferId } = await cameBack();
    const first = (await loan.read()).disbursedOn!;
    const virtualAccountNumber = await accountAt(await app.loggedIn(loan.borrowerId));
    clock.moveTo(instantOf(addDays(first, 5), "WIB", { hour: 10 }));
    await app.settle();
    await bank.pay({ virtualAccountNumber, amountRupiah: 1_005_000 });
    await app.settle();
    expect((await loan.read()).state).toBe("ACTIVE");
    clock.moveTo(instantOf(addDays(first, 6), "WIB", { hour: 10 }));
    await app.settle();
    expect((await decided(transferId, { deed: "SEND_AGAIN", bankAccountId: await otherAccount(loan) })).body).toEqual({
      state: "CONFIRMED",
    });
    await pass(60);
    expect(await loan.read()).toMatchObject({
      state: "PAID_OFF",
      endReason: "PAID_OFF",
      disbursedOn: addDays(first, 5),
    });
    expect((await currentLimits(services, database, loan.borrowerId)).usedRupiah).toBe(0);
    expect(await balanceOfBorrower(database, loan.borrowerId)).toBe(5_000);
    expect(await causes(loan)).toEqual(
      expect.arrayContaining(["NOTHING_OWED", "REPAYMENT_PAID_OFF", "REPAYMENT_DISBURSED"]),
    );
    const [told] = (await services.outside.sandbox!.messages.list({ to: loan.mobileNumber, limit: 50 }))
      .map(({ text }) => text)
      .filter((text) => text.includes("sudah masuk ke rekening"));
    expect(told).toContain("lunas dengan yang sudah Anda bayar");
    expect(await clean()).toEqual([]);
  });

  it("waits for a decision again when the second sending fails, and counts by staff's word when that one was paid after all", async () => {
    const { loan, transferId } = await cameBack();
    const bankAccountId = await otherAccount(loan, "9900000002");
    expect((await decided(transferId, { deed: "SEND_AGAIN", bankAccountId })).body).toEqual({ state: "CONFIRMED" });
    await pass(60);
    expect(await listed(transferId)).toMatchObject({ state: "OPEN", resendCode: "BENEFICIARY_BANK_REFUSED" });
    expect([await suspense(transferId), (await loan.read()).state]).toEqual([1_000_000, "ACTIVE"]);
    const second = (await transfersOf(loan))[1]!.id;
    expect(await settledNews(second, clock.now())).toBe("CONTRADICTS");
    const late = await (
      await finance(makerId)
    ).post(`/api/staff/disbursements/${second}/late`, { deed: "COUNT", reason }, key());
    expect((await check(late.body.proposalId)).body).toEqual({ state: "CONFIRMED" });
    expect([
      await suspense(transferId),
      await balanceOf(database, account("LATE_PAYOUT", second)),
      await listed(transferId),
    ]).toEqual([0, 0, undefined]);
    expect(await clean()).toEqual([]);
  });

  it("goes back to the lender: the loan is undone as never paid out, the limit is free, the borrower owes nothing and is told", async () => {
    const { loan, transferId } = await cameBack();
    const { lenderId } = await loan.read();
    const lender = () => availableOf(database, account("LENDER_AVAILABLE", lenderId));
    const [before, cash] = [await lender(), await escrow()];
    expect((await currentLimits(services, database, loan.borrowerId)).usedRupiah).toBe(1_000_000);
    clock.moveTo(instantOf(addDays((await loan.read()).disbursedOn!, 2), "WIB", { hour: 10 }));
    await app.settle();
    expect((await decided(transferId, { deed: "GIVE_BACK" })).body).toEqual({ state: "CONFIRMED" });
    await app.settle();
    expect(await loan.read()).toMatchObject({
      state: "CANCELLED",
      disbursedOn: null,
      endReason: "DISBURSEMENT_FAILED",
    });
    expect([await lender(), await escrow(), await suspense(transferId)]).toEqual([before + 1_000_000, cash, 0]);
    for (const kind of [
      "RECEIVABLE_PRINCIPAL",
      "RECEIVABLE_INTEREST",
      "RECEIVABLE_FEE",
      "UNEARNED_INTEREST",
      "LOAN_SETTLEMENT",
    ] as const)
      expect([kind, await balanceOf(database, account(kind, loan.loanId))]).toEqual([kind, 0]);
    expect((await currentLimits(services, database, loan.borrowerId)).usedRupiah).toBe(0);
    expect(await billOf(services, database, loan.borrowerId, loan.loanId)).toBe(null);
    expect(await causes(loan)).toContain("REPAYMENT_UNDONE");
    const home = (await (await app.loggedIn(loan.borrowerId)).get("/api/loan/home")).body;
    expect(home).toMatchObject({ stage: "CANCELLED", bill: null, payoutReturn: null });
    // The money is out of suspense: the late payment is in the list of late ones.
    expect(await settledNews(transferId, clock.now())).toBe("CONTRADICTS");
    expect(await balanceOf(database, account("LATE_PAYOUT", transferId))).toBe(1_000_000);
    const late = await (
      await finance(makerId)
    ).post(`/api/staff/disbursements/${transferId}/late`, { deed: "COUNT", reason }, key());
    expect((await check(late.body.proposalId)).body.status.code).toBe("PROPOSAL_STALE");
    expect(await clean()).toEqual([]);
  });

  it("makes what was paid the borrower's balance when the loan is undone, also of one that was paid off", async () => {
    for (const amountRupiah of [300_000, 1_000_000]) {
      const { loan, transferId } = await cameBack();
      await payIn(await app.loggedIn(loan.borrowerId), amountRupiah);
      expect((await loan.read()).state).toBe(amountRupiah === 1_000_000 ? "PAID_OFF" : "ACTIVE");
      if (amountRupiah === 1_000_000)
        expect((await propose(transferId, { deed: "SEND_AGAIN" })).body.status.code).toBe("RESEND_IMPOSSIBLE");
      expect((await decided(transferId, { deed: "GIVE_BACK" })).body).toEqual({ state: "CONFIRMED" });
      expect((await loan.read()).state).toBe("CANCELLED");
      expect(await balanceOfBorrower(database, loan.borrowerId)).toBe(amountRupiah);
      expect(await clean()).toEqual([]);
    }
  });

  it("is not sent again where its loan was paid off between the two people's words", async () => {
    const { loan, transferId } = await cameBack();
    const { proposalId } = (await propose(transferId, { deed: "SEND_AGAIN" })).body;
    await payIn(await app.loggedIn(loan.borrowerId), 1_000_000);
    expect((await check(proposalId)).body.status.code).toBe("PROPOSAL_STALE");
    expect([await suspense(transferId), await transfersOf(loan)]).toMatchObject([1_000_000, [{ state: "RETURNED" }]]);
  });

  it("did stay when the bank takes its word back, and may come back again after that", async () => {
    const { loan, transferId } = await cameBack();
    clock.advance(60_000);
    expect(await settledNews(transferId, clock.now())).toBe("CONTRADICTS");
    expect((await decided(transferId, { deed: "STANDS" })).body).toEqual({ state: "CONFIRMED" });
    expect([(await transfersOf(loan))[0]?.state, await suspense(transferId), (await loan.read()).state]).toEqual([
      "SETTLED",
      0,
      "ACTIVE",
    ]);
    expect(await failedNews(transferId)).toBe("CONTRADICTS");
    await pass(60);
    expect([(await transfersOf(loan))[0]?.state, await suspense(transferId)]).toEqual(["RETURNED", 1_000_000]);
    expect(await clean()).toEqual([]);
  });

  it("of a refund becomes the borrower's balance again, or goes out once more", async () => {
    for (const deed of ["GIVE_BACK", "SEND_AGAIN"] as const) {
      const loan = await activeLoan(app, { accountNumber: `990000000${deed === "GIVE_BACK" ? 5 : 6}` });
      const client = await app.loggedIn(loan.borrowerId, "STEP_UP_WITHDRAW");
      await payIn(client, 1_070_000);
      expect((await client.post("/api/repayment/balance/refund", {}, key())).status).toBe(200);
      await pass(60);
      const { id } = await database
        .selectFrom("bank_transfer")
        .select("id")
        .where("borrowerId", "=", loan.borrowerId)
        .where("purpose", "=", "BALANCE_REFUND")
        .executeTakeFirstOrThrow();
      await database
        .updateTable("sandbox_transfer")
        .set({ behaviour: JSON.stringify({ turns: true }) })
        .where("transferId", "=", id)
        .execute();
      clock.advance(600_000);
      await failedNews(id);
      await pass(60);
      expect([await suspense(id), await balanceOfBorrower(database, loan.borrowerId)]).toEqual([70_000, 0]);
      expect(await causes(loan)).toContain("REPAYMENT_REFUND_RETURNED");
      expect((await decided(id, { deed })).body).toEqual({ state: "CONFIRMED" });
      await pass(60);
      const back = deed === "GIVE_BACK";
      const { refund } = (await client.get("/api/repayment/bills")).body;
      expect([await suspense(id), await balanceOfBorrower(database, loan.borrowerId), refund.state]).toEqual([
        0,
        back ? 70_000 : 0,
        back ? "FAILED" : "SUCCEEDED",
      ]);
      expect(await clean()).toEqual([]);
    }
  });

  it("of nobody known is unmatched again, with the bank's code, and may be returned to another account", async () => {
    const paymentId = `stray-${services.random.uuid()}`;
    await transact(database, (trx) =>
      receivePayment(services, trx, {
        paymentId,
        rail: "VIRTUAL_ACCOUNT",
        reference: "88801000000000000",
        amountRupiah: 90_000,
        paidAt: clock.now(),
      }),
    );
    const { id: receiptId } = await database
      .selectFrom("payment_receipt")
      .select("id")
      .where("paymentId", "=", paymentId)
      .executeTakeFirstOrThrow();
    const back = async (accountNumber: string) =>
      (await finance(makerId)).post(`/api/staff/payments/${receiptId}/return`, {
        bankCode: "014",
        accountNumber,
        reason,
      });
    await check((await back(returning)).body.proposalId);
    await pass(60);
    clock.advance(600_000);
    await pass(60);
    const { id } = await database
      .selectFrom("bank_transfer")
      .select("id")
      .where("subjectId", "=", receiptId)
      .executeTakeFirstOrThrow();
    expect(await listed(id)).toMatchObject({
      purpose: "UNMATCHED_RETURN",
      loanNumber: null,
      mayResend: false,
      accounts: [],
    });
    expect((await propose(id, { deed: "SEND_AGAIN" })).body.status.code).toBe("RESEND_IMPOSSIBLE");
    expect((await decided(id, { deed: "GIVE_BACK" })).body).toEqual({ state: "CONFIRMED" });
    expect([await suspense(id), await balanceOf(database, account("UNMATCHED", receiptId))]).toEqual([0, 90_000]);
    expect(
      await database
        .selectFrom("payment_receipt")
        .select(["state", "returnFailure"])
        .where("id", "=", receiptId)
        .executeTakeFirstOrThrow(),
    ).toEqual({ state: "UNMATCHED", returnFailure: "RETURNED_BY_BENEFICIARY_BANK" });
    await check((await back("4440007777")).body.proposalId);
    await pass(60);
    expect([await balanceOf(database, account("UNMATCHED", receiptId)), await clean()]).toEqual([0, []]);
  });
});
