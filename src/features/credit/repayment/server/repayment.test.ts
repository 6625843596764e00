import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, balanceOf } from "#server/ledger/index.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { addAccount, removeAccount } from "#features/account/bank-account/server/store.ts";
import { currentLimits } from "#features/credit/limit/server/index.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { approvedLoan } from "#tests/support/approved-loan.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { repaying } from "#tests/support/repaying.ts";
import { claimNumber } from "#features/account/verification/server/index.ts";
import { linkTokenOf } from "#features/platform/notice/server/words.ts";
import { billsLinkPurpose } from "../contract.ts";
import { recordEvent } from "./books.ts";
import { paymentsOf } from "#tests/support/payments-of.ts";
import { findRepaymentAccount } from "./store.ts";

const app = await testApp({ origins: { kilat: ["https://kilat.example"] } });
const { services, clock } = app;
const { database } = services;
const { bank, key, bill, accountAt, running, clean } = repaying(app);

describe("Paying by virtual account", () => {
  it("gives one number at each bank for ever, and the payment is in the books with the rail's value date.", async () => {
    const { client, ...loan } = await running();
    const number = await accountAt(client);
    expect(number).toMatch(/^88801\d{12}$/);
    expect(await accountAt(client)).toBe(number);
    expect(await accountAt(client, "002")).not.toBe(number);
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 393_333 });
    await app.settle();
    expect(await bill(loan)).toMatchObject({
      paidRupiah: 393_333,
      dueTodayRupiah: 0,
      nextDueRupiah: 393_333,
      payoffRupiah: 1_000_000 - 393_333,
    });
    expect(await paymentsOf(database, loan.borrowerId, loan.loanId)).toMatchObject([
      { amountRupiah: 393_333, way: "VIRTUAL_ACCOUNT", bankCode: "014", valueDate: "2026-11-21" },
    ]);
    expect(await balanceOf(database, account("LOAN_SETTLEMENT", loan.loanId))).toBe(0);
  });

  it("shows no number that the bank no longer takes; asked for again it is the same one, and open.", async () => {
    const { client: atFirst, ...loan } = await running();
    const number = await accountAt(atFirst);
    const shown = async (client: TestClient) =>
      (await client.get("/api/repayment/bills")).body.banks.find((one: { bankCode: string }) => one.bankCode === "014")
        .virtualAccountNumber;
    expect(await shown(atFirst)).toBe(number);
    clock.advance(401 * 86_400_000);
    await app.settle();
    const client = await app.loggedIn(loan.borrowerId);
    expect(await shown(client)).toBeNull();
    expect([await accountAt(client), await shown(client)]).toEqual([number, number]);
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 50_000 });
    await app.settle();
    expect(await bill(loan)).toMatchObject({ paidRupiah: 50_000 });
  });

  it("is found by staff by its number, however a payer reads it out.", async () => {
    const { client, ...loan } = await running();
    const number = await accountAt(client);
    const support = await app.staff(services.random.uuid(), ["support"]);
    const find = async (identifier: string) => (await support.post("/api/staff/borrowers/search", { identifier })).body;
    for (const typed of [
      number,
      ` ${number.slice(0, 5)} ${number.slice(5)} `,
      `\u202A${number}\u202C`,
      `${number.slice(0, 5)}-${number.slice(5)}`,
    ])
      expect(await find(typed), typed).toMatchObject({
        kind: "VIRTUAL_ACCOUNT",
        found: [{ borrowerId: loan.borrowerId, to: `/staff/loans/${loan.loanId}` }],
      });
    expect((await find(`${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`)).status.code).toBe(
      "BORROWER_NOT_FOUND",
    );
  });

  it("refuses a bank without virtual accounts, and a borrower who owes nothing.", async () => {
    const { client } = await running();
    expect((await client.post("/api/repayment/virtual-account", { bankCode: "999" })).body.status.code).toBe(
      "BANK_NOT_OFFERED",
    );
    const other = await app.loggedIn(services.random.uuid());
    expect((await other.post("/api/repayment/virtual-account", { bankCode: "014" })).body.status.code).toBe(
      "NOTHING_TO_PAY",
    );
  });

  it("says so when the rail does not answer, and keeps nothing.", async () => {
    const { client } = await running();
    const { openVirtualAccount, createQris } = services.outside.collection;
    try {
      services.outside.collection.openVirtualAccount = async () => ({ outcome: "UNAVAILABLE" });
      services.outside.collection.createQris = async () => ({ outcome: "UNAVAILABLE" });
      expect((await client.post("/api/repayment/virtual-account", { bankCode: "014" })).body.status.code).toBe(
        "RAIL_UNAVAILABLE",
      );
      expect((await client.post("/api/repayment/qris", { amountRupiah: 100_000 })).body.status.code).toBe(
        "RAIL_UNAVAILABLE",
      );
      expect((await client.get("/api/repayment/bills")).body.qris).toBeNull();
    } finally {
      Object.assign(services.outside.collection, { openVirtualAccount, createQris });
    }
  });
});

