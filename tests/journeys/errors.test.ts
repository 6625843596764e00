/** Errors on purpose in a browser: each kind stands in the log, in the collector's report and in the trace. // Spec 8, 9 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { errorKinds, errorPath, wordsOfError } from "#features/operations/sandbox/error-contract.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { startBehindTls, type RunningProduct } from "#tests/support/journey-server.ts";

interface SentryEvent {
  transaction: string;
  level: string;
  tags: Record<string, string>;
  exception: { values: { type: string; value: string }[] };
}
const reports: SentryEvent[] = [];
const traces: string[] = [];
/** The trace of each kind of error, as its report names it. */
const reported = new Map<string, string>();
const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const whole = Buffer.concat(parts);
  return (request.headers["content-encoding"] === "gzip" ? gunzipSync(whole) : whole).toString();
};
const collector = createServer((request, response) => {
  void bodyOf(request).then((body) => {
    if (request.url?.startsWith("/v1/traces")) traces.push(body);
    if (request.url?.endsWith("/envelope/")) reports.push(JSON.parse(body.split("\n")[2] as string) as SentryEvent);
    response.setHeader("content-type", "application/json").end("{}");
  });
});

let product: RunningProduct;
let visitor: Phone;
beforeAll(async () => {
  await new Promise<void>((ready) => collector.listen(0, "127.0.0.1", ready));
  const address = `127.0.0.1:${(collector.address() as AddressInfo).port}`;
  product = await startBehindTls(await mkdtemp(join(tmpdir(), "tunai-errors-")), {
    ERRORS_ADAPTER: "sentry",
    SENTRY_DSN: `http://key@${address}/42`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://${address}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_TRACES_SAMPLER_ARG: "1",
  });
  visitor = await phone({ origin: product.origin, language: "en-GB" });
});
afterAll(async () => {
  await product.stop("SIGTERM");
  await rm(product.dataDir, { recursive: true, force: true });
  collector.closeAllConnections();
  collector.close();
});

it.each(errorKinds)("An error of the kind %s reaches log and report, and the page stays of use", async (kind) => {
  const { origin } = visitor;
  const page = await visitor.context.newPage();
  const words = kind === "call" ? "" : wordsOfError(kind);
  const isOurs = ({ exception, transaction }: SentryEvent) =>
    kind === "call"
      ? transaction === "POST /api/sandbox/error" && exception.values.some(({ type }) => type === "INTERNAL")
      : exception.values.some(({ value }) => value.includes(words));
  // A page's own clock, which stands; of a script's error alone it would keep the error to itself.
  const hasClock = kind !== "script";
  if (hasClock) {
    const time = new Date();
    await page.clock.install({ time });
    await page.clock.pauseAt(new Date(time.getTime() + 1_000));
  }
  await page.goto(`${origin}${errorPath}?kind=${kind}`);
  await page.locator("[data-rich] .notice").waitFor();
  await page.waitForLoadState("networkidle");
  expect(reports.filter(isOurs)).toEqual([]);
  const toast = page.locator("[data-toast-region] p");
  /** The page's own milliseconds at which the toast was first seen, and first seen to be past. */
  const seen: Record<string, number> = {};
  const step = async (): Promise<boolean> => {
    if (hasClock) await page.clock.runFor(100);
    if (kind === "call" && (await toast.count()) > 0)
      seen[(await toast.getAttribute("data-state")) ?? "shown"] ??= await page.evaluate(() => Date.now());
    return reports.some(isOurs) && (kind !== "call" || "past" in seen);
  };
  await expect.poll(step, { interval: 1 }).toBe(true);
  const report = reports.find(isOurs)!;
  const { traceId } = report.tags;
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  reported.set(kind, traceId!);
  expect(product.said()).toContain(traceId);
  expect(report.level).toBe("error");
  if (kind === "call") {
    expect(report.tags).toMatchObject({ status: "500", code: "INTERNAL", method: "POST" });
    expect(report.tags["device"]).toMatch(/^[\w-]{20,}$/);
    // Spec 8: a toast of the words for two seconds, which stay in the page; the indicator is off.
    expect(await toast.textContent()).not.toBe("");
    expect(Math.abs(seen["past"]! - seen["shown"]! - 2_000)).toBeLessThanOrEqual(100);
    expect(await page.locator("[data-loading]").isVisible()).toBe(false);
  }
  if (kind === "render") {
    await page.getByText("A part of this page stopped working").waitFor();
    expect(await page.locator("[data-rich] .notice").count()).toBe(1);
  }
  expect(await page.locator("h1").count()).toBe(1);
  if (kind !== "server") expect(await page.getByRole("link", { name: "Error in a script" }).isVisible()).toBe(true);
});

it("The trace of each of them reaches the collector of traces, which gets them some seconds later", async () => {
  expect([...reported.keys()]).toEqual([...errorKinds]);
  const missing = () => [...reported].filter(([, traceId]) => !traces.some((body) => body.includes(traceId)));
  await expect.poll(missing).toEqual([]);
});
