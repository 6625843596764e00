/** Payments of a bill come page by page: a loan of many payments asks the database as little as one of two. */
import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { addLoanEvent } from "#features/credit/loan/server/event-store.ts";
import { transact } from "#server/database.server.ts";
import { Statements } from "#server/postgres/statements.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { plansOf } from "#tests/support/plans.ts";
import { accountAt, repaying } from "#tests/support/repaying.ts";
import type { LoanDetail } from "#features/credit/application/contract.ts";
import type { Bills } from "../contract.ts";
import { paymentsPageOf } from "./payment-pages.ts";
import { orderLetter } from "./index.ts";
import { receivePayment } from "./payments.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { running, pay, reverse, clean } = repaying(app);
const many = process.env["TEST_LONG"] === "1" ? 180 : 45;

/** Pays 10,000 rupiah so often, a minute apart. */
async function payOften(client: TestClient, count: number, name: string): Promise<void> {
  const reference = await accountAt(client);
  for (let number = 0; number < count; number++) {
    clock.advance(60_000);
    const payment = { paymentId: `${name}-${number}`, reference, amountRupiah: 10_000, paidAt: clock.now() };
    await transact(database, (trx) => receivePayment(services, trx, { ...payment, rail: "VIRTUAL_ACCOUNT" }));
  }
  await app.settle();
}
async function billsOf(client: TestClient, cursor?: string | null): Promise<Bills> {
  const { status, body, text } = await client.get(`/api/repayment/bills${cursor ? `?cursor=${cursor}` : ""}`);
  expect(status, text).toBe(200);
  return body as Bills;
}

/** Statements of this work, and rows that they answered. */
async function reads(work: () => Promise<unknown>): Promise<{ statements: number; rows: number }> {
  const spy = vi.spyOn(Statements.prototype, "ask");
  try {
    await work();
    const answers = await Promise.all(spy.mock.results.map(({ value }) => value as Promise<{ rows?: unknown[] }>));
    return { statements: answers.length, rows: answers.reduce((sum, { rows = [] }) => sum + rows.length, 0) };
  } finally {
    spy.mockRestore();
  }
}

/** The least that a call reads: work of the background may read at the same time. */
async function leastReads(client: TestClient, path: string): Promise<{ statements: number; rows: number }> {
  const all = [];
  for (let time = 0; time < 3; time++)
    all.push(await reads(async () => expect((await client.get(path)).status).toBe(200)));
  return all.toSorted((one, other) => one.rows - other.rows || one.statements - other.statements)[0]!;
}

