/**
 * The only way out of the process. A peer is made for one configured origin and reaches nothing else: no redirects, 1 s
 * to connect, 5 s in all, limited answers, a breaker and 32 slots per origin. The ports' adapters use it; no other code
 * sends requests.
 */
import { request as plainRequest, Agent as PlainAgent, type ClientRequest, type IncomingMessage } from "node:http";
import { request as secureRequest, Agent as SecureAgent } from "node:https";
import { traceparent } from "#server/observability/spans.ts";
import { callAfter } from "#server/work/timers.ts";
import { isPublicUrl, publicLookup } from "./public-address.ts";

export interface OutboundRequest {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the peer's base address, starting with a slash, query included. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array | string;
}
export interface OutboundAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Uint8Array;
}

/** No answer. `arrived` says whether the request can have had an effect: NO only when not one byte was sent. */
export class OutboundFailure extends Error {
  readonly arrived: "NO" | "MAYBE";
  readonly reason: OutboundFailureReason;
  constructor(peer: string, reason: OutboundFailureReason, arrived: "NO" | "MAYBE", cause?: unknown) {
    super(`${peer}: ${reason}`, cause === undefined ? undefined : { cause });
    this.name = "OutboundFailure";
    this.reason = reason;
    this.arrived = arrived;
  }
}
export type OutboundFailureReason =
  | "BREAKER_OPEN"
  | "NO_PLACE"
  | "NOT_CONNECTED"
  | "CONNECT_TIMEOUT"
  | "TIMEOUT"
  | "BROKEN_OFF"
  | "ANSWER_TOO_LARGE"
  | "NOT_ALLOWED";

export interface Peer {
  readonly name: string;
  readonly origin: string;
  /** Path of the base address, without a slash at the end. */
  readonly basePath: string;
  /** @throws OutboundFailure when there is no whole answer. Any status is an answer, 3xx included: redirects are not followed. */
  send(request: OutboundRequest): Promise<OutboundAnswer>;
}

export interface Outbound {
  /** @throws Error when the address is not https and neither loopback nor allowed to be plain. */
  peer(name: string, baseUrl: string, limits?: Partial<OutboundLimits>): Peer;
  /** The same in the shape of `fetch`, for code that expects one: addresses at the peer's origin only, bodies as text or bytes. */
  fetch(name: string, baseUrl: string, limits?: Partial<OutboundLimits>): typeof globalThis.fetch;
  /**
   * Sends to addresses that people entered. It has no circuit breaker and no slots: the caller limits parallel
   * requests per address. `onlyPublic`: https only, and only to addresses on the public internet, checked on the
   * address this very connection uses.
   */
  direct(name: string, options: { onlyPublic: boolean; limits: OutboundLimits }): Direct;
  close(): void;
}

export interface Direct {
  /** @throws OutboundFailure when there is no whole answer. Any status is an answer, 3xx included: redirects are not followed. */
  send(url: string, request: Omit<OutboundRequest, "path">): Promise<OutboundAnswer>;
}

export interface OutboundLimits {
  connectMs: number;
  totalMs: number;
  answerBytes: number;
}
// Threat H8: 1 s to connect, 5 s in all.
const defaultLimits: OutboundLimits = { connectMs: 1000, totalMs: 5000, answerBytes: 1_000_000 };
const breakerFailures = 5;
const breakerRestMs = 10_000;
/** Parallel requests to one origin; a request without a slot waits as long as for a connection. So a silent partner blocks no more than these. */
const placesPerOrigin = 32;
const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether the connection is safe from readers in between: https, or this machine's own names. */
export function isProtected({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && loopbackNames.has(hostname));
}

