import fc from "fast-check";
import { expect, test } from "vitest";
import { createLog, type LogFields, type LogLevel } from "#server/process/log.server.ts";
import { Secret } from "#shared/secret.ts";

function recorder(level?: LogLevel) {
  const lines: string[] = [];
  const log = createLog({
    now: () => new Date("2026-11-21T03:00:00Z"),
    sink: (line) => lines.push(line),
    ...(level ? { level } : {}),
  });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? "null") as Record<string, unknown> };
}

test("A line holds time, level, message, the standing fields and the declared ones.", () => {
  const { log, last } = recorder();
  const standing = { service: "tunai", version: "0.1.0", process: 4711, host: "tunai-7d9f8b6c5-12345678" };
  log.with({ ...standing, traceId: "t-1" }).warn("partner slow", { port: "bank", milliseconds: 1200 });
  expect(last()).toEqual({
    time: "2026-11-21T03:00:00.000Z",
    level: "warn",
    message: "partner slow",
    ...standing,
    traceId: "t-1",
    port: "bank",
    milliseconds: 1200,
  });
});

test("A line that is counted elsewhere is neither written nor reported.", () => {
  const [lines, reported] = [[] as string[], [] as string[]];
  const log = createLog({
    now: () => new Date(0),
    sink: (line) => lines.push(line),
    report: (message) => reported.push(message),
    withholds: (level, message, { port }) => level === "error" && message === "again" && port === "bank",
  });
  log.with({ port: "bank" }).error("again");
  log.error("again");
  expect([lines.length, reported]).toEqual([1, ["again"]]);
});

test("A field that is not declared is dropped with its value and only its name is told.", () => {
  const { log, lines, last } = recorder();
  log.info("hello", { mobileNumber: "081234567890", count: 2, ...({ constructor: "x" } as object) } as LogFields);
  expect(last().dropped).toEqual(["mobileNumber", "constructor"]);
  expect(lines[0]).not.toContain("0812");
  expect(last().count).toBe(2);
});

test("Whatever text is logged, it stays one line without control characters, and the line parses back.", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (message, reason) => {
      const { log, lines, last } = recorder();
      log.error(`${message}\r\n\u001b[31m\u009b2J{"level":"info"}`, {
        reason: `${reason}\u2028\u202e`,
        error: new Error(`${reason}\n    at fake`),
      });
      expect(lines).toHaveLength(1);
      // oxlint-disable-next-line no-control-regex
      expect(lines[0]).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
      expect(last().level).toBe("error");
    }),
  );
});

test("Secrets, identifiers, e-mail addresses and objects do not reach the line.", () => {
  const { log, lines } = recorder();
  const error = Object.assign(new Error("no row for 3174011203900001 or budi@example.com, +62 812-3456-7890"), {
    code: "23505",
    detail: "Key (nik)=(canary-detail) already exists.",
    cause: new Error("account 1234567890"),
  });
  log.error("failed", {
    reason: new Secret("canary-secret") as unknown as string,
    code: { canary: "canary-object" } as unknown as string,
    error,
  });
  expect(lines[0]).not.toMatch(/canary|3174|budi|0812|812-3456|1234567890/);
  expect(lines[0]).toContain("23505");
  expect(lines[0]).toContain("[redacted]");
});

test("Our own ids are kept whole although they hold many digits.", () => {
  const { log, last } = recorder();
  log.info("sent", { rowId: "01932b1e-0000-7000-8000-000012345678", reference: "20261121000012345678" });
  expect(last().rowId).toBe("01932b1e-0000-7000-8000-000012345678");
  expect(last().reference).toBe("20261121000012345678");
});

test("Lines below the level are dropped, and a value that cannot be printed does not throw.", () => {
  const { log, lines } = recorder("warn");
  log.info("quiet");
  expect(lines).toHaveLength(0);
  const hostile = new Error("x");
  Object.defineProperty(hostile, "message", {
    get() {
      throw new Error("no");
    },
  });
  log.error("loud", { error: hostile });
  expect(lines).toHaveLength(1);
});

test("Errors alone are reported, with the standing fields, whatever becomes of the line.", () => {
  const reported: unknown[] = [];
  const log = createLog({
    now: () => new Date(),
    sink: () => {},
    report: (message, fields) => reported.push([message, fields]),
  }).with({ traceId: "t-1" });
  log.warn("slow");
  log.error("call failed", { call: "POST /api/x", error: "e" });
  expect(reported).toEqual([["call failed", { traceId: "t-1", call: "POST /api/x", error: "e" }]]);
});
