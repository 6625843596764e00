/** Renders the screens: frames the request for React Router, sets the page's headers, keeps reading pages. */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { RouterContextProvider, type ServerBuild } from "react-router";
import { perform, type Api, type Raw } from "#server/call/pipeline.ts";
import { siteOriginOf } from "#server/process/brand.server.ts";
import type { Caller } from "#server/call/caller.ts";
import { permissionsOf } from "#shared/staff-permissions.ts";
import type { Services } from "#server/services.ts";
import { compressedPage } from "#server/http/compression.ts";
import { lastOfEach } from "#server/http/cookies.ts";
import { passesOriginCheck } from "#server/http/same-origin.ts";
import { fileResponse } from "#server/http/call-router.ts";
import { errorPage, unavailableSeconds } from "#server/http/error-page.ts";
import { responseOfWeb, type HttpRequest as AskedPage, type HttpResponse } from "#server/http/exchange.ts";
import { clearBrowserHeader, consolePolicy, pagePolicy, withCommonHeaders } from "#server/http/headers.ts";
import { languageChoice, mayKeep, type CacheableRequest, type PageCache } from "#server/http/response-cache.ts";
import { commonProblems } from "#shared/problems.ts";
import { withFrameFlags } from "#shared/frame-flags.ts";
import { chosenSandboxHost, sandboxHostPath, sandboxHostValue } from "#shared/sandbox-host.ts";
import { languageNamedBy, say } from "#shared/texts.ts";
import { pagePath, serverCall } from "#web/api.ts";
import { pageOutcome, type PageOutcome } from "#web/rendering/outcome.ts";
import type { PageParts } from "#web/rendering/policy.ts";
import { inSpan } from "#server/observability/spans.ts";
import { pageRefusal } from "#web/refusal.ts";
import { pageFile, pageFrame, type PageFrame } from "#web/screen.ts";
import { chosenConsoleView, consoleViewOf } from "./console-view.ts";
import { carriedRefusal, carryRefusal } from "./carried-refusal.ts";
import { postedForms } from "./posted-forms.ts";
import { publicScreens } from "./public-screens.ts";
import { routersOf, speltPath } from "./router.ts";

export interface PagesOptions {
  api: Api;
  build: () => Promise<ServerBuild>;
  mode: string;
  cache: PageCache | null;
  /** How the calls of a page are made; by default by the pipeline. For tests that say what a call answers. */
  perform?: typeof perform;
}

/** Answers a page or a form post. `incoming` is Node's request, by which a reading page is kept. */
export function createPages(input: PagesOptions) {
  const { api } = input;
  const make = input.perform ?? perform;
  const { services } = api;
  const routers = routersOf(input.build, input.mode);
  const readPosted = postedForms(input);
  services.sitePages.add({ name: "screens", list: async () => publicScreens(await input.build()) });

  return async (asking: AskedPage, caller: Caller, incoming: IncomingMessage | undefined): Promise<HttpResponse> => {
    for (;;) {
      const { mistakes } = caller;
      const response = await answer(asking, caller, incoming);
      await caller.confirmed();
      // The page's frame names the logged-in person; nothing was written, because only read-only requests start before the check.
      if (caller.mistakes === mistakes) return response;
    }
  };

  async function answer(
    asking: AskedPage,
    caller: Caller,
    incoming: IncomingMessage | undefined,
  ): Promise<HttpResponse> {
    const bare = asking.web();
    const url = new URL(bare.url);
    const atOnce = withoutScreen(bare, url, caller) ?? (await spelt(url, bare.method));
    if (atOnce) return atOnce;
    const posted = bare.method === "POST" ? await readPosted(asking, url, caller) : null;
    if (posted !== null && "status" in posted) return posted;
    const request = posted === null ? bare : asking.web(posted.form);
    const cacheable = (incoming && input.cache?.cacheable(incoming)) ?? null;
    const frame: PageFrame = {
      ...(await frameOf(services, url, caller)),
      ...(request.method === "POST" ? { posted: true } : {}),
    };
    const outcome: PageOutcome = { parts: null, text: "", common: [], cachedBy: null, freshBy: [], failures: [] };
    const context = new RouterContextProvider();
    context.set(pageFrame, frame);
    context.set(pagePath, frame.pathWithQuery);
    context.set(pageOutcome, outcome);
    context.set(pageRefusal, carriedRefusal(services, caller, frame.path));
    context.set(serverCall, (name, raw, options) => {
      caller.idempotencyKey = options.idempotencyKey ?? null;
      return Promise.resolve(make(api, name, raw as Raw, caller));
    });
    const route = (await routers)(url.pathname);
    const drawn = await inSpan("page", {}, async () => responseOfWeb(await route(request, context)));
    // Every redirect of a page keeps its frame: an app's page without its bars would have no way back.
    if (drawn.headers["location"])
      drawn.headers["location"] = withFrameFlags(String(drawn.headers["location"]), url.searchParams);
    const file = context.get(pageFile);
    const response = file ? fileResponse(file) : drawn;
    carryRefusal(services, caller, context.get(pageRefusal), response);
    response.headers["trace-id"] = caller.traceId;
    if (response.status === 503) response.headers["retry-after"] ??= String(unavailableSeconds);
    if (outcome.failures.some(isUnreadableForm)) return errorPage(caller, "BODY_UNREADABLE", url.pathname);
    if (response.status === 405) response.headers["allow"] = "GET, HEAD";
    for (const error of outcome.failures)
      services.log.error("page failed", { traceId: caller.traceId, method: request.method, error });
    if (outcome.parts) await finish(input, response, { request, url, caller, frame, outcome, cacheable });
    return withCallerHeaders(response, caller);
  }

  /** Leads an address that is a screen's but for capital letters (`/Borrow`) to that screen. */
  async function spelt({ pathname, search }: URL, method: string): Promise<HttpResponse | null> {
    if (method !== "GET" || !/[A-Z]/.test(pathname)) return null;
    const path = speltPath((await input.build()).routes, pathname);
    return path === null ? null : { status: 301, headers: { location: path + search }, body: null };
  }
}

