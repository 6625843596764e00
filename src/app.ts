/**
 * The front door: every request passes here, in this order: own host? health, assets, caller, too much?, calls, pages.
 * The order is the security argument, so it stands in one file.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import type { Api } from "#server/call/pipeline.ts";
import { Assets } from "#server/http/assets.ts";
import type { Brand } from "#server/brand.server.ts";
import { callerOf } from "#server/http/caller-of.ts";
import { plainBytes } from "#server/http/body-limits.ts";
import type { Caller } from "#server/call/caller.ts";
import { busyPage } from "#server/http/busy-page.ts";
import { compressedJson } from "#server/http/compression.ts";
import { answerCall, CallRouter, refused, type Match } from "#server/http/call-router.ts";
import {
  requestOfNode,
  requestOfWeb,
  BodyRoom,
  BodyTooLarge,
  ClientGone,
  NoRoom,
  webResponseOf,
  writeResponse,
  type HttpRequest,
  type BodyPlace,
  type OriginOf,
  type HttpResponse,
} from "#server/http/exchange.ts";
import { errorPage } from "#server/http/error-page.ts";
import { withCommonHeaders } from "#server/http/headers.ts";
import { admitAll, type Importance, type AdmissionControl } from "#server/http/admission.ts";
import { hostOf, originsByHost } from "#server/http/own-hosts.ts";
import type { AnswerCache, PageCache } from "#server/http/response-cache.ts";
import type { Services } from "#server/services.ts";
import { createPages } from "./pages.ts";

export interface AppOptions {
  api: Api;
  brands: readonly Brand[];
  build: () => Promise<ServerBuild>;
  mode: string;
  cache: PageCache | null;
  answerCache?: AnswerCache | null;
  /** Folder of the built browser files; null in development, where Vite serves them. */
  clientFolder: string | null;
  ready: () => Promise<boolean>;
  /** Whom an overloaded process turns away; without it, nobody. */
  load?: AdmissionControl;
}

export interface App {
  /** Answers a request of Node's server. */
  serve(incoming: IncomingMessage, response: ServerResponse): void;
  /** Answers in-process what a test sends; the Host header is the sender's business. */
  request(url: string, init?: RequestInit): Promise<Response>;
}

/** Bodies that are held at a time, of all requests: some twenty photos that come slowly. */
const bodyRoomBytes = 64 * 1024 * 1024;
const pageMethods = new Set(["GET", "HEAD", "POST"]);
/** Whoever asked has gone: nobody reads it. */
const nobodyThere: HttpResponse = { status: 400, headers: {}, body: null };
const plainText = (status: number, body: string): HttpResponse => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body,
});

export function createApp(options: AppOptions): App {
  const { api, brands, load = admitAll } = options;
  const { services } = api;
  const origins = originsByHost(services.config, brands);
  const originOf: OriginOf = (host) => origins.get(host);
  const pages = createPages({ api, build: options.build, mode: options.mode, cache: options.cache });
  // In prod there is no sandbox at all: not even a method that its addresses would take.
  const directory = new CallRouter(
    api.calls().filter(({ call }) => services.config.appEnv !== "prod" || call.policy.who !== "sandbox"),
  );
  const assets = options.clientFolder === null ? null : new Assets(options.clientFolder);

  async function answer(asked: HttpRequest, incoming?: IncomingMessage): Promise<HttpResponse> {
    if (incoming && hostOf(incoming) === null) return plainText(400, "A request names one host.");
    // A foreign Host would poison links and caches, so it is turned away before anything reads it.
    const { origin } = asked;
    if (origin === undefined) return plainText(421, "This server does not answer for that host.");
    // What a proxy is asked (`http://other/`, `*`) is no path of ours.
    if (!asked.path.startsWith("/")) return plainText(400, "A path begins with a slash.");
    // Whoever asks is told the same.
    if (asked.path === "/healthz" && isRead(asked)) return plainText(200, "alive");
    const asset = assets?.find(asked.path, asked.headers.get("accept-encoding"));
    if (asset) return asset;
    if (asked.path === "/readyz" && isRead(asked)) return readiness(options);
    const found = directory.find(asked.method, asked.path);
    const caller = callerOf({ services, brands }, asked, origin);
    // Before anything is read or done, so that what is turned away had no effect. Health, assets and kept pages cost less than a refusal.
    const isLetIn = load.admit(importanceOf(asked.path, found));
    if (!(isLetIn === true || (await isLetIn))) return busy(asked, caller);
    try {
      // Gone while it waited for its turn: nobody is left to be answered.
      if (isLetIn !== true && incoming?.socket.destroyed) return nobodyThere;
      const told = pass(asked, found, caller, incoming);
      return told instanceof Promise ? await told : told;
    } catch (error) {
      return failure(services, asked, caller, error);
    } finally {
      load.leave();
    }
  }

  function pass(
    asked: HttpRequest,
    found: Match | undefined,
    caller: Caller,
    incoming: IncomingMessage | undefined,
  ): HttpResponse | Promise<HttpResponse> {
    const { path, method } = asked;
    if (found) return answerFound(options, found, asked, caller, incoming);
    if (path === "/api") return { status: 302, headers: { location: "/api/docs" }, body: null };
    // The readable page of the API is a screen among the calls.
    const isDocs = isRead(asked) && (path === "/api/docs" || path.startsWith("/api/docs/"));
    const methods = directory.methodsOf(path);
    if (methods.length > 0) return otherMethod(method, methods, caller);
    if (isProgram(asked) && !isDocs) return refused(caller, "NOT_FOUND");
    if (!pageMethods.has(method)) return { status: 405, headers: { allow: [...pageMethods].join(", ") }, body: null };
    return pages(asked, caller, incoming);
  }

  const room = new BodyRoom(bodyRoomBytes, plainBytes);
  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const openRoom = (): BodyPlace => {
      const place = room.open();
      response.once("close", place.leave);
      return place;
    };
    try {
      const told = await answer(
        requestOfNode(incoming, openRoom, () => load.pause(), originOf),
        incoming,
      );
      const sent = await compressedJson(told, incoming.headers["accept-encoding"]);
      writeResponse(withCommonHeaders(sent), response, incoming.method === "HEAD");
    } catch (error) {
      services.log.error("answer not sent", { error });
      response.destroy();
    }
  }
  return {
    serve: (incoming, response) => void serve(incoming, response),
    request: async (url, init) =>
      webResponseOf(withCommonHeaders(await answer(requestOfWeb(new Request(url, init), originOf)))),
  };
}

