/** The HTTP door of the calls: reads the request, performs the call, writes the answer. */
import type { Context, Hono } from "hono";
import { Binary, callName, failed, perform, type Api } from "#server/answer.ts";
import type { Caller } from "#server/caller.ts";
import { mayPost } from "#server/guard.ts";
import type { Call } from "#shared/contract.ts";
import { commonProblems } from "#shared/problems.ts";

export type DoorVariables = { Variables: { caller: Caller } };

/** Mounts every call of the API at its method and path. */
export function openDoor(app: Hono<DoorVariables>, api: Api, publicOrigins: readonly string[]): void {
  for (const { call } of api.calls()) {
    app.on(call.method, call.path.replace(/\{(\w+)\}/g, ":$1"), (c) => answerRequest(c, api, call, publicOrigins));
  }
}

/** Partners and link holders authenticate by what they send, not by a cookie; so the guard has nothing to protect there. */
const exemptFromGuard = new Set<Call["policy"]["who"]>(["webhook", "host-app", "sandbox"]);

async function answerRequest(c: Context<DoorVariables>, api: Api, call: Call, publicOrigins: readonly string[]): Promise<Response> {
  const caller = c.get("caller");
  if (!exemptFromGuard.has(call.policy.who) && !mayPost(c.req.raw, publicOrigins)) {
    return respond(c, caller, failed(caller, "ORIGIN_REFUSED", commonProblems.ORIGIN_REFUSED));
  }
  let raw: unknown;
  try {
    raw = call.method === "GET" ? readQuery(c) : await readBody(c, call, caller);
  } catch {
    return respond(c, caller, failed(caller, "BODY_UNREADABLE", commonProblems.BODY_UNREADABLE));
  }
  return respond(c, caller, await perform(api, callName(call), raw, caller));
}

function respond(c: Context<DoorVariables>, caller: Caller, answered: Awaited<ReturnType<typeof perform>>): Response {
  for (const value of caller.cookies) c.header("Set-Cookie", value, { append: true });
  c.header("Trace-Id", caller.traceId);
  if (!answered.ok) {
    const retry = answered.envelope.status.data?.["retryInSeconds"];
    if (typeof retry === "number") c.header("Retry-After", String(retry));
    return c.json(answered.envelope, answered.status as 400);
  }
  if (answered.reply instanceof Binary) {
    for (const [name, value] of Object.entries(answered.reply.headers)) c.header(name, value);
    c.header("Content-Type", answered.reply.contentType);
    return c.body(answered.reply.bytes as Uint8Array<ArrayBuffer>, (answered.reply.status ?? answered.status) as 200);
  }
  return c.json(answered.reply as object, answered.status as 200);
}

/** A repeated key becomes a list: `?key=a&key=b`. A contract that takes one value refuses the list, and the other way round takes both. */
function readQuery(c: Context): unknown {
  const query = Object.fromEntries(Object.entries(c.req.queries()).map(([key, values]) => [key, values.length === 1 ? values[0] : values]));
  delete query["lang"];
  return { ...query, ...c.req.param() };
}

async function readBody(c: Context, call: Call, caller: Caller): Promise<unknown> {
  const type = c.req.header("content-type") ?? "";
  if (call.policy.who === "webhook") {
    caller.raw = { headers: c.req.raw.headers, body: new Uint8Array(await c.req.arrayBuffer()) };
    return { ...c.req.param() };
  }
  if (type.startsWith("multipart/form-data")) return { ...(await c.req.parseBody({ all: true })), ...c.req.param() };
  const text = await c.req.text();
  const body: unknown = text === "" ? {} : JSON.parse(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new Error("The body is not an object.");
  return { ...body, ...c.req.param() };
}
