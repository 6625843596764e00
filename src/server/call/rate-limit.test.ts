/**
 * When the call framework counts a call, and when it does not. The values of each limit are in
 * `tests/rate-limits.test.ts`.
 */
import * as v from "valibot";
import { expect, it } from "vitest";
import { cookieNames, testApp } from "#tests/support/app.ts";
import { answer } from "./pipeline.ts";
import { limitRate } from "./rate-limit.ts";
import { Refusal } from "./refusal.ts";
import { defineCall } from "#shared/contract.ts";
import { commonProblems } from "#shared/problems.ts";

const limited = { counter: "test-limited", max: 2, seconds: 3_600 };
const seldom = defineCall({
  id: "seldom",
  method: "POST",
  path: "/api/test/seldom",
  summary: "x",
  policy: { who: "borrower" },
  limits: [
    { ...limited, by: "borrower" },
    { counter: "test-later", max: 1, seconds: 3_600, by: "words", after: "the words were read" },
  ],
  input: v.strictObject({ words: v.string() }),
  output: v.object({}),
  problems: { NOT_FOUND: commonProblems.NOT_FOUND },
});
const seldomOnce = defineCall({
  ...seldom,
  id: "seldomOnce",
  path: "/api/test/seldom-once",
  policy: { who: "borrower", idempotent: true },
});

const open = defineCall({
  method: "POST",
  id: "testOpen",
  path: "/api/test/open",
  summary: "x",
  policy: { who: "visitor" },
  limits: [{ counter: "test-open", max: 2, seconds: 3_600, by: "network" }],
  input: v.strictObject({ words: v.string() }),
  output: v.object({}),
  problems: {},
});
const many = defineCall({
  method: "POST",
  id: "testMany",
  path: "/api/test/many",
  summary: "x",
  policy: { who: "borrower" },
  limits: [{ counter: "test-many", max: 5, seconds: 3_600, by: "borrower", each: "words" }],
  input: v.strictObject({ words: v.pipe(v.array(v.string()), v.maxLength(9)) }),
  output: v.object({}),
  problems: {},
});

/** The inputs that the handlers received, in order. */
const told: string[] = [];
const app = await testApp({
  mount(api) {
    const hear = async ({ words }: { words: string }) => {
      told.push(words);
      if (words === "no") throw new Refusal("NOT_FOUND");
      return {};
    };
    api.mount(answer(seldom, hear));
    api.mount(answer(seldomOnce, hear));
    api.mount(answer(many, async () => ({})));
    api.mount(answer(open, async () => ({})));
  },
});
const borrower = () => app.loggedIn(app.services.random.uuid());
const codeOf = (response: { status: number; body: { status?: { code: string } } }) =>
  response.status === 200 ? "TAKEN" : response.body.status?.code;

it("A call is counted for whom its limit names before the handler runs, and what is refused is not begun.", async () => {
  const [one, other] = [await borrower(), await borrower()];
  const codes: unknown[] = [];
  // An input that breaks the contract does not count as a try; a refusal by the handler does.
  for (const typed of [{ words: "no" }, {}, { words: "a" }, { words: "b" }])
    codes.push(codeOf(await one.post(seldom.path, typed)));
  expect(codes).toEqual(["NOT_FOUND", "INPUT_INVALID", "TAKEN", "RATE_LIMITED"]);
  expect(codeOf(await other.post(seldom.path, { words: "c" }))).toBe("TAKEN");
  // The limit that depends on the input is counted by the handler, and this one is not counted.
  expect(told).toEqual(["no", "a", "c"]);
});

it("An effect is counted with it: neither a key that comes again nor what is refused takes from the limit.", async () => {
  const client = await borrower();
  const post = async (key: string, words = "a") =>
    codeOf(await client.post(seldomOnce.path, { words }, { "Idempotency-Key": key }));
  const codes: unknown[] = [];
  for (const key of ["1", "1", "1"]) codes.push(await post(key));
  codes.push(await post("refused", "no"), await post("2"), await post("3"), await post("2"));
  expect(codes).toEqual(["TAKEN", "TAKEN", "TAKEN", "NOT_FOUND", "TAKEN", "RATE_LIMITED", "TAKEN"]);
});