/** A process without room still reads and moves money: taking it from its proxy would help nobody, so it says so and stays. // Threat H4 */
async function readiness({ ready, api }: AppOptions): Promise<HttpResponse> {
  if (!(await ready())) return plainText(503, "not ready");
  const isLow = api.services.disk.isLow;
  return plainText(200, isLow ? "ready, but the disk is nearly full: new writes are refused" : "ready");
}

/** The answer of a call, kept where its contract says so. */
function answerFound(
  { api, answerCache }: AppOptions,
  found: Match,
  asked: HttpRequest,
  caller: Caller,
  incoming: IncomingMessage | undefined,
): HttpResponse | Promise<HttpResponse> {
  // Moving the sandbox's clock by a year does a year's work before it answers; nobody is silent for so long otherwise.
  if (found.call.policy.who === "sandbox") incoming?.socket.setTimeout(0);
  return found.call.kept && incoming && answerCache
    ? storedAnswer(answerCache, incoming, caller, answerCall(api, found, asked, caller))
    : answerCall(api, found, asked, caller);
}

/** An answer, after it was stored for whoever asks the same; one that sets a cookie is somebody's own. */
async function storedAnswer(
  cache: AnswerCache,
  incoming: IncomingMessage,
  caller: Caller,
  answered: HttpResponse | Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { age } = cache;
  const told = await answered;
  if (caller.cookies.length === 0) await cache.store(incoming, withCommonHeaders(told), age);
  return told;
}

/** A call's own path by another method: what it takes instead. Nothing is told to other origins; there are no CORS headers. */
function otherMethod(method: string, methods: readonly string[], caller: Caller): HttpResponse {
  const told: HttpResponse =
    method === "OPTIONS" ? { status: 204, headers: {}, body: null } : refused(caller, "METHOD_NOT_ALLOWED");
  return { ...told, headers: { ...told.headers, allow: methods.join(", ") } };
}

const isRead = ({ method }: HttpRequest): boolean => method === "GET" || method === "HEAD";
const isProgram = ({ path }: HttpRequest): boolean => path.startsWith("/api/") || path.startsWith("/event/");

function importanceOf(path: string, found: Match | undefined): Importance {
  if (found?.call.policy.who === "webhook") return "callback";
  return path.startsWith("/event/") ? "telemetry" : "ordinary";
}

/** What a request that failed on its way is told; only a fault of ours is logged. */
function failure({ log }: Services, asked: HttpRequest, caller: Caller, error: unknown): HttpResponse {
  if (error instanceof NoRoom) return busy(asked, caller);
  if (error instanceof ClientGone) return nobodyThere;
  const isLarge = error instanceof BodyTooLarge;
  if (!isLarge) log.error("request failed", { traceId: caller.traceId, error });
  const code = isLarge ? "BODY_TOO_LARGE" : "INTERNAL";
  return isProgram(asked) ? refused(caller, code) : errorPage(caller, code, asked.path);
}

/** Turned away: a program is told in the envelope, a person in a page; a body that is still under way is not waited for. */
function busy(asked: HttpRequest, caller: Caller): HttpResponse {
  const query = asked.query.size > 0 ? `?${asked.query}` : "";
  // `//other.example` would lead away from here.
  const address = asked.path.startsWith("//") ? "/" : asked.path + query;
  const told = isProgram(asked) ? refused(caller, "UNAVAILABLE") : busyPage(caller, asked.method === "POST", address);
  if (asked.method === "POST" && Number(asked.headers.get("content-length") ?? Infinity) > plainBytes)
    told.headers["connection"] = "close";
  return told;
}
