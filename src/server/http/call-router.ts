/** The door of the calls: finds the call that a request names, reads its input, performs it, and shapes the answer. */
import { unavailableSeconds } from "./error-page.ts";
import {
  Binary,
  callName,
  failed,
  perform,
  Streamed,
  type CallOutcome,
  type Api,
  type Mounted,
  type Raw,
} from "#server/call/pipeline.ts";
import { BodyUnreadable, isMultipart, readForm, readJson } from "./bodies.ts";
import { plainBytes, type BodyLimits } from "./body-limits.ts";
import { bringsSession } from "#server/call/app-session.ts";
import type { Caller } from "#server/call/caller.ts";
import type { HttpRequest, HttpResponse } from "./exchange.ts";
import { passesOriginCheck } from "./same-origin.ts";
import { clearBrowserHeader } from "./headers.ts";
import { lastOfEach } from "./cookies.ts";
import { byName } from "#shared/by-name.ts";
import type { Call } from "#shared/contract.ts";
import { commonProblems } from "#shared/problems.ts";

/** A call, and the values of its path parameters in this request. */
export interface CallMatch {
  call: Call;
  /** Its name in the API, `GET /api/credit/limits`. */
  name: string;
  parameters: Record<string, string>;
}

/** Finds calls by method and path. A path without parameters wins over one with. */
export class CallRouter {
  readonly #plain = new Map<string, Map<string, CallMatch>>();
  /** Calls with parameters, by their number of slashes. */
  readonly #patterned = new Map<number, { call: Call; name: string; parts: PatternPart[] }[]>();

  constructor(calls: Mounted[]) {
    for (const { call } of calls) {
      if (!call.path.includes("{")) {
        this.#plain.set(
          call.path,
          (this.#plain.get(call.path) ?? new Map<string, CallMatch>()).set(call.method, {
            call,
            name: callName(call),
            parameters: {},
          }),
        );
        continue;
      }
      const parts = call.path.split("/").map(patternPart);
      const group = parts.length - 1;
      this.#patterned.set(group, [...(this.#patterned.get(group) ?? []), { call, name: callName(call), parts }]);
    }
  }

  /** The methods of this path, if it is a call's path: for the `Allow` header. */
  methodsOf(path: string): string[] {
    const methods = ["GET", "POST"].filter((method) => this.find(method, path) !== undefined);
    return methods.length === 0 ? [] : [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
  }

  find(method: string, path: string): CallMatch | undefined {
    const effectiveMethod = method === "HEAD" ? "GET" : method;
    const plain = this.#plain.get(path)?.get(effectiveMethod);
    if (plain) return plain;
    const patterned = this.#patterned.get(slashesIn(path));
    if (!patterned) return undefined;
    const parts = path.split("/");
    for (const { call, name, parts: pattern } of patterned) {
      const parameters = call.method === effectiveMethod ? parametersOf(pattern, parts) : undefined;
      if (parameters) return { call, name, parameters };
    }
    return undefined;
  }
}

function slashesIn(path: string): number {
  let count = 0;
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) count++;
  return count;
}

interface PatternPart {
  text: string;
  /** The name of the parameter, if this part is one. */
  name: string | undefined;
}
const patternPart = (text: string): PatternPart => ({ text, name: /^\{(\w+)\}$/.exec(text)?.[1] });

/** The values of the path parameters, or undefined when the path does not match. */
function parametersOf(pattern: readonly PatternPart[], parts: readonly string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (let n = 0; n < pattern.length; n++) {
    const { text, name } = pattern[n] as PatternPart;
    const part = parts[n] as string;
    if (name === undefined ? part !== text : part === "") return undefined;
    if (name !== undefined) parameters[name] = decoded(part);
  }
  return parameters;
}

