import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { redirect, type RouterContextProvider, type ServerBuild } from "react-router";
import { testApp } from "#tests/support/app.ts";
import type { CacheKeyReader } from "#server/http/cache-key.ts";
import { requestOfWeb } from "#server/http/exchange.ts";
import { PageCache } from "#server/http/response-cache.ts";
import { serverCall } from "#web/api.ts";
import { pageOutcome } from "#web/rendering/outcome.ts";
import { createPages } from "./pages.ts";

const app = await testApp();

/** A screen that is declared cacheable, and whose loader makes this call. */
function screenThatCalls(call: string): ServerBuild {
  const loader = async ({ context }: { context: Readonly<RouterContextProvider> }) =>
    context.get(serverCall)(call, {}, {});
  const route = { id: "root", path: "/page", module: { default: () => null, loader } };
  const render = (
    _request: Request,
    status: number,
    headers: Headers,
    _entry: unknown,
    context: RouterContextProvider,
  ) => {
    Object.assign(context.get(pageOutcome), {
      parts: { scripts: [], styles: [] },
      text: "<p>a page</p>",
      cachedBy: [],
    });
    return new Response(null, { status, headers });
  };
  return {
    entry: { module: { default: render } },
    routes: { root: route },
    assets: {
      routes: { root: { id: "root", path: "/page", module: "" } },
      entry: { module: "", imports: [] },
      version: "1",
      url: "",
    },
    future: {},
    ssr: true,
    prerender: [],
    routeDiscovery: { mode: "initial" },
  } as unknown as ServerBuild;
}

/** Frames that differ only in `frame`. */
const framedBy =
  (frame: () => string): CacheKeyReader =>
  ({ url: target = "/", headers }) => {
    const url = URL.parse(target, `http://${headers.host}`);
    return url && { url, frame: frame() };
  };

/** The same screen with forms. */
function screenWithForm(): ServerBuild {
  const build = screenThatCalls("GET /api/loan/products");
  const route = build.routes["root"] as unknown as { module: Record<string, unknown> };
  // As the product's own entry does it.
  const handleError = (error: unknown, { context }: { context: RouterContextProvider }) =>
    context.get(pageOutcome).failures.push(error);
  Object.assign(build.entry.module, { handleError });
  route.module["action"] = async ({ request }: { request: Request }) => [...(await request.formData())].length;
  return build;
}

/** Posts to the page as one of its own forms would. */
async function posted(build: ServerBuild, type: string | null, body: string) {
  const pages = createPages({
    api: app.api,
    build: async () => build,
    mode: "production",
    cache: null,
  });
  const headers = { Origin: "http://localhost:3000", ...(type === null ? {} : { "Content-Type": type }) };
  const told = await pages(
    requestOfWeb(
      new Request("http://localhost:3000/page", { method: "POST", headers, body: new TextEncoder().encode(body) }),
    ),
    app.caller({ "Accept-Language": "en" }),
    undefined,
  );
  return { status: told.status, allow: told.headers["allow"], body: String(told.body) };
}

/** Opens the page; returns what the cache answers to the next visitor, or null. */
async function keptAfter(
  call: string,
  query = "",
): Promise<{ cacheControl: unknown; clearSiteData: unknown; kept: Record<string, string> | null }> {
  const cache = new PageCache(framedBy(() => "frame"));
  const pages = createPages({
    api: app.api,
    build: async () => screenThatCalls(call),
    mode: "production",
    cache,
  });
  const incoming = { method: "GET", url: `/page${query}`, headers: { host: "localhost:3000" } } as IncomingMessage;
  const told = await pages(requestOfWeb(new Request(`http://localhost:3000/page${query}`)), app.caller(), incoming);
  expect(told.body).toBe("<p>a page</p>");
  let kept: Record<string, string> | null = null;
  cache.serve(incoming, {
    writeHead: (_status: number, headers: Record<string, string>) => (kept = headers),
    end: () => {},
  } as unknown as ServerResponse);
  const { "cache-control": cacheControl, "clear-site-data": clearSiteData } = told.headers;
  return { cacheControl, clearSiteData, kept };
}

/** The redirect target of a screen whose loader redirects. */
async function ledFrom(path: string, method = "GET", to = "/page?step=2"): Promise<string | number> {
  const build = screenThatCalls("GET /api/loan/products");
  const route = build.routes["root"] as unknown as { module: Record<string, unknown> };
  route.module["loader"] = () => redirect(to);
  const pages = createPages({ api: app.api, build: async () => build, mode: "production", cache: null });
  const request = new Request(`http://localhost:3000${path}`, { method, headers: { Origin: "http://localhost:3000" } });
  const told = await pages(requestOfWeb(request), app.caller({ "Accept-Language": "en" }), undefined);
  expect(told.headers["content-type"] ?? "").not.toContain("text/plain");
  return (told.headers["location"] as string | undefined) ?? told.status;
}

