import { sql } from "kysely";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { readQris } from "#server/outside/collection/qris.ts";
import { defineJob } from "#server/work/jobs.ts";
import { account, balanceOf } from "#server/ledger/index.ts";
import { addDays, dateInWib, instantOf, weekdayOf } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { addAccount, removeAccount } from "#features/account/bank-account/server/store.ts";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { currentLimits } from "#features/credit/limit/server/index.ts";
import { findLoan, loanTerms, loanTimeline, stateOf } from "#features/credit/loan/server/index.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { approvedLoan } from "#tests/support/approved-loan.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { repaying } from "#tests/support/repaying.ts";
import { billsLinkPurpose } from "../contract.ts";
import { recordEvent } from "./books.ts";
import { paymentsOf } from "./index.ts";
import { eventsOf, findAccount } from "./store.ts";

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
    expect((await findAccount(database, loan))?.nextBookingOn).toBeNull();
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
    const told = await services.outside.sandbox!.messages.list({ to: loan.mobileNumber, limit: 50 });
    expect(told.filter(({ text }) => /sudah lunas|surat/i.test(text))).toEqual([]);
    expect(await currentLimits(services, database, loan.borrowerId)).toMatchObject({ usedRupiah: 0 });
    expect(await findAccount(database, loan)).toMatchObject({ nextBookingOn: null, nextReminderAt: null });
    // What comes for it later is the borrower's own, and changes nothing about its end.
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

describe("QRIS", () => {
  it("is given again for the same amount, drawn as a picture, and paid once.", async () => {
    const { client, ...loan } = await running();
    const { body: first } = await client.post("/api/repayment/qris", { amountRupiah: 393_333 });
    const { body: again } = await client.post("/api/repayment/qris", { amountRupiah: "393333" });
    expect(again.requestId).toBe(first.requestId);
    const read = readQris(first.qris);
    expect(read.outcome).toBe("READ");
    const { merchantName, nationalMerchantId } = (read as Extract<typeof read, { outcome: "READ" }>).fields;
    expect((await client.get("/api/repayment/bills")).body.qris).toMatchObject({
      reference: first.reference,
      merchant: { name: merchantName, nationalMerchantId },
    });
    const picture = await client.get(`/api/repayment/qris/${first.requestId}/picture`);
    expect(picture.headers.get("content-type")).toBe("image/png");
    const stranger = await app.loggedIn(services.random.uuid());
    expect((await stranger.get(`/api/repayment/qris/${first.requestId}/picture`)).body.status.code).toBe(
      "REQUEST_UNKNOWN",
    );
    expect((await client.get(`/api/repayment/result?reference=${first.reference}`)).body).toMatchObject({
      state: "WAITING",
      isPaidOff: false,
    });
    await bank.pay({ qris: first.qris, amountRupiah: 393_333, behaviour: { duplicates: 3 } });
    await app.pass(15);
    expect((await bill(loan)).paidRupiah).toBe(393_333);
    expect((await client.get(`/api/repayment/result?reference=${first.reference}`)).body).toMatchObject({
      state: "RECEIVED",
      amountRupiah: 393_333,
      way: "QRIS",
      remainingRupiah: 606_667,
    });
    expect((await stranger.get(`/api/repayment/result?reference=${first.reference}`)).body.status.code).toBe(
      "REQUEST_UNKNOWN",
    );
    expect((await stranger.get("/api/repayment/result?reference=%20")).body.status.fields).toMatchObject([
      { path: "reference", code: "ID_INVALID" },
    ]);
  });

  it("asks for no more than ends the loan and no less than rails carry.", async () => {
    const { client } = await running();
    expect((await client.post("/api/repayment/qris", { amountRupiah: 2_000_000 })).body.status).toMatchObject({
      code: "AMOUNT_ABOVE_PAYOFF",
      data: { maximum: 1_000_000 },
    });
    expect((await client.post("/api/repayment/qris", { amountRupiah: 999 })).body.status.code).toBe(
      "AMOUNT_BELOW_LEAST",
    );
    const idle = await app.loggedIn(services.random.uuid());
    expect((await idle.post("/api/repayment/qris", { amountRupiah: 50_000 })).body.status.code).toBe("NOTHING_TO_PAY");
  });
});

