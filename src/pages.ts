/** Renders the screens: frames the request for React Router, sets the page's headers, keeps reading pages. */
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { perform, type Api } from "#server/answer.ts";
import type { Caller } from "#server/caller.ts";
import { cookie, cookieNames } from "#server/session.server.ts";
import { mayPost } from "#server/guard.ts";
import { consolePolicy, pagePolicy } from "#server/headers.ts";
import { languageChoice, type PageCache } from "#server/page-cache.ts";
import { commonProblems } from "#shared/problems.ts";
import { say } from "#shared/texts.ts";
import { pagePath, serverCall } from "#web/api.ts";
import { pageOutcome, type PageOutcome } from "#web/rendering/outcome.ts";
import { pageFrame, type PageFrame } from "#web/screen.ts";

const brotli = promisify(brotliCompress);

export interface PagesWish {
  api: Api;
  build: () => Promise<ServerBuild>;
  mode: string;
  cache: PageCache | null;
  publicOrigins: readonly string[];
}

/** Answers a page or a form post. `incoming` is Node's request, by which a reading page is kept. */
export function createPages(wish: PagesWish) {
  const { api, publicOrigins } = wish;
  const { services } = api;
  const handle = createRequestHandler(wish.build, wish.mode);

  return async (request: Request, caller: Caller, incoming: IncomingMessage | undefined): Promise<Response> => {
    if (!mayPost(request, publicOrigins)) {
      return new Response(say(commonProblems.ORIGIN_REFUSED.text, caller.language), { status: 403, headers: { "Content-Type": "text/plain; charset=utf-8" } });
    }
    const moved = exchangeLink(request, caller);
    if (moved) return moved;
    const frame = await frameOf(request, caller);
    const outcome: PageOutcome = { parts: null, cachedBy: null };
    const context = new RouterContextProvider();
    context.set(pageFrame, frame);
    context.set(pagePath, frame.pathWithQuery);
    context.set(pageOutcome, outcome);
    context.set(serverCall, (name, raw, options) => {
      caller.idempotencyKey = options.idempotencyKey ?? null;
      return perform(api, name, raw, caller);
    });
    const response = await handle(request, context);
    return finish(request, response, caller, frame, outcome, incoming);
  };

  async function frameOf(request: Request, caller: Caller): Promise<PageFrame> {
    const url = new URL(request.url);
    const path = url.pathname.replace(/\.data$/, "");
    const staff = isConsole(path) ? await caller.staffSession() : null;
    const { tokens, id, name, country, lends, slogan, operator, licence, address, supportPhone, supportWhatsapp, supportEmail } = caller.brand;
    return {
      language: caller.language,
      brand: { tokens, id, name, country, lends, slogan, operator, licence, address, supportPhone, supportWhatsapp, supportEmail },
      nativeHost: caller.nativeHost,
      nonce: services.random.bytes(16).toString("base64"),
      formKey: services.random.uuid(),
      path,
      pathWithQuery: path + url.search,
      origin: caller.origin,
      navBar: url.searchParams.get("navBar") === "1",
      hideBack: url.searchParams.get("hideBack") === "1",
      titlePrefix: services.config.appEnv === "prod" ? "" : `[${services.config.appEnv}] `,
      sandbox: services.config.appEnv !== "prod",
      staff: staff && { name: staff.name, roles: staff.roles },
      traceId: caller.traceId,
    };
  }

  /** A signed link's token leaves the address at once: it moves to a short-lived cookie (decisions 2). */
  function exchangeLink(request: Request, caller: Caller): Response | null {
    const url = new URL(request.url);
    const token = url.searchParams.get("t");
    if (!token || request.method !== "GET" || url.pathname === "/webview/enter") return null;
    url.searchParams.delete("t");
    caller.cookies.push(cookie(cookieNames.link, /^[\w.~-]{1,600}$/.test(token) ? token : "", { maxAgeSeconds: 1800 }));
    return withCookies(new Response(null, { status: 303, headers: { Location: url.pathname + url.search } }), caller);
  }

  async function finish(request: Request, response: Response, caller: Caller, frame: PageFrame, outcome: PageOutcome, incoming: IncomingMessage | undefined): Promise<Response> {
    const { headers } = response;
    headers.set("Trace-Id", caller.traceId);
    if (!outcome.parts || !response.body) return withCookies(response, caller);
    headers.set(
      "Content-Security-Policy",
      isConsole(frame.path) ? consolePolicy(outcome.parts) : pagePolicy({ ...outcome.parts, eventOrigin: services.config.eventOrigin, framedBySelf: services.config.appEnv !== "prod" && frame.path.startsWith("/webview") }),
    );
    headers.set("Vary", "Accept-Language, Cookie, User-Agent, Accept-Encoding");
    const text = await response.text();
    if (outcome.cachedBy && wish.cache && incoming && caller.cookies.length === 0) {
      headers.set("Cache-Control", "private, no-cache");
      await wish.cache.store(incoming, outcome.cachedBy, plainHeaders(headers), text);
    } else {
      headers.set("Cache-Control", "no-store");
    }
    const choice = languageChoice(new URL(request.url));
    if (choice) headers.append("Set-Cookie", choice);
    return withCookies(await compressed(request, text, response.status, headers), caller);
  }
}

const isConsole = (path: string): boolean => path === "/staff" || path.startsWith("/staff/");

function plainHeaders(headers: Headers): Record<string, string> {
  const plain = Object.fromEntries(headers);
  delete plain["trace-id"];
  return plain;
}

/** Brotli at a quality that costs less than the bytes save on a slow path. */
async function compressed(request: Request, text: string, status: number, headers: Headers): Promise<Response> {
  if (!(request.headers.get("accept-encoding") ?? "").includes("br")) return new Response(text, { status, headers });
  headers.set("Content-Encoding", "br");
  const bytes = await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } });
  return new Response(new Uint8Array(bytes), { status, headers });
}

function withCookies(response: Response, caller: Caller): Response {
  for (const value of caller.cookies) response.headers.append("Set-Cookie", value);
  return response;
}
