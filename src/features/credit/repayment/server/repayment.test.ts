import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, balanceOf } from "#server/ledger/index.ts";
import { sandboxWebhookPath } from "#server/outside/sandbox-bank/index.ts";
import { addDays, instantOf } from "#shared/dates.ts";
import { addAccount, removeAccount } from "#features/account/bank-account/server/store.ts";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { currentLimits } from "#features/credit/limit/server/index.ts";
import { loanTerms, stateOf } from "#features/credit/loan/server/index.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { activeLoan, signedLoan, type MadeLoan } from "#tests/support/loan.ts";
import { billOf, paymentsOf } from "./index.ts";
import { receivePayment } from "./payments.ts";
import { eventsOf, findAccount } from "./store.ts";

const app = await testApp({ origins: { kilat: ["https://kilat.example"] } });
const { services, clock } = app;
const { database } = services;
const bank = services.outside.sandbox!.bank;
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const bill = async ({ borrowerId, loanId }: MadeLoan) => (await billOf(services, database, borrowerId, loanId))!;
async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 15) {
    clock.advance(Math.min(left, 15) * 1000);
    await app.settle();
  }
}
const accountAt = async (client: TestClient, bankCode = "014") => (await client.post("/api/repayment/virtual-account", { bankCode })).body.virtualAccountNumber as string;
async function running(wish?: Parameters<typeof activeLoan>[1]): Promise<MadeLoan & { client: TestClient }> {
  const loan = await activeLoan(app, wish);
  return { ...loan, client: await app.loggedIn(loan.borrowerId, "STEP_UP_WITHDRAW") };
}
const clean = async () => (await auditAll(database, clock.now())).findings;