describe("an address that leads on", () => {
  it("keeps the frame of the page for which it was asked, whoever made the redirect", async () => {
    expect(await ledFrom("/page?navBar=1&hideBack=1&lang=en&next=x")).toBe("/page?step=2&navBar=1&hideBack=1&lang=en");
    expect(await ledFrom("/page?navBar=1", "GET", "https://partner.example/x")).toBe("https://partner.example/x");
    expect(await ledFrom("/page")).toBe("/page?step=2");
  });
  it("is the usual spelling of a page, on this site, where it was mistyped", async () => {
    for (const [typed, usual] of [
      ["//page", "/page"],
      ["//other.example/page?x=1", "/other.example/page?x=1"],
      ["/webview//page///?x=1", "/webview/page?x=1"],
      ["/page/", "/page"],
      ["/Page?lang=en", "/page?lang=en"],
      ["/PAGE", "/page"],
    ] as const)
      expect(await ledFrom(typed), typed).toBe(usual);
    expect(await ledFrom(`/page${"/".repeat(60_000)}`)).toBe("/page");
    expect(await ledFrom("//page", "POST")).toBe(404);
  });
});

describe("a page that says it may be cached", () => {
  it("is kept, with the headers that every answer has and without its own trace id", async () => {
    const { cacheControl, kept } = await keptAfter("GET /api/loan/products");
    expect(cacheControl).toBe("private, no-cache");
    expect(kept).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": "private, no-cache" });
    expect(kept).not.toHaveProperty("trace-id");
  });
  it.each(["?lang=en", "?navBar=1&hideBack=1"])("is kept under %s, which the cache tells apart", async (query) => {
    expect((await keptAfter("GET /api/loan/products", query)).kept).not.toBeNull();
  });
  it("may be held by caches on the way where its address names the language, and by the visitor's own where headers do", async () => {
    expect((await keptAfter("GET /api/loan/products", "?lang=en")).kept).toMatchObject({
      "cache-control": "public, no-cache",
      vary: "User-Agent, Accept-Encoding",
    });
    expect((await keptAfter("GET /api/loan/products")).kept).toMatchObject({
      "cache-control": "private, no-cache",
      vary: "Accept-Language, Cookie, User-Agent, Accept-Encoding",
    });
  });
  it.each(["?cursor=made-up", "?navBar=made-up", "?phone=081234567890", "?lang=en&lang=zh", "?lang=en-US", "?lang=fr"])(
    "is shown under %s and kept for nobody else, whose links would repeat it",
    async (query) => {
      expect((await keptAfter("GET /api/loan/products", query)).kept).toBeNull();
    },
  );
  it.each(["GET /api/session", "GET /api/credit/limits"])(
    "is kept for nobody once %s asked who is there",
    async (call) => {
      expect(await keptAfter(call)).toEqual({ cacheControl: "no-store", kept: null });
    },
  );
});

describe("a post to a page", () => {
  it("is read as a form", async () => {
    expect((await posted(screenWithForm(), "application/x-www-form-urlencoded", "a=b")).status).toBe(200);
  });
  it.each([
    ["no form at all", "application/json", '{"a":'],
    ["of no type", null, "a=b"],
    ["a broken form", "multipart/form-data; boundary=x", "zz"],
  ])("that is %s is refused in words, and is no fault of ours", async (_name, type, body) => {
    const answer = await posted(screenWithForm(), type, body);
    expect([answer.status, answer.body.includes("The request could not be read.")]).toEqual([400, true]);
  });
  it("that takes none is told what it takes", async () => {
    expect(
      await posted(screenThatCalls("GET /api/loan/products"), "application/x-www-form-urlencoded", "a=b"),
    ).toMatchObject({ status: 405, allow: "GET, HEAD" });
  });
});

it("What a visitor typed is never answered from the page cache.", async () => {
  const cache = new PageCache(framedBy(() => "frame"));
  const asked = (url: string) => ({ method: "GET", url, headers: { host: "localhost:3000" } }) as IncomingMessage;
  const silent = { writeHead: () => {}, end: () => {} } as unknown as ServerResponse;
  await cache.store(
    cache.cacheable(asked("/help?topic=a"))!,
    { cachedBy: ["topic"], freshBy: ["q"] },
    {},
    "<p>a page</p>",
  );
  expect([
    cache.serve(asked("/help?topic=a"), silent),
    cache.serve(asked("/help?topic=a&q=words"), silent),
    cache.serve(asked("/help?q=words"), silent),
  ]).toEqual([true, false, false]);
});

