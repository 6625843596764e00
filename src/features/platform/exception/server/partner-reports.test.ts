/**
 * A partner's report that cannot be handled automatically becomes one exception for staff with the report's facts,
 * unless another list of staff shows it.
 */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { insertPartnerEvent } from "#server/events/inbox-store.ts";
import type { BankNotification } from "#server/outside/notification.ts";
import { transition } from "#features/credit/loan/server/index.ts";
import { startDisbursement } from "#features/credit/disbursement/server/index.ts";
import { testApp } from "#tests/support/app.ts";
import { activeLoan, signedLoan } from "#tests/support/loan.ts";
import { accountAt } from "#tests/support/repaying.ts";
import { transfersFor } from "../../../credit/disbursement/server/store.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
await app.settle();
const path = "/api/staff/exceptions";
const english = { "Accept-Language": "en" };
const key = () => ({ "Idempotency-Key": random.uuid() });
const finance = await app.staff("0190eeee-0000-7000-8000-0000000000f2", ["finance"]);
const reason = "Bank memastikan laporannya keliru, lewat surat hari ini.";

/** The report reaches the inbox, however often the partner sends it. */
async function told(event: BankNotification, times = 1): Promise<void> {
  for (let time = 0; time < times; time++)
    await transact(database, (trx) => insertPartnerEvent(trx, "sandbox-bank", event, clock.now()));
  await app.pass(120);
}
interface Item {
  exceptionId: string;
  cause: string;
}
const open = async (): Promise<Item[]> => (await finance.get(`${path}?limit=100`, english)).body.items;
const shown = async ({ exceptionId }: Item) => (await finance.get(`${path}/${exceptionId}`, english)).body;
const eventId = () => random.uuid();
/** The exceptions that `work` opened. */
async function leftBy(work: () => Promise<void>): Promise<Item[]> {
  const before = new Set((await open()).map(({ exceptionId }) => exceptionId));
  await work();
  return (await open()).filter(({ exceptionId }) => !before.has(exceptionId));
}

it("that names no transfer of ours is told once, with what was reported, and counted among the lists of work", async () => {
  const transferId = random.uuid();
  const event = { kind: "TRANSFER_FAILED", eventId: eventId(), transferId, code: "R01", detail: "Nomor SITI" } as const;
  const found = await leftBy(() => told(event, 3));
  expect(found).toMatchObject([
    {
      text: "Report of a partner",
      cause: "UNKNOWN_SUBJECT",
      causeText: "We have no transfer or payment that this report could be about. Ask the partner.",
      borrowerId: null,
      loanId: null,
    },
  ]);
  const detail = await shown(found[0]!);
  expect(detail).toMatchObject({
    event: "partner.report_doubted",
    mayRetry: true,
    report: {
      provider: "sandbox-bank",
      kind: "TRANSFER_FAILED",
      reference: transferId,
      paymentId: null,
      amountRupiah: null,
      code: "R01",
    },
  });
  expect(JSON.stringify(detail)).not.toContain("SITI");
  const { lists } = (await finance.get("/api/staff/home")).body;
  expect(lists).toContainEqual(expect.objectContaining({ key: "EXCEPTIONS", count: (await open()).length }));
});

it("that tells a known payment with other figures is told with whose and of which loan it is", async () => {
  const { loanId, borrowerId } = await activeLoan(app);
  const number = await accountAt(await app.loggedIn(borrowerId));
  const payment = {
    kind: "PAYMENT_RECEIVED",
    rail: "VIRTUAL_ACCOUNT",
    reference: number,
    paymentId: eventId(),
  } as const;
  await told({ ...payment, eventId: eventId(), amountRupiah: 10_000, paidAt: clock.now() });
  const found = await leftBy(() =>
    told({ ...payment, eventId: eventId(), amountRupiah: 999_999, paidAt: clock.now() }),
  );
  expect(found).toMatchObject([{ cause: "CONTRADICTS", borrowerId, loanId }]);
  expect((await shown(found[0]!)).report).toMatchObject({
    kind: "PAYMENT_RECEIVED",
    reference: number,
    paymentId: payment.paymentId,
    amountRupiah: 999_999,
  });
});