describe("Paying by virtual account", () => {
  it("gives one number at each bank for ever, and the payment is in the books with the rail's value date.", async () => {
    const { client, ...loan } = await running();
    const number = await accountAt(client);
    expect(number).toMatch(/^88801\d{12}$/);
    expect(await accountAt(client)).toBe(number);
    expect(await accountAt(client, "002")).not.toBe(number);
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 393_333 });
    await app.settle();
    expect(await bill(loan)).toMatchObject({ paidRupiah: 393_333, dueTodayRupiah: 0, nextDueRupiah: 393_333, payoffRupiah: 1_000_000 - 393_333 });
    expect(await paymentsOf(database, loan.borrowerId, loan.loanId)).toMatchObject([{ amountRupiah: 393_333, way: "VIRTUAL_ACCOUNT", bankCode: "014", valueDate: "2026-11-21" }]);
    expect(await balanceOf(database, account("LOAN_SETTLEMENT", loan.loanId))).toBe(0);
  });

  it("refuses a bank without virtual accounts, and a borrower who owes nothing.", async () => {
    const { client } = await running();
    expect((await client.post("/api/repayment/virtual-account", { bankCode: "999" })).body.status.code).toBe("BANK_NOT_OFFERED");
    const other = await app.loggedIn(services.random.uuid());
    expect((await other.post("/api/repayment/virtual-account", { bankCode: "014" })).body.status.code).toBe("NOTHING_TO_PAY");
  });

  it("says so when the rail does not answer, and keeps nothing.", async () => {
    const { client } = await running();
    const { openVirtualAccount, createQris } = services.outside.collection;
    try {
      services.outside.collection.openVirtualAccount = async () => ({ outcome: "UNAVAILABLE" });
      services.outside.collection.createQris = async () => ({ outcome: "UNAVAILABLE" });
      expect((await client.post("/api/repayment/virtual-account", { bankCode: "014" })).body.status.code).toBe("RAIL_UNAVAILABLE");
      expect((await client.post("/api/repayment/qris", { amountRupiah: 100_000 })).body.status.code).toBe("RAIL_UNAVAILABLE");
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
    expect((await client.get("/api/repayment/bills")).body).toMatchObject({ bill: null, balanceRupiah: 30_000, paidOff: { loanId: loan.loanId } });
    expect((await findAccount(database, loan))?.nextBookingOn).toBeNull();
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 5_000 });
    await app.settle();
    expect((await client.get("/api/repayment/bills")).body.balanceRupiah).toBe(35_000);
    expect(await clean()).toEqual([]);
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
    expect(await bill(loan)).toMatchObject({ state: "PAID_OFF", lateFeeRupiah: 0, lateFeeChargedRupiah: 20_000, paidRupiah: 1_080_000 });
  });

  it("gives the balance back to the bank account once, however often it is asked for.", async () => {
    const { client, ...loan } = await running({ accountNumber: "5550001112" });
    const number = await accountAt(client);
    expect((await client.post("/api/repayment/balance/refund", {}, key())).body.status.code).toBe("BALANCE_EMPTY");
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 1_050_000 });
    await app.settle();
    const same = key();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => client.post("/api/repayment/balance/refund", {}, index < 5 ? same : key())));
    expect(answers.filter((one) => one.status === 200).map((one) => one.body.amountRupiah)).toEqual(expect.arrayContaining([50_000]));
    expect(new Set(answers.filter((one) => one.status === 200).map((one) => one.body.refundId)).size).toBe(1);
    expect(answers.filter((one) => one.status !== 200).every((one) => ["REFUND_OPEN", "BALANCE_EMPTY"].includes(one.body.status.code))).toBe(true);
    expect((await client.get("/api/repayment/bills")).body).toMatchObject({ balanceRupiah: 0, refund: { state: "PENDING" } });
    await pass(30);
    expect((await client.get("/api/repayment/bills")).body).toMatchObject({ balanceRupiah: 0, refund: { state: "SUCCEEDED", amountRupiah: 50_000 } });
    expect(await balanceOf(database, account("BORROWER_BALANCE", loan.borrowerId))).toBe(0);
  });

  it("keeps the balance where there is no account to return it to, or the bank refuses.", async () => {
    const { client, ...loan } = await running();
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 1_020_000 });
    await app.settle();
    const { bankAccountId } = await loan.read();
    await transact(database, (trx) => removeAccount(trx, loan.borrowerId, bankAccountId, clock.now()));
    expect((await client.post("/api/repayment/balance/refund", {}, key())).body.status.code).toBe("NO_BANK_ACCOUNT");
    await transact(database, (trx) => addAccount(services, trx, loan.borrowerId, { bankCode: "014", accountNumber: "9900000002", accountName: "SITI RAHAYU", nameMatch: "SAME", isMain: true }));
    expect((await client.post("/api/repayment/balance/refund", {}, key())).body.amountRupiah).toBe(20_000);
    await pass(30);
    expect((await client.get("/api/repayment/bills")).body).toMatchObject({ balanceRupiah: 20_000, refund: { state: "FAILED" } });
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