it("A kept page is not sent again to who has it already.", async () => {
  const cache = new PageCache(framedBy(() => "frame"));
  const request = (headers: Record<string, string>) =>
    ({ method: "GET", url: "/page", headers: { host: "localhost:3000", ...headers } }) as IncomingMessage;
  await cache.store(cache.cacheable(request({}))!, { cachedBy: [], freshBy: [] }, { etag: 'W/"a"' }, "<p>a page</p>");
  const told = (headers: Record<string, string>): [number, boolean] => {
    let status = 0;
    let body: unknown;
    cache.serve(request(headers), {
      writeHead: (given: number) => (status = given),
      end: (sent: unknown) => (body = sent),
    } as unknown as ServerResponse);
    return [status, body !== undefined];
  };
  expect([
    told({}),
    told({ "if-none-match": 'W/"a"' }),
    told({ "if-none-match": 'W/"b", W/"a"' }),
    told({ "if-none-match": 'W/"b"' }),
  ]).toEqual([
    [200, true],
    [304, false],
    [304, false],
    [200, true],
  ]);
});

describe("a page that was made before a change", () => {
  const request = { method: "GET", url: "/page", headers: { host: "localhost:3000" } } as IncomingMessage;
  const silent = { writeHead: () => {}, end: () => {} } as unknown as ServerResponse;
  it("is not kept after it, so nobody reads a rate that is no longer in force", async () => {
    const cache = new PageCache(framedBy(() => "frame"));
    const asked = cache.cacheable(request)!;
    const storing = cache.store(asked, { cachedBy: [], freshBy: [] }, {}, "<p>the old rate</p>");
    cache.clear();
    await storing;
    expect(cache.serve(request, silent)).toBe(false);
  });
  it("of the business day is kept for that day alone, although it is stored after midnight", async () => {
    let day = "21";
    const cache = new PageCache(framedBy(() => day));
    const asked = cache.cacheable(request)!;
    day = "22";
    await cache.store(asked, { cachedBy: [], freshBy: [] }, {}, "<p>yesterday</p>");
    expect(cache.serve(request, silent)).toBe(false);
  });
});

it("a page that ends a login tells the browser to throw away what it keeps, no other does", async () => {
  expect(await keptAfter("POST /api/session/logout")).toMatchObject({
    clearSiteData: '"cache", "storage"',
    kept: null,
  });
  expect((await keptAfter("GET /api/session")).clearSiteData).toBeUndefined();
});

describe("an address that the outside made up", () => {
  it("of thousands of slashes is answered at once", async () => {
    const pages = createPages({
      api: app.api,
      build: async () => screenThatCalls("GET /api/session"),
      mode: "production",
      cache: null,
    });
    const began = performance.now();
    const told = await pages(
      requestOfWeb(new Request(`http://localhost:3000/a${"/".repeat(60_000)}b/`)),
      app.caller(),
      undefined,
    );
    expect(told.status).toBe(301);
    expect(performance.now() - began).toBeLessThan(1000);
  });
  it("with a Host that is no host is no page of the cache, and ends nothing", async () => {
    const cache = new PageCache(framedBy(() => "frame"));
    await cache.store(
      cache.cacheable({ url: "/page", headers: { host: "localhost:3000" } } as IncomingMessage)!,
      { cachedBy: [], freshBy: [] },
      {},
      "<p>a page</p>",
    );
    for (const host of ["[", "a b", "localhost:99999999"]) {
      expect(
        cache.serve({ method: "GET", url: "/page", headers: { host } } as IncomingMessage, {} as ServerResponse),
      ).toBe(false);
    }
  });
  it.each(["//evil.example/?t=abcdef", "/\\evil.example/?t=abcdef", "/a/..//evil.example/?t=abcdef"])(
    "%s leads to a path of this site alone, with or without its token",
    async (path) => {
      const answer = await app.client().get(path);
      const told = [answer.status, answer.headers.get("location"), answer.headers.getSetCookie()];
      expect(told).toEqual([301, "/evil.example?t=abcdef", []]);
    },
  );
  it("gives up its token to a cookie where it is a page's", async () => {
    const answer = await app.client().get("/webview/bills?t=abcdef&lang=en");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/webview/bills?lang=en"]);
  });
});
