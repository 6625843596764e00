/**
 * Among many exceptions, the cost of a page, a count, a retry and a sweep depends on what they find, not on the total.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { exceptionsOfTrace } from "#server/events/event-exception-store.ts";
import { retentionSweep } from "#server/work/retention.ts";
import { testApp } from "#tests/support/app.ts";
import { plansOf } from "#tests/support/plans.ts";

const app = await testApp({ everySweep: true, isIdle: true });
const { services, clock } = app;
const { database } = services;
const reportId = randomUUID();

beforeAll(async () => {
  // 100 open ones among 20,000.
  await sql`insert into domain_event (name, id, happened_at, data, written_at)
    select 'loan.activated', 'activated_' || n, ${clock.now()}, '{}', ${clock.realNow()} from generate_series(1, 20000) as n`.execute(
    database,
  );
  await sql`insert into domain_event_exception (id, name, event_id, subscriber, state, cause, borrower_id, left_at, closed_at)
    select md5('x' || n)::uuid, 'loan.activated', 'activated_' || n, 'repayment-books', case when n <= 100 then 'OPEN' else 'CLOSED' end,
      'LOAN_NOT_RUNNING', md5(n::text)::uuid, ${clock.now()}::timestamptz + n * interval '1 minute',
      case when n > 100 then ${clock.now()}::timestamptz + n * interval '1 minute' end
    from generate_series(1, 20000) as n`.execute(database);
  await sql`insert into domain_event_delivery (name, event_id, subscriber, due_at)
    select name, id, 'test-of-another-release', happened_at from domain_event`.execute(database);
  // And one about a partner's report among as many reports.
  await sql`insert into partner_event (provider, event_id, kind, body, received_at, handled_at, outcome)
    select 'sandbox-bank', 'event-' || n, 'TRANSFER_FAILED', jsonb_build_object('kind', 'TRANSFER_FAILED', 'eventId', 'event-' || n,
      'transferId', md5(n::text)::uuid, 'code', 'R01', 'detail', ''), ${clock.now()}, ${clock.now()}, 'UNKNOWN_SUBJECT'
    from generate_series(1, 20000) as n`.execute(database);
  const data = JSON.stringify({
    outcome: "UNKNOWN_SUBJECT",
    provider: "sandbox-bank",
    reportId: "event-7",
    borrowerId: null,
    loanId: null,
  });
  await sql`insert into domain_event (name, id, happened_at, data, written_at)
    values ('partner.report_doubted', 'doubted_7', ${clock.now()}, ${data}, ${clock.realNow()})`.execute(database);
  await sql`insert into domain_event_exception (id, name, event_id, subscriber, state, cause, left_at)
    values (${reportId}, 'partner.report_doubted', 'doubted_7', 'exception-partner-report', 'OPEN', 'UNKNOWN_SUBJECT',
      ${clock.now()}::timestamptz + interval '30 days')`.execute(database);
  await sql`update domain_event_exception set trace_id = md5(id::text)`.execute(database);
  await sql`analyze domain_event, domain_event_exception, domain_event_delivery, partner_event`.execute(database);
});

const plansOfExceptions = (work: () => Promise<unknown>) => plansOf(database, "domain_event_exception", work);
const finance = () => app.staff("0190eeee-0000-7000-8000-0000000000f1", ["finance"]);

it.each([
  ["OPEN", "domain_event_exception_open"],
  ["CLOSED", "domain_event_exception_closed"],
])("the page of those in state %s is read by %s, in its order", async (state, index) => {
  const client = await finance();
  const plan = await plansOfExceptions(async () => {
    const { body } = await client.get(`/api/staff/exceptions?limit=20&state=${state}`);
    await client.get(`/api/staff/exceptions?limit=20&state=${state}&cursor=${body.nextCursor}`);
    await client.get(`/api/staff/exceptions?limit=20&state=${state}&from=2026-11-21&to=2026-11-21`);
  });
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on domain_event|Sort/);
});

it("one of them, the console's home, what is done about it and the sweeps read no more than they find", async () => {
  const client = await finance();
  const { items } = (await client.get("/api/staff/exceptions?limit=2")).body;
  const [first, second] = items.map(({ exceptionId }: { exceptionId: string }) => exceptionId);
  const key = () => ({ "Idempotency-Key": randomUUID() });
  const forgetting = services.sweeps.list().find(({ name }) => name === "exception-forget")!;
  const plan = await plansOfExceptions(async () => {
    await client.get("/api/staff/home");
    await client.get(`/api/staff/exceptions/${first}`);
    expect((await client.post(`/api/staff/exceptions/${first}/retry`, {}, key())).status).toBe(200);
    const reason = "Dibukukan dengan tangan.";
    expect((await client.post(`/api/staff/exceptions/${second}/closure`, { reason }, key())).status).toBe(200);
    await services.jobs.drain();
    await forgetting.run(services);
    await retentionSweep.run(services);
  });
  expect(plan).not.toMatch(/Seq Scan on domain_event/);
});

it("what one trace left to staff is read by an index", async () => {
  const traceId = randomUUID().replaceAll("-", "");
  const plan = await plansOfExceptions(() => exceptionsOfTrace(database, traceId, 20));
  expect(plan).toContain("domain_event_exception_trace");
  expect(plan).not.toMatch(/Seq Scan on domain_event/);
});

it("what a partner reported is read, and put back to be judged once more, by its key", async () => {
  const client = await finance();
  const plan = await plansOf(database, "partner_event", async () => {
    expect((await client.get(`/api/staff/exceptions/${reportId}`)).body.report).toMatchObject({ code: "R01" });
    const key = { "Idempotency-Key": randomUUID() };
    expect((await client.post(`/api/staff/exceptions/${reportId}/retry`, {}, key)).status).toBe(200);
    await services.jobs.drain();
  });
  expect(plan).toContain("partner_event_pkey");
  expect(plan).not.toMatch(/Seq Scan on (?:partner|domain)_event/);
});