describe("Callbacks", () => {
  it("post once, however often one of them comes.", async () => {
    const { client, ...loan } = await running();
    const number = await accountAt(client);
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 100_000, behaviour: { duplicates: 20 } });
    await pass(15);
    const row = await database.selectFrom("sandbox_callback").select("body").where("body", "like", `%${number}%`).executeTakeFirstOrThrow();
    const { secret, body } = await signed(String(row.body));
    const sent = await Promise.all(Array.from({ length: 50 }, () => app.client().send("POST", sandboxWebhookPath, body, secret)));
    expect(sent.every((one) => one.status === 200)).toBe(true);
    await app.settle();
    expect(await bill(loan)).toMatchObject({ paidRupiah: 100_000 });
    expect(await eventsOf(database, loan)).toHaveLength(1);
  });

  it("are refused when forged, changed or stale, and nothing is kept of them.", async () => {
    const before = (await database.selectFrom("partner_event").selectAll().execute()).length;
    const { secret, body } = await signed(JSON.stringify({ kind: "TRANSFER_PENDING", eventId: "forged", transferId: "x" }));
    const changed = await app.client().send("POST", sandboxWebhookPath, body.replace("forged", "forgee"), secret);
    expect(changed.status).toBe(401);
    const bare = await app.client().send("POST", sandboxWebhookPath, body, { "content-type": "application/json" });
    expect(bare.status).toBe(401);
    const stale = await app.client().send("POST", sandboxWebhookPath, body, { ...secret, "x-sandbox-timestamp": "1" });
    expect(stale.status).toBe(401);
    expect((await app.client().send("POST", "/api/webhook/snap/v1.0/debit/notify", "{}", {})).status).toBe(404);
    expect((await database.selectFrom("partner_event").selectAll().execute()).length).toBe(before);
  });

  it("that are all lost are made good within two periods of the poller.", async () => {
    const { client, ...loan } = await running();
    const number = await accountAt(client);
    await bank.setHostility({ lostPpm: 1_000_000 });
    try {
      await bank.pay({ virtualAccountNumber: number, amountRupiah: 393_333 });
      const { body: qris } = await client.post("/api/repayment/qris", { amountRupiah: 200_000 });
      await bank.pay({ qris: qris.qris, amountRupiah: 200_000 });
      const { body: pushed } = await client.post("/api/repayment/ewallet", { mobileNumber: "081299990001", amountRupiah: 50_000 }, key());
      await pass(120);
      expect((await bill(loan)).paidRupiah).toBe(643_333);
      expect((await client.get(`/api/repayment/requests/${pushed.requestId}`)).body.state).toBe("PAID");
      // Payouts too: the money is out, nobody told us.
      const other = await signedLoan(app);
      const { startDisbursement } = await import("#features/credit/disbursement/server/index.ts");
      await transact(database, (trx) => startDisbursement(services, trx, other.borrowerId, other.loanId));
      await app.settle();
      await pass(120);
      expect((await other.read()).state).toBe("ACTIVE");
    } finally {
      await bank.setHostility({});
    }
  });

  it("in any order and number leave the same books.", async () => {
    const amounts = [100_000, 250_000, 43_333, 606_667, 300_000];
    const finals: string[] = [];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4], { minLength: 11 }), async (order) => {
        const { client, ...loan } = await running();
        const number = await accountAt(client);
        const paidAt = clock.now();
        for (const index of order) {
          const payment = { paymentId: `${number}-${index}`, rail: "VIRTUAL_ACCOUNT", reference: number, amountRupiah: amounts[index]!, paidAt } as const;
          await transact(database, (trx) => receivePayment(services, trx, payment));
        }
        const { loanId: _loan, loanNumber: _number, ...rest } = await bill(loan);
        finals.push(JSON.stringify({ rest, overpaid: await balanceOf(database, account("BORROWER_BALANCE", loan.borrowerId)), state: (await loan.read()).state }));
        expect(await balanceOf(database, account("RECEIVABLE_PRINCIPAL", loan.loanId))).toBe(0);
      }),
      { numRuns: 12 },
    );
    expect(new Set(finals).size).toBe(1);
    expect(JSON.parse(finals[0]!)).toMatchObject({ overpaid: 300_000, state: "PAID_OFF" });
    expect(await clean()).toEqual([]);
    // Twelve loans of eleven tellings each: a busy machine takes its time.
  }, 60_000);

  it("with another amount under a known payment id change nothing.", async () => {
    const { client, ...loan } = await running();
    const number = await accountAt(client);
    const payment = { paymentId: `${number}-a`, rail: "VIRTUAL_ACCOUNT", reference: number, amountRupiah: 10_000, paidAt: clock.now() } as const;
    expect(await transact(database, (trx) => receivePayment(services, trx, payment))).toBe("APPLIED");
    expect(await transact(database, (trx) => receivePayment(services, trx, { ...payment, amountRupiah: 999_999 }))).toBe("CONTRADICTS");
    expect((await bill(loan)).paidRupiah).toBe(10_000);
  });
});

/** Bytes and headers as the sandbox's bank signs them. */
async function signed(body: string): Promise<{ body: string; secret: Record<string, string> }> {
  const { sandboxSecretFrom } = await import("#server/outside/sandbox-secret.ts");
  const timestamp = String(Math.floor(clock.realNow().getTime() / 1000));
  const signature = sandboxSecretFrom(services.keys, services.random).sign(`${timestamp}.${body}`);
  return { body, secret: { "content-type": "application/json", "x-sandbox-timestamp": timestamp, "x-sandbox-signature": signature } };
}

