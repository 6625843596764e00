import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import SwaggerParser from "@apidevtools/swagger-parser";
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { root } from "#tests/support/house-sources.ts";
import type { ProblemKinds } from "#shared/contract.ts";
import { commonProblems } from "#shared/problems.ts";
import { audiences } from "../../contract.ts";
import { callGroupsOf, operationsOf } from "../../parts/open-api.ts";

const app = await testApp();
const { body: document } = await app.client().get("/api/openapi.json");

interface Operation {
  operationId: string;
  parameters: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
  "x-problem-codes": string[];
}
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
);

/** With its references resolved. */
const whole = (node: unknown): never => {
  if (Array.isArray(node)) return node.map(whole) as never;
  if (typeof node !== "object" || node === null) return node as never;
  const { $ref } = node as { $ref?: string };
  return (
    $ref === undefined
      ? Object.fromEntries(Object.entries(node).map(([name, value]) => [name, whole(value)]))
      : whole(
          $ref
            .slice(2)
            .split("/")
            .reduce((part: never, name) => part[name], document as never),
        )
  ) as never;
};
const bare = (path: string): string => path.replaceAll(/\{\w+\}/g, "{}");
function operationOf({ method, path }: { method: string; path: string }): Operation {
  const [, methods] = Object.entries(document.paths as Record<string, Record<string, Operation>>).find(
    ([published]) => bare(published) === bare(path),
  )!;
  return methods[method.toLowerCase()]!;
}

it("publishes every mounted call that is not internal, and no other", () => {
  const mounted = app.api
    .calls()
    .filter(({ call }) => !call.internal)
    .map(({ call }) => `${call.method} ${call.path}`);
  expect(document.openapi).toBe("3.1.0");
  // Where two calls differ only by the name in braces, the document has one path.
  expect(operations.map(({ name }) => bare(name)).sort()).toEqual(mounted.map(bare).sort());
});

it("gives every operation a name of its own and every path parameter a place", () => {
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  for (const { path, operation } of operations) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(
      operation.parameters.filter((parameter) => parameter.in === "path").map((parameter) => parameter.name),
    ).toEqual(names);
  }
});

/** An action on what the rest of the name describes. */
const verbs =
  "accept add advance answer apply ask assign begin block book cancel change check choose claim close compare confirm connect contest create decide decline delete disable disown draft end enter escalate export extend fail fetch find generate get help inquire invite join list load log login logout make name note open pause pay pick play pour pre preview propose prove push put quote read record refund refuse register reinvite release remind remove replay report request resend retry return reverse revise revoke save search send set show sign skip start step submit switch take track unblock unfreeze unlock unmask unsubscribe upload use verify withdraw write";

it("calls every operation by a verb and what it is about, as people say it", () => {
  const known = new Set(verbs.split(" "));
  const strange = operations
    .map(({ operation: { operationId } }) => operationId)
    .filter((id) => !/^[a-z]+(?:[A-Z][a-z]+|Csv|V1)*$/.test(id) || !known.has(/^[a-z]+/.exec(id)![0]));
  expect(strange).toEqual([]);
});

it("keeps in the changelog by which name each renamed operation goes now", async () => {
  const changelog = await readFile(join(root, "docs/api-changelog.md"), "utf8");
  const renamed = [...changelog.matchAll(/^\| `(\w+)` +\| `(\w+)` +\|$/gm)].map(([, old, now]) => [old!, now!]);
  const ids = new Set(operations.map(({ operation: { operationId } }) => operationId));
  expect(renamed.length).toBeGreaterThan(400);
  expect(renamed.filter(([old, now]) => old === now || !ids.has(now!))).toEqual([]);
});

it("lists every problem code that a call declares, with the status that it has", () => {
  for (const { call } of app.api.calls().filter(({ call: { internal } }) => !internal)) {
    const operation = operationOf(call);
    for (const [code, kind] of Object.entries(call.problems)) {
      expect(operation["x-problem-codes"]).toContain(code);
      expect(JSON.stringify(whole(operation.responses[String(kind.status)]))).toContain(`"const":"${code}"`);
    }
  }
});

