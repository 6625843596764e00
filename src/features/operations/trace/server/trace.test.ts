/**
 * Traces in the console: which requests are stored, what their steps show, that they contain no personal data, and how
 * long they are stored.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { dateInWib } from "#shared/dates.ts";
import { plansOf } from "#tests/support/plans.ts";
import { isObserved, observeRequest } from "#server/observability/request.ts";
import { inSpan, inTrace, noteStep, readTraceparent, traceparent } from "#server/observability/spans.ts";
import { isKeptWhole, openTraceSteps } from "#server/observability/trace-steps.ts";
import { daysOf } from "#server/postgres/day-tables.ts";
import { sql } from "kysely";
import { traceStepsOf, traceTable } from "./store.ts";

const app = await testApp({ everySweep: true });
const { services } = app;
const { database } = services;
const support = () => app.staff("0190c300-0000-7000-8000-000000000001", ["support"]);
const id = () => services.random.traceId();
const sweep = (name: string) =>
  services.sweeps
    .list()
    .find((one) => one.name === name)!
    .run(services);
const flush = () => sweep("trace-steps");
const request = (traceId: string, isKept: boolean, answer: () => Promise<{ status: number }>, refused = {}) =>
  observeRequest(
    { traceId, parent: null, name: async () => "POST /api/loan/apply", isKept, refused: () => refused },
    answer,
  );
const stepsIn = async (traceId: string) =>
  (await traceStepsOf(database, traceId, 100)).map(({ name, call, port, job, status, code, reason, hasFailed }) => ({
    name,
    subject: call ?? port ?? job,
    status,
    code,
    reason,
    hasFailed,
  }));

describe("while steps are kept", () => {
  let opened: { stop(): void };
  beforeAll(() => {
    opened = openTraceSteps(services);
  });
  afterAll(() => opened.stop());

  it("tells a request, its call and the partner that failed, in their order, and the cause without a person's data", async () => {
    expect(isObserved()).toBe(true);
    const traceId = id();
    await request(
      traceId,
      true,
      () =>
        inSpan("call", { call: "POST /api/loan/apply" }, async () => {
          await inSpan("transaction", { attempt: 1 }, async () => {});
          await inSpan("partner", { port: "bank.pay" }, () =>
            Promise.reject(new TypeError("Siti Aminah 3271046504930002")),
          ).catch(() => {});
          return { status: 503 };
        }),
      { code: "UNAVAILABLE", reason: "TypeError" },
    );
    await flush();
    expect(await stepsIn(traceId)).toEqual([
      {
        name: "request",
        subject: "POST /api/loan/apply",
        status: 503,
        code: "UNAVAILABLE",
        reason: "TypeError",
        hasFailed: false,
      },
      { name: "call", subject: "POST /api/loan/apply", status: null, code: null, reason: null, hasFailed: false },
      { name: "partner", subject: "bank.pay", status: null, code: null, reason: "TypeError", hasFailed: true },
    ]);
    const { rows } = await sql`select * from trace_step where trace_id = ${traceId}`.execute(database);
    expect(JSON.stringify(rows)).not.toMatch(/Siti|3271046504930002/);

    const found = await (await support()).post("/api/staff/borrowers/search", { identifier: traceId.toUpperCase() });
    expect(found.body).toMatchObject({ kind: "TRACE", found: [{ to: `/staff/trace?traceId=${traceId}` }] });
    const { items } = (await (await support()).get(`/api/staff/traces/${traceId}`)).body;
    expect(items.map(({ name, subject }: { name: string; subject: string }) => `${name} ${subject}`)).toEqual([
      "REQUEST POST /api/loan/apply",
      "CALL POST /api/loan/apply",
      "PARTNER bank.pay",
    ]);
  });

  it("keeps of GETs one in a hundred whole, and of the others the refused request alone", async () => {
    const kept = Array.from({ length: 2_000 }, id).filter((traceId) => isKeptWhole("GET", traceId));
    expect(kept.length).toBeGreaterThan(2);
    expect(kept.length).toBeLessThan(60);
    expect(isKeptWhole("POST", id())).toBe(true);
    const [fine, refused] = [id(), id()];
    await request(fine, false, () => inSpan("call", {}, async () => ({ status: 200 })));
    await request(refused, false, () => inSpan("call", {}, async () => ({ status: 404 })), { code: "LOAN_NOT_FOUND" });
    await flush();
    expect(await stepsIn(fine)).toEqual([]);
    expect(await stepsIn(refused)).toMatchObject([{ name: "request", status: 404, code: "LOAN_NOT_FOUND" }]);
  });

  it("gives a job and a partner the trace of the request that ordered them; a browser's report joins it", async () => {
    const traceId = id();
    let sent: string | null = null;
    await request(traceId, true, async () => {
      sent = traceparent();
      return { status: 200 };
    });
    const parent = readTraceparent(sent);
    expect(parent).toMatchObject({ traceId, isSampled: false });
    await inTrace("job", { fields: { job: "payout", jobId: "1", attempt: 2 }, parent }, async () => {});
    noteStep("browser", traceId, { call: "POST /api/loan/apply", status: 503 });
    noteStep("browser", "not a trace", { call: "POST /api/loan/apply" });
    await flush();
    expect((await stepsIn(traceId)).map(({ name }) => name)).toEqual(["request", "job", "browser"]);
  });

  it("keeps of sweeps those that asked a partner or failed", async () => {
    const [idle, asking] = [id(), id()];
    const round = (traceId: string, work: () => Promise<unknown>) =>
      inTrace("sweep", { fields: { sweep: "limit-refresh" }, traceId }, work);
    await round(idle, async () => {});
    await round(asking, () => inSpan("partner", { port: "bank.status" }, async () => {}));
    await flush();
    expect(await stepsIn(idle)).toEqual([]);
    expect((await stepsIn(asking)).map(({ name }) => name)).toEqual(["sweep", "partner"]);
  });

  it("loses what is beyond the bound, and never waits", async () => {
    const traceId = id();
    for (let count = 0; count < 6_000; count++) noteStep("browser", traceId, { status: 500 });
    expect(await flush()).toBe(5_000);
    expect(await flush()).toBe(0);
  });
});

it("is refused for a code of another shape, an unknown one, and roles without the permission", async () => {
  const client = await support();
  const unknown = await client.get(`/api/staff/traces/${id()}`, { Referer: "/staff/trace" });
  expect([unknown.status, unknown.body.status.code]).toEqual([404, "TRACE_UNKNOWN"]);
  expect((await client.get("/api/staff/traces/1234")).body.status.fields[0].code).toBe("TRACE_ID");
  const finance = await app.staff("0190c300-0000-7000-8000-000000000002", ["finance"]);
  expect((await finance.get(`/api/staff/traces/${id()}`)).status).toBe(403);
});

it("has a table for each day, drops the old ones, and finds a trace by an index", async () => {
  const now = services.clock.realNow();
  await sweep("trace-days");
  expect((await daysOf(database, traceTable)).length).toBeGreaterThanOrEqual(3);
  await sql`insert into trace_step (id, trace_id, at, ordinal, name, milliseconds, has_failed)
    select gen_random_uuid(), md5(n::text), ${now}::timestamptz, 0, 'request', 1, false from generate_series(1, 20000) n`.execute(
    database,
  );
  await sql`insert into trace_step (id, trace_id, at, ordinal, name, milliseconds, has_failed)
    values (gen_random_uuid(), ${id()}, ${now}::timestamptz - interval '16 days', 0, 'request', 1, false)`.execute(
    database,
  );
  await sql`analyze trace_step`.execute(database);
  const plan = await plansOf(database, "trace_step", () => traceStepsOf(database, id(), 200));
  const today = dateInWib(now).replaceAll("-", "");
  expect(plan).toContain(`trace_step_${today}`);
  expect(plan).not.toContain(`Seq Scan on trace_step_${today}`);
  await sweep("trace-days");
  const { rows } = await sql`select 1 from trace_step where at < ${now}::timestamptz - interval '15 days'`.execute(
    database,
  );
  expect(rows).toEqual([]);
});
