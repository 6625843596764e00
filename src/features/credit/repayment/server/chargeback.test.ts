/** Received payments that their rail reverses: inquired about, shown to staff once, and reversed by two people. // docs/decisions/189 */
import { describe, expect, it, vi } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, balanceOf } from "#server/ledger/index.ts";
import { silentLog } from "#server/process/log.server.ts";
import type { BankNotification } from "#server/outside/notification.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { repaying } from "#tests/support/repaying.ts";
import { insertPartnerEvent } from "#server/events/inbox-store.ts";
import { judgeChargeback } from "./chargeback.ts";
import { findReceipt, markReceipt, receiptIdOf } from "./collection-store.ts";

const logged: { message: string; fields: unknown }[] = [];
const app = await testApp({ log: { ...silentLog, error: (message, fields) => void logged.push({ message, fields }) } });
const { services, clock } = app;
const { database } = services;
const { bank, key, bill, accountAt, running, clean } = repaying(app);
const makerId = "0190e000-0000-7000-8000-000000000001";
const checkerId = "0190e000-0000-7000-8000-000000000002";
const finance = (id = makerId) => app.staff(id, ["finance"]);
const reason = "The bank's note of this morning says so.";
const listed = async () =>
  (await (await finance()).get("/api/staff/payments/taken-back?limit=100")).body.items as {
    receiptId: string;
    reference: string;
  }[];
const itemOf = async (reference: string) => (await listed()).filter((one) => one.reference === reference);
const unmatched = async () =>
  (await (await finance()).get("/api/staff/payments/unmatched?limit=100")).body.items as {
    receiptId: string;
    reference: string;
  }[];
const check = async (proposalId: string) =>
  (await finance(checkerId)).post(`/api/staff/money/proposals/${proposalId}/check`, { approve: true }, key());
const rowOf = (receiptId: string) =>
  database
    .selectFrom("payment_taken_back")
    .select(["state", "code"])
    .where("receiptId", "=", receiptId)
    .executeTakeFirst();
const outcomeOf = async (eventId: string) =>
  (
    await database
      .selectFrom("partner_event")
      .select("outcome")
      .where("eventId", "=", eventId)
      .executeTakeFirstOrThrow()
  ).outcome;
/** The rail's report reaches the inbox and is handled at once or, if postponed, within the next minutes. */
async function told(event: BankNotification): Promise<string | null> {
  await transact(database, (trx) => insertPartnerEvent(trx, "sandbox-bank", event, clock.now()));
  await app.pass(120);
  return outcomeOf(event.eventId);
}

/** For each rail: opens a request and returns where the payer pays it. */
const rails: Record<string, (client: TestClient) => Promise<{ virtualAccountNumber?: string; reference?: string }>> = {
  VIRTUAL_ACCOUNT: async (client) => ({ virtualAccountNumber: await accountAt(client) }),
  QRIS: async (client) => ({
    reference: (await client.post("/api/repayment/qris", { amountRupiah: 100_000 })).body.reference,
  }),
  EWALLET: async (client) => {
    const { body } = await client.post(
      "/api/repayment/ewallet",
      { mobileNumber: "081299990001", amountRupiah: 100_000 },
      key(),
    );
    await app.settle();
    return { reference: body.reference };
  },
};
async function tenMinutes(): Promise<void> {
  clock.advance(600_000);
  await app.pass(60);
}
async function paid(client: TestClient, rail: string, behaviour: object) {
  const answer = await bank.pay({ ...(await rails[rail]!(client)), amountRupiah: 100_000, behaviour });
  if (answer.outcome !== "PAID") throw new Error(JSON.stringify(answer));
  await app.pass(30);
  return answer;
}

