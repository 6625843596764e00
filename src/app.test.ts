import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Load } from "#server/load.ts";
import { testApp } from "#tests/support/app.ts";
import { createApp } from "./app.ts";

const { api, services } = await testApp();
/** What the front door told the load, in order. */
const told: string[] = [];
let decide: () => boolean | Promise<boolean> = () => true;
const load: Load = {
  letIn: () => {
    told.push("asks");
    return decide();
  },
  leave: () => void told.push("leaves"),
  pause: () => {
    told.push("pauses");
    return () => void told.push("goes on");
  },
};
const app = createApp({
  api,
  brands: services.brands,
  build: () => Promise.reject(new Error("no screens here")),
  mode: "test",
  cache: null,
  clientFolder: null,
  ready: async () => true,
  load,
});
let server: Server;

beforeAll(async () => {
  server = createServer((incoming, response) => app.serve(incoming, response));
  await new Promise<void>((ready) => server.listen(0, ready));
});
afterAll(() => void server.close());
beforeEach(() => {
  told.length = 0;
  decide = () => true;
});

interface Wish {
  method?: string;
  chunks?: string[];
  headers?: Record<string, string>;
  /** Goes away after what it has sent so far. */
  leaves?: Promise<void>;
}
/** The answer's status; 0 for whoever went before it. */
function ask(path: string, { method = "GET", chunks = [], headers = {}, leaves }: Wish = {}): Promise<number> {
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

it.each<[string, string, Wish, number, string[]]>([
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
])("a request that %s is let in once and leaves once", async (_title, path, wish, status, expected) => {
  expect(await ask(path, wish)).toBe(status);
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
  let letIn = (_isLetIn: boolean): void => {};
  decide = () => new Promise((done) => (letIn = done));
  const asking = ask(captcha, { method: "POST", chunks: ["{}"], leaves: new Promise((done) => (go = done)) });
  await expect.poll(() => told).toEqual(["asks"]);
  go();
  expect(await asking).toBe(0);
  await expect.poll(() => new Promise<number>((count) => server.getConnections((_error, open) => count(open)))).toBe(0);
  letIn(true);
  await expect.poll(() => told).toEqual(["asks", "leaves"]);
});
