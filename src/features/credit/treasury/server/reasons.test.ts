/** The reason for moving money by hand is free text: it is sealed, and deleted with the person it is about. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { startDisbursement } from "#features/credit/disbursement/server/index.ts";
import { lenderForNewLoans } from "#features/credit/loan/server/index.ts";
import { receivePayment } from "#features/credit/repayment/server/payments.ts";
import { testApp } from "#tests/support/app.ts";
import { activeLoan, signedLoan } from "#tests/support/loan.ts";

const app = await testApp();
const { services } = app;
const { database } = services;
// The sandbox lender's money must be there first.
await app.settle();
const finance = () => app.staff("0190c100-0000-7000-8000-000000000001", ["finance"]);
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const reason = "Ibu Sukmaxwati menelepon dari 081390001122.";
/** The whole table, as a copy of the database contains it. */
const stored = async () =>
  (await sql<{ text: string }>`select t::text as text from proposal t`.execute(database)).rows
    .map(({ text }) => text)
    .join("\n");
type Shown = { reason?: string | null; proposal?: { reason: string } | null };
const shown = async (path: string): Promise<(string | null | undefined)[]> =>
  ((await (await finance()).get(path)).body.items as Shown[]).map((item) => item.proposal?.reason ?? item.reason);
const lists = ["/api/staff/money/proposals", "/api/staff/disbursements/failed", "/api/staff/payments/unmatched"];

it("seals what is typed, shows it to staff, and seals what an earlier version wrote in clear", async () => {
  const client = await finance();
  const ok = async (path: string, input: object) => {
    const made = await client.post(path, { ...input, reason }, key());
    expect(made.status, made.text).toBe(200);
  };
  await ok("/api/staff/money/deposits", {
    lenderId: (await lenderForNewLoans(database)).id,
    amountRupiah: 5_000_000,
    bankReference: "REASON-1",
    receivedOn: "2026-11-20",
  });
  const failing = await signedLoan(app, { accountNumber: "9900000002" });
  await transact(database, (trx) => startDisbursement(services, trx, failing.borrowerId, failing.loanId));
  await app.pass(30);
  const { body: failed } = await client.get("/api/staff/disbursements/failed");
  await ok(`/api/staff/disbursements/${failed.items[0].transferId}/settlement`, { deed: "SAME_ACCOUNT" });
  const running = await activeLoan(app);
  await transact(database, (trx) =>
    receivePayment(services, trx, {
      paymentId: "stray-1",
      rail: "VIRTUAL_ACCOUNT",
      reference: "88801000000000000",
      amountRupiah: 70_000,
      paidAt: app.clock.now(),
    }),
  );
  const { body: unmatched } = await client.get("/api/staff/payments/unmatched");
  await ok(`/api/staff/payments/${unmatched.items[0].receiptId}/assignment`, { loan: running.loanId });

  expect(await stored()).not.toMatch(/Sukmaxwati|081390001122/);
  const keys = await database.selectFrom("proposal").select("reasonKey").orderBy("id").execute();
  expect(keys.map((row) => row.reasonKey)).toEqual(["INSTALLATION", "BORROWER", "BORROWER"]);
  for (const path of lists) expect(await shown(path), path).toEqual([reason]);

  await database.updateTable("proposal").set({ reason, reasonSealed: null, reasonKey: null }).execute();
  for (const path of lists) expect(await shown(path), path).toEqual([reason]);
  app.clock.advance(1_000);
  await app.settle();
  expect(await stored()).not.toMatch(/Sukmaxwati|081390001122/);
  for (const path of lists) expect(await shown(path), path).toEqual([reason]);
});

it("is forgotten with the borrower whom it is about; the proposal stays", async () => {
  const loan = await activeLoan(app);
  await database
    .updateTable("proposal")
    .set({ state: "CONFIRMED", checkerId: "x", endedAt: app.clock.now() })
    .execute();
  const id = services.random.uuid();
  await database
    .insertInto("proposal")
    .values({
      id,
      kind: "money.lender_deposit",
      subjectId: "x",
      borrowerId: loan.borrowerId,
      amountRupiah: 1,
      payload: "{}",
      reason,
      state: "OPEN",
      makerId: "x",
      madeAt: app.clock.now(),
    })
    .execute();
  app.clock.advance(1_000);
  await app.settle();
  expect(await shown("/api/staff/money/proposals")).toEqual([reason]);
  await transact(database, (trx) => services.keys.borrowerKeys.shred(trx, loan.borrowerId, app.clock.now()));
  expect(await shown("/api/staff/money/proposals")).toEqual([null]);
});