/** `monotonicMs` is real time that never runs backwards; only the breaker uses it. */
export function createOutbound(options: { monotonicMs: () => number; allowPlainHttp: boolean }): Outbound {
  const plainAgent = new PlainAgent({ keepAlive: true, maxSockets: placesPerOrigin });
  const secureAgent = new SecureAgent({ keepAlive: true, maxSockets: placesPerOrigin, minVersion: "TLSv1.2" });
  const directAgents: (PlainAgent | SecureAgent)[] = [];
  const origins = new Map<string, { breaker: Breaker; places: Places }>();
  const outbound: Outbound = {
    peer(name, baseUrl, limits) {
      const base = new URL(baseUrl);
      const secure = base.protocol === "https:";
      if (!isProtected(base) && !(base.protocol === "http:" && options.allowPlainHttp))
        throw new Error(`${name}: ${base.origin} must be an https address.`);
      if (base.username || base.password || base.search || base.hash)
        throw new Error(`${name}: the address may hold only scheme, host and path.`);
      const { breaker, places } = origins.get(base.origin) ?? {
        breaker: new Breaker(options.monotonicMs),
        places: new Places(),
      };
      origins.set(base.origin, { breaker, places });
      const all = { ...defaultLimits, ...limits };
      const basePath = base.pathname.replace(/\/$/, "");
      return {
        name,
        origin: base.origin,
        basePath,
        async send(request) {
          const begun = options.monotonicMs();
          if (!(await places.enter(all.connectMs))) throw new OutboundFailure(name, "NO_PLACE", "NO");
          const limits = { ...all, totalMs: all.totalMs - (options.monotonicMs() - begun) };
          // Checked only now: the breaker may have opened while this request waited.
          return breaker
            .guard(name, () =>
              exchange({ name, base, basePath, secure, agent: secure ? secureAgent : plainAgent, limits }, request),
            )
            .finally(() => places.leave());
        },
      };
    },
    fetch(name, baseUrl, limits) {
      const peer = outbound.peer(name, new URL(baseUrl).origin, limits);
      return async (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input);
        if (url.origin !== peer.origin) throw new Error(`${name}: ${url.origin} is not the configured address.`);
        const body = init?.body ?? undefined;
        if (body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array))
          throw new Error(`${name}: a body is text or bytes.`);
        const headers = Object.fromEntries(new Headers(init?.headers).entries());
        const method = (init?.method ?? "GET") as OutboundRequest["method"];
        const answer = await peer.send({
          method,
          path: url.pathname + url.search,
          headers,
          ...(body === undefined ? {} : { body }),
        });
        const known = Object.entries(answer.headers).filter(
          (entry): entry is [string, string] => entry[1] !== undefined,
        );
        return new Response(answer.body.length ? new Uint8Array(answer.body) : null, {
          status: answer.status,
          headers: known,
        });
      };
    },
    direct(name, { onlyPublic, limits }) {
      const { agents, direct } = directOf(name, onlyPublic, limits);
      directAgents.push(...agents);
      return direct;
    },
    close() {
      plainAgent.destroy();
      secureAgent.destroy();
      for (const agent of directAgents) agent.destroy();
    },
  };
  return outbound;
}

function directOf(
  name: string,
  onlyPublic: boolean,
  limits: OutboundLimits,
): { agents: (PlainAgent | SecureAgent)[]; direct: Direct } {
  // No bound of its own: a receiver that hangs must not take connections from another one of the same origin.
  const agentOptions = { keepAlive: true, maxFreeSockets: 64, ...(onlyPublic ? { lookup: publicLookup } : {}) };
  const plain = new PlainAgent(agentOptions);
  const secured = new SecureAgent({ ...agentOptions, minVersion: "TLSv1.2" });
  const direct: Direct = {
    async send(address, request) {
      const base = new URL(address);
      const secure = base.protocol === "https:";
      if (onlyPublic && !isPublicUrl(base)) throw new OutboundFailure(name, "NOT_ALLOWED", "NO");
      const way = { name, base, basePath: "", secure, agent: secure ? secured : plain, limits };
      return exchange(way, { ...request, path: base.pathname + base.search });
    },
  };
  return { agents: [plain, secured], direct };
}

/** The bulkhead: limits how many requests wait for one partner, and drops a request whose caller has stopped waiting. */
class Places {
  #free = placesPerOrigin;
  readonly #waiting = new Set<(got: boolean) => void>();
  /** True with a slot, at once or within this time; false without. */
  async enter(milliseconds: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((answer) => {
      const end = (got: boolean): void => {
        this.#waiting.delete(end);
        giveUp.cancel();
        answer(got);
      };
      const giveUp = callAfter(milliseconds / 1000, () => end(false));
      this.#waiting.add(end);
    });
  }
  /** Gives the slot to the longest-waiting request. */
  leave(): void {
    const [next] = this.#waiting;
    if (next) next(true);
    else this.#free += 1;
  }
}