it(`A bill lists twenty payments, and reads no more for a loan of ${many} than for one of two.`, async () => {
  const few = await running({ amountRupiah: 5_000_000 });
  const often = await running({ amountRupiah: 5_000_000 });
  await payOften(few.client, 2, "few");
  await payOften(often.client, many, "often");
  // Hours have passed.
  const [clientOfFew, client] = [await app.loggedIn(few.borrowerId), await app.loggedIn(often.borrowerId)];

  const ofFew = await billsOf(clientOfFew);
  expect(ofFew.payments).toHaveLength(2);
  expect([ofFew.paymentsNextCursor, ofFew.newestPaymentId]).toEqual([null, ofFew.payments[0]!.id]);
  const first = await billsOf(client);
  expect(first.payments).toHaveLength(20);
  expect(first.bill!.paidRupiah).toBe(many * 10_000);

  const little = await reads(() => billsOf(clientOfFew));
  const much = await reads(() => billsOf(client));
  expect(much.statements).toBe(little.statements);
  // A page and the row that says that there are more, where the other loan has two.
  expect(much.rows - little.rows).toBe(19);

  // Nor do the pages on which each borrower begins.
  for (const path of ["/api/loan/home", "/api/v5/cashloan/userStatus"])
    expect(await leastReads(client, path), path).toEqual(await leastReads(clientOfFew, path));

  const seen = [...first.payments];
  for (let cursor = first.paymentsNextCursor; cursor !== null;) {
    const page = await billsOf(client, cursor);
    expect(page.newestPaymentId).toBe(first.newestPaymentId);
    expect(page.bill).toEqual(first.bill);
    seen.push(...page.payments);
    cursor = page.paymentsNextCursor;
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(many);
  const times = seen.map(({ paidAt }) => paidAt);
  expect(times).toEqual(times.toSorted().toReversed());
  for (const strange of ["abcd", "a%20b"])
    expect((await client.get(`/api/repayment/bills?cursor=${strange}`)).body.status.fields).toMatchObject([
      { path: "cursor", code: "CURSOR_INVALID" },
    ]);

  // The loan's own page lists them the same way.
  const detailOf = async (who: TestClient, loanId: string, cursor?: string | null): Promise<LoanDetail> => {
    const { status, body, text } = await who.get(`/api/loan/${loanId}${cursor ? `?cursor=${cursor}` : ""}`);
    expect(status, text).toBe(200);
    return body as LoanDetail;
  };
  const detail = await detailOf(client, often.loanId);
  expect(detail.payments).toEqual(first.payments);
  expect(detail.bill!.paidRupiah).toBe(many * 10_000);
  const second = await detailOf(client, often.loanId, detail.paymentsNextCursor);
  expect(second.payments).toEqual(seen.slice(20, 40));
  expect((await detailOf(clientOfFew, few.loanId)).paymentsNextCursor).toBe(null);
  expect((await client.get(`/api/loan/${often.loanId}?cursor=abcd`)).body.status.fields).toMatchObject([
    { path: "cursor", code: "CURSOR_INVALID" },
  ]);
  const fewRead = await leastReads(clientOfFew, `/api/loan/${few.loanId}`);
  const manyRead = await leastReads(client, `/api/loan/${often.loanId}`);
  expect([manyRead.statements, manyRead.rows - fewRead.rows]).toEqual([fewRead.statements, 19]);

  // One that the bank took back is in no page.
  await reverse(often);
  await app.settle();
  const after: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await billsOf(client, cursor);
    after.push(...page.payments.map(({ id }) => id));
    cursor = page.paymentsNextCursor;
  }
  expect(after).toHaveLength(many - 1);
  expect(await clean()).toEqual([]);

  await sql`insert into repayment_event select (jsonb_populate_record(one, jsonb_build_object('loan_id', gen_random_uuid(), 'borrower_id', gen_random_uuid(), 'id', 'other-' || n))).*
    from (select e as one from repayment_event e where kind = 'PAYMENT' limit 1) source, generate_series(1, 10000) n`.execute(
    database,
  );
  await sql`analyze repayment_event`.execute(database);
  const name = { borrowerId: often.borrowerId, loanId: often.loanId };
  const plan = await plansOf(database, "repayment_event", () => paymentsPageOf(database, name, undefined));
  expect(plan).not.toMatch(/Seq Scan/);
});

it("A loan about which hundreds of messages went out ends as any other: its way says so, and its letter is made once.", async () => {
  const loan = await running();
  const { borrowerId, loanId } = loan;
  await transact(database, async (trx) => {
    for (let number = 0; number < 250; number++)
      await addLoanEvent(trx, borrowerId, loanId, {
        id: services.random.uuid(),
        kind: "MESSAGE",
        fromState: "ACTIVE",
        toState: "ACTIVE",
        actor: "SYSTEM",
        cause: "REPAYMENT_RECEIVED",
        facts: {},
        happenedAt: clock.now(),
      });
  });
  await pay(loan, loan.client, "ALL", "whole");
  for (let again = 0; again < 2; again++) await orderLetter(services, borrowerId, loanId);
  const { rows } = await sql<{ letters: number }>`select count(*) as letters from loan_event
    where loan_id = ${loanId} and kind = 'PAYOFF_FOLLOWED'`.execute(database);
  expect(rows[0]!.letters).toBe(1);
  const { timeline } = (await loan.client.get(`/api/loan/${loanId}`)).body;
  expect(timeline.at(-1)).toMatchObject({ code: "PAID_OFF", state: "done" });
});
