/** Spans and metrics as a collector and Prometheus receive them. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import * as v from "valibot";
import { transact } from "#server/database.server.ts";
import { createOutbound } from "#server/outside/http.ts";
import { defineJob } from "#server/work/jobs.ts";
import { testApp, type TestApp } from "#tests/support/app.ts";
import { freePort } from "#tests/support/journey-server.ts";
import type { Exporting } from "./exporting.ts";
import { openTelemetry } from "./open-telemetry.ts";
import { inSpan, inTrace, readTraceparent, traceparent } from "./spans.ts";

interface Received {
  path: string;
  type: string;
  body: Buffer;
}
const received: Received[] = [];
/** `traceparent` of the requests to a partner. */
const askedWith: (string | undefined)[] = [];
const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const whole = Buffer.concat(parts);
  return request.headers["content-encoding"] === "gzip" ? gunzipSync(whole) : whole;
};
const collector = createServer((request, response) => {
  void bodyOf(request).then((body) => {
    const path = request.url ?? "";
    if (path.startsWith("/v1/")) received.push({ path, type: request.headers["content-type"] ?? "", body });
    else askedWith.push(request.headers["traceparent"] as string | undefined);
    response.setHeader("content-type", "application/json").end("{}");
  });
});
let origin = "";
let app: TestApp;
let metricsPort = 0;
let telemetry: Exporting | undefined;
const sendMail = defineJob("observed-mail", v.object({ mailId: v.string() }));
const jobsDone: string[] = [];

beforeAll(async () => {
  await new Promise<void>((ready) => collector.listen(0, "127.0.0.1", () => ready()));
  origin = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  app = await testApp({ everySweep: true });
  metricsPort = await freePort();
  app.services.jobs.handle(sendMail, async ({ mailId }) => void jobsDone.push(mailId));
});
afterEach(async () => {
  await telemetry?.stop();
  telemetry = undefined;
  received.length = askedWith.length = 0;
});
afterAll(async () => {
  await new Promise((closed) => collector.close(closed));
});

const open = async (settings: Partial<TestApp["services"]["config"]>, isProduction = false): Promise<void> => {
  Object.assign(
    app.services.config,
    { otlpEndpoint: "", metricsPort: 0, otlpProtocol: "http/json", trustedHops: 0 },
    settings,
  );
  telemetry = await openTelemetry(app.services, isProduction);
};

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}
async function close(): Promise<void> {
  await telemetry?.stop();
  telemetry = undefined;
}
/** The spans that arrived, once everything was sent. */
async function spansSent(): Promise<Span[]> {
  await close();
  return received
    .filter(({ path }) => path === "/v1/traces")
    .flatMap(({ body }) => JSON.parse(body.toString()).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans as Span[]);
}
const valueOf = (span: Span | undefined, key: string) => {
  const { value } = span?.attributes.find((one) => one.key === `tunai.${key}`) ?? {};
  return value?.stringValue ?? value?.intValue;
};

it("A request is one trace with the id of its answer: the request, and its call inside.", async () => {
  await open({ otlpEndpoint: origin });
  const answer = await app.client().post("/api/user/generateCaptcha", {});
  const spans = (await spansSent()).filter(({ traceId }) => traceId === answer.headers.get("trace-id"));
  const root = spans.find(({ parentSpanId }) => !parentSpanId);
  expect(root).toMatchObject({ name: "POST /api/user/generateCaptcha", kind: 2 });
  expect(valueOf(root, "status")).toBe(answer.status);
  const call = spans.find(({ name }) => name === "call POST /api/user/generateCaptcha");
  expect(call?.parentSpanId).toBe(root?.spanId);
});

it("A page's span carries the pattern of its path, never what stands in it.", async () => {
  await open({ otlpEndpoint: origin });
  await app.client().get("/api/sandbox/messages?to=081299887766");
  await app.client().get("/webview/loan-history/0198a1b2-0000-7000-8000-000000000000");
  const spans = await spansSent();
  expect(JSON.stringify(spans)).not.toMatch(/081299887766|0198a1b2/);
  expect(spans.map(({ name }) => name)).toContain("GET /api/sandbox/messages");
});

it("A job continues the trace of the request that sent it, and a payload without a recorded trace holds nothing more.", async () => {
  await open({ otlpEndpoint: origin });
  const { database, jobs } = app.services;
  const traceId = app.services.random.traceId();
  const send = () => transact(database, (trx) => jobs.send(trx, sendMail, { mailId: "a" }));
  await inTrace("request", { fields: {}, traceId }, send);
  expect(await jobs.waiting(sendMail)).toEqual([{ mailId: "a" }]);
  await jobs.drain();
  const spans = (await spansSent()).filter((span) => span.traceId === traceId);
  const job = spans.find(({ name }) => name === "job observed-mail");
  const root = spans.find(({ name }) => name === "request");
  expect(job).toMatchObject({ kind: 5 });
  const transaction = spans.find(({ name }) => name === "transaction");
  expect(transaction?.parentSpanId).toBe(root?.spanId);
  expect(job?.parentSpanId).toBe(transaction?.spanId);
  await send();
  await jobs.drain();
  expect(jobsDone).toEqual(["a", "a"]);
});

