/** A client outside, with a browser of its own: makes the calls as they come over HTTP, through the same door, cookies and policies. */
import { createHash } from "node:crypto";
import type { Api } from "#server/call/pipeline.ts";
import { callerOf } from "#server/http/caller-of.ts";
import { answerCall, CallRouter } from "#server/http/call-router.ts";
import { cookiesAt } from "#server/http/cookies.ts";
import { deviceFrom } from "#server/http/known-device.ts";
import { requestOfWeb } from "#server/http/exchange.ts";

/** A call that was refused, or that broke (INTERNAL). */
export class RefusedCall extends Error {
  override readonly name = "RefusedCall";
  readonly code: string;
  // A problem's data is read by the code that expects it.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
  constructor(path: string, code: string, data: unknown) {
    super(`${path}: ${code}`);
    this.code = code;
    this.data = data;
  }
}

// oxlint-disable-next-line typescript/no-explicit-any
type Reply = any;
export interface Visitor {
  /** @throws RefusedCall */
  get(path: string): Promise<Reply>;
  /** A key for idempotent calls. @throws RefusedCall */
  post(path: string, body: object, key?: string): Promise<Reply>;
  /** A form with files. @throws RefusedCall */
  send(path: string, form: FormData): Promise<Reply>;
}

const routers = new WeakMap<Api, CallRouter>();
function routerOf(api: Api): CallRouter {
  // Created at the first visit: only then are all calls mounted.
  const known = routers.get(api) ?? new CallRouter(api.calls());
  routers.set(api, known);
  return known;
}

/** `device` identifies the browser, `address` the network. */
export function visitor(api: Api, { device, address }: { device: string; address: string }): Visitor {
  const { services } = api;
  const origin = new URL(services.config.publicOrigins[0] as string);
  const known = deviceFrom(services, createHash("sha256").update(device).digest().subarray(0, 16));
  const names = cookiesAt(origin.origin, services.config.appEnv).names;
  const cookies = new Map([[names.device, known.cookie]]);
  const ask = async (method: string, path: string, body?: BodyInit, more: Record<string, string> = {}) => {
    const headers = new Headers({
      Host: origin.host,
      "Sec-Fetch-Site": "same-origin",
      "Device-Token": device,
      "User-Agent": "Mozilla/5.0 (Linux; Android 13) sandbox-book",
      ...more,
    });
    if (cookies.size > 0) headers.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const request = new Request(new URL(path, origin), { method, headers, ...(body === undefined ? {} : { body }) });
    const httpRequest = { ...requestOfWeb(request), peerAddress: address };
    const found = routerOf(api).find(method, httpRequest.path);
    if (!found) throw new Error(`There is no call ${method} ${path}.`);
    const answered = await answerCall(
      api,
      found,
      httpRequest,
      callerOf({ services, brands: services.brands }, httpRequest, origin.origin),
    );
    for (const set of [answered.headers["set-cookie"] ?? []].flat()) keep(cookies, set);
    const reply: Reply = typeof answered.body === "string" ? JSON.parse(answered.body) : null;
    if (answered.status >= 400) throw new RefusedCall(path, reply?.status?.code ?? "UNREADABLE", reply?.status?.data);
    return reply;
  };
  return {
    get: (path) => ask("GET", path),
    post: (path, body, key) =>
      ask("POST", path, JSON.stringify(body), {
        "Content-Type": "application/json",
        ...(key ? { "Idempotency-Key": key } : {}),
      }),
    send: (path, form) => ask("POST", path, form),
  };
}

function keep(cookies: Map<string, string>, set: string): void {
  const [pair = ""] = set.split(";");
  const at = pair.indexOf("=");
  if (/Max-Age=0/i.test(set)) cookies.delete(pair.slice(0, at));
  else cookies.set(pair.slice(0, at), pair.slice(at + 1));
}
