/**
 * The front door: every request passes here, in this order: own host? health, assets, caller, overload?, calls, pages.
 * The order is the security argument, so it is in one file.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import type { Api } from "#server/call/pipeline.ts";
import { Assets } from "#server/http/assets.ts";
import type { Brand } from "#server/process/brand.server.ts";
import { isPassing } from "#server/call/passing-fault.ts";
import { callerOf } from "#server/http/caller-of.ts";
import { plainBytes, uploadBytes } from "#server/http/body-limits.ts";
import type { Caller } from "#server/call/caller.ts";
import { busyPage } from "#server/http/busy-page.ts";
import { compressedJson } from "#server/http/compression.ts";
import { answerCall, CallRouter, refused, type CallMatch } from "#server/http/call-router.ts";
import {
  requestOfNode,
  requestOfWeb,
  BodyRoom,
  BodyTooLarge,
  BodyTooSlow,
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
import { requestHostOf, originsByHost } from "#server/http/own-hosts.ts";
import { networkIndexOf } from "#server/http/network.ts";
import type { AnswerCache, PageCache } from "#server/http/response-cache.ts";
import { count } from "#server/observability/instruments.ts";
import { isObserved, observeRequest } from "#server/observability/request.ts";
import { parentOf } from "#server/observability/spans.ts";
import { isKeptWhole } from "#server/observability/trace-steps.ts";
import type { Services } from "#server/services.ts";
import { screenPatterns } from "./router.ts";
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
  /** Refuses requests when the process is overloaded; without it all are admitted. */
  load?: AdmissionControl;
}

export interface App {
  /** Answers a request of Node's server. */
  serve(incoming: IncomingMessage, response: ServerResponse): void;
  /** Answers in-process what a test sends; the Host header is the sender's business. */
  request(url: string, init?: RequestInit): Promise<Response>;
}

const megabyte = 1024 * 1024;
/**
 * Limits for bodies in memory, over all requests. Slow strangers never block logged-in people, and one network or
 * account never blocks another. // Threat I8
 */
const createRooms = () => ({
  people: new BodyRoom({ bytes: 48 * megabyte, ofEach: plainBytes, ofSender: 8 * megabyte }),
  strangers: new BodyRoom({ bytes: 16 * megabyte, ofEach: plainBytes, ofSender: 4 * megabyte }),
  // Videos: three at a time from logged-in people, one from strangers; however slow they are, photos continue.
  videos: new BodyRoom({ bytes: 66 * megabyte, ofEach: plainBytes, ofSender: 8 * megabyte }),
  strangersVideos: new BodyRoom({ bytes: 22 * megabyte, ofEach: plainBytes }),
  partners: new BodyRoom({ bytes: 8 * megabyte, ofEach: plainBytes }),
});
type Rooms = ReturnType<typeof createRooms>;
/** The sender of a request, as far as it is known. */
interface Sender {
  caller?: Caller;
  isPartner?: boolean;
}
const pageMethods = new Set(["GET", "HEAD", "POST"]);
/** The client has gone, so this response has no reader. */
const nobodyThere: HttpResponse = { status: 400, headers: {}, body: null };
const plainText = (status: number, body: string): HttpResponse => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body,
});

/** A request for us, the call that it names, and its caller. */
interface Arrived {
  request: HttpRequest;
  found: CallMatch | undefined;
  caller: Caller;
  incoming: IncomingMessage | undefined;
}

