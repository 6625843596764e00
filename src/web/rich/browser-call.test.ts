/**
 * The request that the browser sends for a call; the page around it is simulated. `tests/journeys/rich.test.ts` uses a
 * real one.
 */
import * as v from "valibot";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { defineCall } from "#shared/contract.ts";

const indicator = { hidden: true };
const requests: { path: string; init: RequestInit }[] = [];
let answer = new Response("{}");
vi.stubGlobal("document", {
  documentElement: { lang: "zh", dataset: {} },
  cookie: "",
  querySelector: () => null,
  querySelectorAll: () => [indicator],
  dispatchEvent: ({ init }: { init: { detail: unknown } }) => failed.push(init.detail),
});
const failed: unknown[] = [];
vi.stubGlobal(
  "CustomEvent",
  class {
    readonly init: unknown;
    constructor(_kind: string, init: unknown) {
      this.init = init;
    }
  },
);
vi.stubGlobal("location", { protocol: "https:" });
vi.stubGlobal(
  "fetch",
  vi.fn(async (path: string, init: RequestInit) => {
    requests.push({ path, init });
    return answer;
  }),
);
const { browserCall } = await import("./browser-call.ts");
beforeEach(() => {
  requests.length = failed.length = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => vi.unstubAllGlobals());

const shape = v.strictObject({
  loanId: v.string(),
  note: v.optional(v.string()),
  kinds: v.optional(v.array(v.string())),
});
const options = {
  id: "readLoan",
  path: "/api/loan/{loanId}",
  summary: "",
  policy: { who: "anyone" },
  input: shape,
  output: v.unknown(),
  problems: {},
} as const;

it("A post carries its key, what stands in the path stands there alone, and the rest is the body.", async () => {
  answer = Response.json({ done: true });
  expect(
    await browserCall(
      defineCall({ ...options, method: "POST" }),
      { loanId: "a/b", note: "x" },
      { idempotencyKey: "key-1" },
    ),
  ).toEqual({ done: true });
  expect(requests[0]).toMatchObject({
    path: "/api/loan/a%2Fb",
    init: { method: "POST", body: '{"note":"x"}', headers: { "Idempotency-Key": "key-1", "Client-Type": "H5" } },
  });
});

it("A get carries its input in the query, a list as a key repeated, and nothing for what is not given.", async () => {
  answer = Response.json({});
  await browserCall(defineCall({ ...options, method: "GET" }), { loanId: "7", note: undefined, kinds: ["A", "B"] });
  expect(requests[0]).toMatchObject({ path: "/api/loan/7?kinds=A&kinds=B", init: { method: "GET" } });
  expect(requests[0]?.init.body).toBeUndefined();
});

it("A get carries its input in an old browser too, whose queries do not know their size.", async () => {
  const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, "size") as PropertyDescriptor;
  // As in versions before Chrome 113 and Safari 17.
  Reflect.deleteProperty(URLSearchParams.prototype, "size");
  try {
    answer = Response.json({});
    await browserCall(defineCall({ ...options, method: "GET" }), { loanId: "7", kinds: ["A"] });
    answer = Response.json({});
    await browserCall(defineCall({ ...options, method: "GET" }), { loanId: "7" });
    expect(requests.map(({ path }) => path)).toEqual(["/api/loan/7?kinds=A", "/api/loan/7"]);
  } finally {
    Object.defineProperty(URLSearchParams.prototype, "size", size);
  }
});

it("An answer in other words than ours is a network's, in the language of the page; a quiet call shows no indicator.", async () => {
  answer = new Response("<h1>Bad gateway</h1>", { status: 502 });
  const waiting = browserCall(defineCall({ ...options, method: "GET" }), { loanId: "7" }, { quiet: true });
  expect(indicator.hidden).toBe(true);
  await expect(waiting).rejects.toMatchObject({
    code: "NETWORK_ERROR",
    data: { status: { detail: "网络错误，请重试。" } },
  });
  expect(failed).toEqual([
    {
      status: 502,
      code: "NETWORK_ERROR",
      detail: "网络错误，请重试。",
      traceId: "",
      method: "GET",
      url: "/api/loan/{loanId}",
    },
  ]);
});

it("An answer that takes longer than 100 ms shows the indicator until it is there; a sooner one shows none.", async () => {
  let come = (_answer: Response): void => {};
  const slow = new Promise<Response>((done) => (come = done));
  vi.mocked(fetch).mockImplementationOnce(() => slow);
  const waiting = browserCall(defineCall({ ...options, method: "GET" }), { loanId: "7" });
  vi.advanceTimersByTime(99);
  expect(indicator.hidden).toBe(true);
  vi.advanceTimersByTime(1);
  expect(indicator.hidden).toBe(false);
  come(Response.json({}));
  await waiting;
  expect(indicator.hidden).toBe(true);
  answer = Response.json({});
  await browserCall(defineCall({ ...options, method: "GET" }), { loanId: "7" });
  vi.advanceTimersByTime(500);
  expect(indicator.hidden).toBe(true);
});

it("A refused call says its status, code, trace, words, method and pattern once, for the report.", async () => {
  const told = { status: { code: "LOAN_UNKNOWN", detail: "没有此贷款" }, traceId: "0123456789abcdef0123456789abcdef" };
  answer = Response.json(told, { status: 404 });
  await expect(
    browserCall(defineCall({ ...options, method: "GET" }), { loanId: "081234567890" }),
  ).rejects.toMatchObject({
    code: "LOAN_UNKNOWN",
  });
  expect(failed).toEqual([
    {
      status: 404,
      code: "LOAN_UNKNOWN",
      detail: "没有此贷款",
      traceId: told.traceId,
      method: "GET",
      url: "/api/loan/{loanId}",
    },
  ]);
});
