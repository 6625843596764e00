import * as v from "valibot";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testApp, type TestApp } from "#tests/support/app.ts";
import { answer, answerOnce, callName, perform, type Api } from "#server/answer.ts";
import { LedgerRefusal } from "#server/ledger/index.ts";
import { defineCall } from "#shared/contract.ts";

const text = { id: "Tidak cukup: {left}", en: "Not enough: {left}", zh: "不足：{left}" };
const read = defineCall({ method: "GET", path: "/api/test/read/{id}", summary: "x", policy: { who: "anyone" }, input: v.strictObject({ id: v.string(), n: v.optional(v.string()) }), output: v.object({ id: v.string() }), problems: {} });
const refused = defineCall({ method: "POST", path: "/api/test/refused", summary: "x", policy: { who: "anyone" }, input: v.strictObject({}), output: v.object({}), problems: { NOT_ENOUGH: { status: 409, field: "amount", text } } });
const wrongAnswer = defineCall({ method: "POST", path: "/api/test/wrong", summary: "x", policy: { who: "anyone" }, input: v.strictObject({}), output: v.object({ n: v.number() }), problems: {} });
const crowded = defineCall({ method: "POST", path: "/api/test/crowded", summary: "x", policy: { who: "anyone" }, input: v.strictObject({}), output: v.object({}), problems: {} });
const stopped = defineCall({ method: "POST", path: "/api/test/stopped", summary: "x", policy: { who: "anyone" }, input: v.strictObject({}), output: v.object({}), problems: {} });
const secret = defineCall({ method: "GET", path: "/api/test/secret", summary: "x", policy: { who: "borrower" }, input: v.strictObject({}), output: v.object({ who: v.string() }), problems: {} });
const sensitive = defineCall({ method: "POST", path: "/api/test/sensitive", summary: "x", policy: { who: "borrower", stepUp: "STEP_UP_SIGN" }, input: v.strictObject({}), output: v.object({}), problems: {} });
const effect = defineCall({
  method: "POST",
  path: "/api/test/effect",
  summary: "x",
  policy: { who: "borrower", idempotent: true },
  input: v.strictObject({ a: v.number(), b: v.optional(v.number()) }),
  output: v.object({ count: v.number() }),
  problems: { NOT_ENOUGH: { status: 409, text } },
});

let app: TestApp;
let effects = 0;
let refuseNext = false;
const borrower = "018f0000-0000-7000-8000-000000000001";

function mountAll(api: Api): void {
  answer(api, read)(async ({ id }) => ({ id, hidden: "not in the contract" }));
  answer(api, refused)(async (_input, { refuse }) => refuse("NOT_ENOUGH", { left: 3 }));
  answer(api, wrongAnswer)(async () => ({ n: "three" }) as never);
  answer(api, crowded)(async () => {
    // As pg's pool says it when nobody gives a connection back in time.
    throw new Error("timeout exceeded when trying to connect");
  });
  answer(api, stopped)(async () => {
    throw new LedgerRefusal("LEDGER_STOPPED", "");
  });
  answer(api, secret)(async (_input, { borrowerId }) => ({ who: borrowerId }));
  answer(api, sensitive)(async () => ({}));
  answerOnce(api, effect)(async (_input, { refuse }) => {
    if (refuseNext) refuse("NOT_ENOUGH", { left: 0 });
    effects += 1;
    return { count: effects };
  });
}

beforeAll(async () => {
  app = await testApp({ mount: mountAll });
});
beforeEach(() => {
  effects = 0;
  refuseNext = false;
});

describe("the way in", () => {
  it("gives the handler path parameters and shapes the answer by the contract", async () => {
    const response = await app.client().get("/api/test/read/42");
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ id: "42" });
  });
  it("refuses unknown fields with the field's name", async () => {
    const response = await app.client().get("/api/test/read/42?isAdmin=1");
    expect(response.status).toBe(422);
    expect(response.body.status.code).toBe("INPUT_INVALID");
    expect(response.body.status.fields[0].path).toBe("isAdmin");
  });
  it("answers a declared problem in the caller's language with its data and a trace id", async () => {
    for (const [language, detail] of [["id", "Tidak cukup: 3"], ["en-GB", "Not enough: 3"], ["zh-TW", "不足：3"]] as const) {
      const response = await app.client({ "Accept-Language": language }).post("/api/test/refused", {});
      expect(response.status).toBe(409);
      expect(response.body.status).toMatchObject({ code: "NOT_ENOUGH", detail, data: { left: 3 } });
      expect(response.body.traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(response.headers.get("trace-id")).toBe(response.body.traceId);
    }
  });
  it("names the field that a declared problem is about", async () => {
    const { status } = (await app.client().post("/api/test/refused", {})).body;
    expect(status.fields).toEqual([{ path: "amount", code: "NOT_ENOUGH", detail: status.detail }]);
  });
  it("never lets an answer out that does not fit its contract", async () => {
    const response = await app.client().post("/api/test/wrong", {});
    expect(response.status).toBe(500);
    expect(response.body.status.code).toBe("INTERNAL");
    expect(JSON.stringify(response.body)).not.toContain("three");
  });
  it("answers unreadable bodies and unknown calls with the envelope", async () => {
    expect((await app.client().send("POST", "/api/test/refused", "{", { "Content-Type": "application/json" })).body.status.code).toBe("BODY_UNREADABLE");
    expect((await app.client().send("POST", "/api/test/refused", "[1]", { "Content-Type": "application/json" })).body.status.code).toBe("BODY_UNREADABLE");
    expect((await app.client().post("/api/test/none", {})).body.status.code).toBe("NOT_FOUND");
    expect((await app.client().send("POST", "/api/test/refused", JSON.stringify({ a: "x".repeat(70_000) }), { "Content-Type": "application/json" })).body.status.code).toBe("BODY_TOO_LARGE");
  });
  it("says when to come back where the database has no connection to spare", async () => {
    const response = await app.client().post("/api/test/crowded", {});
    expect([response.status, response.body.status.code, response.headers.get("retry-after")]).toEqual([503, "UNAVAILABLE", "2"]);
  });
  it("tells a ledger that the auditor stopped as a service that is busy, not as a fault", async () => {
    const response = await app.client().post("/api/test/stopped", {});
    expect([response.status, response.body.status.code]).toEqual([503, "UNAVAILABLE"]);
  });
  it("turns foreign hosts away before anything else", async () => {
    expect((await app.client({ Host: "evil.example" }).get("/api/test/read/1")).status).toBe(421);
  });
});