it("about a transfer that never left is told with the loan it was for", async () => {
  const { borrowerId, loanId } = await signedLoan(app);
  // In one transaction: otherwise its job could have sent it earlier, and the sandbox bank would report it as well.
  const transfer = await transact(database, async (trx) => {
    await startDisbursement(services, trx, borrowerId, loanId);
    const [ordered] = await transfersFor(trx, borrowerId, "LOAN", loanId);
    await trx
      .updateTable("bank_transfer")
      .set({ state: "DROPPED", attempts: 0, sentAt: null, endedAt: clock.now(), nextInquiryAt: null })
      .where("id", "=", ordered!.id)
      .execute();
    return ordered;
  });
  const found = await leftBy(() =>
    told({
      kind: "TRANSFER_SETTLED",
      eventId: eventId(),
      transferId: transfer!.id,
      providerReference: "SBX1",
      settledAt: clock.now(),
    }),
  );
  expect(found).toMatchObject([{ cause: "CONTRADICTS", borrowerId, loanId }]);
});

it("stands once where it has a list of its own: a payout that arrived late is no exception besides", async () => {
  const loan = await signedLoan(app, { accountNumber: "9900000002" });
  await transact(database, (trx) => startDisbursement(services, trx, loan.borrowerId, loan.loanId));
  await app.pass(30);
  const move = { borrowerId: loan.borrowerId, loanId: loan.loanId, from: ["SIGNED"], to: "CANCELLED" } as const;
  await transact(database, (trx) => transition(services, trx, { ...move, actor: "BORROWER", cause: "CANCELLED" }));
  await app.pass(15);
  const [transfer] = await transfersFor(database, loan.borrowerId, "LOAN", loan.loanId);
  const event = { kind: "TRANSFER_SETTLED", eventId: eventId(), transferId: transfer!.id } as const;
  expect(await leftBy(() => told({ ...event, providerReference: "LATE", settledAt: clock.now() }))).toEqual([]);
  const { items } = (await finance.get("/api/staff/disbursements/late")).body;
  expect(items.map((one: { transferId: string }) => one.transferId)).toContain(transfer!.id);
  const stored = await database
    .selectFrom("partner_event")
    .select("outcome")
    .where("eventId", "=", event.eventId)
    .execute();
  expect(stored).toEqual([{ outcome: "CONTRADICTS" }]);
});

it("is judged once more when it is tried again: closed where it fits by now, else open anew", async () => {
  const loan = await activeLoan(app);
  const [transfer] = await transfersFor(database, loan.borrowerId, "LOAN", loan.loanId);
  const [unknownId, knownId] = [random.uuid(), random.uuid()];
  const [still, fits] = await leftBy(async () => {
    for (const transferId of [unknownId, knownId])
      await told({ kind: "TRANSFER_FAILED", eventId: eventId(), transferId, code: "R01", detail: "" });
  });
  await database
    .insertInto("bank_transfer")
    .values({
      borrowerId: loan.borrowerId,
      id: knownId,
      purpose: "LOAN",
      subjectId: random.uuid(),
      bankAccountId: transfer!.bankAccountId,
      amountRupiah: 50_000,
      remark: "x",
      state: "FAILED",
      failureCode: "R01",
      orderedAt: clock.now(),
      endedAt: clock.now(),
    })
    .execute();
  const anew = await leftBy(async () => {
    for (const { exceptionId } of [still!, fits!])
      expect((await finance.post(`${path}/${exceptionId}/retry`, {}, key())).status).toBe(200);
    await app.pass(120);
  });
  expect([await shown(still!), await shown(fits!)]).toMatchObject([{ state: "CLOSED" }, { state: "CLOSED" }]);
  expect(anew).toHaveLength(1);
  expect((await shown(anew[0]!)).report.reference).toBe(unknownId);
  expect((await finance.post(`${path}/${anew[0]!.exceptionId}/closure`, { reason }, key())).status).toBe(200);
  expect(await shown(anew[0]!)).toMatchObject({ state: "CLOSED", reason });
});

it("whose id is too long to be named is told all the same, and can only be closed", async () => {
  const long = `e${"x".repeat(150)}`;
  const [found] = await leftBy(() =>
    told({ kind: "TRANSFER_FAILED", eventId: long, transferId: random.uuid(), code: "R01", detail: "" }),
  );
  expect(await shown(found!)).toMatchObject({ report: null, cause: "UNKNOWN_SUBJECT" });
  await finance.post(`${path}/${found!.exceptionId}/retry`, {}, key());
  await app.settle();
  expect(await shown(found!)).toMatchObject({ state: "OPEN", times: 2 });
  expect((await finance.post(`${path}/${found!.exceptionId}/closure`, { reason }, key())).status).toBe(200);
});
