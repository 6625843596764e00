/**
 * A request and its answer as the front door sees them. One shape for what Node's server hands over and for what a test
 * sends, read lazily: a call that asks for two headers pays for two headers.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";

export interface HeaderReader {
  /** `name` in lower case. */
  get(name: string): string | null;
}

export interface Asked {
  method: string;
  /** As sent and not decoded, without the query. */
  path: string;
  /** To be read: requests without one share an empty one. */
  query: Pick<URLSearchParams, "get" | "getAll" | "size" | "toString"> & Iterable<[string, string]>;
  /** The Host header; empty where there is none. */
  host: string;
  headers: HeaderReader;
  /** The socket's address; forwarded headers count only behind the configured number of hops. */
  peerAddress: string;
  /** The whole body. @throws BodyTooLarge beyond so many bytes, whatever the request said about its length. */
  body(mostBytes: number): Promise<Buffer>;
  /** The same as the web's own class, for the router and for multipart forms. */
  web(mostBytes: number): Promise<Request>;
}

export interface Told {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | string[]>;
  body: string | Uint8Array | ReadableStream | null;
}

export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}
/** Other uploads fill what this process holds of bodies; later there is room again. */
export class NoRoom extends Error {
  override readonly name = "NoRoom";
}
/** The connection ended before the body was whole: nobody is left to be answered. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** What this process holds of bodies at a time: uploads of slow networks lie in memory for minutes. // Threat H9 */
export class BodyRoom {
  #free: number;
  readonly #ofEach: number;
  /** `ofEach`: so many bytes of each body take no room, so that uploads that fill it keep no form and no partner's report out. */
  constructor(bytes: number, ofEach = 0) {
    this.#free = bytes;
    this.#ofEach = ofEach;
  }
  /** One body's part of the room. `take` is false where the bytes find no place; `leave` gives back what was taken. */
  open(): BodyPlace {
    let taken = 0;
    let own = this.#ofEach;
    return {
      take: (bytes) => {
        const beyond = Math.max(0, bytes - own);
        if (beyond > this.#free) return false;
        own -= bytes - beyond;
        this.#free -= beyond;
        taken += beyond;
        return true;
      },
      leave: () => {
        this.#free += taken;
        taken = 0;
      },
    };
  }
}
export interface BodyPlace {
  take(bytes: number): boolean;
  leave(): void;
}
const boundless: BodyPlace = { take: () => true, leave: () => {} };
/** Begins a wait for something that is under way; what it returns is called when the wait is over, and may take a while itself. */
type Pause = () => () => void | Promise<void>;

const hasBody = (method: string): boolean => method !== "GET" && method !== "HEAD";

const noQuery = new URLSearchParams();

/** What Node's server hands over. When somebody asks for the body, `open` makes room for it, and `pause` is told that it is waited for. */
export const askedOfNode = (
  incoming: IncomingMessage,
  open: () => BodyPlace = () => boundless,
  pause: Pause = () => () => {},
): Asked => new AskedOfNode(incoming, open, pause);

/** A class: getters of each request's own object would cost more than reading its headers. */
class AskedOfNode implements Asked {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly headers: HeaderReader;
  readonly #incoming: IncomingMessage;
  readonly #open: () => BodyPlace;
  readonly #pause: Pause;
  readonly #search: string;
  #query: URLSearchParams | undefined;
  #read: Promise<Buffer> | undefined;

  constructor(incoming: IncomingMessage, open: () => BodyPlace, pause: Pause) {
    const target = incoming.url ?? "/";
    const at = target.indexOf("?");
    this.method = incoming.method ?? "GET";
    this.path = at < 0 ? target : target.slice(0, at);
    this.#search = at < 0 ? "" : target.slice(at);
    // Names of hosts have no case (RFC 9110, 4.2.3).
    this.host = (incoming.headers.host ?? "").toLowerCase();
    this.headers = {
      get(name) {
        const value = incoming.headers[name];
        return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
      },
    };
    this.#incoming = incoming;
    this.#open = open;
    this.#pause = pause;
  }