describe("policies", () => {
  it("ask for a login where a borrower is needed", async () => {
    const response = await app.client().get("/api/test/secret");
    expect(response.status).toBe(401);
    expect(response.body.status.code).toBe("NOT_LOGGED_IN");
  });
  it("give the handler the borrower behind the session and nobody else", async () => {
    const client = await app.loggedIn(borrower);
    expect((await client.get("/api/test/secret")).body).toEqual({ who: borrower });
  });
  it("do not take the analytics cookie for a credential", async () => {
    const response = await app.client({ Cookie: `userToken=v1-${borrower.replaceAll("-", "")}-x` }).get("/api/test/secret");
    expect(response.status).toBe(401);
  });
  it("ask for a fresh verification where a step-up is needed", async () => {
    const client = await app.loggedIn(borrower);
    const response = await client.post("/api/test/sensitive", {});
    expect(response.body.status).toMatchObject({ code: "STEP_UP_NEEDED", data: { purpose: "STEP_UP_SIGN" } });
  });
  it("refuse a post from another site although it carries the session", async () => {
    const client = await app.loggedIn(borrower);
    const response = await client.post("/api/test/sensitive", {}, { "Sec-Fetch-Site": "cross-site" });
    expect(response.body.status.code).toBe("ORIGIN_REFUSED");
  });
});

describe("an effect", () => {
  it("needs a key", async () => {
    const client = await app.loggedIn(borrower);
    expect((await client.post("/api/test/effect", { a: 1 })).body.status.code).toBe("IDEMPOTENCY_KEY_NEEDED");
  });
  it("happens once for 40 parallel requests with one key, and all get its answer", async () => {
    const client = await app.loggedIn(borrower);
    const key = { "Idempotency-Key": "same-key-00000001" };
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.post("/api/test/effect", { a: 1 }, key)));
    expect(new Set(answers.map((one) => JSON.stringify(one.body)))).toEqual(new Set([JSON.stringify({ count: 1 })]));
    expect(effects).toBe(1);
  });
  it("takes the order of fields for the same body and another value for another", async () => {
    const client = await app.loggedIn(borrower);
    const key = { "Idempotency-Key": "same-key-00000002" };
    await client.post("/api/test/effect", { a: 1, b: 2 }, key);
    expect((await client.post("/api/test/effect", { b: 2, a: 1 }, key)).status).toBe(200);
    expect((await client.post("/api/test/effect", { a: 2, b: 2 }, key)).body.status.code).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(effects).toBe(1);
  });
  it("that is refused leaves no trace, so the same key may try again", async () => {
    const client = await app.loggedIn(borrower);
    const key = { "Idempotency-Key": "same-key-00000003" };
    refuseNext = true;
    expect((await client.post("/api/test/effect", { a: 1 }, key)).status).toBe(409);
    refuseNext = false;
    expect((await client.post("/api/test/effect", { a: 1 }, key)).body).toEqual({ count: 1 });
  });
  it("keeps two borrowers' equal keys apart", async () => {
    const other = "018f0000-0000-7000-8000-000000000002";
    const key = { "Idempotency-Key": "same-key-00000004" };
    await (await app.loggedIn(borrower)).post("/api/test/effect", { a: 1 }, key);
    await (await app.loggedIn(other)).post("/api/test/effect", { a: 1 }, key);
    expect(effects).toBe(2);
  });
});

it("mounts a call once and only by the answer that fits its policy", () => {
  const { api } = app;
  expect(() => answer(api, read)(async () => ({ id: "" }))).toThrow(/twice/);
  const other = { ...effect, path: "/api/test/other" as const };
  expect(() => answer(api, other)(async () => ({ count: 0 }))).toThrow(/answerOnce/);
});

it("performs in-process exactly as over HTTP", async () => {
  const answered = await perform(app.api, callName(refused), {}, app.caller());
  expect(answered).toMatchObject({ ok: false, status: 409, envelope: { status: { code: "NOT_ENOUGH" } } });
});