/** After five failures in a row nothing is sent for ten seconds; then a single request tries. */
class Breaker {
  readonly #monotonicMs: () => number;
  #failures = 0;
  #openUntil = 0;
  #trying = false;
  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }
  async guard(name: string, send: () => Promise<OutboundAnswer>): Promise<OutboundAnswer> {
    const open = this.#failures >= breakerFailures;
    if (open && (this.#trying || this.#monotonicMs() < this.#openUntil))
      throw new OutboundFailure(name, "BREAKER_OPEN", "NO");
    if (open) this.#trying = true;
    try {
      const answer = await send();
      // 502 to 504 come from a proxy of a dead peer; other statuses show that the peer is alive.
      if (answer.status >= 502 && answer.status <= 504) this.#failed();
      else this.#failures = 0;
      return answer;
    } catch (error) {
      this.#failed();
      throw error;
    } finally {
      if (open) this.#trying = false;
    }
  }
  #failed(): void {
    this.#failures += 1;
    this.#openUntil = this.#monotonicMs() + breakerRestMs;
  }
}

interface Way {
  name: string;
  base: URL;
  basePath: string;
  secure: boolean;
  agent: PlainAgent | SecureAgent;
  limits: OutboundLimits;
}

/** Passes our trace on to partners that record traces. */
function traced(): Record<string, string> {
  const parent = traceparent();
  return parent === null ? {} : { traceparent: parent };
}

function exchange(way: Way, { method, path, headers, body }: OutboundRequest): Promise<OutboundAnswer> {
  if (!path.startsWith("/") || path.startsWith("//")) throw new Error(`${way.name}: a path starts with one slash.`);
  const bytes =
    body === undefined ? undefined : typeof body === "string" ? Buffer.from(body, "utf8") : Buffer.from(body);
  return new Promise((resolve, reject) => {
    let connected = false;
    let ended = false;
    const timers: { cancel: () => void }[] = [];
    const end = (settle: () => void): void => {
      if (ended) return;
      ended = true;
      for (const timer of timers) timer.cancel();
      settle();
    };
    const fail = (reason: OutboundFailureReason, cause?: unknown): void => {
      end(() => reject(new OutboundFailure(way.name, reason, connected ? "MAYBE" : "NO", cause)));
      outgoing.destroy();
    };
    const send = way.secure ? secureRequest : plainRequest;
    const outgoing: ClientRequest = send({
      agent: way.agent,
      protocol: way.base.protocol,
      hostname: way.base.hostname.replace(/^\[|\]$/g, ""),
      port: way.base.port || (way.secure ? 443 : 80),
      method,
      path: way.basePath + path,
      headers: { ...traced(), ...headers, ...(bytes ? { "content-length": String(bytes.length) } : {}) },
    });
    timers.push(callAfter(way.limits.totalMs / 1000, () => fail(connected ? "TIMEOUT" : "CONNECT_TIMEOUT")));
    outgoing.on("socket", (socket) => {
      // A kept connection is ready at once; a new one must be established (for TLS: trusted) within the connect time.
      if (!socket.connecting) {
        connected = true;
        return;
      }
      timers.push(callAfter(way.limits.connectMs / 1000, () => connected || fail("CONNECT_TIMEOUT")));
      socket.once(way.secure ? "secureConnect" : "connect", () => {
        connected = true;
      });
    });
    outgoing.on("error", (error) => fail(connected ? "BROKEN_OFF" : "NOT_CONNECTED", error));
    outgoing.on("response", (incoming) =>
      gather(incoming, way.limits.answerBytes, fail, (answer) => end(() => resolve(answer))),
    );
    outgoing.end(bytes);
  });
}

function gather(
  incoming: IncomingMessage,
  most: number,
  fail: (reason: OutboundFailureReason, cause?: unknown) => void,
  done: (answer: OutboundAnswer) => void,
): void {
  const parts: Buffer[] = [];
  let size = 0;
  incoming.on("data", (part: Buffer) => {
    size += part.length;
    if (size > most) fail("ANSWER_TOO_LARGE");
    else parts.push(part);
  });
  incoming.on("error", (error) => fail("BROKEN_OFF", error));
  incoming.on("aborted", () => fail("BROKEN_OFF"));
  incoming.on("end", () => {
    const headers: Record<string, string | undefined> = {};
    for (const [name, value] of Object.entries(incoming.headers))
      headers[name] = Array.isArray(value) ? value.join(", ") : value;
    done({ status: incoming.statusCode ?? 0, headers, body: Buffer.concat(parts) });
  });
}
