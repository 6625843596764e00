import { expect, it } from "vitest";
import { silentLog } from "#server/process/log.server.ts";
import routes from "./routes.ts";
import { warmingPages, warmUp } from "./warm-up.ts";

const origin = "https://tunai.example";

/** Answers with this status and records the requests; `asked` may end the warm-up. */
function recorder(asked: (url: string, count: number) => void, status = 200) {
  let count = 0;
  return {
    request: async (url: string, init?: RequestInit) => {
      expect(new Headers(init?.headers).get("host")).toBe("tunai.example");
      asked(url, ++count);
      return new Response(null, { status });
    },
  };
}

it("asks for each of its pages as often, one after the other", async () => {
  const times = new Map<string, number>();
  await warmUp(
    recorder((url) => times.set(url, (times.get(url) ?? 0) + 1)),
    origin,
    silentLog,
    new AbortController().signal,
  );
  expect([...times.keys()]).toEqual(warmingPages.map((page) => origin + page));
  expect(new Set(times.values()).size).toBe(1);
});

it("ends with the page under way when the process is stopped", async () => {
  const ending = new AbortController();
  const requests: string[] = [];
  await warmUp(
    recorder((url, count) => (requests.push(url), count === 3 && ending.abort())),
    origin,
    silentLog,
    ending.signal,
  );
  expect(requests).toHaveLength(3);
});

it("leaves it to the visitors where so many come that it is turned away itself", async () => {
  const requests: string[] = [];
  await warmUp(
    recorder((url) => void requests.push(url), 503),
    origin,
    silentLog,
    new AbortController().signal,
  );
  expect(requests).toHaveLength(1);
});

it("tells of a page that cannot be drawn, and goes on", async () => {
  const told: unknown[] = [];
  await warmUp(
    recorder(() => {}, 500),
    origin,
    { ...silentLog, warn: (message, detail) => void told.push([message, detail]) },
    new AbortController().signal,
  );
  expect(new Set(told.map((one) => JSON.stringify(one)))).toEqual(
    new Set(warmingPages.map((page) => JSON.stringify(["page not warmed", { route: page, status: 500 }]))),
  );
});

it("asks for pages that exist", async () => {
  const paths = new Set(
    (await routes)
      .flatMap((route) => [route, ...(route.children ?? [])])
      .map(({ path, index }) => (index ? "/" : `/${path}`)),
  );
  for (const page of warmingPages) expect(paths).toContain(page);
});