describe("QRIS", () => {
  it("is given again for the same amount, drawn as a picture, and paid once.", async () => {
    const { client, ...loan } = await running();
    const { body: first } = await client.post("/api/repayment/qris", { amountRupiah: 393_333 });
    const { body: again } = await client.post("/api/repayment/qris", { amountRupiah: "393333" });
    expect(again.requestId).toBe(first.requestId);
    const picture = await client.get(`/api/repayment/qris/${first.requestId}/picture`);
    expect(picture.headers.get("content-type")).toBe("image/png");
    const stranger = await app.loggedIn(services.random.uuid());
    expect((await stranger.get(`/api/repayment/qris/${first.requestId}/picture`)).body.status.code).toBe("REQUEST_UNKNOWN");
    expect((await client.get(`/api/repayment/result?reference=${first.reference}`)).body).toMatchObject({ state: "WAITING", isPaidOff: false });
    await bank.pay({ qris: first.qris, amountRupiah: 393_333, behaviour: { duplicates: 3 } });
    await pass(15);
    expect((await bill(loan)).paidRupiah).toBe(393_333);
    expect((await client.get(`/api/repayment/result?reference=${first.reference}`)).body).toMatchObject({ state: "RECEIVED", amountRupiah: 393_333, way: "QRIS", remainingRupiah: 606_667 });
    expect((await stranger.get(`/api/repayment/result?reference=${first.reference}`)).body.status.code).toBe("REQUEST_UNKNOWN");
  });

  it("asks for no more than ends the loan and no less than rails carry.", async () => {
    const { client } = await running();
    expect((await client.post("/api/repayment/qris", { amountRupiah: 2_000_000 })).body.status).toMatchObject({ code: "AMOUNT_ABOVE_PAYOFF", data: { maximum: 1_000_000 } });
    expect((await client.post("/api/repayment/qris", { amountRupiah: 999 })).body.status.code).toBe("AMOUNT_BELOW_LEAST");
    const idle = await app.loggedIn(services.random.uuid());
    expect((await idle.post("/api/repayment/qris", { amountRupiah: 50_000 })).body.status.code).toBe("NOTHING_TO_PAY");
  });
});

describe("OVO", () => {
  it("rings the phone once and tells how it ended.", async () => {
    const { client, ...loan } = await running();
    const wish = { mobileNumber: "0812 9999 0002", amountRupiah: 100_000 };
    const once = key();
    const pushes = await Promise.all([...Array.from({ length: 5 }, () => client.post("/api/repayment/ewallet", wish, once)), ...Array.from({ length: 5 }, () => client.post("/api/repayment/ewallet", wish, key()))]);
    expect(new Set(pushes.filter((one) => one.status === 200).map((one) => one.body.requestId)).size).toBe(1);
    expect(pushes.filter((one) => one.status !== 200).every((one) => one.body.status.code === "PUSH_OPEN")).toBe(true);
    await pass(30);
    expect((await bill(loan)).paidRupiah).toBe(100_000);
    expect((await database.selectFrom("sandbox_ewallet_push").selectAll().where("amount_rupiah", "=", 100_000).execute()).length).toBe(1);
  });

  it("ends as failed when the owner declines, has no account or does not answer.", async () => {
    const { client, ...loan } = await running();
    for (const [mobileNumber, failureCode] of [["081200000003", "DECLINED"], ["081200000002", "NO_SUCH_WALLET"], ["081200000001", "TIMED_OUT"]] as const) {
      const { body } = await client.post("/api/repayment/ewallet", { mobileNumber, amountRupiah: 20_000 }, key());
      await pass(75);
      expect((await client.get(`/api/repayment/requests/${body.requestId}`)).body).toMatchObject({ state: "FAILED", failureCode });
    }
    expect((await bill(loan)).paidRupiah).toBe(0);
    expect((await client.get(`/api/repayment/requests/${services.random.uuid()}`)).body.status.code).toBe("REQUEST_UNKNOWN");
  });

  it("refuses amounts that the loan cannot take, and a borrower who owes nothing.", async () => {
    const { client } = await running();
    expect((await client.post("/api/repayment/ewallet", { mobileNumber: "081299990003", amountRupiah: 2_000_000 }, key())).body.status.code).toBe("AMOUNT_ABOVE_PAYOFF");
    expect((await client.post("/api/repayment/ewallet", { mobileNumber: "081299990003", amountRupiah: 5 }, key())).body.status.code).toBe("AMOUNT_BELOW_LEAST");
    const idle = await app.loggedIn(services.random.uuid());
    expect((await idle.post("/api/repayment/ewallet", { mobileNumber: "081299990003", amountRupiah: 50_000 }, key())).body.status.code).toBe("NOTHING_TO_PAY");
  });
});

