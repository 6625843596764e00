/** Payments that banks report: callbacks in any order and number, and money without a known loan. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, balanceOf, historyOfReference } from "#server/ledger/index.ts";
import { sandboxWebhookPath } from "#server/outside/sandbox-bank/index.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { unbrokenNumber } from "#shared/loan-number.ts";
import { testApp } from "#tests/support/app.ts";
import { signedLoan } from "#tests/support/loan.ts";
import { repaying } from "#tests/support/repaying.ts";
import { paymentsOf } from "#tests/support/payments-of.ts";
import { receivePayment } from "./payments.ts";
import { loanEventsOf } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { bank, key, bill, accountAt, running, clean } = repaying(app);

describe("Callbacks", () => {
  it("post once, however often one of them comes.", async () => {
    const { client, ...loan } = await running();
    const number = await accountAt(client);
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 100_000, behaviour: { duplicates: 20 } });
    await app.pass(15);
    const row = await database
      .selectFrom("sandbox_callback")
      .select("body")
      .where("body", "like", `%${number}%`)
      .executeTakeFirstOrThrow();
    const { secret, body } = await signed(String(row.body));
    const sent = await Promise.all(
      Array.from({ length: 50 }, () => app.client().send("POST", sandboxWebhookPath, body, secret)),
    );
    expect(sent.every((one) => one.status === 200)).toBe(true);
    await app.settle();
    expect(await bill(loan)).toMatchObject({ paidRupiah: 100_000 });
    expect(await loanEventsOf(database, loan)).toHaveLength(1);
  });

  it("are refused when forged, changed or stale, and nothing is kept of them.", async () => {
    const before = (await database.selectFrom("partner_event").selectAll().execute()).length;
    const { secret, body } = await signed(
      JSON.stringify({ kind: "TRANSFER_PENDING", eventId: "forged", transferId: "x" }),
    );
    const changed = await app.client().send("POST", sandboxWebhookPath, body.replace("forged", "forgee"), secret);
    expect(changed.status).toBe(401);
    const bare = await app.client().send("POST", sandboxWebhookPath, body, { "content-type": "application/json" });
    expect(bare.status).toBe(401);
    const stale = await app.client().send("POST", sandboxWebhookPath, body, { ...secret, "x-sandbox-timestamp": "1" });
    expect(stale.status).toBe(401);
    expect((await app.client().send("POST", "/api/webhook/snap/v1.0/debit/notify", "{}", {})).status).toBe(404);
    expect((await database.selectFrom("partner_event").selectAll().execute()).length).toBe(before);
  });

  it.each(["\0", "\ud800"])(
    "that nothing can keep (%j) are refused though they are signed, in every part.",
    async (odd) => {
      const failed = {
        kind: "PAYMENT_FAILED",
        eventId: "odd",
        rail: "QRIS",
        reference: "R",
        paymentId: "P",
        code: "06",
        detail: "",
      };
      for (const part of ["eventId", "reference", "paymentId", "code", "detail"]) {
        const { secret, body } = await signed(JSON.stringify({ ...failed, [part]: `a${odd}b` }));
        expect([part, (await app.client().send("POST", sandboxWebhookPath, body, secret)).status]).toEqual([part, 400]);
      }
      expect(
        await database.selectFrom("partner_event").select("eventId").where("eventId", "=", "odd").execute(),
      ).toEqual([]);
    },
  );

  it("that are all lost are made good within two periods of the poller.", async () => {
    const { client, ...loan } = await running();
    const number = await accountAt(client);
    await bank.setHostility({ lostPpm: 1_000_000 });
    try {
      await bank.pay({ virtualAccountNumber: number, amountRupiah: 393_333 });
      const { body: qris } = await client.post("/api/repayment/qris", { amountRupiah: 200_000 });
      await bank.pay({ qris: qris.qris, amountRupiah: 200_000 });
      const { body: pushed } = await client.post(
        "/api/repayment/ewallet",
        { mobileNumber: "081299990001", amountRupiah: 50_000 },
        key(),
      );
      await app.pass(120);
      expect((await bill(loan)).paidRupiah).toBe(643_333);
      expect((await client.get(`/api/repayment/requests/${pushed.requestId}`)).body.state).toBe("PAID");
      // Payouts too: the money was paid, but no notification was received.
      const other = await signedLoan(app);
      const { startDisbursement } = await import("#features/credit/disbursement/server/index.ts");
      await transact(database, (trx) => startDisbursement(services, trx, other.borrowerId, other.loanId));
      await app.settle();
      await app.pass(120);
      expect((await other.read()).state).toBe("ACTIVE");
    } finally {
      await bank.setHostility({});
    }
  });

  it("of one loan that come at the same time are booked each once.", async () => {
    const { client, ...loan } = await running();
    const number = await accountAt(client);
    for (const amountRupiah of [10_000, 20_000, 30_000, 40_000, 50_000])
      await bank.pay({ virtualAccountNumber: number, amountRupiah, behaviour: { duplicates: 1 } });
    await app.pass(1);
    const events = await loanEventsOf(database, loan);
    expect(events).toHaveLength(5);
    expect(await bill(loan)).toMatchObject({ paidRupiah: 150_000 });
    const kinds = (await historyOfReference(database, loan.loanId)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "REPAYMENT")).toHaveLength(5);
    const notices = await database
      .selectFrom("notice")
      .select("id")
      .where("borrowerId", "=", loan.borrowerId)
      .where("kind", "=", "repayment.received")
      .execute();
    expect(notices).toHaveLength(5);
    expect(await clean()).toEqual([]);
  });

  it("in any order and number, one by one or side by side, leave the same books.", async () => {
    const amounts = [100_000, 250_000, 43_333, 606_667, 300_000];
    const everyOrder = fc.shuffledSubarray([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4], { minLength: 11 });
    const finals: string[] = [];
    await fc.assert(
      fc.asyncProperty(everyOrder, fc.integer({ min: 1, max: 11 }), async (order, atOnce) => {
        const { client, ...loan } = await running();
        const number = await accountAt(client);
        const paidAt = clock.now();
        const told = order.map((index) => ({
          paymentId: `${number}-${index}`,
          rail: "VIRTUAL_ACCOUNT" as const,
          reference: number,
          amountRupiah: amounts[index]!,
          paidAt,
        }));
        for (let from = 0; from < told.length; from += atOnce)
          await Promise.all(
            told
              .slice(from, from + atOnce)
              .map((payment) => transact(database, (trx) => receivePayment(services, trx, payment))),
          );
        const { loanId: _loan, loanNumber: _number, ...rest } = await bill(loan);
        finals.push(
          JSON.stringify({
            rest,
            overpaid: await balanceOf(database, account("BORROWER_BALANCE", loan.borrowerId)),
            state: (await loan.read()).state,
          }),
        );
        expect(await balanceOf(database, account("RECEIVABLE_PRINCIPAL", loan.loanId))).toBe(0);
      }),
      { numRuns: 12 },
    );
    expect(new Set(finals).size).toBe(1);
    expect(JSON.parse(finals[0]!)).toMatchObject({ overpaid: 300_000, state: "PAID_OFF" });
    expect(await clean()).toEqual([]);
    // Twelve loans of eleven reports each: slow on a busy machine.
  }, 60_000);

  it("count from the day on which the rail took them; from before the loan or far ahead they are for people.", async () => {
    const { client, ...loan } = await running();
    const number = await accountAt(client);
    clock.advance(3 * 86_400_000);
    const today = dateInWib(clock.now());
    const days = [-400, -1, 0, 1, 400];
    for (const [index, count] of days.entries())
      await transact(database, (trx) =>
        receivePayment(services, trx, {
          paymentId: `${number}-dated-${index}`,
          rail: "VIRTUAL_ACCOUNT",
          reference: number,
          amountRupiah: 20_000 + index,
          paidAt: new Date(clock.now().getTime() + count * 86_400_000),
        }),
      );
    const dated = await paymentsOf(database, loan.borrowerId, loan.loanId);
    const dayOf = (amountRupiah: number) => dated.find((one) => one.amountRupiah === amountRupiah)?.valueDate;
    expect(days.map((_count, index) => dayOf(20_000 + index))).toEqual([
      undefined,
      addDays(today, -1),
      today,
      today,
      undefined,
    ]);
  });

  it("with another amount under a known payment id change nothing.", async () => {
    const { client, ...loan } = await running();
    const number = await accountAt(client);
    const payment = {
      paymentId: `${number}-a`,
      rail: "VIRTUAL_ACCOUNT",
      reference: number,
      amountRupiah: 10_000,
      paidAt: clock.now(),
    } as const;
    expect(await transact(database, (trx) => receivePayment(services, trx, payment))).toBe("APPLIED");
    expect(
      await transact(database, (trx) => receivePayment(services, trx, { ...payment, amountRupiah: 999_999 })),
    ).toEqual({ outcome: "CONTRADICTS", borrowerId: loan.borrowerId, loanId: loan.loanId });
    expect((await bill(loan)).paidRupiah).toBe(10_000);
  });
});

/** Bytes and headers as signed by the sandbox's bank. */
async function signed(body: string): Promise<{ body: string; secret: Record<string, string> }> {
  const { sandboxSecretFrom } = await import("#server/outside/sandbox-secret.ts");
  const timestamp = String(Math.floor(clock.realNow().getTime() / 1000));
  const signature = sandboxSecretFrom(services.keys, services.random).sign(`${timestamp}.${body}`);
  return {
    body,
    secret: { "content-type": "application/json", "x-sandbox-timestamp": timestamp, "x-sandbox-signature": signature },
  };
}