it("names the limits of a call as its contract has them, and the header that says how long to wait", () => {
  const limited = app.api.calls().filter(({ call }) => !call.internal && call.limits);
  expect(limited.length).toBeGreaterThan(20);
  for (const { call } of limited) {
    const operation = operationOf(call) as Operation & { description: string; "x-rate-limits": unknown[] };
    expect(operation["x-rate-limits"]).toEqual(
      call.limits!.map(({ counter: _counter, isGathered: _isGathered, ...limit }) => limit),
    );
    for (const { max, seconds, by, each } of call.limits!)
      expect(operation.description).toContain(`at most ${max}${each ? ` ${each}` : ""} in ${seconds} seconds by ${by}`);
    expect(whole(operation.responses["429"])["headers"]).toHaveProperty("Retry-After");
  }
});

/** The document's schema of the data of one code in one answer: properties and required ones; null without data. */
function dataOf(
  path: string,
  method: "get" | "post",
  status: number,
  code: string,
): { properties: Record<string, unknown>; required: string[] } | null {
  const response = document.paths[path][method].responses[String(status)];
  const { status: schema } = whole(response)["content"]["application/json"]["schema"]["properties"] as never;
  const choices = ((schema as { oneOf?: unknown[] }).oneOf ?? [schema]) as {
    required: string[];
    properties: { code: { const: string }; data?: never };
  }[];
  for (const { required } of choices) expect(required.slice(0, 2)).toEqual(["code", "detail"]);
  const fitting = choices.filter(({ properties }) => properties.code.const === code);
  expect(fitting, `${path} ${status} ${code}`).toHaveLength(1);
  return fitting[0]!.properties.data ?? null;
}

it("ties the data of a refusal to its code, and to no other of the same status", async () => {
  const quote = (amountRupiah: number, tenorDays = 90) =>
    app.client().get(`/api/loan/quote?amountRupiah=${amountRupiah}&tenorDays=${tenorDays}`);
  const number = { mobileNumber: "081234500001", purpose: "LOGIN", channel: "SMS" };
  const visitor = app.client();
  // The first code of a session needs no captcha, the second does.
  await visitor.post("/api/mobile/sendVerificationWithoutCaptcha", number);
  const answers = [
    ...(await Promise.all([quote(150_000), quote(2_000_000_000), quote(1_050_000), quote(1_000_000, 45)])).map(
      (answer) => ({ path: "/api/loan/quote", method: "get" as const, answer }),
    ),
    {
      path: "/api/v2/user/union/login",
      method: "post" as const,
      answer: await app
        .client()
        .post("/api/v2/user/union/login", { mobileNumber: number.mobileNumber, password: "no such 1!" }),
    },
    {
      path: "/api/mobile/sendVerificationWithoutCaptcha",
      method: "post" as const,
      answer: await visitor.post("/api/mobile/sendVerificationWithoutCaptcha", number),
    },
  ];
  expect(answers.map(({ answer }) => answer.body.status.code)).toEqual([
    "AMOUNT_BELOW_MINIMUM",
    "AMOUNT_ABOVE_MAXIMUM",
    "AMOUNT_NOT_MULTIPLE",
    "TENOR_NOT_OFFERED",
    "LOGIN_WRONG",
    "CAPTCHA_NEEDED",
  ]);
  for (const { path, method, answer } of answers) {
    const { code, data } = answer.body.status;
    const declared = dataOf(path, method, answer.status, code);
    expect([code, data && Object.keys(data).sort()]).toEqual([
      code,
      declared ? Object.keys(declared.properties).sort() : undefined,
    ]);
  }
  expect(dataOf("/api/loan/apply", "post", 422, "LIMIT_EXCEEDED")?.required).toEqual([
    "remainingRupiah",
    "remainingText",
  ]);
  expect(dataOf("/api/loan/apply", "post", 422, "INPUT_INVALID")).toBeNull();
  expect(dataOf("/api/bank-account", "post", 401, "STEP_UP_NEEDED")?.required).toEqual(["purpose"]);
  expect(dataOf("/api/mobile/verifyVerificationCode", "post", 410, "OTP_EXPIRED")?.required).toEqual([
    "verificationId",
    "expiresInSeconds",
    "resendInSeconds",
  ]);
});