it("A partner is asked with the span that asks; a partner whose answer fails leaves the name of the error alone.", async () => {
  await open({ otlpEndpoint: origin });
  const outbound = createOutbound({ monotonicMs: () => performance.now(), allowPlainHttp: true });
  const peer = outbound.peer("bank", origin);
  const ask = () => peer.send({ method: "GET", path: "/ask" });
  await inTrace("request", { fields: {} }, () => inSpan("partner", { port: "bank.pay" }, ask));
  await inTrace("request", { fields: {} }, () =>
    inSpan("partner", { port: "bank.fail" }, () => Promise.reject(new TypeError("Siti Aminah 3271046504930002"))),
  ).catch(() => {});
  await ask();
  outbound.close();
  const spans = await spansSent();
  const asked = spans.find(({ name }) => name === "partner bank.pay");
  expect(askedWith).toEqual([`00-${asked?.traceId}-${asked?.spanId}-01`, undefined]);
  expect(asked).toMatchObject({ kind: 3 });
  expect(spans.find(({ name }) => name === "partner bank.fail")?.status).toEqual({ code: 2 });
  expect(JSON.stringify(spans)).not.toMatch(/Siti|3271046504930002/);
});

it("A trace that began elsewhere goes on behind a trusted proxy alone.", async () => {
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  await open({ otlpEndpoint: origin, trustedHops: 1 });
  expect((await app.client().get("/api/session", headers)).headers.get("trace-id")).toBe(traceId);
  const root = (await spansSent()).find(({ name }) => name === "GET /api/session");
  expect(root).toMatchObject({ traceId, parentSpanId: "00f067aa0ba902b7" });
  await open({ otlpEndpoint: origin });
  expect((await app.client().get("/api/session", headers)).headers.get("trace-id")).not.toBe(traceId);
  await open({ otlpEndpoint: origin, trustedHops: 1 });
  for (const wrong of [
    "",
    "00-0-1-01",
    `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
    `ff-${traceId}-00f067aa0ba902b7-01`,
  ])
    expect(readTraceparent(wrong)).toBeNull();
});

it("Of a built product one trace in a hundred is recorded, by its id; while developing each is.", async () => {
  await open({ otlpEndpoint: origin }, true);
  let recorded = 0;
  for (let n = 0; n < 2_000; n++)
    inTrace("request", { fields: {} }, () => {
      if (traceparent() !== null) recorded++;
      // Spans inside a trace that is not recorded are not recorded either.
      inSpan("call", {}, () => expect(traceparent() === null).toBe(recorded === 0 || traceparent() === null));
    });
  expect(recorded).toBeGreaterThan(2);
  expect(recorded).toBeLessThan(60);
  await telemetry?.stop();
  await open({ otlpEndpoint: origin });
  inTrace("request", { fields: {} }, () => expect(traceparent()).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/));
  await open({ otlpEndpoint: origin, traceRatio: 0 });
  inTrace("request", { fields: {} }, () => expect(traceparent()).toBeNull());
  app.services.config.traceRatio = null;
});

it("By default the collector gets protobuf; where it is away, requests are answered as ever.", async () => {
  await open({ otlpEndpoint: origin, otlpProtocol: "http/protobuf" });
  const { headers } = await app.client().get("/api/session");
  await close();
  const sent = received.find(({ path }) => path === "/v1/traces");
  expect(sent?.type).toBe("application/x-protobuf");
  expect(sent?.body.includes(Buffer.from(headers.get("trace-id") ?? "", "hex"))).toBe(true);
  await open({ otlpEndpoint: "http://127.0.0.1:9" });
  expect((await app.client().get("/api/session")).status).toBe(200);
});

it("Prometheus reads requests, durations, work that waits and the loop's lag at the port of its own.", async () => {
  await open({ metricsPort });
  await app.client().get("/api/session");
  await app.client().get("/api/session");
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(text).toContain('tunai_requests_total{call="GET /api/session",status="200"} 2');
  expect(text).toMatch(/tunai_request_duration_seconds_bucket\{call="GET \/api\/session",le="10"\} 2/);
  expect(text).toMatch(/tunai_job_waiting \d/);
  expect(text).toMatch(/tunai_event_loop_lag_seconds [\d.e-]+/);
  expect(text).toMatch(/tunai_sweep_waiting\{sweep="[\w-]+"\} \d+/);
  expect(text).toMatch(/tunai_codes_spent_rupiah \d+/);
  expect(text).toContain("tunai_ledger_stopped");
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
});

it("The collector gets the same figures.", async () => {
  await open({ otlpEndpoint: origin });
  await app.client().get("/api/session");
  await spansSent();
  const figures = received.filter(({ path }) => path === "/v1/metrics").map(({ body }) => body.toString());
  expect(figures.join("")).toContain("tunai.requests");
});