describe("A loan that is paid off", () => {
  it("ends, frees the limit, turns what is too much into balance and takes later money into the balance too.", async () => {
    const { client: atFirst, ...loan } = await running();
    const number = await accountAt(atFirst);
    clock.moveTo(instantOf(addDays((await loan.read()).disbursedOn!, 10), "WIB", { hour: 10 }));
    await app.settle();
    const client = await app.loggedIn(loan.borrowerId);
    const { payoffRupiah } = await bill(loan);
    expect(payoffRupiah).toBe(1_020_000);
    await bank.pay({ virtualAccountNumber: number, amountRupiah: payoffRupiah + 30_000 });
    await app.settle();
    expect(await loan.read()).toMatchObject({ state: "PAID_OFF", endReason: "PAID_OFF" });
    expect((await currentLimits(services, database, loan.borrowerId)).usedRupiah).toBe(0);
    expect((await client.get("/api/repayment/bills")).body).toMatchObject({
      bill: null,
      balanceRupiah: 30_000,
      paidOff: { loanId: loan.loanId },
    });
    expect((await findRepaymentAccount(database, loan))?.nextBookingOn).toBeNull();
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 5_000 });
    await app.settle();
    expect((await client.get("/api/repayment/bills")).body.balanceRupiah).toBe(35_000);
    expect((await client.get("/api/loan/home")).body.balanceRupiah).toBe(35_000);
    expect(await clean()).toEqual([]);
  });

  it("leaves a balance that the home shows however many applications were withdrawn since.", async () => {
    const { client, ...loan } = await running();
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 1_050_000 });
    await app.settle();
    const { bankAccountId } = await loan.read();
    for (let applied = 0; applied < 20; applied++) {
      clock.advance(60_000);
      const { id } = await approvedLoan(app, { borrowerId: loan.borrowerId, bankAccountId });
      await database.updateTable("loan").set({ state: "CANCELLED" }).where("id", "=", id).execute();
    }
    const { balanceRupiah } = (await client.get("/api/repayment/bills")).body;
    expect(balanceRupiah).toBeGreaterThan(0);
    expect((await client.get("/api/loan/home")).body.balanceRupiah).toBe(balanceRupiah);
  });

  it("keeps the late fee that was paid in its bill.", async () => {
    const { client: atFirst, ...loan } = await running({ tenorDays: 30 });
    const number = await accountAt(atFirst);
    clock.moveTo(instantOf(addDays((await loan.read()).disbursedOn!, 40), "WIB", { hour: 10 }));
    await app.settle();
    const late = await bill(loan);
    expect(late).toMatchObject({ lateFeeRupiah: 20_000, lateFeeChargedRupiah: 20_000, dueTodayRupiah: 1_080_000 });
    await bank.pay({ virtualAccountNumber: number, amountRupiah: late.payoffRupiah });
    await app.settle();
    expect(await bill(loan)).toMatchObject({
      state: "PAID_OFF",
      lateFeeRupiah: 0,
      lateFeeChargedRupiah: 20_000,
      paidRupiah: 1_080_000,
    });
  });

  it("gives the balance back to the bank account once, however often it is asked for.", async () => {
    const { client, ...loan } = await running({ accountNumber: "5550001112" });
    const number = await accountAt(client);
    expect((await client.post("/api/repayment/balance/refund", {}, key())).body.status.code).toBe("BALANCE_EMPTY");
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 1_050_000 });
    await app.settle();
    const same = key();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        client.post("/api/repayment/balance/refund", {}, index < 5 ? same : key()),
      ),
    );
    expect(answers.filter((one) => one.status === 200).map((one) => one.body.amountRupiah)).toEqual(
      expect.arrayContaining([50_000]),
    );
    expect(new Set(answers.filter((one) => one.status === 200).map((one) => one.body.refundId)).size).toBe(1);
    expect(
      answers
        .filter((one) => one.status !== 200)
        .every((one) => ["REFUND_OPEN", "BALANCE_EMPTY"].includes(one.body.status.code)),
    ).toBe(true);
    expect((await client.get("/api/repayment/bills")).body).toMatchObject({
      balanceRupiah: 0,
      refund: { state: "PENDING" },
    });
    await app.pass(30);
    expect((await client.get("/api/repayment/bills")).body).toMatchObject({
      balanceRupiah: 0,
      refund: { state: "SUCCEEDED", amountRupiah: 50_000 },
    });
    expect(await balanceOf(database, account("BORROWER_BALANCE", loan.borrowerId))).toBe(0);
  });

  it("keeps the balance where there is no account to return it to, or the bank refuses.", async () => {
    const { client, ...loan } = await running();
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 1_020_000 });
    await app.settle();
    const { bankAccountId } = await loan.read();
    await transact(database, (trx) => removeAccount(trx, loan.borrowerId, bankAccountId, clock.now()));
    expect((await client.post("/api/repayment/balance/refund", {}, key())).body.status.code).toBe("NO_BANK_ACCOUNT");
    await transact(database, (trx) =>
      addAccount(services, trx, loan.borrowerId, {
        bankCode: "014",
        accountNumber: "9900000002",
        accountName: "SITI RAHAYU",
        nameMatch: "SAME",
        isMain: true,
      }),
    );
    expect((await client.post("/api/repayment/balance/refund", {}, key())).body.amountRupiah).toBe(20_000);
    await app.pass(30);
    expect((await client.get("/api/repayment/bills")).body).toMatchObject({
      balanceRupiah: 20_000,
      refund: { state: "FAILED" },
    });
    expect(await clean()).toEqual([]);
  });

  it("uses the balance for the next loan: on request, and by itself at the end of a due date.", async () => {
    const { client, ...first } = await running();
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 1_500_000 });
    await app.settle();
    expect((await client.post("/api/repayment/balance/use", {}, key())).body.status.code).toBe("NOTHING_TO_PAY");
    const second = await activeLoan(app, { borrowerId: first.borrowerId });
    const { body } = await client.post("/api/repayment/balance/use", {}, key());
    expect(body.amountRupiah).toBe(393_333);
    expect((await bill(second)).paidRupiah).toBe(393_333);
    const due = (await bill(second)).rows[1]!.dueOn;
    clock.moveTo(instantOf(addDays(due, 1), "WIB", { hour: 9 }));
    await app.settle();
    expect(await bill(second)).toMatchObject({ paidRupiah: 500_000, daysPastDue: 1 });
    const later = await app.loggedIn(first.borrowerId);
    expect((await later.get("/api/repayment/bills")).body.balanceRupiah).toBe(0);
    expect((await later.post("/api/repayment/balance/use", {}, key())).body.status.code).toBe("BALANCE_EMPTY");
    expect(await clean()).toEqual([]);
  });
});

