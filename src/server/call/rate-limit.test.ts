/** When the call wing counts a call, and when it does not. What each limit of the product lets through: `tests/rate-limits.test.ts`. */
import * as v from "valibot";
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { answer, answerOnce } from "./pipeline.ts";
import { Refusal } from "./refusal.ts";
import { defineCall } from "#shared/contract.ts";

const limited = { counter: "test-limited", max: 2, seconds: 3_600 };
const seldom = defineCall({
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
  problems: {},
});
const seldomOnce = defineCall({
  ...seldom,
  path: "/api/test/seldom-once",
  policy: { who: "borrower", idempotent: true },
});

/** What the handlers were told, in turn. */
const told: string[] = [];
const app = await testApp({
  mount(api) {
    const hear = async ({ words }: { words: string }) => {
      told.push(words);
      if (words === "no") throw new Refusal("NOT_FOUND");
      return {};
    };
    answer(api, seldom)(hear);
    answerOnce(api, seldomOnce)(hear);
  },
});
const borrower = () => app.loggedIn(app.services.random.uuid());
const codeOf = (response: { status: number; body: { status?: { code: string } } }) =>
  response.status === 200 ? "TAKEN" : response.body.status?.code;

it("A call is counted for whom its limit names before the handler runs, and what is refused is not begun.", async () => {
  const [one, other] = [await borrower(), await borrower()];
  const codes: unknown[] = [];
  // What does not fit the contract is no try; what the handler refuses is one.
  for (const typed of [{ words: "no" }, {}, { words: "a" }, { words: "b" }])
    codes.push(codeOf(await one.post(seldom.path, typed)));
  expect(codes).toEqual(["NOT_FOUND", "INPUT_INVALID", "TAKEN", "RATE_LIMITED"]);
  expect(codeOf(await other.post(seldom.path, { words: "c" }))).toBe("TAKEN");
  // The limit that waits for the words is the handler's to count, and this one does not.
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

it("A call whose policy knows nobody to count by is not mounted.", () => {
  for (const by of ["borrower", "staff", "link"] as const) {
    const call = defineCall({
      ...seldom,
      path: "/api/test/by",
      policy: { who: "visitor" },
      limits: [{ ...limited, by }],
    });
    expect(() => answer(app.api, call)(async () => ({}))).toThrow(`cannot be counted by ${by}`);
  }
});
