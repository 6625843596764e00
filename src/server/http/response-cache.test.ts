import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { AnswerCache } from "./response-cache.ts";
import type { HttpResponse } from "./exchange.ts";
import { seededRandom } from "#server/process/random.ts";

const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

/** A server that builds each answer with `make`, caches it, and counts the builds. */
async function keeper(make: () => HttpResponse | Promise<HttpResponse>) {
  const cache = new AnswerCache(
    ({ url = "/", headers }) => ({
      url: new URL(url, "http://localhost"),
      frame: String(headers["accept-language"] ?? ""),
    }),
    seededRandom("answers"),
  );
  let made = 0;
  const server = createServer((request, response) => {
    if (cache.serve(request, response)) return;
    void (async () => {
      made++;
      const age = cache.age;
      const told = await make();
      await cache.store(request, told, age);
      response.writeHead(told.status, told.headers).end(told.body);
    })();
  }).listen(0);
  opened.push(server);
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    cache,
    ask: (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers }),
    made: () => made,
  };
}

const told = (body: string, headers: Record<string, string> = {}, status = 200): HttpResponse => ({
  status,
  headers: { "content-type": "application/json", "trace-id": "first", ...headers },
  body,
});

it("An answer is made once for an address and a frame, with a trace id of its own each time.", async () => {
  const { ask, made } = await keeper(() => told('{"items":[]}'));
  await ask("/api/areas?parentCode=31");
  const [second, third] = [await ask("/api/areas?parentCode=31"), await ask("/api/areas?parentCode=31")];
  expect(made()).toBe(1);
  expect(await second.text()).toBe('{"items":[]}');
  expect(new Set(["first", second.headers.get("trace-id"), third.headers.get("trace-id")]).size).toBe(3);
  await ask("/api/areas?parentCode=32");
  await ask("/api/areas?parentCode=31", { "accept-language": "en" });
  expect(made()).toBe(3);
});

it("A large answer goes compressed to who takes it so, and whole to who does not.", async () => {
  const body = JSON.stringify({ items: Array.from({ length: 200 }, (_, code) => ({ code, name: "Kelurahan" })) });
  const { ask } = await keeper(() => told(body));
  await ask("/api/areas");
  const compressed = await ask("/api/areas", { "accept-encoding": "br" });
  expect(compressed.headers.get("content-encoding")).toBe("br");
  expect(await compressed.text()).toBe(body);
  expect(Number(compressed.headers.get("content-length"))).toBeLessThan(body.length / 5);
  const gzipped = await ask("/api/areas", { "accept-encoding": "gzip" });
  expect(gzipped.headers.get("content-encoding")).toBe("gzip");
  expect(await gzipped.text()).toBe(body);
  const plain = await ask("/api/areas", { "accept-encoding": "identity" });
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.text()).toBe(body);
  expect(() => brotliDecompressSync(Buffer.from(body))).toThrow();
});

it("A refusal, an answer with a cookie and one to an endless address are not kept.", async () => {
  const refusing = await keeper(() => told("{}", {}, 404));
  for (const _ of [1, 2]) await refusing.ask("/api/texts");
  expect(refusing.made()).toBe(2);
  const personal = await keeper(() => told("{}", { "set-cookie": "a=b" }));
  for (const _ of [1, 2]) await personal.ask("/api/texts");
  expect(personal.made()).toBe(2);
  const endless = await keeper(() => told("{}"));
  for (const _ of [1, 2]) await endless.ask(`/api/texts?key=${"k".repeat(400)}`);
  expect(endless.made()).toBe(2);
});

it("What was made before the cache was emptied is not kept after it.", async () => {
  let release = (): void => {};
  const waiting = new Promise<void>((done) => (release = done));
  let value = "old";
  const { ask, cache, made } = await keeper(async () => {
    const made = told(`"${value}"`);
    if (value === "old") await waiting;
    return made;
  });
  const first = ask("/api/config");
  await expect.poll(made).toBe(1);
  value = "new";
  cache.clear();
  release();
  expect(await (await first).text()).toBe('"old"');
  expect(await (await ask("/api/config")).text()).toBe('"new"');
  expect(await (await ask("/api/config")).text()).toBe('"new"');
  expect(made()).toBe(2);
});