it("gives every figure that the words of a refusal name in its data", () => {
  for (const { call } of app.api.calls()) {
    for (const [code, { text, data }] of Object.entries({ ...commonProblems, ...call.problems } as ProblemKinds)) {
      const named = Object.values(text).flatMap((words) => [...words.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!));
      const entries = (data as { entries?: Record<string, unknown> } | undefined)?.entries ?? {};
      expect([call.path, code, named.filter((name) => !(name in entries))]).toEqual([call.path, code, []]);
    }
  }
});

it("refers only to parts that it holds", () => {
  for (const [, reference = ""] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = reference
      .split("/")
      .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], document);
    expect(target, reference).toBeDefined();
  }
});

it("is the same document that the readable page shows", () => {
  const shown = callGroupsOf(document).flatMap(({ name, calls }) => {
    const ofGroup = operationsOf(document, name);
    expect(ofGroup.map(({ method, path }) => ({ method, path }))).toEqual(calls);
    return ofGroup;
  });
  expect(shown.length).toBe(operations.length);
  const limits = shown.find((operation) => operation.path === "/api/credit/limits");
  expect(limits?.answered.map((row) => row.name)).toContain("temporary.until");
});

it("lists what every policy may refuse with, and the keys that an effect takes", () => {
  const codesOf = (path: string, method = "post"): string[] => document.paths[path][method]["x-problem-codes"];
  // Some purposes need an account, and a native app's own client needs its session.
  for (const path of ["/api/v2/mobile/sendVerification", "/api/user/webviewCode"])
    expect(codesOf(path)).toContain("NOT_LOGGED_IN");
  for (const path of [
    "/api/v2/mobile/sendVerification",
    "/api/loan/apply",
    "/api/repayment/qris",
    "/api/repayment/link/qris",
  ])
    expect(codesOf(path)).toContain("NOT_OFFERED_HERE");
  const key = (
    whole(document.paths["/api/loan/apply"].post.parameters) as { name: string; schema: { pattern: string } }[]
  ).find(({ name }) => name === "Idempotency-Key")!;
  expect(new RegExp(key.schema.pattern).test("loan:42/apply.1")).toBe(true);
});

it("is valid in two validators, without a warning that says anything about it", async () => {
  await SwaggerParser.validate(structuredClone(document));
  const config = await createConfig({
    extends: ["recommended"],
    rules: {
      // The test's own server.
      "no-server-example.com": "off",
      // Paths of the specification; a path without braces takes precedence over one with.
      "no-ambiguous-paths": "off",
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
}, 120_000);

it("gives each audience its own calls, and together they are all", async () => {
  const of = async (audience: string) => (await app.client().get(`/api/openapi.json?audience=${audience}`)).body;
  const parts = await Promise.all(audiences.map(of));
  const names = (part: { paths: Record<string, object> }): string[] =>
    Object.entries(part.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${bare(path)}`),
    );
  expect(parts.flatMap(names).sort()).toEqual(names(document).sort());
  const [people, staff, partner, sandbox] = parts as [never, never, never, never];
  expect(names(people)).toContain("post /api/loan/apply");
  expect(names(staff)).toContain("post /api/staff/login");
  expect(names(staff).filter((name) => !name.includes(" /api/staff/"))).toEqual([]);
  expect(names(partner)).toContain("post /api/webhook/sandbox-bank");
  expect(names(sandbox).every((name) => name.includes(" /api/sandbox/"))).toBe(true);
  expect((await of("nobody")).status.code).toBe("INPUT_INVALID");
});

it("says of a borrower's calls that a native app's client may make them by its session as a bearer", () => {
  const security = (path: string, method = "get") => document.paths[path][method].security;
  expect(security("/api/credit/limits")).toEqual([{ session: [] }, { app: [] }]);
  expect(security("/api/user/webviewCode", "post")).toEqual([{ app: [] }]);
  expect(document.components.securitySchemes.app).toMatchObject({ type: "http", scheme: "bearer" });
});