describe("Money that nobody recognises", () => {
  const stray = async (amountRupiah: number, reference = "88801000000000000"): Promise<string> => {
    const payment = { paymentId: `stray-${services.random.uuid()}`, rail: "VIRTUAL_ACCOUNT", reference, amountRupiah, paidAt: clock.now() } as const;
    await transact(database, (trx) => receivePayment(services, trx, payment));
    const row = await database.selectFrom("payment_receipt").select("id").where("payment_id", "=", payment.paymentId).executeTakeFirstOrThrow();
    return row.id;
  };
  const finance = (last: string) => app.staff(`0190a000-0000-7000-8000-00000000000${last}`, ["finance"]);

  it("waits in suspense until two of the staff give it to a loan, as of the day it came in.", async () => {
    const { client: _client, ...loan } = await running();
    const receiptId = await stray(393_333);
    expect(await balanceOf(database, account("UNMATCHED", receiptId))).toBe(393_333);
    const cameInOn = (await bill(loan)).today;
    clock.advance(40 * 86_400_000);
    await app.settle();
    expect((await bill(loan)).daysPastDue).toBe(10);
    const [maker, checker] = [await finance("a"), await finance("b")];
    const listed = (await maker.get("/api/staff/payments/unmatched")).body.items as { receiptId: string; cause: string }[];
    expect(listed.find((one) => one.receiptId === receiptId)?.cause).toBe("UNKNOWN_REFERENCE");
    const path = `/api/staff/payments/${receiptId}/assignment`;
    const reason = "The payer sent a picture of the receipt.";
    expect((await maker.post(path, { loan: "none", reason }, key())).body.status.code).toBe("LOAN_UNKNOWN");
    const { number } = await loan.read();
    const { body: made } = await maker.post(path, { loan: number, reason }, key());
    expect((await maker.post(path, { loan: number, reason }, key())).body.status.code).toBe("ASSIGNMENT_OPEN");
    const check = `/api/staff/payments/assignments/${made.assignmentId}/check`;
    expect((await maker.post(check, { approve: true }, key())).body.status.code).toBe("MAKER_IS_CHECKER");
    expect((await checker.post(check, { approve: true }, key())).body).toEqual({ state: "CONFIRMED" });
    expect((await checker.post(check, { approve: true }, key())).body.status.code).toBe("ASSIGNMENT_UNKNOWN");
    expect((await maker.post(path, { loan: number, reason }, key())).body.status.code).toBe("RECEIPT_NOT_UNMATCHED");
    expect(await balanceOf(database, account("UNMATCHED", receiptId))).toBe(0);
    expect(await bill(loan)).toMatchObject({ paidRupiah: 393_333, daysPastDue: 0, lateFeeRupiah: 0 });
    expect((await paymentsOf(database, loan.borrowerId, loan.loanId))[0]).toMatchObject({ valueDate: cameInOn });
    expect(await clean()).toEqual([]);
  });

  it("stays there when the proposal is refused, and may be proposed again.", async () => {
    const { client: _client, ...loan } = await running();
    const receiptId = await stray(70_000);
    const [maker, checker] = [await finance("a"), await finance("b")];
    const propose = () => maker.post(`/api/staff/payments/${receiptId}/assignment`, { loan: loan.loanId, reason: "Same amount as the instalment." }, key());
    const { body: made } = await propose();
    expect((await checker.post(`/api/staff/payments/assignments/${made.assignmentId}/check`, { approve: false }, key())).body).toEqual({ state: "REFUSED" });
    expect((await bill(loan)).paidRupiah).toBe(0);
    expect((await propose()).status).toBe(200);
  });

  it("is also what a code is paid with that asked for another amount.", async () => {
    const { client, ...loan } = await running();
    const { body: qris } = await client.post("/api/repayment/qris", { amountRupiah: 100_000 });
    const payment = { paymentId: `Q-${qris.reference}`, rail: "QRIS", reference: qris.reference, amountRupiah: 90_000, paidAt: clock.now() } as const;
    await transact(database, (trx) => receivePayment(services, trx, payment));
    expect((await bill(loan)).paidRupiah).toBe(0);
    expect((await client.get(`/api/repayment/result?reference=${qris.reference}`)).body).toMatchObject({ state: "WAITING", amountRupiah: 90_000 });
    const listed = (await (await finance("a")).get("/api/staff/payments/unmatched?limit=100")).body.items as { reference: string; cause: string }[];
    expect(listed.find((one) => one.reference === qris.reference)?.cause).toBe("AMOUNT_DIFFERS");
  });

  it("is seen by those alone whose work it is.", async () => {
    expect((await (await app.staff("0190a000-0000-7000-8000-00000000000d", ["support"])).get("/api/staff/payments/unmatched")).status).toBe(403);
  });
});