describe("A loan that another one replaces", () => {
  const replace = async (loan: { borrowerId: string; loanId: string }, amountRupiah: number, id = "replaced") =>
    transact(database, (trx) =>
      recordEvent(
        services,
        trx,
        loan,
        {
          kind: "PAYMENT",
          id: `${id}-${loan.loanId}`,
          valueDate: dateInWib(clock.now()),
          amountRupiah,
          from: "RESTRUCTURE",
        },
        { rail: null, bankCode: null, paidAt: null, actor: "SYSTEM" },
      ),
    );
  const endOf = async ({ borrowerId, loanId }: { borrowerId: string; loanId: string }) =>
    (await findLoan(database, borrowerId, loanId))!;

  it("is not paid off: no letter, no word of thanks, and its limit is free for the one that replaces it.", async () => {
    const { client, ...loan } = await running();
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 100_000 });
    await app.settle();
    expect(await replace(loan, (await bill(loan)).payoffRupiah)).toBe("RECORDED");
    await app.settle();
    expect(await endOf(loan)).toMatchObject({ state: "RESTRUCTURED", endReason: "RESTRUCTURED" });
    const { documents } = (await client.get(`/api/loan/${loan.loanId}`)).body;
    expect(documents.filter(({ kind }: { kind: string }) => kind === "paid-off-letter")).toEqual([]);
    const messages = await services.outside.sandbox!.messages.list({ to: loan.mobileNumber, limit: 50 });
    expect(messages.filter(({ text }) => /sudah lunas|surat/i.test(text))).toEqual([]);
    expect(await currentLimits(services, database, loan.borrowerId)).toMatchObject({ usedRupiah: 0 });
    expect(await findRepaymentAccount(database, loan)).toMatchObject({ nextBookingOn: null, nextReminderAt: null });
    // A later payment goes to the borrower's balance; the loan stays ended.
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 50_000 });
    await app.settle();
    expect((await endOf(loan)).state).toBe("RESTRUCTURED");
  });

  it("is paid off where the replacing was undone and the borrower paid.", async () => {
    const { client, ...loan } = await running();
    expect(await replace(loan, 400_000)).toBe("RECORDED");
    await transact(database, (trx) =>
      recordEvent(
        services,
        trx,
        loan,
        {
          kind: "REVERSAL",
          id: `undone-${loan.loanId}`,
          valueDate: dateInWib(clock.now()),
          eventId: `replaced-${loan.loanId}`,
        },
        { rail: null, bankCode: null, paidAt: null, actor: "SYSTEM" },
      ),
    );
    const { payoffRupiah } = await bill(loan);
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: payoffRupiah });
    await app.settle();
    expect(await endOf(loan)).toMatchObject({ state: "PAID_OFF", endReason: "PAID_OFF" });
  });
});

