import { beforeEach, describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { effectOnce } from "./idempotency.ts";
import { answer, callName, perform, type Api } from "./pipeline.ts";
import { problemsOf } from "./published-problems.ts";
import { Refusal } from "./refusal.ts";
import { readOnce } from "./request-reads.ts";
import { LedgerRefusal } from "#server/ledger/index.ts";
import { answerCall } from "#server/http/call-router.ts";
import { requestOfWeb } from "#server/http/exchange.ts";
import type { Call } from "#shared/contract.ts";
import {
  read,
  refused,
  wrongData,
  wrongAnswer,
  crowded,
  stopped,
  secret,
  sensitive,
  linked,
  noted,
  twice,
  remembered,
  slowWrite,
  effect,
} from "#tests/support/trial-calls.ts";

let effects = 0;
let refuseNext = false;
let speaksMore = false;
let written = 0;
let mayWrite = Promise.resolve();
const borrower = "018f0000-0000-7000-8000-000000000001";

function mountAll(api: Api): void {
  api.mount(answer(read, async ({ id }) => ({ id, hidden: "not in the contract" })));
  api.mount(answer(refused, async (_input, { refuse }) => refuse("NOT_ENOUGH", { left: 3 })));
  api.mount(
    answer(wrongData, async ({ sent }) => {
      if (sent === "more")
        throw new Refusal<typeof wrongData.problems>("NOT_ENOUGH", Object.assign({ left: 2 }, { secret: "three" }));
      // @ts-expect-error -- what a code does not declare does not compile
      if (sent === "bare") throw new Refusal<typeof wrongData.problems>("BARE", { left: 3 });
      // @ts-expect-error -- nor without what it declares
      if (sent === "none") throw new Refusal<typeof wrongData.problems>("NOT_ENOUGH");
      // @ts-expect-error -- nor with something else
      throw new Refusal<typeof wrongData.problems>("NOT_ENOUGH", { left: "three" });
    }),
  );
  api.mount(answer(wrongAnswer, async () => ({ n: "three" }) as never));
  api.mount(
    answer(crowded, async () => {
      // The error of pg's pool when no connection is returned in time.
      throw new Error("timeout exceeded when trying to connect");
    }),
  );
  api.mount(
    answer(stopped, async () => {
      throw new LedgerRefusal("LEDGER_STOPPED", "");
    }),
  );
  api.mount(answer(secret, async (_input, { borrowerId }) => ({ who: borrowerId })));
  api.mount(answer(sensitive, async () => ({})));
  api.mount(answer(linked, async () => ({})));
  api.mount(answer(noted, async () => ({})));
  api.mount(
    answer(twice, async (_input, { caller }) => {
      caller.setCookie("borrower", "renewed");
      return {};
    }),
  );
  api.mount(
    answer(remembered, (_input, { database }) => readOnce(database, "count", async () => ({ count: written }))),
  );
  api.mount(
    answer(slowWrite, async () => {
      await mayWrite;
      written += 1;
      return {};
    }),
  );
  api.mount(
    answer(effect, async (_input, { refuse }) => {
      if (refuseNext) refuse("NOT_ENOUGH", { left: 0 });
      effects += 1;
      return speaksMore ? { note: "first", count: effects, at: "now" } : { count: effects };
    }),
  );
}

const app = await testApp({ mount: mountAll });
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
  it("refuses characters that a database cannot keep, by the field that holds them", async () => {
    for (const path of ["/api/test/read/a%00b", "/api/test/read/a?n=%00"]) {
      const response = await app.client().get(path);
      expect([path, response.status, response.body.status.code]).toEqual([path, 422, "INPUT_INVALID"]);
    }
    expect((await app.client().get("/api/test/read/a%00b")).body.status.fields).toMatchObject([
      { path: "id", code: "INVALID" },
    ]);
    for (const words of [{ half: "\ud800" }, { "a\0b": "name" }, { deep: "a\0b" }]) {
      const response = await app.client().post("/api/test/noted", { words });
      expect([response.status, response.body.status?.fields?.[0]?.path]).toEqual([422, "words"]);
    }
    expect((await app.client().post("/api/test/noted", { words: { whole: "😀 é 李" } })).status).toBe(200);
  });
  it("answers a declared problem in the caller's language with its data and a trace id", async () => {
    for (const [language, detail] of [
      ["id", "Tidak cukup: 3"],
      ["en-GB", "Not enough: 3"],
      ["zh-TW", "不足：3"],
    ] as const) {
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
  it("sends with a problem exactly the data that its contract declares", async () => {
    for (const sent of ["bare", "none", "other"]) {
      const response = await app.client().post("/api/test/wrong-data", { sent });
      expect([sent, response.status, response.body.status.code]).toEqual([sent, 500, "INTERNAL"]);
    }
    const more = await app.client().post("/api/test/wrong-data", { sent: "more" });
    expect(more.body.status).toMatchObject({ code: "NOT_ENOUGH", data: { left: 2 } });
    expect(more.text).not.toContain("three");
  });
  it("answers unreadable bodies and unknown calls with the envelope", async () => {
    expect(
      (await app.client().send("POST", "/api/test/refused", "{", { "Content-Type": "application/json" })).body.status
        .code,
    ).toBe("BODY_UNREADABLE");
    expect(
      (await app.client().send("POST", "/api/test/refused", "[1]", { "Content-Type": "application/json" })).body.status
        .code,
    ).toBe("BODY_UNREADABLE");
    expect((await app.client().post("/api/test/none", {})).body.status.code).toBe("NOT_FOUND");
    expect(
      (
        await app.client().send("POST", "/api/test/refused", JSON.stringify({ a: "x".repeat(70_000) }), {
          "Content-Type": "application/json",
        })
      ).body.status.code,
    ).toBe("BODY_TOO_LARGE");
  });
  it("refuses a body that is no UTF-8 instead of keeping what nobody typed", async () => {
    const latin = new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]);
    const response = await app
      .client()
      .send("POST", "/api/test/refused", latin, { "Content-Type": "application/json" });
    expect([response.status, response.body.status.code]).toEqual([400, "BODY_UNREADABLE"]);
  });
  it("names the methods that a call's address takes, and answers what is no call with the envelope", async () => {
    const deleted = await app.client().send("DELETE", "/api/test/refused", undefined);
    expect([deleted.status, deleted.body.status.code, deleted.headers.get("allow")]).toEqual([
      405,
      "METHOD_NOT_ALLOWED",
      "POST, OPTIONS",
    ]);
    const posted = await app.client().post("/api/test/read/1", {});
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    const asked = await app.client().send("OPTIONS", "/api/test/read/1", undefined);
    expect([asked.status, asked.headers.get("allow"), asked.text]).toEqual([204, "GET, HEAD, OPTIONS", ""]);
    for (const path of ["/event/none", "/api/none"])
      expect((await app.client().post(path, {})).body.status.code).toBe("NOT_FOUND");
    expect((await app.client().get("/event/uploadLog")).body.status.code).toBe("METHOD_NOT_ALLOWED");
  });
  it("says that its words depend on the reader's language", async () => {
    for (const path of ["/api/test/read/1", "/api/test/none"])
      expect((await app.client().get(path)).headers.get("vary")).toBe("Accept-Language, Cookie");
  });
  it("says when to come back where the database has no connection to spare", async () => {
    const response = await app.client().post("/api/test/crowded", {});
    expect([response.status, response.body.status.code, response.headers.get("retry-after")]).toEqual([
      503,
      "UNAVAILABLE",
      "2",
    ]);
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
    const response = await app
      .client({ Cookie: `userToken=v1-${borrower.replaceAll("-", "")}-x` })
      .get("/api/test/secret");
    expect(response.status).toBe(401);
  });
  it("ask for a fresh verification where a step-up is needed", async () => {
    const client = await app.loggedIn(borrower);
    const response = await client.post("/api/test/sensitive", {});
    expect(response.body.status).toMatchObject({ code: "STEP_UP_NEEDED", data: { purpose: "STEP_UP_SIGN" } });
  });
  it("let the holder of a signed link post without saying where it comes from, but not from another site", async () => {
    const link = app.services.keys.signLink({
      purpose: "TEST",
      subject: borrower,
      expiresAt: new Date(app.clock.now().getTime() + 60_000),
    });
    const client = app.client();
    client.cookies.set("link", link);
    const codeFrom = async (headers: Record<string, string>) =>
      (await client.post("/api/test/linked", {}, headers)).body?.status?.code;
    expect(await codeFrom({ "Sec-Fetch-Site": "cross-site" })).toBe("ORIGIN_REFUSED");
    const plainly = async (call: Call, headers: Record<string, string>) => {
      const asked = requestOfWeb(
        new Request("http://localhost:3000/", {
          method: "POST",
          headers: { Host: "localhost:3000", ...headers },
          body: "{}",
        }),
      );
      return (await answerCall(app.api, { call, name: callName(call), parameters: {} }, asked, app.caller(headers)))
        .status;
    };
    expect(await plainly(linked as unknown as Call, { Cookie: `link=${link}` })).toBe(200);
    expect(await plainly(sensitive as unknown as Call, { Cookie: "sid=x" })).toBe(403);
  });
  it("set each cookie once, also where a session is opened and renewed in one request", async () => {
    const response = await app.client().post("/api/test/twice", {});
    expect(response.headers.getSetCookie().filter((set) => set.startsWith("sid="))).toEqual([
      expect.stringContaining("sid=renewed;"),
    ]);
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
  it("gives the first answer again byte by byte, under any key of visible characters", async () => {
    const client = await app.loggedIn(borrower);
    speaksMore = true;
    for (const name of ["k", "loan:42/apply.1", "x".repeat(128)]) {
      const first = await client.post("/api/test/effect", { a: 1 }, { "Idempotency-Key": name });
      expect(first.text).toContain('"note":"first"');
      expect((await client.post("/api/test/effect", { a: 1 }, { "Idempotency-Key": name })).text).toBe(first.text);
    }
    speaksMore = false;
    expect(
      (await client.post("/api/test/effect", { a: 1 }, { "Idempotency-Key": "x".repeat(129) })).body.status.code,
    ).toBe("IDEMPOTENCY_KEY_NEEDED");
  });
  it("takes the order of fields for the same body and another value for another", async () => {
    const client = await app.loggedIn(borrower);
    const key = { "Idempotency-Key": "same-key-00000002" };
    await client.post("/api/test/effect", { a: 1, b: 2 }, key);
    expect((await client.post("/api/test/effect", { b: 2, a: 1 }, key)).status).toBe(200);
    expect((await client.post("/api/test/effect", { a: 2, b: 2 }, key)).body.status.code).toBe(
      "IDEMPOTENCY_KEY_REUSED",
    );
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
    const [mine, theirs] = [await app.loggedIn(borrower), await app.loggedIn(other)];
    expect((await mine.post("/api/test/effect", { a: 1 }, key)).body).toEqual({ count: 1 });
    expect((await theirs.post("/api/test/effect", { a: 2 }, key)).body).toEqual({ count: 2 });
    // In real time, as the expiry of keys counts it.
    const { createdAt: at } = await app.services.database
      .selectFrom("idempotency_key")
      .select("createdAt")
      .where("key", "=", key["Idempotency-Key"])
      .where("principal", "=", `borrower:${other}`)
      .executeTakeFirstOrThrow();
    expect(at).toEqual(app.clock.realNow());
    // Each caller gets his own answer again.
    expect((await theirs.post("/api/test/effect", { a: 2 }, key)).body).toEqual({ count: 2 });
    expect((await mine.post("/api/test/effect", { a: 1 }, key)).body).toEqual({ count: 1 });
    expect((await mine.post("/api/test/effect", { a: 2 }, key)).body.status.code).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(effects).toBe(2);
  });
  it("keeps one person's equal keys of two calls apart", async () => {
    const one = { principal: `borrower:${borrower}`, key: "same-key-00000005" };
    const once = (call: string, reply: object) =>
      effectOnce(app.services, { ...one, call, input: reply }, async () => reply);
    for (const isReplay of [false, true])
      for (const call of ["POST /api/test/here", "POST /api/test/there"])
        expect(await once(call, { call })).toEqual({ reply: { call }, isReplay });
  });
});

it("mounts a call once, and no two calls of one id", () => {
  const { api } = app;
  expect(() => api.mount(answer(read, async () => ({ id: "" })))).toThrow(/twice/);
  const once = { ...effect, path: "/api/test/other" as const };
  expect(() => api.mount(answer(once, async () => ({ count: 0 })))).toThrow(/Two calls go by the id effect/);
});

it("a test that gets an answer which the call does not publish fails", async () => {
  const outside = { ...crowded, id: "outside", path: "/api/test/outside" as const };
  const { api, client } = await testApp({
    mount: (mounting) => mounting.mount(answer(outside, () => Promise.reject(new Refusal("LINK_INVALID")))),
  });
  await expect(client().post(outside.path, {})).rejects.toThrow("answered 401 LINK_INVALID, which it does not publish");
  const codesOf = (name: string) => Object.keys(problemsOf(api.mounted.get(name)!.call));
  expect(codesOf("GET /api/user/questionnaire/{key}")).toContain("NOT_LOGGED_IN");
  expect(api.mounted.get("POST /api/webhook/mail")!.call.partnerAnswers).toHaveProperty("403");
});

it("performs in-process exactly as over HTTP", async () => {
  const answered = await perform(app.api, callName(refused), {}, app.caller());
  expect(answered).toMatchObject({ ok: false, status: 409, envelope: { status: { code: "NOT_ENOUGH" } } });
});

it("reads anew after a write, also what was read while the write was under way", async () => {
  const caller = app.caller();
  const count = async () =>
    ((await perform(app.api, callName(remembered), {}, caller)) as { reply: { count: number } }).reply.count;
  const { promise, resolve } = Promise.withResolvers<void>();
  mayWrite = promise;
  const writing = perform(app.api, callName(slowWrite), {}, caller);
  const before = await count();
  resolve();
  await writing;
  expect(await count()).toBe(before + 1);
});
