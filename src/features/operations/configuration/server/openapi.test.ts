import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { groupsOf } from "../parts/open-api.ts";

const app = await testApp();
const { body: document } = await app.client().get("/api/openapi.json");

interface Operation {
  operationId: string;
  parameters: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
  "x-problem-codes": string[];
}
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
);

it("publishes every mounted call that is not internal, and no other", () => {
  const mounted = app.api.calls().filter(({ call }) => !call.internal).map(({ call }) => `${call.method} ${call.path}`);
  expect(document.openapi).toBe("3.1.0");
  expect(operations.map(({ name }) => name).sort()).toEqual(mounted.sort());
});

it("gives every operation a name of its own and every path parameter a place", () => {
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  for (const { path, operation } of operations) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(operation.parameters.filter((parameter) => parameter.in === "path").map((parameter) => parameter.name)).toEqual(names);
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

it("refers only to parts that it holds", () => {
  for (const [, reference = ""] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = reference.split("/").reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], document);
    expect(target, reference).toBeDefined();
  }
});

it("is the same document that the readable page shows", () => {
  const groups = groupsOf(document);
  expect(groups.flatMap((group) => group.operations).length).toBe(operations.length);
  const limits = groups.flatMap((group) => group.operations).find((operation) => operation.path === "/api/credit/limits");
  expect(limits?.answered.map((row) => row.name)).toContain("temporary.until");
});


it("lists what every policy may refuse with, and the keys that an effect takes", () => {
  const codesOf = (path: string, method = "post"): string[] => document.paths[path][method]["x-problem-codes"];
  // Some purposes need an account, and a native app's own client its session.
  for (const path of ["/api/v2/mobile/sendVerification", "/api/user/webviewCode"]) expect(codesOf(path)).toContain("NOT_LOGGED_IN");
  for (const path of ["/api/v2/mobile/sendVerification", "/api/loan/apply", "/api/repayment/qris", "/api/repayment/link/qris"]) expect(codesOf(path)).toContain("NOT_OFFERED_HERE");
  const key = document.paths["/api/loan/apply"].post.parameters.find((parameter: { name: string }) => parameter.name === "Idempotency-Key");
  expect(new RegExp(key.schema.pattern).test("loan:42/apply.1")).toBe(true);
});