describe("OVO", () => {
  it("asks by QRIS and OVO for no more than a rail carries at once, says how much that is, and takes the rest by parts or a virtual account.", async () => {
    const loan = await running({ amountRupiah: 10_000_000, tenorDays: 90 });
    clock.advance(5 * 86_400_000);
    let client = await app.loggedIn(loan.borrowerId);
    const { payoffRupiah } = await bill(loan);
    expect(payoffRupiah).toBeGreaterThan(10_000_000);
    expect((await client.get("/api/repayment/bills")).body.most).toEqual({
      qrisRupiah: 10_000_000,
      ewalletRupiah: 20_000_000,
    });
    const refused = await client.post(
      "/api/repayment/qris",
      { amountRupiah: payoffRupiah },
      { "Accept-Language": "en" },
    );
    expect(refused.status).toBe(422);
    expect(refused.body.status).toMatchObject({
      code: "AMOUNT_ABOVE_RAIL",
      data: { maximum: 10_000_000 },
      detail: "At most Rp 10.000.000 at a time this way. Use a virtual account, or pay in parts.",
    });
    expect((await client.post("/api/repayment/qris", { amountRupiah: 10_000_001 })).body.status.code).toBe(
      "AMOUNT_ABOVE_RAIL",
    );
    // A limit is a row with its day: tomorrow's holds tomorrow.
    const tomorrow = addDays(dateInWib(clock.now()), 1);
    await database
      .insertInto("payment_rail_limit")
      .values({ rail: "EWALLET", valid_from: tomorrow, most_rupiah: 2_000_000, source: "A test", certainty: "P" })
      .execute();
    const pushed = await client.post(
      "/api/repayment/ewallet",
      { mobileNumber: "081299990001", amountRupiah: 2_000_001 },
      key(),
    );
    expect(pushed.status, pushed.text).toBe(200);
    clock.advance(86_400_000);
    await app.settle();
    client = await app.loggedIn(loan.borrowerId);
    const over = await client.post(
      "/api/repayment/ewallet",
      { mobileNumber: "081299990001", amountRupiah: 2_000_001 },
      key(),
    );
    expect(over.body.status).toMatchObject({ code: "AMOUNT_ABOVE_RAIL", data: { maximum: 2_000_000 } });
    const { body: part } = await client.post("/api/repayment/qris", { amountRupiah: 10_000_000 });
    await bank.pay({ qris: part.qris, amountRupiah: 10_000_000 });
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 10_000_001 });
    await app.pass(60);
    expect((await loan.read()).state).toBe("PAID_OFF");
  });

  it("rings the phone once and tells how it ended.", async () => {
    const { client, ...loan } = await running();
    const input = { mobileNumber: "0812 9999 0002", amountRupiah: 100_000 };
    const once = key();
    const pushes = await Promise.all([
      ...Array.from({ length: 5 }, () => client.post("/api/repayment/ewallet", input, once)),
      ...Array.from({ length: 5 }, () => client.post("/api/repayment/ewallet", input, key())),
    ]);
    expect(new Set(pushes.filter((one) => one.status === 200).map((one) => one.body.requestId)).size).toBe(1);
    expect(pushes.filter((one) => one.status !== 200).every((one) => one.body.status.code === "PUSH_OPEN")).toBe(true);
    await app.pass(30);
    expect((await bill(loan)).paidRupiah).toBe(100_000);
    expect(
      (await database.selectFrom("sandbox_ewallet_push").selectAll().where("amount_rupiah", "=", 100_000).execute())
        .length,
    ).toBe(1);
  });

  it("ends as failed when the owner declines, has no account or does not answer.", async () => {
    const { client, ...loan } = await running();
    for (const [mobileNumber, failureCode] of [
      ["081200000003", "DECLINED"],
      ["081200000002", "NO_SUCH_WALLET"],
      ["081200000001", "TIMED_OUT"],
    ] as const) {
      const { body } = await client.post("/api/repayment/ewallet", { mobileNumber, amountRupiah: 20_000 }, key());
      await app.pass(75);
      expect((await client.get(`/api/repayment/requests/${body.requestId}`)).body).toMatchObject({
        state: "FAILED",
        failureCode,
      });
    }
    expect((await bill(loan)).paidRupiah).toBe(0);
    expect((await client.get(`/api/repayment/requests/${services.random.uuid()}`)).body.status.code).toBe(
      "REQUEST_UNKNOWN",
    );
  });

  it("refuses amounts that the loan cannot take, and a borrower who owes nothing.", async () => {
    const { client } = await running();
    expect(
      (await client.post("/api/repayment/ewallet", { mobileNumber: "081299990003", amountRupiah: 2_000_000 }, key()))
        .body.status.code,
    ).toBe("AMOUNT_ABOVE_PAYOFF");
    expect(
      (await client.post("/api/repayment/ewallet", { mobileNumber: "081299990003", amountRupiah: 5 }, key())).body
        .status.code,
    ).toBe("AMOUNT_BELOW_LEAST");
    const idle = await app.loggedIn(services.random.uuid());
    expect(
      (await idle.post("/api/repayment/ewallet", { mobileNumber: "081299990003", amountRupiah: 50_000 }, key())).body
        .status.code,
    ).toBe("NOTHING_TO_PAY");
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
    // A token's end is told in whole seconds.
    expect([at(week - 1000), at(week)]).toEqual([
      { purpose: billsLinkPurpose, subject: borrowerId, ownerId: borrowerId },
      null,
    ]);
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

describe("As time passes", () => {
  it("due dates and month ends are booked by themselves and agree with the engine.", async () => {
    const { client, ...loan } = await running();
    const number = await accountAt(client);
    const row = await loan.read();
    for (const days of [12, 31, 45, 70, 95, 130]) {
      clock.moveTo(instantOf(addDays(row.disbursedOn!, days), "WIB", { hour: 8 }));
      if (days === 45) await bank.pay({ virtualAccountNumber: number, amountRupiah: 100_000 });
      await app.settle();
    }
    const account_ = await findAccount(database, loan);
    const booked = stateOf(loanTerms(row), await eventsOf(database, loan), account_!.bookedOn);
    expect(await balanceOf(database, account("RECEIVABLE_LATE_FEE", loan.loanId))).toBe(booked.lateFee.unpaidRupiah);
    expect(await balanceOf(database, account("RECEIVABLE_PRINCIPAL", loan.loanId))).toBe(booked.unpaid.principalRupiah);
    expect(booked.lateFee.unpaidRupiah).toBeGreaterThan(0);
    expect(account_!.nextBookingOn! >= (await bill(loan)).today).toBe(true);
    expect(await clean()).toEqual([]);
  });

  it("a borrower of another brand is sent to that brand's own address.", async () => {
    const borrowerId = await transact(database, (trx) =>
      seedBorrower(services, trx, { mobileNumber: "081399911122", brand: "kilat" }),
    );
    const loan = await activeLoan(app, { borrowerId });
    const told = async () =>
      (await services.outside.sandbox!.messages.list({ to: "081399911122", limit: 50 })).map(({ link }) => link ?? "");
    const due = (await bill(loan)).rows[0]!.dueOn;
    clock.moveTo(instantOf(addDays(due, -3), "WIB", { hour: 9 }));
    await app.settle();
    await bank.pay({
      virtualAccountNumber: await accountAt(await app.loggedIn(borrowerId)),
      amountRupiah: (await bill(loan)).payoffRupiah,
    });
    await app.settle();
    const links = await told();
    expect(new Set(links.map((link) => new URL(link).origin))).toEqual(new Set(["https://kilat.example"]));
    expect(new Set(links.map((link) => new URL(link).pathname))).toEqual(
      new Set([`/webview/loan-history/${loan.loanId}`, "/webview/no-login-bills"]),
    );
  });

  it("a reminder of the day names the instalment, and apart from it what is overdue beside it.", async () => {
    // On Sundays nobody is written to.
    while (weekdayOf(addDays(dateInWib(clock.now()), 60)) === 7) clock.advance(86_400_000);
    const { client: _client, ...loan } = await running();
    const [first, second] = (await bill(loan)).rows;
    clock.moveTo(instantOf(addDays(second!.dueOn, -1), "WIB", { hour: 22 }));
    await app.settle();
    clock.moveTo(instantOf(second!.dueOn, "WIB", { hour: 9 }));
    await app.settle();
    const [newest] = (await services.outside.sandbox!.messages.list({ to: loan.mobileNumber, limit: 50 })).map(
      (one) => one.text,
    );
    const { dueTodayRupiah } = await bill(loan);
    const overdueRupiah = dueTodayRupiah - second!.totalRupiah;
    expect(overdueRupiah).toBeGreaterThan(first!.totalRupiah);
    expect(newest).toContain(`sebesar ${formatRupiah(second!.totalRupiah)} jatuh tempo`);
    expect(newest).toContain(formatRupiah(overdueRupiah));
    expect(newest).not.toContain("tengah malam");
  });

  it("a message whose job runs twice is sent once.", async () => {
    while (weekdayOf(addDays(dateInWib(clock.now()), 30)) !== 5) clock.advance(86_400_000);
    const { client: _client, ...loan } = await running();
    const { messaging } = services.outside;
    const sent: string[] = [];
    services.outside.messaging = {
      ...messaging,
      send: (message) => {
        sent.push(message.messageId);
        return messaging.send(message);
      },
    };
    try {
      clock.moveTo(instantOf((await bill(loan)).rows[0]!.dueOn, "WIB", { hour: 9 }));
      await app.settle();
      expect(sent.length).toBeGreaterThan(0);
      const before = [...sent];
      // As if the process had died after it sent them: pg-boss gives each job again.
      const { rows } = await sql<{ data: { noticeId: string } }>`
        select data from pgboss.job where name = 'notice-send'
        and data ->> 'noticeId' in (select id::text from notice where borrower_id = ${loan.borrowerId} and kind like 'repayment.%')`.execute(
        database,
      );
      expect(rows.length).toBeGreaterThanOrEqual(before.length);
      const again = defineJob("notice-send", v.strictObject({ noticeId: v.string() }));
      await transact(database, async (trx) => {
        for (const { data } of rows) await services.jobs.send(trx, again, data);
      });
      await app.settle();
      expect(sent).toEqual(before);
      const told = (await loanTimeline(database, loan.borrowerId, loan.loanId)).flatMap(({ kind, facts }) =>
        kind === "MESSAGE" ? [facts["messageId"]] : [],
      );
      expect(told.toSorted()).toEqual(rows.map(({ data }) => data.noticeId).toSorted());
    } finally {
      services.outside.messaging = messaging;
    }
  });

  it("borrowers are reminded before, on and after the due date, in their hours, and not when they have paid.", async () => {
    // Due on a Friday that is no holiday, nor the days around it: on Sundays and holidays nobody is written to.
    const isHoliday = (day: string) => /-(12-25|01-01)$/.test(day);
    while (weekdayOf(addDays(dateInWib(clock.now()), 30)) !== 5 || isHoliday(addDays(dateInWib(clock.now()), 30)))
      clock.advance(86_400_000);
    await app.settle();
    const { client, ...loan } = await running();
    const messages = services.outside.sandbox!.messages;
    const told = async () => (await messages.list({ to: loan.mobileNumber, limit: 50 })).map((one) => one.text);
    const due = (await bill(loan)).rows[0]!.dueOn;
    const at = async (days: number, hour: number) => {
      clock.moveTo(instantOf(addDays(due, days), "WIB", { hour }));
      await app.settle();
    };
    const count = async () =>
      (await told()).filter(
        (text) => (text.includes("jatuh tempo") && text.includes("Cara bayar")) || text.includes("tengah malam"),
      ).length;
    await at(-3, 7);
    const before = await count();
    await at(-3, 8);
    await at(-3, 12);
    expect(await count()).toBe(before + 1);
    await at(0, 9);
    await at(0, 15);
    expect(await count()).toBe(before + 2);
    await at(1, 22);
    expect(await count()).toBe(before + 2);
    await at(3, 9);
    await at(4, 9);
    expect(await count()).toBe(before + 3);
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: (await bill(loan)).payoffRupiah });
    await app.settle();
    expect((await told())[0]).toContain("lunas");
    const paid = await count();
    await at(40, 9);
    expect(await count()).toBe(paid);
  });

  it("on a national holiday nobody is reminded, also not where it was entered after the reminder was planned.", async () => {
    // Due on a Thursday whose Wednesday will be a holiday, and the Monday before as well: the reminder of three days before.
    while (weekdayOf(addDays(dateInWib(clock.now()), 30)) !== 4) clock.advance(86_400_000);
    await app.settle();
    const { ...loan } = await running();
    const messages = services.outside.sandbox!.messages;
    const due = (await bill(loan)).rows[0]!.dueOn;
    const told = async () =>
      (await messages.list({ to: loan.mobileNumber, limit: 50 })).filter(({ text }) => text.includes("jatuh tempo"))
        .length;
    const at = async (days: number, hour: number) => {
      clock.moveTo(instantOf(addDays(due, days), "WIB", { hour }));
      await app.settle();
    };
    await at(-4, 12);
    const before = await told();
    const enter = async (days: number, kind: string) => {
      // The login of before has idled away meanwhile.
      const admin = await app.staff("0190a000-0000-7000-8000-0000000000ad", ["admin"]);
      const entry = { day: addDays(due, days), kind, name: "Pemilihan Umum", source: "Keppres 1/2027" };
      expect((await admin.post("/api/staff/complaint-holidays", entry)).status).toBe(200);
    };
    await enter(-3, "NATIONAL");
    await enter(-2, "JOINT_LEAVE");
    await at(-3, 12);
    expect(await told()).toBe(before);
    // Joint leave binds civil servants; borrowers may be written to.
    await at(-2, 12);
    expect(await told()).toBe(before + 1);
    await enter(0, "NATIONAL");
    await at(0, 12);
    expect(await told()).toBe(before + 1);
  });
});
