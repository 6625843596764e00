import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import type { ProblemKinds } from "#shared/contract.ts";
import { commonProblems } from "#shared/problems.ts";
import { groupsOf } from "../parts/open-api.ts";

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

it("publishes every mounted call that is not internal, and no other", () => {
  const mounted = app.api
    .calls()
    .filter(({ call }) => !call.internal)
    .map(({ call }) => `${call.method} ${call.path}`);
  expect(document.openapi).toBe("3.1.0");
  expect(operations.map(({ name }) => name).sort()).toEqual(mounted.sort());
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

it("lists every problem code that a call declares, with the status that it has", () => {
  for (const { call } of app.api.calls().filter(({ call: { internal } }) => !internal)) {
    const operation = document.paths[call.path][call.method.toLowerCase()] as Operation;
    for (const [code, kind] of Object.entries(call.problems)) {
      expect(operation["x-problem-codes"]).toContain(code);
      expect(JSON.stringify(operation.responses[String(kind.status)])).toContain(`"${code}"`);
    }
  }
});

/** What the document says of the data of one code in one answer: the properties and what is required of them; null where it gives none. */
function dataOf(
  path: string,
  method: "get" | "post",
  status: number,
  code: string,
): { properties: Record<string, unknown>; required: string[] } | null {
  const schema =
    document.paths[path][method].responses[String(status)].content["application/json"].schema.allOf[1].properties
      .status;
  const choices = (schema.oneOf ?? [schema]) as {
    required?: string[];
    properties: { code: { const?: string; enum?: string[] }; data?: never };
  }[];
  const fitting = choices.filter(
    ({ properties: { code: named } }) => named.const === code || named.enum?.includes(code),
  );
  expect(fitting, `${path} ${status} ${code}`).toHaveLength(1);
  return fitting[0]!.properties.data ?? null;
}

it("ties the data of a refusal to its code, and to no other of the same status", async () => {
  const quote = (amountRupiah: number, tenorDays = 90) =>
    app.client().get(`/api/loan/quote?amountRupiah=${amountRupiah}&tenorDays=${tenorDays}`);
  const number = { mobileNumber: "081234500001", purpose: "LOGIN", channel: "SMS" };
  const visitor = app.client();
  // The first code of a session goes without a captcha, the second does not.
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
  const groups = groupsOf(document);
  expect(groups.flatMap((group) => group.operations).length).toBe(operations.length);
  const limits = groups
    .flatMap((group) => group.operations)
    .find((operation) => operation.path === "/api/credit/limits");
  expect(limits?.answered.map((row) => row.name)).toContain("temporary.until");
});

it("lists what every policy may refuse with, and the keys that an effect takes", () => {
  const codesOf = (path: string, method = "post"): string[] => document.paths[path][method]["x-problem-codes"];
  // Some purposes need an account, and a native app's own client its session.
  for (const path of ["/api/v2/mobile/sendVerification", "/api/user/webviewCode"])
    expect(codesOf(path)).toContain("NOT_LOGGED_IN");
  for (const path of [
    "/api/v2/mobile/sendVerification",
    "/api/loan/apply",
    "/api/repayment/qris",
    "/api/repayment/link/qris",
  ])
    expect(codesOf(path)).toContain("NOT_OFFERED_HERE");
  const key = document.paths["/api/loan/apply"].post.parameters.find(
    (parameter: { name: string }) => parameter.name === "Idempotency-Key",
  );
  expect(new RegExp(key.schema.pattern).test("loan:42/apply.1")).toBe(true);
});