describe("Money that nobody recognises", () => {
  it("stands in suspense from the day on which the rail took it, and not from a day to come", async () => {
    const today = dateInWib(clock.now());
    for (const [days, valueDate] of [
      [-3, addDays(today, -3)],
      [2, today],
    ] as const) {
      const paymentId = `stray-dated-${days}`;
      const payment = {
        paymentId,
        rail: "VIRTUAL_ACCOUNT",
        reference: "88801000000000009",
        amountRupiah: 1_000,
        paidAt: new Date(clock.now().getTime() + days * 86_400_000),
      } as const;
      await transact(database, (trx) => receivePayment(services, trx, payment));
      const { id } = await database
        .selectFrom("payment_receipt")
        .select("id")
        .where("paymentId", "=", paymentId)
        .executeTakeFirstOrThrow();
      expect(await historyOfReference(database, id)).toMatchObject([{ amount: 1_000, valueDate }]);
    }
  });

  const stray = async (amountRupiah: number, reference = "88801000000000000"): Promise<string> => {
    const payment = {
      paymentId: `stray-${services.random.uuid()}`,
      rail: "VIRTUAL_ACCOUNT",
      reference,
      amountRupiah,
      paidAt: clock.now(),
    } as const;
    await transact(database, (trx) => receivePayment(services, trx, payment));
    const row = await database
      .selectFrom("payment_receipt")
      .select("id")
      .where("paymentId", "=", payment.paymentId)
      .executeTakeFirstOrThrow();
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
    const listed = (await maker.get("/api/staff/payments/unmatched")).body.items as {
      receiptId: string;
      cause: string;
    }[];
    expect(listed.find((one) => one.receiptId === receiptId)?.cause).toBe("UNKNOWN_REFERENCE");
    const path = `/api/staff/payments/${receiptId}/assignment`;
    const reason = "The payer sent a picture of the receipt.";
    expect((await maker.post(path, { loan: "none", reason }, key())).body.status.code).toBe("LOAN_UNKNOWN");
    const { number } = await loan.read();
    // Copied from a sentence, where it must not be broken across lines.
    const { body: made } = await maker.post(path, { loan: unbrokenNumber(number), reason }, key());
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
    const propose = () =>
      maker.post(
        `/api/staff/payments/${receiptId}/assignment`,
        { loan: loan.loanId, reason: "Same amount as the instalment." },
        key(),
      );
    const { body: made } = await propose();
    expect(
      (await checker.post(`/api/staff/payments/assignments/${made.assignmentId}/check`, { approve: false }, key()))
        .body,
    ).toEqual({ state: "REFUSED" });
    expect((await bill(loan)).paidRupiah).toBe(0);
    expect((await propose()).status).toBe(200);
  });

  it("is also what a code is paid with that asked for another amount.", async () => {
    const { client, ...loan } = await running();
    const { body: qris } = await client.post("/api/repayment/qris", { amountRupiah: 100_000 });
    const payment = {
      paymentId: `Q-${qris.reference}`,
      rail: "QRIS",
      reference: qris.reference,
      amountRupiah: 90_000,
      paidAt: clock.now(),
    } as const;
    await transact(database, (trx) => receivePayment(services, trx, payment));
    expect((await bill(loan)).paidRupiah).toBe(0);
    expect((await client.get(`/api/repayment/result?reference=${qris.reference}`)).body).toMatchObject({
      state: "WAITING",
      amountRupiah: 90_000,
    });
    const listed = (await (await finance("a")).get("/api/staff/payments/unmatched?limit=100")).body.items as {
      reference: string;
      cause: string;
    }[];
    expect(listed.find((one) => one.reference === qris.reference)?.cause).toBe("AMOUNT_DIFFERS");
  });

  it.each([
    ["PAID_BEFORE_LOAN", "dated before its loan was paid out", -3 * 86_400_000, 50_000],
    ["PAID_AHEAD", "dated more than a day ahead", 86_400_000 + 60_000, 50_000],
    ["ABOVE_RAIL_LIMIT", "more than its rail may carry", 0, 2_000_001],
  ])(
    "is also %s: what a rail says was %s; two of the staff may still give it to the loan.",
    async (cause, _what, shift, amountRupiah) => {
      const { client, ...loan } = await running();
      const reference = await accountAt(client);
      await transact(database, async (trx) => {
        const limit = { rail: "VIRTUAL_ACCOUNT", mostRupiah: 2_000_000, source: "a test", certainty: "P" };
        if (cause === "ABOVE_RAIL_LIMIT")
          await trx
            .insertInto("payment_rail_limit")
            .values({ ...limit, validFrom: "2026-01-01" })
            .execute();
        const payment = {
          paymentId: `doubtful-${cause}`,
          rail: "VIRTUAL_ACCOUNT",
          reference,
          amountRupiah,
          paidAt: new Date(clock.now().getTime() + shift),
        } as const;
        expect(await receivePayment(services, trx, payment)).toBe("APPLIED");
        expect(await receivePayment(services, trx, payment)).toBe("KNOWN");
      });
      expect((await bill(loan)).paidRupiah).toBe(0);
      expect(await loanEventsOf(database, loan)).toEqual([]);
      const [maker, checker] = [await finance("a"), await finance("b")];
      const { items } = (await maker.get("/api/staff/payments/unmatched?limit=100")).body as {
        items: { reference: string; cause: string; receiptId: string; amountRupiah: number; loanId: string }[];
      };
      const row = items.find((one) => one.reference === reference);
      expect(row).toMatchObject({ cause, amountRupiah, loanId: loan.loanId });
      expect(await balanceOf(database, account("UNMATCHED", row!.receiptId))).toBe(amountRupiah);
      const assignment = { loan: loan.loanId, reason: "The payer's receipt names today." };
      const { body: made } = await maker.post(`/api/staff/payments/${row!.receiptId}/assignment`, assignment, key());
      const check = `/api/staff/payments/assignments/${made.assignmentId}/check`;
      expect((await checker.post(check, { approve: true }, key())).body).toEqual({ state: "CONFIRMED" });
      expect(await balanceOf(database, account("UNMATCHED", row!.receiptId))).toBe(0);
      expect((await loanEventsOf(database, loan)).map(({ valueDate }) => valueDate)).toEqual([
        (await bill(loan)).today,
      ]);
      expect(await clean()).toEqual([]);
      await database.deleteFrom("payment_rail_limit").where("source", "=", "a test").execute();
    },
  );

  it.each([
    ["on the day of the payout, before its hour", -3_600_000, 50_000],
    ["by a clock that runs a day before ours", 86_400_000, 50_000],
  ])("is not what was paid %s.", async (_title, shift, amountRupiah) => {
    const { client, ...loan } = await running();
    const reference = await accountAt(client);
    const paidAt = new Date(clock.now().getTime() + shift);
    const payment = {
      paymentId: `well-${reference}`,
      rail: "VIRTUAL_ACCOUNT",
      reference,
      amountRupiah,
      paidAt,
    } as const;
    await transact(database, (trx) => receivePayment(services, trx, payment));
    expect((await bill(loan)).paidRupiah).toBe(amountRupiah);
  });

  it("is not what carries as much as its rail may, by a code.", async () => {
    const { client, ...loan } = await running();
    await database
      .insertInto("payment_rail_limit")
      .values({ rail: "QRIS", mostRupiah: 100_000, source: "a test", certainty: "P", validFrom: "2026-01-01" })
      .execute();
    const { body: qris } = await client.post("/api/repayment/qris", { amountRupiah: 100_000 });
    await bank.pay({ reference: qris.reference, amountRupiah: 100_000 });
    await app.settle();
    expect((await bill(loan)).paidRupiah).toBe(100_000);
    await database.deleteFrom("payment_rail_limit").where("source", "=", "a test").execute();
  });

  it("is seen by those alone whose work it is.", async () => {
    expect(
      (
        await (
          await app.staff("0190a000-0000-7000-8000-00000000000d", ["support"])
        ).get("/api/staff/payments/unmatched")
      ).status,
    ).toBe(403);
  });
});