/** A badly encoded value stays as it was sent: the contract refuses it. */
function decoded(part: string): string {
  if (!part.includes("%")) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Partners and link holders authenticate by the content of the request, not by a cookie; so the guard has nothing to protect there. */
const exemptFromGuard = new Set<Call["policy"]["who"]>(["webhook", "host-app", "sandbox"]);

/**
 * The token of a link is its holder's proof, so a plain client without Origin headers may use it (product decisions
 * 2). A request that a browser marks as cross-site is still refused: there the token travels as a cookie.
 */
function mayCall({ policy }: Call, request: HttpRequest, own: string): boolean {
  if (exemptFromGuard.has(policy.who)) return true;
  if (policy.who === "link" && request.headers.get("sec-fetch-site") === null && request.headers.get("origin") === null)
    return true;
  return passesOriginCheck(request, own);
}

export function answerCall(
  api: Api,
  found: CallMatch,
  request: HttpRequest,
  caller: Caller,
): HttpResponse | Promise<HttpResponse> {
  const { call, name, parameters } = found;
  if (!mayCall(call, request, caller.origin)) return refused(caller, "ORIGIN_REFUSED");
  const raw: Raw =
    call.method === "GET"
      ? { ...readQuery(request.query), ...parameters }
      : async () => ({ ...(await readBody(request, call, api.mounted.get(name)?.bodyLimits, caller)), ...parameters });
  const answered = perform(api, name, raw, caller);
  const tell = (done: CallOutcome): HttpResponse => tellAnswer(withSession(call, done, caller), caller);
  return answered instanceof Promise ? answered.then(tell) : tell(answered);
}

/** Adds the new session for a native app's own client: sent once, and only here. */
function withSession(call: Call, answered: CallOutcome, { isAppClient, newSession, newDevice }: Caller): CallOutcome {
  if (!answered.ok || newSession === null || !isAppClient || !bringsSession(call)) return answered;
  const session = newDevice === null ? newSession : { ...newSession, knownDevice: newDevice };
  return { ...answered, reply: { ...(answered.reply as object), session } };
}

/** A refusal before any call is reached. */
export function refused(
  caller: Pick<Caller, "language" | "traceId"> & Partial<Caller>,
  code: keyof typeof commonProblems,
): HttpResponse {
  return tellAnswer(failed(caller, code, commonProblems[code]), caller);
}

function tellAnswer(
  answered: CallOutcome,
  { traceId, cookies, clearsBrowser, isAppClient }: Pick<Caller, "traceId"> & Partial<Caller>,
): HttpResponse {
  // Refusals and contents are in the reader's language, so a cache in front of us must keep languages apart (product decisions 6).
  const headers: HttpResponse["headers"] = { "trace-id": traceId, vary: "Accept-Language, Cookie" };
  if (cookies && cookies.length > 0 && !isAppClient) headers["set-cookie"] = lastOfEach(cookies);
  if (clearsBrowser) Object.assign(headers, clearBrowserHeader);
  const { status } = answered;
  if (answered.ok && answered.reply instanceof Binary) {
    const { reply } = answered;
    for (const [name, value] of Object.entries(reply.headers)) headers[name.toLowerCase()] = value;
    headers["content-type"] = reply.contentType;
    return { status: reply.status ?? status, headers, body: reply.bytes };
  }
  if (answered.ok && answered.reply instanceof Streamed) return fileResponse(answered.reply, headers);
  headers["content-type"] = "application/json";
  if (answered.ok) return { status, headers, body: JSON.stringify(answered.reply) };
  const retry = answered.envelope.status.data?.["retryInSeconds"];
  if (typeof retry === "number") headers["retry-after"] = String(retry);
  else if (status === 503) headers["retry-after"] = String(unavailableSeconds);
  // The rest of a body that is too large is not read, so the connection cannot be used again.
  if (status === 413) headers["connection"] = "close";
  return { status, headers, body: JSON.stringify(answered.envelope) };
}

/** A file that is made while it is sent. */
export function fileResponse(
  { body, contentType, headers }: Streamed,
  extraHeaders: HttpResponse["headers"] = {},
): HttpResponse {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { status: 200, headers: { ...extraHeaders, ...Object.fromEntries(own), "content-type": contentType }, body };
}

/** A repeated key becomes a list: `?key=a&key=b`. A contract that takes one value refuses the list, and the other way round takes both. */
function readQuery(query: HttpRequest["query"]): Record<string, unknown> {
  if (query.size === 0) return {};
  const read: Record<string, unknown> = byName(query);
  delete read["lang"];
  return read;
}

async function readBody(
  request: HttpRequest,
  { policy }: Call,
  limits: BodyLimits | null | undefined,
  caller: Caller,
): Promise<Record<string, unknown>> {
  if (policy.who === "webhook" || (policy.who === "sandbox" && policy.raw)) {
    const most = policy.who === "webhook" ? policy.maxBytes : undefined;
    const body = new Uint8Array(await request.body(most ?? plainBytes));
    caller.raw = { headers: request.web().headers, body };
    return {};
  }
  if (!limits) return {};
  if (!isMultipart(request)) return readJson(request, limits);
  const form = limits.takesFiles ? await readForm(request, limits) : null;
  if (form === null) throw new BodyUnreadable("This call takes no form.");
  return byName(form);
}