it("A window passes with business time, which the sandbox's clock moves, also where real time stands still.", async () => {
  const { services, clock } = app;
  const limit = { counter: "test-moved", max: 1, seconds: 86_400 };
  const later = {
    ...services,
    clock: { now: () => new Date(clock.now().getTime() + 86_400_000), realNow: clock.realNow },
  };
  const count = (at: typeof later) => limitRate(at as typeof services, services.database, limit, "a person");
  await count(services);
  await expect(count(services)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await count(later);
  await expect(count(later)).rejects.toMatchObject({ code: "RATE_LIMITED" });
});

it("A call whose policy knows nobody to count by is not mounted.", () => {
  for (const by of ["borrower", "staff", "link"] as const) {
    const call = defineCall({
      ...seldom,
      id: "call",
      path: "/api/test/by",
      policy: { who: "visitor" },
      limits: [{ ...limited, by }],
    });
    expect(() => app.api.mount(answer(call, async () => ({})))).toThrow(`cannot be counted by ${by}`);
  }
});

it("A call that carries many things is counted by them, and one whose limit names no list of its input is not mounted.", async () => {
  const client = await borrower();
  const codes: unknown[] = [];
  for (const count of [2, 3, 1]) codes.push(codeOf(await client.post(many.path, { words: Array(count).fill("a") })));
  expect(codes).toEqual(["TAKEN", "TAKEN", "RATE_LIMITED"]);
  const wrong = defineCall({
    ...many,
    id: "testNone",
    path: "/api/test/none",
    limits: [{ ...limited, by: "borrower", each: "word" }],
  });
  expect(() => app.api.mount(answer(wrong, async () => ({})))).toThrow("which is no list of its input");
});

it("A stranger's session is written after the limit of its network has let the call through, and for what can be read.", async () => {
  const { database } = app.services;
  const sessions = async () => (await database.selectFrom("login_session").select("id").execute()).length;
  const before = await sessions();
  const codes: unknown[] = [];
  const opened: number[] = [];
  for (const body of [{ word: "unknown" }, { words: "a" }, { words: "b" }, { words: "c" }]) {
    codes.push(codeOf(await app.client().post(open.path, body)));
    opened.push((await sessions()) - before);
  }
  expect(codes).toEqual(["INPUT_INVALID", "TAKEN", "TAKEN", "RATE_LIMITED"]);
  expect(opened).toEqual([0, 1, 2, 2]);
  // A cookie that opens nothing is no session.
  const garbled = app.client();
  garbled.cookies.set(cookieNames.borrower, "x".repeat(43));
  expect(codeOf(await garbled.post(open.path, { words: "d" }))).toBe("RATE_LIMITED");
  expect((await sessions()) - before).toBe(2);
});

/** Many calls by non-staff, which write no row for each entry. */
const listsOfOneRow: Record<string, string> = {
  "/api/account-closure reasons": "codes of a fixed list, in the closing's row",
  "/api/loan/restructure/ask documentIds": "own photos, six at most, in the row of the request",
  "/api/notification-settings muted": "topics of a fixed list, in the borrower's row",
  "/api/user/questionnaire answers": "one answer to each question, in the row of the questionnaire",
  "/api/user/questionnaire/draft answers": "the same, in the draft's row",
  "/api/user/union/register agreements": "each agreement that stands once, with the new account",
  "/api/v2/user/union/register agreements": "the same",
  "/api/v2/user/union/registerOrLogin agreements": "the same",
};
it("The product limits a call that carries many things by them, not by the calls that carry them.", () => {
  const isList = (schema: { type: string; wrapped?: { type: string } }): boolean =>
    schema.type === "array" || schema.wrapped?.type === "array";
  const carrying = app.api
    .calls()
    .filter(({ call: { method, policy } }) => method === "POST" && policy.who !== "staff" && policy.who !== "sandbox")
    .flatMap(({ call }) => {
      const { entries = {} } = call.input as { entries?: Record<string, { type: string; wrapped?: { type: string } }> };
      return Object.entries(entries).flatMap(([name, schema]) => (isList(schema) ? [{ call, name }] : []));
    })
    .filter(({ call: { limits = [] }, name }) => !limits.some((limit) => "each" in limit && limit.each === name));
  expect(carrying.map(({ call: { path }, name }) => `${path} ${name}`).toSorted()).toEqual(
    Object.keys(listsOfOneRow).toSorted(),
  );
});
