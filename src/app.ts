/**
 * The front door: every request passes here, in this order: own host? caller, health, assets, calls, pages.
 * The order is the security argument, so it stands in one file.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import type { Api } from "#server/answer.ts";
import { Assets } from "#server/assets.ts";
import type { Brand } from "#server/brand.server.ts";
import { callerOf } from "#server/caller-of.ts";
import type { Caller } from "#server/caller.ts";
import { answerCall, Directory, mostBytesOf, refused } from "#server/door.ts";
import { askedOfNode, askedOfWeb, BodyTooLarge, webOfTold, writeTold, type Asked, type Told } from "#server/exchange.ts";
import { errorPage } from "#server/error-page.ts";
import { withCommonHeaders } from "#server/headers.ts";
import type { PageCache } from "#server/page-cache.ts";
import { createPages } from "./pages.ts";

export interface AppWish {
  api: Api;
  brands: readonly Brand[];
  build: () => Promise<ServerBuild>;
  mode: string;
  cache: PageCache | null;
  /** Folder of the built browser files; null in development, where Vite serves them. */
  clientFolder: string | null;
  ready: () => Promise<boolean>;
}

export interface App {
  /** Answers a request of Node's server. */
  serve(incoming: IncomingMessage, response: ServerResponse): void;
  /** Answers in-process what a test sends; the Host header is the sender's business. */
  request(url: string, init?: RequestInit): Promise<Response>;
}

const pageMethods = new Set(["GET", "HEAD", "POST"]);
const plainText = (status: number, body: string): Told => ({ status, headers: { "content-type": "text/plain; charset=utf-8" }, body });

export function createApp(wish: AppWish): App {
  const { api, brands } = wish;
  const { services } = api;
  const publicOrigins = [...services.config.publicOrigins, ...brands.flatMap((brand) => brand.origins)];
  const origins = new Map(publicOrigins.toReversed().map((origin) => [new URL(origin).host, origin]));
  const pages = createPages({ api, build: wish.build, mode: wish.mode, cache: wish.cache, publicOrigins });
  const directory = new Directory(api.calls());
  const assets = wish.clientFolder === null ? null : new Assets(wish.clientFolder);

  async function answer(asked: Asked, incoming?: IncomingMessage): Promise<Told> {
    // A foreign Host would poison links and caches, so it is turned away before anything reads it.
    const origin = origins.get(asked.host);
    if (origin === undefined) return plainText(421, "This server does not answer for that host.");
    // What a proxy is asked (`http://other/`, `*`) is no path of ours.
    if (!asked.path.startsWith("/")) return plainText(400, "A path begins with a slash.");
    const caller = callerOf({ services, brands }, asked, origin);
    try {
      return await pass(asked, caller, incoming);
    } catch (error) {
      const isLarge = error instanceof BodyTooLarge;
      if (!isLarge) services.log.error("request failed", { traceId: caller.traceId, error });
      const code = isLarge ? "BODY_TOO_LARGE" : "INTERNAL";
      return /^\/(?:api|event)\//.test(asked.path) ? refused(caller, code) : errorPage(caller, code, asked.path);
    }
  }

  async function pass(asked: Asked, caller: Caller, incoming: IncomingMessage | undefined): Promise<Told> {
    const { path, method } = asked;
    if (path === "/healthz") return plainText(200, "alive");
    if (path === "/readyz") return (await wish.ready()) ? plainText(200, "ready") : plainText(503, "not ready");
    const asset = await assets?.find(path, asked.headers.get("accept-encoding"));
    if (asset) return asset;
    const found = directory.find(method, path);
    if (found) return answerCall(api, found, asked, caller, publicOrigins);
    if (path === "/api") return { status: 302, headers: { location: "/api/docs" }, body: null };
    // The readable page of the API is a screen among the calls.
    const isDocs = method === "GET" && (path === "/api/docs" || path.startsWith("/api/docs/"));
    if (path.startsWith("/api/") && !isDocs) return refused(caller, "NOT_FOUND");
    if (!pageMethods.has(method)) return { status: 405, headers: { allow: [...pageMethods].join(", ") }, body: null };
    return pages(await asked.web(mostBytesOf(asked)), caller, incoming);
  }

  return {
    serve(incoming, response) {
      void answer(askedOfNode(incoming), incoming)
        .then((told) => writeTold(withCommonHeaders(told), response, incoming.method === "HEAD"))
        .catch((error: unknown) => {
          services.log.error("answer not sent", { error });
          response.destroy();
        });
    },
    request: async (url, init) => webOfTold(withCommonHeaders(await answer(askedOfWeb(new Request(url, init))))),
  };
}