interface Rendered {
  request: Request;
  url: URL;
  caller: Caller;
  frame: PageFrame;
  outcome: PageOutcome;
  /** The request for the cache key; null when the page is not cached. */
  cacheable: CacheableRequest | null;
}

/** Puts the document and its headers into the answer that the router passed on without them. */
async function finish(
  { api: { services }, cache }: PagesOptions,
  response: HttpResponse,
  { request, url, caller, frame, outcome, cacheable }: Rendered,
): Promise<void> {
  const { headers } = response;
  const { text, common } = outcome;
  const parts = outcome.parts as PageParts;
  headers["content-security-policy"] = isConsole(frame.path)
    ? consolePolicy(parts)
    : pagePolicy({
        ...parts,
        eventOrigin: services.config.eventOrigin,
        framedBySelf: frame.sandbox && (frame.path.startsWith("/webview") || caller.isHostSimulated),
        framesSelf: frame.sandbox && frame.path === sandboxHostPath,
      });
  headers["vary"] = "Accept-Language, Cookie, User-Agent, Accept-Encoding";
  headers["cache-control"] = "no-store";
  if (outcome.cachedBy && caller.isPersonal) {
    // Whatever its handle says: a page made for one person is never shown to another.
    services.log.error("page not kept", {
      traceId: caller.traceId,
      route: frame.path,
      reason: "The screen says that it may be cached, and asks who is there.",
    });
  } else if (
    outcome.cachedBy &&
    cache &&
    cacheable &&
    !caller.isHostSimulated &&
    caller.cookies.length === 0 &&
    mayKeep(url, outcome.cachedBy)
  ) {
    // An address with its language is the same page for everyone in that host app (product decisions 6), so shared
    // caches may hold it. A change must be visible at once, so each use revalidates the page.
    headers["cache-control"] = frame.addressLanguage ? "public, no-cache" : "private, no-cache";
    if (frame.addressLanguage) headers["vary"] = "User-Agent, Accept-Encoding";
    headers["etag"] = etagOf(text);
    const { "trace-id": _own, ...pageHeaders } = withCommonHeaders(response).headers;
    await cache.store(cacheable, outcome, pageHeaders as Record<string, string>, text);
  }
  if (frame.sandbox && frame.path === sandboxHostPath) chooseHost(caller, url);
  const choice = languageChoice(url);
  if (choice) headers["set-cookie"] = [choice];
  const sent = await compressedPage(text, request.headers.get("accept-encoding"), outcome.cachedBy !== null, common);
  Object.assign(headers, sent.headers);
  response.body = sent.body;
}

/** The pages in the simulator's frame are asked for with this cookie; a plain browser has none. It ends with the browser. */
function chooseHost(caller: Caller, { searchParams }: URL): void {
  const host = chosenSandboxHost(searchParams);
  const value = host && sandboxHostValue(host);
  caller.setCookie("sandboxHost", value ?? "", { httpOnly: false, ...(value === null ? { maxAgeSeconds: 0 } : {}) });
}