export function createApp(options: AppOptions): App {
  const { api, brands, load = admitAll } = options;
  const { services } = api;
  const origins = originsByHost(services.config, brands);
  const originOf: OriginOf = (host) => origins.get(host);
  const pages = createPages({ api, build: options.build, mode: options.mode, cache: options.cache });
  const observe = observing(options);
  // In prod there is no sandbox at all: not even a method that its addresses would take.
  const directory = new CallRouter(
    api.calls().filter(({ call }) => services.config.appEnv !== "prod" || call.policy.who !== "sandbox"),
  );
  const assets = options.clientFolder === null ? null : new Assets(options.clientFolder);

  async function answer(request: HttpRequest, incoming?: IncomingMessage, sender: Sender = {}): Promise<HttpResponse> {
    const early = answerWithoutCaller(request, incoming);
    if (early) return early;
    const asset = assets?.find(request.path, request.headers.get("accept-encoding"));
    if (asset) return asset;
    if (request.path === "/readyz" && isRead(request)) return readiness(options);
    const found = directory.find(request.method, request.path);
    const caller = callerOf({ services, brands }, request, request.origin as string);
    sender.caller = caller;
    sender.isPartner = found?.call.policy.who === "webhook";
    const arrived = { request, found, caller, incoming };
    return observe(arrived, () => answerInTurn(arrived));
  }

  async function answerInTurn(arrived: Arrived): Promise<HttpResponse> {
    const { request, found, caller, incoming } = arrived;
    // Before anything is read or done, so that a refused request had no effect. Health, assets and cached pages cost less than a refusal.
    const isLetIn = load.admit(importanceOf(request.path, found));
    if (!(isLetIn === true || (await isLetIn))) {
      count("tunai.requests.turned_away", {});
      return busy(request, caller);
    }
    try {
      // The client left while the request waited: there is no one to answer.
      if (isLetIn !== true && incoming?.socket.destroyed) return nobodyThere;
      const response = pass(arrived);
      return response instanceof Promise ? await response : response;
    } catch (error) {
      return failure(services, request, caller, error);
    } finally {
      load.leave();
    }
  }

  function pass({ request, found, caller, incoming }: Arrived): HttpResponse | Promise<HttpResponse> {
    const { path, method } = request;
    if (found) return answerFound(options, found, request, caller, incoming);
    if (path === "/api") return { status: 302, headers: { location: "/api/docs" }, body: null };
    // The readable page of the API is a screen among the calls.
    const isDocs = isRead(request) && (path === "/api/docs" || path.startsWith("/api/docs/"));
    const methods = directory.methodsOf(path);
    if (methods.length > 0) return otherMethod(method, methods, caller);
    if (isProgram(request) && !isDocs) return refused(caller, "NOT_FOUND");
    if (!pageMethods.has(method)) return { status: 405, headers: { allow: [...pageMethods].join(", ") }, body: null };
    return pages(request, caller, incoming);
  }

  const rooms = createRooms();
  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const sender: Sender = {};
    const openRoom = async (): Promise<BodyPlace> => {
      const place = await placeFor(services, rooms, incoming, sender);
      if (response.closed) place.leave();
      else response.once("close", place.leave);
      return place;
    };
    try {
      const uncompressed = await answer(
        requestOfNode(incoming, openRoom, () => load.pause(), originOf),
        incoming,
        sender,
      );
      const sent = await compressedJson(uncompressed, incoming.headers["accept-encoding"]);
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

/** Answers what needs no caller: requests that are not for us, which would poison links and caches, and the question whether the process lives. */
function answerWithoutCaller(request: HttpRequest, incoming: IncomingMessage | undefined): HttpResponse | null {
  if (incoming && requestHostOf(incoming) === null) return plainText(400, "A request names one host.");
  const isProbe = (request.path === "/healthz" || request.path === "/readyz") && isRead(request);
  // Probes of orchestrators name an address or nothing; their answer depends on no host, and no cache keeps it.
  if (request.origin === undefined && !isProbe) return plainText(421, "This server does not answer for that host.");
  // The target of a proxy request (`http://other/`, `*`) is not a path of ours.
  if (!request.path.startsWith("/")) return plainText(400, "A path begins with a slash.");
  return request.path === "/healthz" && isRead(request) ? plainText(200, "alive") : null;
}

/** Measures how a request is answered, where anything is measured. */
function observing({ api: { services }, build }: AppOptions) {
  /** Not before the first request: the build may still be under way. */
  let patterns: Promise<(path: string) => string> | undefined;
  return ({ request, found, caller }: Arrived, answer: () => Promise<HttpResponse>) => {
    if (!isObserved()) return answer();
    const { traceId } = caller;
    const isKept = isKeptWhole(request.method, traceId);
    const refused = () => caller.refused ?? {};
    const parent = parentOf(request.headers, services.config.trustedHops);
    const name = async (): Promise<string> =>
      found?.name ?? `${request.method} ${(await (patterns ??= build().then(screenPatterns)))(request.path)}`;
    return observeRequest({ traceId, parent, name, isKept, refused }, answer);
  };
}

/** The memory reserved for a request body. Short bodies reserve none, so no session is read for them. */
async function placeFor(
  services: Services,
  rooms: Rooms,
  { headers }: IncomingMessage,
  { caller, isPartner }: Sender,
): Promise<BodyPlace> {
  if (isPartner) return rooms.partners.open();
  const announced = Number(headers["content-length"] ?? Infinity);
  if (!caller || announced <= plainBytes) return rooms.strangers.open();
  const person = (await caller.session())?.borrowerId ?? (await caller.staffSession())?.staffId;
  const isVideo = Number.isFinite(announced) && announced > uploadBytes;
  if (person) return (isVideo ? rooms.videos : rooms.people).open(person);
  return (isVideo ? rooms.strangersVideos : rooms.strangers).open(networkIndexOf(services, caller));
}

/** A process with a full disk still reads and moves money, so it reports low disk and stays ready: its proxy must not take it out. // Threat H4 */
async function readiness({ ready, api }: AppOptions): Promise<HttpResponse> {
  if (!(await ready())) return plainText(503, "not ready");
  const isLow = api.services.disk.isLow;
  return plainText(200, isLow ? "ready, but the disk is nearly full: new writes are refused" : "ready");
}

/** The answer of a call, cached when its contract has `kept`. */
function answerFound(
  { api, answerCache }: AppOptions,
  found: CallMatch,
  request: HttpRequest,
  caller: Caller,
  incoming: IncomingMessage | undefined,
): HttpResponse | Promise<HttpResponse> {
  // Moving the sandbox's clock by a year does a year's work before the answer; no other call takes that long.
  if (found.call.policy.who === "sandbox") incoming?.socket.setTimeout(0);
  return found.call.kept && incoming && answerCache
    ? storedAnswer(answerCache, incoming, caller, answerCall(api, found, request, caller))
    : answerCall(api, found, request, caller);
}

/** Returns an answer after storing it for the same request from others; one that sets a cookie is personal and is not stored. */
async function storedAnswer(
  cache: AnswerCache,
  incoming: IncomingMessage,
  caller: Caller,
  answered: HttpResponse | Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { age } = cache;
  const response = await answered;
  if (caller.cookies.length === 0) await cache.store(incoming, withCommonHeaders(response), age);
  return response;
}

/** A call's path with another method: answers which methods it takes. Other origins get nothing; there are no CORS headers. */
function otherMethod(method: string, methods: readonly string[], caller: Caller): HttpResponse {
  const response: HttpResponse =
    method === "OPTIONS" ? { status: 204, headers: {}, body: null } : refused(caller, "METHOD_NOT_ALLOWED");
  return { ...response, headers: { ...response.headers, allow: methods.join(", ") } };
}

const isRead = ({ method }: HttpRequest): boolean => method === "GET" || method === "HEAD";
const isProgram = ({ path }: HttpRequest): boolean => path.startsWith("/api/") || path.startsWith("/event/");

function importanceOf(path: string, found: CallMatch | undefined): Importance {
  if (found?.call.policy.who === "webhook") return "callback";
  return path.startsWith("/event/") ? "telemetry" : "ordinary";
}

/** The answer to a request that failed before its call; only our own faults are logged. */
function failure({ log }: Services, request: HttpRequest, caller: Caller, error: unknown): HttpResponse {
  if (error instanceof NoRoom) return busy(request, caller);
  if (error instanceof ClientGone) return nobodyThere;
  if (error instanceof BodyTooSlow)
    return { ...plainText(408, "The body came too slowly."), headers: { connection: "close" } };
  const isLarge = error instanceof BodyTooLarge;
  if (!isLarge) log.error("request failed", { traceId: caller.traceId, error });
  const code = isLarge ? "BODY_TOO_LARGE" : isPassing(error) ? "UNAVAILABLE" : "INTERNAL";
  return isProgram(request) ? refused(caller, code) : errorPage(caller, code, request.path);
}

/** Refused because of overload: a program gets the envelope, a person a page; the rest of the body is not awaited. */
function busy(request: HttpRequest, caller: Caller): HttpResponse {
  const query = request.query.size > 0 ? `?${request.query}` : "";
  // `//other.example` would lead away from here.
  const address = request.path.startsWith("//") ? "/" : request.path + query;
  const response = isProgram(request)
    ? refused(caller, "UNAVAILABLE")
    : busyPage(caller, request.method === "POST", address);
  if (request.method === "POST" && Number(request.headers.get("content-length") ?? Infinity) > plainBytes)
    response.headers["connection"] = "close";
  return response;
}