describe("A bill by link", () => {
  it("ends after seven days, and with its borrower's account.", async () => {
    const { client, borrowerId, mobileNumber } = await running();
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 20_000 });
    await app.settle();
    const links = (await services.outside.sandbox!.messages.list({ to: mobileNumber })).map(({ link }) => link ?? "");
    const token = new URL(links.find((link) => link.includes("/no-login-bills"))!).searchParams.get("t")!;
    const at = (milliseconds: number) =>
      services.keys.verifyLink(token, billsLinkPurpose, new Date(clock.now().getTime() + milliseconds));
    const week = 7 * 86_400_000;
    // A token's expiry has whole seconds.
    expect([at(week - 1000), at(week)]).toEqual([
      { purpose: billsLinkPurpose, subject: borrowerId, ownerId: borrowerId, numberMark: expect.any(String) },
      null,
    ]);
  });

  it("ends with the number to which it was sent, and so does the short address in a message.", async () => {
    const { client, borrowerId, mobileNumber } = await running();
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 20_000 });
    await app.settle();
    const [message] = (await services.outside.sandbox!.messages.list({ to: mobileNumber })).filter(({ link }) =>
      link?.includes("/no-login-bills"),
    );
    const visitor = app.client();
    visitor.cookies.set("link", new URL(message!.link!).searchParams.get("t")!);
    const notices = await database.selectFrom("notice").select("id").where("borrowerId", "=", borrowerId).execute();
    /** Targets of the short addresses in all messages to the former number. */
    const short = async () =>
      Promise.all(
        notices.map(
          async ({ id }) => (await app.client().get(`/api/notice/${linkTokenOf(services.keys, id)}`)).body.to,
        ),
      );
    expect((await visitor.get("/api/repayment/link/bills")).status).toBe(200);
    expect((await short()).join()).toContain("/no-login-bills?t=");
    clock.advance(1000);
    await transact(services.database, (trx) => claimNumber(services, trx, borrowerId, "081277778888"));
    expect((await visitor.get("/api/repayment/link/bills")).body.status.code).toBe("LINK_INVALID");
    expect((await short()).join()).not.toContain("?t=");
    expect(await short()).toContain("/webview/bills");
    // Later messages go to the new number.
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 20_000 });
    await app.settle();
    const [fresh] = (await services.outside.sandbox!.messages.list({ to: "081277778888" })).filter(({ link }) =>
      link?.includes("/no-login-bills"),
    );
    visitor.cookies.set("link", new URL(fresh!.link!).searchParams.get("t")!);
    expect((await visitor.get("/api/repayment/link/bills")).status).toBe(200);
  });

  it("shows and opens ways to pay for its borrower alone.", async () => {
    const { client: _client, ...loan } = await running();
    const visitor = app.client();
    expect((await visitor.get("/api/repayment/link/bills")).body.status.code).toBe("LINK_INVALID");
    visitor.cookies.set(
      "link",
      services.keys.signLink({
        purpose: "BILLS",
        subject: loan.borrowerId,
        expiresAt: new Date(clock.now().getTime() + 1000),
      }),
    );
    expect((await visitor.get("/api/repayment/link/bills")).body.bill.loanId).toBe(loan.loanId);
    const { body: made } = await visitor.post("/api/repayment/link/virtual-account", { bankCode: "014" });
    const { body: qris } = await visitor.post("/api/repayment/link/qris", { amountRupiah: 50_000 });
    expect((await visitor.get(`/api/repayment/link/qris/${qris.requestId}/picture`)).status).toBe(200);
    await bank.pay({ virtualAccountNumber: made.virtualAccountNumber, amountRupiah: 50_000 });
    await app.settle();
    expect((await visitor.get(`/api/repayment/link/result?reference=${made.virtualAccountNumber}`)).body).toMatchObject(
      { state: "RECEIVED", amountRupiah: 50_000 },
    );
    expect((await visitor.get("/api/repayment/bills")).body.status.code).toBe("NOT_LOGGED_IN");
    clock.advance(2_000);
    expect((await visitor.get("/api/repayment/link/bills")).body.status.code).toBe("LINK_INVALID");
  });
});