/** The data of the page frame, from the request and the services. */
async function frameOf(services: Services, url: URL, caller: Caller): Promise<PageFrame> {
  const path = url.pathname.replace(/\.data$/, "");
  const staff = isConsole(path) ? await caller.staffSession() : null;
  const {
    tokens,
    id,
    name,
    country,
    lends,
    titles,
    slogan,
    operator,
    licence,
    address,
    supportPhone,
    supportWhatsapp,
    supportEmail,
    apps,
  } = caller.brand;
  return {
    language: caller.language,
    addressLanguage: languageNamedBy(url) ?? null,
    brand: {
      tokens,
      id,
      name,
      country,
      lends,
      titles,
      slogan,
      operator,
      licence,
      address,
      supportPhone,
      supportWhatsapp,
      supportEmail,
      apps,
    },
    nativeHost: caller.nativeHost,
    isHostSimulated: caller.isHostSimulated && !/^\/(?:staff|sandbox)\b/.test(path),
    nonce: services.random.bytes(16).toString("base64"),
    formKey: services.random.uuid(),
    now: services.clock.now().toISOString(),
    path,
    pathWithQuery: path + url.search,
    origin: caller.origin,
    eventOrigin: services.config.eventOrigin,
    siteOrigin: siteOriginOf(services, caller.brand.id),
    navBar: url.searchParams.get("navBar") === "1",
    hideBack: url.searchParams.get("hideBack") === "1",
    titlePrefix: services.config.appEnv === "prod" ? "" : `[${services.config.appEnv}] `,
    sandbox: services.config.appEnv !== "prod",
    consoleView: isConsole(path) ? consoleViewOf(caller) : null,
    staff: staff && { name: staff.name, roles: staff.roles, permissions: permissionsOf(staff.roles) },
    traceId: caller.traceId,
  };
}

/** Requests that no screen answers: posts from other origins, addresses that are not a page's canonical one, signed links. */
function withoutScreen(request: Request, url: URL, caller: Caller): HttpResponse | null {
  if (!passesOriginCheck(request, caller.origin)) {
    return {
      status: 403,
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: say(commonProblems.ORIGIN_REFUSED.text, caller.language),
    };
  }
  // `//other.example/` is a path here and another site wherever a browser is sent back to it.
  if (url.pathname.startsWith("//") && request.method === "POST") return errorPage(caller, "NOT_FOUND", "/");
  // One address for one page: search engines would take the other for a copy.
  const usual = url.pathname.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  if (usual !== url.pathname && request.method !== "POST")
    return { status: 301, headers: { location: usual + url.search }, body: null };
  if (request.method === "GET" && isConsole(url.pathname)) {
    const location = chosenConsoleView(url, caller);
    if (location !== null) return withCallerHeaders({ status: 303, headers: { location }, body: null }, caller);
  }
  return exchangeLink(request, url, caller);
}

/** A signed link's token leaves the address at once: it moves to a short-lived cookie (product decisions 2). */
function exchangeLink(request: Request, url: URL, caller: Caller): HttpResponse | null {
  const token = url.searchParams.get("t");
  if (!token || request.method !== "GET" || url.pathname === "/webview/enter") return null;
  url.searchParams.delete("t");
  caller.setCookie("link", /^[\w.~-]{1,600}$/.test(token) ? token : "", { maxAgeSeconds: 1800 });
  return withCallerHeaders({ status: 303, headers: { location: url.pathname + url.search }, body: null }, caller);
}

/** A body that is no form is found when an action asks for one; the web's own class has no other name for it. */
const isUnreadableForm = (error: unknown): boolean => error instanceof TypeError && /form-?data/i.test(error.message);

/** Weak: the same page may travel compressed or not. */
const etagOf = (text: string): string => `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;

const isConsole = (path: string): boolean => path === "/staff" || path.startsWith("/staff/");

/** Adds the headers that the page's calls need: cookies, and clearing the browser's data. */
function withCallerHeaders(response: HttpResponse, { cookies, clearsBrowser }: Caller): HttpResponse {
  if (clearsBrowser) Object.assign(response.headers, clearBrowserHeader);
  if (cookies.length > 0)
    response.headers["set-cookie"] = lastOfEach([response.headers["set-cookie"] ?? [], cookies].flat(2));
  return response;
}