describe("a payment that its rail takes back", () => {
  it.each(Object.keys(rails))(
    "by %s counts until two people reverse it, and stands before them once however often it is told",
    async (rail) => {
      const { client, ...loan } = await running();
      const { reference, paymentId } = await paid(client, rail, { outcome: "REFUNDED", duplicates: 5 });
      expect((await bill(loan)).paidRupiah).toBe(100_000);
      expect(await itemOf(reference)).toEqual([]);
      logged.length = 0;
      await tenMinutes();
      const items = await itemOf(reference);
      expect(items).toMatchObject([
        { rail, amountRupiah: 100_000, code: "REFUNDED", where: "LOAN", loanId: loan.loanId, proposalId: null },
      ]);
      expect(await outcomeOf(`${paymentId}:refunded`)).toBe("CONTRADICTS");
      expect(logged).toEqual([
        {
          message: "a rail took back a payment that had come in",
          fields: { reference: items[0]!.receiptId, code: "REFUNDED" },
        },
      ]);
      expect((await bill(loan)).paidRupiah).toBe(100_000);
      const made = await (
        await finance()
      ).post(`/api/staff/payments/loan/${loan.loanId}/reversal`, { paymentId: items[0]!.receiptId, reason }, key());
      expect(await itemOf(reference)).toMatchObject([{ proposalId: made.body.proposalId }]);
      expect((await check(made.body.proposalId)).body).toEqual({ state: "CONFIRMED" });
      expect(await itemOf(reference)).toEqual([]);
      expect(await rowOf(items[0]!.receiptId)).toEqual({ state: "REVERSED", code: "REFUNDED" });
      // The same report under another event name changes nothing.
      expect(
        await told({
          kind: "PAYMENT_FAILED",
          eventId: `${paymentId}:again`,
          paymentId,
          rail: rail as "QRIS",
          reference,
          code: "REFUNDED",
          detail: "",
        }),
      ).toBe("KNOWN");
      expect(await itemOf(reference)).toEqual([]);
      expect((await bill(loan)).paidRupiah).toBe(0);
      expect(await clean()).toEqual([]);
    },
    60_000,
  );

  it("is believed by the rail's answer alone: where it has the money nothing changes, and why is on record", async () => {
    const { client, ...loan } = await running();
    const { reference, paymentId } = await paid(client, "QRIS", {});
    expect(
      await told({
        kind: "PAYMENT_FAILED",
        eventId: `${paymentId}:wrong`,
        rail: "QRIS",
        reference,
        code: "06",
        detail: "",
      }),
    ).toBe("KNOWN");
    const { id } = await database
      .selectFrom("payment_receipt")
      .select("id")
      .where("reference", "=", reference)
      .executeTakeFirstOrThrow();
    expect(await rowOf(id)).toEqual({ state: "STANDS", code: "06" });
    expect(await itemOf(reference)).toEqual([]);
    // A real reversal afterwards is shown.
    await database
      .updateTable("sandbox_payment")
      .set({ refundedAt: clock.now() })
      .where("paymentId", "=", paymentId)
      .execute();
    expect(
      await told({
        kind: "PAYMENT_FAILED",
        eventId: `${paymentId}:true`,
        rail: "QRIS",
        reference,
        code: "04",
        detail: "",
      }),
    ).toBe("CONTRADICTS");
    expect(await itemOf(reference)).toMatchObject([{ code: "04" }]);
    expect((await bill(loan)).paidRupiah).toBe(100_000);
  });

  it("leaves the list when staff ask once more and the rail has it again", async () => {
    const { client } = await running();
    const { reference, paymentId } = await paid(client, "VIRTUAL_ACCOUNT", { outcome: "REFUNDED" });
    await tenMinutes();
    const [{ receiptId } = { receiptId: "" }] = await itemOf(reference);
    const ask = async () => (await finance()).post(`/api/staff/payments/${receiptId}/taken-back/ask`, {});
    expect((await ask()).body).toEqual({ stands: false });
    const silent = vi
      .spyOn(services.outside.collection, "inquirePayment")
      .mockResolvedValueOnce({ outcome: "UNAVAILABLE" });
    expect((await ask()).body.status.code).toBe("RAIL_SILENT");
    silent.mockRestore();
    await database
      .updateTable("sandbox_payment")
      .set({ refundedAt: null })
      .where("paymentId", "=", paymentId)
      .execute();
    expect((await ask()).body).toEqual({ stands: true });
    expect(await itemOf(reference)).toEqual([]);
    expect(await rowOf(receiptId)).toMatchObject({ state: "STANDS" });
    expect((await ask()).body.status.code).toBe("NOT_TAKEN_BACK");
  });

  it("may be told of before it came in: a refund waits for its payment, and a failure that overtook it is asked for", async () => {
    const { client, ...loan } = await running();
    const { reference, paymentId } = await paid(client, "VIRTUAL_ACCOUNT", { delaySeconds: 300 });
    const refund = {
      kind: "PAYMENT_FAILED",
      eventId: `${paymentId}:early`,
      paymentId,
      rail: "VIRTUAL_ACCOUNT",
      reference,
      code: "REFUNDED",
      detail: "",
    } as const;
    await database
      .updateTable("sandbox_payment")
      .set({ refundedAt: clock.now() })
      .where("paymentId", "=", paymentId)
      .execute();
    expect(await told(refund)).toBeNull();
    await tenMinutes();
    // Its callback has arrived; the refund's next try is minutes away.
    await tenMinutes();
    expect(await outcomeOf(refund.eventId)).toBe("CONTRADICTS");
    expect(await itemOf(reference)).toHaveLength(1);

    const { body: qris } = await client.post("/api/repayment/qris", { amountRupiah: 100_000 });
    expect(
      await told({
        kind: "PAYMENT_FAILED",
        eventId: `QRIS:${qris.reference}:05`,
        rail: "QRIS",
        reference: qris.reference,
        code: "05",
        detail: "",
      }),
    ).toBe("APPLIED");
    await database
      .updateTable("sandbox_qris")
      .set({ state: "FAILED" })
      .where("reference", "=", qris.reference)
      .execute();
    const late = {
      kind: "PAYMENT_RECEIVED",
      eventId: `QRIS:${qris.reference}:00`,
      paymentId: `QRIS:${qris.reference}`,
      rail: "QRIS",
      reference: qris.reference,
      amountRupiah: 100_000,
      paidAt: clock.now(),
    } as const;
    expect(await told(late)).toBe("CONTRADICTS");
    expect(await itemOf(qris.reference)).toMatchObject([{ code: "05", where: "LOAN" }]);
    expect((await bill(loan)).paidRupiah).toBe(200_000);
    expect(await clean()).toEqual([]);
  });

  it("that nobody had told of within a day ends as unknown", async () => {
    const event = {
      kind: "PAYMENT_FAILED",
      eventId: "VA:nobody:refunded",
      paymentId: "VA:nobody",
      rail: "VIRTUAL_ACCOUNT",
      reference: "88801000000000888",
      code: "REFUNDED",
      detail: "",
    } as const;
    expect(await told(event)).toBeNull();
    clock.advance(2 * 86_400_000);
    await app.settle();
    expect(await outcomeOf(event.eventId)).toBe("UNKNOWN_SUBJECT");
  });

  it("is not taken back again where two people reversed it while its rail was asked", async () => {
    const { client } = await running();
    const { paymentId } = await paid(client, "QRIS", {});
    const receiptId = receiptIdOf(services.outside.collection.adapter, paymentId);
    const receipt = (await findReceipt(database, receiptId))!;
    const event = { provider: "sandbox-bank", eventId: services.random.uuid(), code: "REFUNDED" };
    await transact(database, (trx) => markReceipt(trx, receiptId, "MATCHED", { state: "TAKEN_BACK" }));
    for (const word of ["NOT_PAID", "PAID"] as const)
      expect(await transact(database, (trx) => judgeChargeback(services, trx, receipt, event, word))).toBe("KNOWN");
    expect(await rowOf(receiptId)).toBeUndefined();
  });

  it("and was nobody's can be neither given nor returned, and leaves suspense when two people agree", async () => {
    const loan = await running();
    const reference = "88801000000000999";
    await bank.pay({ virtualAccountNumber: reference, amountRupiah: 250_000, behaviour: { outcome: "REFUNDED" } });
    await app.pass(30);
    const receiptId = (await unmatched()).find((one) => one.reference === reference)!.receiptId;
    const staff = await finance();
    const assign = () =>
      staff.post(`/api/staff/payments/${receiptId}/assignment`, { loan: loan.loanId, reason }, key());
    const giving = (await assign()).body.assignmentId;
    const sendBack = () =>
      staff.post(`/api/staff/payments/${receiptId}/return`, { bankCode: "014", accountNumber: "4440001111", reason });
    const returning = (await sendBack()).body.proposalId;
    const takeOut = (id = receiptId) => staff.post(`/api/staff/payments/${id}/taken-back`, { reason }, key());
    expect((await takeOut()).body.status.code).toBe("NOT_TAKEN_BACK");
    await tenMinutes();
    expect(await itemOf(reference)).toMatchObject([{ receiptId, where: "SUSPENSE", loanNumber: null }]);
    expect((await unmatched()).some((one) => one.receiptId === receiptId)).toBe(false);
    const checker = await finance(checkerId);
    expect(
      (await checker.post(`/api/staff/payments/assignments/${giving}/check`, { approve: true }, key())).body.status
        .code,
    ).toBe("RECEIPT_NOT_UNMATCHED");
    expect((await check(returning)).body.status.code).toBe("PROPOSAL_STALE");
    expect([(await assign()).body.status.code, (await sendBack()).body.status.code]).toEqual([
      "RECEIPT_NOT_UNMATCHED",
      "RECEIPT_NOT_UNMATCHED",
    ]);
    const made = await takeOut();
    expect(made.status, made.text).toBe(200);
    expect((await takeOut()).body.status.code).toBe("PROPOSAL_OPEN");
    expect(await itemOf(reference)).toMatchObject([{ proposalId: made.body.proposalId }]);
    const checks = await Promise.all(Array.from({ length: 5 }, () => check(made.body.proposalId)));
    expect(checks.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await itemOf(reference)).toEqual([]);
    expect(await balanceOf(database, account("UNMATCHED", receiptId))).toBe(0);
    expect(
      (
        await database
          .selectFrom("payment_receipt")
          .select("state")
          .where("id", "=", receiptId)
          .executeTakeFirstOrThrow()
      ).state,
    ).toBe("TAKEN_BACK");
    expect(await clean()).toEqual([]);
  });
});