describe("A bill by link", () => {
  it("shows and opens ways to pay for its borrower alone.", async () => {
    const { client: _client, ...loan } = await running();
    const visitor = app.client();
    expect((await visitor.get("/api/repayment/link/bills")).body.status.code).toBe("LINK_INVALID");
    visitor.cookies.set("__Host-link", services.keys.signLink({ purpose: "BILLS", subject: loan.borrowerId, expiresAt: new Date(clock.now().getTime() + 1000) }));
    expect((await visitor.get("/api/repayment/link/bills")).body.bill.loanId).toBe(loan.loanId);
    const { body: made } = await visitor.post("/api/repayment/link/virtual-account", { bankCode: "014" });
    const { body: qris } = await visitor.post("/api/repayment/link/qris", { amountRupiah: 50_000 });
    expect((await visitor.get(`/api/repayment/link/qris/${qris.requestId}/picture`)).status).toBe(200);
    await bank.pay({ virtualAccountNumber: made.virtualAccountNumber, amountRupiah: 50_000 });
    await app.settle();
    expect((await visitor.get(`/api/repayment/link/result?reference=${made.virtualAccountNumber}`)).body).toMatchObject({ state: "RECEIVED", amountRupiah: 50_000 });
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
    const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: "081399911122", brand: "kilat" }));
    const loan = await activeLoan(app, { borrowerId });
    const told = async () => (await services.outside.sandbox!.messages.list({ to: "081399911122", limit: 50 })).map(({ link }) => link ?? "");
    const due = (await bill(loan)).rows[0]!.dueOn;
    clock.moveTo(instantOf(addDays(due, -3), "WIB", { hour: 9 }));
    await app.settle();
    await bank.pay({ virtualAccountNumber: await accountAt(await app.loggedIn(borrowerId)), amountRupiah: (await bill(loan)).payoffRupiah });
    await app.settle();
    const links = await told();
    expect(new Set(links.map((link) => new URL(link).origin))).toEqual(new Set(["https://kilat.example"]));
    expect(new Set(links.map((link) => new URL(link).pathname))).toEqual(new Set([`/webview/loan-history/${loan.loanId}`, "/webview/no-login-bills"]));
  });

  it("borrowers are reminded before, on and after the due date, in their hours, and not when they have paid.", async () => {
    const { client, ...loan } = await running();
    const messages = services.outside.sandbox!.messages;
    const told = async () => (await messages.list({ to: loan.mobileNumber, limit: 50 })).map((one) => one.text);
    const due = (await bill(loan)).rows[0]!.dueOn;
    const at = async (days: number, hour: number) => {
      clock.moveTo(instantOf(addDays(due, days), "WIB", { hour }));
      await app.settle();
    };
    const count = async () => (await told()).filter((text) => text.includes("jatuh tempo") && text.includes("Cara bayar") || text.includes("tengah malam")).length;
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
});
