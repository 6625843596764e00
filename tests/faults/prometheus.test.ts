/** Metrics as Debian's Prometheus reads them at METRICS_PORT: with `npm run test:long`. // Spec embedded platform 10 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openTelemetry } from "#server/observability/open-telemetry.ts";
import { testApp } from "#tests/support/app.ts";
import { freePort } from "#tests/support/journey-server.ts";

const isLong = process.env["TEST_LONG"] === "1";

async function withFigures(act: (port: number) => Promise<void>): Promise<void> {
  const app = await testApp();
  const metricsPort = await freePort();
  Object.assign(app.services.config, { metricsPort });
  const telemetry = await openTelemetry(app.services, true);
  try {
    for (let n = 0; n < 3; n++) await app.client().get("/api/session");
    await app.client().get("/api/session/nowhere");
    await act(metricsPort);
  } finally {
    await telemetry.stop();
  }
}

it("Each figure has its type and its words, no name stands twice, and no label holds what a person typed", () =>
  withFigures(async (port) => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const types = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name]) => name!);
    expect(types.length).toBeGreaterThan(10);
    expect(new Set(types).size).toBe(types.length);
    for (const name of types) expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, "m"));
    for (const [, name] of text.matchAll(/^(\w+?)(?:_bucket|_sum|_count)?\{/gm))
      expect(
        types.some((type) => type === name || type.startsWith(name!)),
        name,
      ).toBe(true);
    expect(text).not.toContain("nowhere");
  }));

if (isLong)
  it("promtool finds no fault in them, and Prometheus stores and answers them", { timeout: 180_000 }, () =>
    withFigures(async (port) => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const output = execFileSync("/usr/bin/promtool", ["check", "metrics"], { input: text, stdio: "pipe" }).toString();
      expect(output).toBe("");
      const folder = await mkdtemp(join(tmpdir(), "tunai-prometheus-"));
      const listens = await freePort();
      await writeFile(
        join(folder, "prometheus.yml"),
        `scrape_configs:\n  - job_name: tunai\n    scrape_interval: 1s\n    static_configs:\n      - targets: ["127.0.0.1:${port}"]\n`,
      );
      const prometheus = spawn(
        "/usr/bin/prometheus",
        [
          `--config.file=${join(folder, "prometheus.yml")}`,
          `--storage.tsdb.path=${join(folder, "data")}`,
          `--web.listen-address=127.0.0.1:${listens}`,
        ],
        { stdio: "ignore" },
      );
      const ended = new Promise((done) => prometheus.once("exit", done));
      try {
        const valueOf = async (query: string): Promise<string | undefined> => {
          const address = `http://127.0.0.1:${listens}/api/v1/query?query=${encodeURIComponent(query)}`;
          const answer = await fetch(address).catch(() => undefined);
          const body = (await answer?.json().catch(() => undefined)) as
            | { data?: { result?: { value: [number, string] }[] } }
            | undefined;
          return body?.data?.result?.[0]?.value[1];
        };
        await expect
          .poll(() => valueOf('tunai_requests_total{call="GET /api/session",status="200"}'), { timeout: 60_000 })
          .toBe("3");
        const p95 = "histogram_quantile(0.95, tunai_request_duration_seconds_bucket{call='GET /api/session'})";
        expect(Number(await valueOf(p95))).toBeGreaterThan(0);
        expect(await valueOf("max(tunai_ledger_stopped)")).toBe("0");
      } finally {
        prometheus.kill("SIGTERM");
        await ended;
        await rm(folder, { recursive: true, force: true });
      }
    }),
  );
