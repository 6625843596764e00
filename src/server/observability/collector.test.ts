/**
 * Traces and metrics as a third-party collector reads them, at both samplings of the specification. // Spec
 * embedded-platform 10
 */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { testApp, type TestApp } from "#tests/support/app.ts";
import { startCollector, type Collector, type ReceivedMetric } from "#tests/peers/otlp.ts";
import type { Exporting } from "./exporting.ts";
import { openTelemetry } from "./open-telemetry.ts";

let collector: Collector;
let app: TestApp;
let telemetry: Exporting | undefined;
beforeAll(async () => {
  collector = await startCollector();
  app = await testApp({ everySweep: true });
});
afterEach(() => telemetry?.stop());
afterAll(() => collector.stop());

/** Sends the telemetry of `act`, and returns once all of it has arrived. */
async function sent(isProduction: boolean, act: () => Promise<void>): Promise<void> {
  for (const list of [collector.spans, collector.metrics, collector.resources, collector.faults]) list.length = 0;
  const { origin: otlpEndpoint } = collector;
  Object.assign(app.services.config, { otlpEndpoint, otlpProtocol: "http/protobuf", metricsPort: 0, traceRatio: null });
  telemetry = await openTelemetry(app.services, isProduction);
  await act();
  await telemetry.stop();
  telemetry = undefined;
  expect(collector.faults).toEqual([]);
}
const metricOf = (name: string): ReceivedMetric | undefined => collector.metrics.findLast((one) => one.name === name);
/** How often a call was answered, by the counter and the histogram. */
function answeredOf(call: string): [number, number] {
  const isOfCall = ({ attributes }: { attributes: { key: string; value: Record<string, unknown> }[] }) =>
    attributes.some(({ key, value }) => key === "call" && value["stringValue"] === call);
  const counts = metricOf("tunai.requests")!.sum!.dataPoints.filter(isOfCall);
  const times = metricOf("tunai.request.duration.seconds")!.histogram!.dataPoints.filter(isOfCall);
  const sumOf = (values: unknown[]) => values.reduce<number>((sum, one) => sum + Number(one ?? 0), 0);
  return [sumOf(counts.map((point) => point.asDouble ?? point.asInt)), sumOf(times.map(({ count }) => count))];
}

it("reads each request at a sampling of 1: one trace by its id, its parts inside it, and the figures of all", async () => {
  const traceIds: (string | null)[] = [];
  await sent(false, async () => {
    for (let n = 0; n < 5; n++) traceIds.push((await app.client().get("/api/session")).headers.get("trace-id"));
    traceIds.push((await app.client().post("/api/user/generateCaptcha", {})).headers.get("trace-id"));
  });
  const roots = collector.spans.filter(({ kind }) => kind === "SPAN_KIND_SERVER");
  expect(roots.map(({ traceId }) => traceId).toSorted()).toEqual(traceIds.toSorted());
  for (const { traceId, spanId, parentSpanId, startTimeUnixNano, endTimeUnixNano } of collector.spans) {
    expect([traceId, spanId]).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{16}$/),
    ]);
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
    if (parentSpanId)
      expect(collector.spans.some((one) => one.traceId === traceId && one.spanId === parentSpanId)).toBe(true);
  }
  const inside = collector.spans.find(({ name }) => name === "call POST /api/user/generateCaptcha");
  expect(inside?.traceId).toBe(traceIds.at(-1));
  expect(collector.resources[0]).toContainEqual({ key: "service.name", value: { stringValue: "tunai" } });
  expect(answeredOf("GET /api/session")).toEqual([5, 5]);
});

it("reads one trace in a hundred at 0.01, by the ids that the protocol's own rule chooses, and the figures of all", async () => {
  const requests = 600;
  const traceIds: string[] = [];
  await sent(true, async () => {
    for (let n = 0; n < requests; n++)
      traceIds.push((await app.client().get("/api/session")).headers.get("trace-id") ?? "");
  });
  // The protocol's sampling rule, implemented again: the four words of the id combined, as a share of all 32-bit
  // numbers.
  const shareOf = (traceId: string) =>
    (traceId.match(/.{8}/g)!.reduce((sum, word) => sum ^ Number.parseInt(word, 16), 0) >>> 0) / 2 ** 32;
  const recorded = new Set(collector.spans.map(({ traceId }) => traceId));
  expect([...recorded].toSorted()).toEqual(traceIds.filter((traceId) => shareOf(traceId) < 0.01).toSorted());
  expect(recorded.size).toBeLessThan(25);
  expect(answeredOf("GET /api/session")).toEqual([requests, requests]);
});
