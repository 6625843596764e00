/**
 * From an exception to its trace, from a trace to its cause, and from a failed job to its trace: each in one or two
 * steps.
 */
import * as v from "valibot";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { transact } from "#server/database.server.ts";
import { defineJob } from "#server/work/jobs.ts";
import { createLog } from "#server/process/log.server.ts";
import { reportDoubted } from "#server/events/inbox.ts";
import { insertPartnerEvent } from "#server/events/inbox-store.ts";
import { observeRequest } from "#server/observability/request.ts";
import { openTraceSteps } from "#server/observability/trace-steps.ts";

function kept() {
  const lines: Record<string, unknown>[] = [];
  const sink = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { lines, log: createLog({ now: () => new Date(), sink }) };
}
/** A job that fails on its only try. */
const breaking = defineJob("test-breaking", v.strictObject({}), { retryLimit: 0 });
const told = kept();
const app = await testApp({
  everySweep: true,
  log: told.log,
  domains: [
    {
      work: ({ jobs }) =>
        jobs.handle(breaking, async () => {
          throw new TypeError("Siti Aminah");
        }),
    },
  ],
});
const { services, clock } = app;
const { database, random } = services;
await app.settle();
const support = await app.staff("0190c300-0000-7000-8000-000000000001", ["support"]);
const english = { "Accept-Language": "en" };
let opened: { stop(): void };
beforeAll(() => {
  opened = openTraceSteps(services);
});
afterAll(() => opened.stop());

const flush = () =>
  services.sweeps
    .list()
    .find(({ name }) => name === "trace-steps")!
    .run(services);

it("leads from an exception about a partner's report to its trace in one step, and from the trace's code to the cause in two", async () => {
  const report = { kind: "TRANSFER_FAILED", eventId: random.uuid(), transferId: random.uuid(), code: "R01" } as const;
  await transact(database, (trx) =>
    insertPartnerEvent(trx, "sandbox-bank", { ...report, detail: "SITI" }, clock.now()),
  );
  await app.pass(120);
  await flush();
  const { items } = (await support.get("/api/staff/exceptions?limit=100", english)).body;
  const [exception] = items;
  expect(exception).toMatchObject({ cause: "UNKNOWN_SUBJECT", traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  const { exceptionId, traceId } = exception;

  // One step: the list links to the page of the trace.
  const trace = (await support.get(`/api/staff/traces/${traceId}`, english)).body;
  expect(trace.items).toContainEqual(
    expect.objectContaining({ name: "JOB", subject: "event-exception-partner-report", code: "UNKNOWN_SUBJECT" }),
  );
  expect(trace.exceptions).toEqual([
    { exceptionId, text: "Report of a partner", causeText: expect.stringContaining("no transfer or payment") },
  ]);
  // Two steps: the search in the head, and the page that it opens, which names the cause.
  const { found } = (await support.post("/api/staff/borrowers/search", { identifier: traceId })).body;
  expect(found).toEqual([{ borrowerId: null, to: `/staff/trace?traceId=${traceId}` }]);
  expect(JSON.stringify(trace)).not.toContain("SITI");
});

it("names the trace of the request whose event was left to staff by a job", async () => {
  const traceId = random.traceId();
  const eventId = random.uuid();
  const answer = async () => {
    const input = {
      provider: "sandbox-bank",
      reportId: null,
      outcome: "CONTRADICTS",
      borrowerId: null,
      loanId: null,
    } as const;
    await transact(database, (trx) =>
      services.events.announce(trx, reportDoubted, { id: eventId, at: clock.now(), ...input }),
    );
    return { status: 200 };
  };
  const request = {
    traceId,
    parent: null,
    name: async () => "POST /api/staff/test",
    isKept: true,
    refused: () => ({}),
  };
  await observeRequest(request, answer);
  await app.settle();
  await flush();
  const { items, exceptions } = (await support.get(`/api/staff/traces/${traceId}`, english)).body;
  expect(items).toMatchObject([
    { name: "REQUEST", code: null, hasFailed: false },
    { name: "JOB", subject: "event-exception-partner-report", code: "CONTRADICTS" },
  ]);
  expect(exceptions).toMatchObject([{ text: "Report of a partner" }]);
});

it("tells the trace of a job that failed for good: in the log, where an operator finds it, and its step names the error", async () => {
  await transact(database, (trx) => services.jobs.send(trx, breaking, {}));
  await app.settle();
  await flush();
  const line = told.lines.find(({ message }) => message === "job failed for good");
  expect(line).toMatchObject({ job: breaking.name, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  const { items } = (await support.get(`/api/staff/traces/${String(line!["traceId"])}`)).body;
  expect(items).toMatchObject([{ name: "JOB", subject: breaking.name, reason: "TypeError", hasFailed: true }]);
});
