/**
 * The origin of a request: behind a TLS proxy the process receives plain http, but pages see the address of the
 * browser.
 */
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { redirect, type ServerBuild } from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { createApp } from "./app.ts";

const kilat = "https://kilat.test";
const brands = { kilat: [kilat], tunai: ["https://tunai.test"] };
const { api, services } = await testApp({
  origins: brands,
  environment: { PUBLIC_ORIGIN: "https://tunai.test, https://console.test:8443, http://localhost:3000" },
});
const own = ["https://tunai.test", "https://console.test:8443", "http://localhost:3000", kilat];

/** A screen with a form: it shows the address of its request, and can redirect to another page. */
function formScreen(): ServerBuild {
  const tell = ({ request: { url } }: { request: Request }) => {
    if (url.endsWith("?on")) throw redirect("/next");
    return Response.json({ url });
  };
  const route = { id: "form", path: "/form", module: { loader: tell, action: tell } };
  return {
    entry: { module: { default: () => new Response(null) } },
    routes: { form: route },
    assets: {
      routes: { form: { ...route, module: "" } },
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

const app = createApp({
  api,
  brands: services.brands,
  build: async () => formScreen(),
  mode: "production",
  cache: null,
  clientFolder: null,
  ready: async () => true,
});
let server: Server;
beforeAll(async () => {
  server = createServer((incoming, response) => app.serve(incoming, response));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
});
afterAll(() => void server.close());

interface Answer {
  status: number;
  location: string | undefined;
  body: string;
}
/** Sends what a proxy forwards: plain http to the process, with the host of the browser's address. */
function send(to: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const host = new URL(to).host;
  return new Promise((done, failed) => {
    const outgoing = request(
      { port, host: "127.0.0.1", path, method: body === undefined ? "GET" : "POST", headers: { host, ...headers } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () =>
          done({
            status: answer.statusCode ?? 0,
            location: answer.headers.location,
            body: Buffer.concat(parts).toString(),
          }),
        );
      },
    );
    outgoing.on("error", failed).end(body);
  });
}
/** The `Sec-Fetch-Site` header, which only newer browsers send with the origin. */
const sites: Record<string, string>[] = [{ "sec-fetch-site": "same-origin" }, {}];
const formType = { "content-type": "application/x-www-form-urlencoded" };
const post = (to: string, headers: Record<string, string>, path = "/form") =>
  send(to, path, { ...formType, ...headers }, "a=1");

describe.each(own)("at %s", (origin) => {
  it("a page sees the address by which the browser came, and a form of it is taken", async () => {
    expect(JSON.parse((await send(origin, "/form?a=1")).body)).toEqual({ url: `${origin}/form?a=1` });
    for (const site of sites) {
      const { status, body } = await post(origin, { origin, ...site }, "/form?b=2");
      expect([status, body]).toEqual([200, JSON.stringify({ url: `${origin}/form?b=2` })]);
    }
  });

  it("a redirect names a path, which is right under whatever scheme and port somebody came", async () => {
    expect(await post(origin, { origin }, "/form?on")).toMatchObject({ status: 302, location: "/next" });
    expect(await send(origin, "/form?on")).toMatchObject({ status: 302, location: "/next" });
    expect(await send(origin, "/form/")).toMatchObject({ status: 301, location: "/form" });
    expect(await send(origin, "/form?t=token&a=1")).toMatchObject({ status: 303, location: "/form?a=1" });
  });

  it("a foreign origin is refused, by pages and by calls", async () => {
    const { protocol, hostname, port } = new URL(origin);
    const foreign = [
      `${protocol === "https:" ? "http:" : "https:"}//${hostname}${port && `:${port}`}`,
      `${protocol}//${hostname}:9443`,
      `${protocol}//www.${hostname}`,
      "https://evil.test",
      ...own.filter((other) => other !== origin),
      "null",
    ];
    for (const from of foreign) {
      for (const site of sites) {
        const headers = { origin: from, ...site };
        expect((await post(origin, headers)).status, from).toBe(403);
        const call = await send(
          origin,
          "/api/user/generateCaptcha",
          { "content-type": "application/json", ...headers },
          "{}",
        );
        expect([call.status, JSON.parse(call.body).status.code], from).toEqual([403, "ORIGIN_REFUSED"]);
      }
    }
    for (const site of ["cross-site", "same-site", "none"])
      expect((await post(origin, { origin, "sec-fetch-site": site })).status, site).toBe(403);
  });
});

it("what forwarded headers say of scheme and host is not believed", async () => {
  const lies = {
    "x-forwarded-proto": "http",
    "x-forwarded-host": "evil.test",
    forwarded: "proto=http;host=evil.test",
    "x-forwarded-port": "80",
  };
  expect(JSON.parse((await send(kilat, "/form", lies)).body)).toEqual({ url: `${kilat}/form` });
  expect((await send("https://evil.test", "/form", lies)).status).toBe(421);
});

it("what is sent in-process has the public address too", async () => {
  const answer = await app.request("http://127.0.0.1:9/form?a=1", { headers: { host: "kilat.test" } });
  expect(await answer.json()).toEqual({ url: `${kilat}/form?a=1` });
  const posted = await app.request("http://127.0.0.1:9/form", {
    method: "POST",
    headers: { host: "kilat.test", origin: kilat },
    body: new URLSearchParams({ a: "1" }),
  });
  expect([posted.status, await posted.json()]).toEqual([200, { url: `${kilat}/form` }]);
});

it("the description of the API names every origin under which it answers, once", async () => {
  const { servers } = JSON.parse((await send(kilat, "/api/openapi.json")).body) as { servers: { url: string }[] };
  expect(servers.map(({ url }) => url)).toEqual(own);
});