  get query(): URLSearchParams {
    return (this.#query ??= this.#search === "" ? noQuery : new URLSearchParams(this.#search));
  }

  get peerAddress(): string {
    return this.#incoming.socket.remoteAddress ?? "";
  }

  body(mostBytes: number): Promise<Buffer> {
    return (this.#read ??= this.#readOnce(mostBytes));
  }

  #readOnce(mostBytes: number): Promise<Buffer> {
    const goOn = this.#pause();
    return readBody(this.#incoming, mostBytes, this.#open()).finally(goOn);
  }

  async web(mostBytes: number): Promise<Request> {
    const { rawHeaders, url = "/" } = this.#incoming;
    const headers = new Headers();
    for (let n = 0; n < rawHeaders.length; n += 2) headers.append(rawHeaders[n] as string, rawHeaders[n + 1] as string);
    const body = hasBody(this.method) ? new Uint8Array(await this.body(mostBytes)) : null;
    return new Request(`http://${this.host}${url}`, { method: this.method, headers, body });
  }
}

/** What a test sends, by the web's own class. */
export function askedOfWeb(request: Request): Asked {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    host: (request.headers.get("host") ?? "").toLowerCase(),
    headers: request.headers,
    peerAddress: "127.0.0.1",
    async body(mostBytes) {
      const bytes = Buffer.from(await request.clone().arrayBuffer());
      if (bytes.length > mostBytes) throw new BodyTooLarge();
      return bytes;
    },
    async web(mostBytes) {
      await this.body(mostBytes);
      return request;
    },
  };
}

function readBody(incoming: IncomingMessage, mostBytes: number, place: BodyPlace): Promise<Buffer> {
  // Where the server takes a request without body headers for ended (`optimizeEmptyRequests`), no event comes any more.
  if (incoming.readableEnded) return Promise.resolve(Buffer.alloc(0));
  // Node holds a body to the length it announced; one without is counted as it arrives.
  if (Number(incoming.headers["content-length"] ?? 0) > mostBytes) return Promise.reject(new BodyTooLarge());
  return new Promise((done, failed) => {
    const parts: Buffer[] = [];
    let length = 0;
    const hold = (part: Buffer): void => {
      length += part.length;
      const isHeld = length <= mostBytes && place.take(part.length);
      if (isHeld) return void parts.push(part);
      incoming.off("data", hold).pause();
      failed(length <= mostBytes ? new NoRoom() : new BodyTooLarge());
    };
    incoming.on("data", hold);
    incoming.on("end", () => done(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)));
    incoming.on("error", () => failed(new ClientGone()));
    incoming.on("close", () => failed(new ClientGone()));
  });
}

export const toldOfWeb = ({ status, headers, body }: Response): Told => ({ status, headers: plain(headers), body });

export function webOfTold({ status, headers, body }: Told): Response {
  const own = new Headers();
  for (const [name, value] of Object.entries(headers)) for (const one of [value].flat()) own.append(name, one);
  return new Response(status === 204 || status === 304 ? null : (body as BodyInit | null), { status, headers: own });
}

/** Writes an answer. A HEAD request is told all but the body. */
export function writeTold(told: Told, response: ServerResponse, isHead: boolean): void {
  const { status, body } = told;
  const headers: Record<string, string | string[] | number> = told.headers;
  if (body !== null && typeof body === "object" && !(body instanceof Uint8Array)) {
    response.writeHead(status, headers);
    if (isHead) {
      response.end();
      void body.cancel();
    } else
      Readable.fromWeb(body as NodeStream)
        .on("error", () => response.destroy())
        .pipe(response);
    return;
  }
  const length = body === null ? 0 : Buffer.byteLength(body);
  if (status !== 204 && status !== 304) headers["content-length"] = length;
  response.writeHead(status, headers);
  if (status === 413 && !response.req.complete) return afterRest(response, body ?? "");
  // As many bytes as characters: nothing in it is beyond ASCII, and the same bytes need no look at each letter.
  response.end(isHead || body === null ? undefined : body, body?.length === length ? "latin1" : "utf8");
}

/** What is still under way of a body that was refused for its size is thrown away up to so much. */
const mostRestBytes = 64 * 1024 * 1024;

/**
 * Ends a refusal when its body has arrived. Closed on in the middle of sending, a client would see a broken connection
 * and never read what it is told. How slowly the rest may come is the pacer's business.
 */
function afterRest(response: ServerResponse, body: string | Uint8Array): void {
  const incoming = response.req;
  let rest = 0;
  response.flushHeaders();
  response.write(body);
  incoming.on("data", (part: Buffer) => {
    rest += part.length;
    if (rest > mostRestBytes) response.end();
  });
  incoming.once("end", () => response.end());
  incoming.once("close", () => response.end());
  incoming.resume();
}

function plain(headers: Headers): Record<string, string | string[]> {
  const named: Record<string, string | string[]> = Object.fromEntries(headers);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) named["set-cookie"] = cookies;
  return named;
}
