import { createServer, request, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { AnswerCache } from "#server/http/response-cache.ts";
import { cacheKeyReader } from "#server/http/cache-key.ts";
import type { AdmissionControl } from "#server/http/admission.ts";
import { testApp } from "#tests/support/app.ts";
import { createApp } from "./app.ts";

const { api, services } = await testApp();
/** Events that the front door reported to the load counter, in order. */
const told: string[] = [];
let decide: () => boolean | Promise<boolean> = () => true;
const load: AdmissionControl = {
  admit: () => {
    told.push("asks");
    return decide();
  },
  leave: () => void told.push("leaves"),
  pause: () => {
    told.push("pauses");
    return () => void told.push("goes on");
  },
};
const answerCache = new AnswerCache(cacheKeyReader(services.brands, services), services.random);
const app = createApp({
  api,
  brands: services.brands,
  build: () => Promise.reject(new Error("no screens here")),
  mode: "test",
  cache: null,
  answerCache,
  clientFolder: null,
  ready: async () => true,
  load,
});
let server: Server;

beforeAll(async () => {
  // The same order as in `start.ts`: the response cache comes before the front door.
  server = createServer((incoming, response) => {
    if (!answerCache.serve(incoming, response)) app.serve(incoming, response);
  });
  await new Promise<void>((ready) => server.listen(0, ready));
});
afterAll(() => void server.close());
beforeEach(() => {
  told.length = 0;
  decide = () => true;
});

interface Options {
  method?: string;
  chunks?: string[];
  headers?: Record<string, string>;
  /** Disconnects after sending this part of the request. */
  leaves?: Promise<void>;
}
/** The answer's status; 0 for a client that disconnected before it. */
function ask(path: string, { method = "GET", chunks = [], headers = {}, leaves }: Options = {}): Promise<number> {
  return new Promise((done) => {
    const { port } = server.address() as AddressInfo;
    const own = {
      host: "localhost:3000",
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
      ...headers,
    };
    const outgoing = request({ port, path, method, headers: own, agent: false }, (response) =>
      response.resume().on("end", () => done(response.statusCode ?? 0)),
    );
    outgoing.on("error", () => done(0));
    for (const chunk of chunks) outgoing.write(chunk);
    if (!leaves) return void outgoing.end();
    outgoing.flushHeaders();
    void leaves.then(() => outgoing.destroy());
  });
}
const captcha = "/api/user/generateCaptcha";
const large = "x".repeat(70_000);

it.each<[string, string, Options, number, string[]]>([
  ["reads nothing", "/api/credit/limits", {}, 401, ["asks", "leaves"]],
  ["leads nowhere", "/api/no-such-call", {}, 404, ["asks", "leaves"]],
  ["has a method that its path does not take", captcha, { method: "DELETE" }, 405, ["asks", "leaves"]],
  ["has a body", captcha, { method: "POST", chunks: ["{", "}"] }, 200, ["asks", "pauses", "goes on", "leaves"]],
  [
    "says that its body is too large",
    captcha,
    { method: "POST", chunks: [large], headers: { "content-length": "70000" } },
    413,
    ["asks", "pauses", "goes on", "leaves"],
  ],
  [
    "has a body that turns out too large",
    captcha,
    { method: "POST", chunks: [large] },
    413,
    ["asks", "pauses", "goes on", "leaves"],
  ],
  ["fails", "/webview/home", {}, 500, ["asks", "leaves"]],
  ["asks how the process is", "/healthz", {}, 200, []],
  ["asks whether it is ready", "/readyz", {}, 200, []],
])("a request that %s is let in once and leaves once", async (_title, path, input, status, expected) => {
  expect(await ask(path, input)).toBe(status);
  await expect.poll(() => told).toEqual(expected);
});

it("a client that goes in the middle of its body leaves too", async () => {
  let go = (): void => {};
  const asking = ask(captcha, {
    method: "POST",
    chunks: ["{"],
    headers: { "content-length": "10" },
    leaves: new Promise((done) => (go = done)),
  });
  await expect.poll(() => told).toEqual(["asks", "pauses"]);
  go();
  expect(await asking).toBe(0);
  await expect.poll(() => told).toEqual(["asks", "pauses", "goes on", "leaves"]);
});

it("whoever is turned away, at once or after a wait, has nothing to leave", async () => {
  decide = () => false;
  expect(await ask("/api/credit/limits")).toBe(503);
  decide = async () => false;
  expect(await ask(captcha, { method: "POST", chunks: ["{}"] })).toBe(503);
  expect(told).toEqual(["asks", "asks"]);
});

it("nothing is done for a client that went while it waited", async () => {
  let go = (): void => {};
  let admit = (_isLetIn: boolean): void => {};
  decide = () => new Promise((done) => (admit = done));
  const asking = ask(captcha, { method: "POST", chunks: ["{}"], leaves: new Promise((done) => (go = done)) });
  await expect.poll(() => told).toEqual(["asks"]);
  go();
  expect(await asking).toBe(0);
  await expect.poll(() => new Promise<number>((count) => server.getConnections((_error, open) => count(open)))).toBe(0);
  admit(true);
  await expect.poll(() => told).toEqual(["asks", "leaves"]);
});

/** Status of the answer to a request whose raw lines are these. */
async function askRaw(path: string, ...lines: string[]): Promise<number> {
  const head = [`GET ${path} HTTP/1.1`, ...lines, "Connection: close", "", ""].join("\r\n");
  const heard = await text(connect((server.address() as AddressInfo).port).end(head));
  return Number(/^HTTP\/1.1 (\d+)/.exec(heard)?.[1]);
}
const kept = "/api/loan/performance";

it.each([
  ["a foreign host", ["Host: evil.example"], 421],
  ["a name before our host", ["Host: evil@localhost:3000"], 421],
  ["a path behind our host", ["Host: localhost:3000/evil"], 421],
  ["a question behind our host", ["Host: localhost:3000?evil"], 421],
  ["another spelling of our port", ["Host: localhost:03000"], 421],
  ["an encoded letter of our host", ["Host: loc%61lhost:3000"], 421],
  ["no host in it", ["Host:"], 421],
  ["two hosts, ours first", ["Host: localhost:3000", "Host: evil.example"], 400],
  ["two hosts, ours last", ["hOST: evil.example", "Host: localhost:3000"], 400],
  ["our host twice", ["Host: localhost:3000", "Host: localhost:3000"], 400],
  ["our host in other letters", ["Host: LocalHost:3000"], 200],
])("a request with %s is told what its host deserves, also of what is kept", async (_title, lines, status) => {
  for (const _ of ["made", "kept"]) expect(await ask(kept)).toBe(200);
  await expect.poll(() => told).toSatisfy(() => ["", "asks leaves"].includes(told.join(" ")));
  told.length = 0;
  expect([await ask(kept), told]).toEqual([200, []]);
  expect(await askRaw(kept, ...lines)).toBe(status);
  expect(told).toEqual([]);
  expect(await askRaw("/api/no-such-call", ...lines)).toBe(status === 200 ? 404 : status);
});

it.each(["Host: 10.0.0.7:3001", "Host: evil.example", "Host:"])(
  "a probe with %s hears how the process is, and nothing else is answered for that host",
  async (host) => {
    for (const path of ["/healthz", "/readyz"]) expect(await askRaw(path, host), path).toBe(200);
    for (const path of ["/", "/readyz/more", "/api/session"]) expect(await askRaw(path, host), path).toBe(421);
    expect(await askRaw("/healthz", host, host)).toBe(400);
  },
);
