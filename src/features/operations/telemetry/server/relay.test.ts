/** Errors reported by pages are forwarded to the errors port: in the spec's fields, masked, and limited in number. */
import { beforeEach, expect, it } from "vitest";
import type { ContextOf } from "#server/call/pipeline.ts";
import type { ErrorReport } from "#server/outside/errors/port.ts";
import { testApp } from "#tests/support/app.ts";
import { relayErrors } from "./relay.ts";

const app = await testApp({ everySweep: true, environment: { TRUSTED_HOPS: "1" } });
const { outside, keys } = app.services;
const reports: ErrorReport[] = [];
Object.assign(outside.errors, { report: async (report: ErrorReport) => void reports.push(report) });
beforeEach(() => void reports.splice(0));

const traceId = "0123456789abcdef0123456789abcdef";
const failed = {
  metricsType: "HTTP",
  measurement: "LOAN_UNKNOWN",
  message: "no loan for 3174015704940001",
  parameter: {
    url: "https://tunai.example/api/loan/0198a1b2-0000-7000-8000-000000000000?t=secret",
    status: 500,
    code: "INTERNAL",
    traceId,
    detail: "Ada gangguan untuk siti@example.com",
    method: "POST",
  },
};
const from = (address: string) => app.client({ "X-Forwarded-For": address, "Device-Token": "device-of-page" });

it("A failed call is reported with status, code, trace, words, method, pattern and device, and nothing of a person.", async () => {
  expect((await from("10.0.0.1").post("/event/uploadLog", { level: "ERROR", logs: [failed] })).status).toBe(202);
  expect(reports).toMatchObject([
    {
      traceId,
      where: "POST /api/loan/{}",
      status: 500,
      code: "INTERNAL",
      method: "POST",
      detail: "Ada gangguan untuk [email]",
      level: "error",
      device: keys.mac("telemetry-device", "device-of-page"),
    },
  ]);
  const { error, ...told } = reports[0]!;
  expect((error as Error).message).toBe("no loan for [digits]");
  expect(JSON.stringify(told)).not.toMatch(/secret|0198a1b2|device-of-page|siti/);
});

it("A script's error is reported with the trace of its report, a refusal as information, other lines not at all.", async () => {
  const script = {
    metricsType: "ERROR",
    measurement: "js_error",
    message: "x is not a function",
    parameter: { url: "/webview/home" },
  };
  const answer = await from("10.0.0.2").post("/event/uploadLog", { level: "ERROR", logs: [script] });
  expect(reports).toMatchObject([{ where: "page /webview/home", traceId: answer.headers.get("trace-id") }]);
  expect((reports[0]!.error as Error).name).toBe("js_error");
  await from("10.0.0.2").post("/event/uploadLog", { level: "INFO", logs: [failed] });
  expect(reports[1]).toMatchObject({ level: "info" });
  await from("10.0.0.2").post("/event/uploadLog", { level: "ERROR", logs: [{ message: "a line" }] });
  expect(reports).toHaveLength(2);
});

it("Of one address sixty reports a minute go on, and of another address its own.", async () => {
  const logs = Array.from({ length: 50 }, () => failed);
  for (let upload = 0; upload < 3; upload++) await from("10.0.0.3").post("/event/uploadLog", { logs });
  expect(reports).toHaveLength(60);
  await from("10.0.0.4").post("/event/uploadLog", { logs });
  expect(reports).toHaveLength(110);
  app.clock.advance(60_000);
  await from("10.0.0.3").post("/event/uploadLog", { logs });
  expect(reports).toHaveLength(160);
});

it("Ten thousand addresses are counted in a minute, and nothing of a further one goes on before the next.", () => {
  const { services } = app;
  // A minute without any report.
  app.clock.advance(60_000);
  const told = (address: string): number => {
    const context = { services, caller: { address, traceId, deviceToken: "" } } as unknown as ContextOf<"anyone">;
    const before = reports.length;
    relayErrors(context, "ERROR", [{ ...failed, parameter: { ...failed.parameter, traceId: "" } } as never]);
    return reports.length - before;
  };
  for (let one = 0; one < 10_000; one++) told(`10.1.${one >> 8}.${one & 255}`);
  expect(reports).toHaveLength(10_000);
  expect(told("10.2.0.1")).toBe(0);
  app.clock.advance(60_000);
  expect(told("10.2.0.1")).toBe(1);
});

it("A code and a method that are none are left out.", async () => {
  const made = { ...failed, parameter: { ...failed.parameter, code: "<b>", method: "BREW", traceId: "x" } };
  const answer = await from("10.0.0.5").post("/event/uploadLog", { logs: [made] });
  expect(reports[0]).toMatchObject({ where: "page /api/loan/{}", traceId: answer.headers.get("trace-id") });
  expect(reports[0]).not.toHaveProperty("code");
  expect(reports[0]).not.toHaveProperty("method");
});
