/**
 * A request and its answer as the front door sees them. One shape for what Node's server hands over and for what a test
 * sends, read lazily: a call that asks for two headers pays for two headers.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { plainBytes } from "./body-limits.ts";

export interface HeaderReader {
  /** `name` in lower case. */
  get(name: string): string | null;
}

export interface HttpRequest {
  method: string;
  /** As sent and not decoded, without the query. */
  path: string;
  /** To be read: requests without one share an empty one. */
  query: Pick<URLSearchParams, "get" | "getAll" | "size" | "toString"> & Iterable<[string, string]>;
  /** The Host header; empty where there is none. */
  host: string;
  /**
   * The public origin whose host is the request's, undefined where no such host is ours. Behind a proxy that ends TLS it is
   * all that says by which scheme somebody came: the connection to us is plain.
   */
  origin: string | undefined;
  headers: HeaderReader;
  /** The socket's address; forwarded headers count only behind the configured number of hops. */
  peerAddress: string;
  /** The whole body. @throws BodyTooLarge beyond so many bytes, whatever the request said about its length. */
  body(maxBytes: number): Promise<Buffer>;
  /** Hands the body over as it arrives, in one go and once. @throws BodyTooLarge as above, and what `take` throws: nothing more is read then. */
  read(maxBytes: number, take: (bytes: Buffer) => void): Promise<void>;
  /** The same as the web's own class, for the router: its address is of `origin`, as the sender's browser has it; without its body, of which `form` is what was read. */
  web(form?: FormData | null): Request;
}

/** A request whose form was read before: nobody reads it again by rules of his own. */
class RequestWithForm extends Request {
  readonly #form: FormData | null;
  constructor(address: string, init: RequestInit, form: FormData | null) {
    super(address, init);
    this.#form = form;
  }
  /** @throws TypeError where no form was sent, as the web's own does. */
  override async formData(): ReturnType<Request["formData"]> {
    if (this.#form === null) throw new TypeError("The request brought no FormData.");
    return this.#form;
  }
}

export interface HttpResponse {
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

const noQuery = new URLSearchParams();

/** Names the public origin of a host. */
export type OriginOf = (host: string) => string | undefined;
/** Without public origins that say otherwise, a connection is what it is. */
const plainOrigin: OriginOf = (host) => `http://${host}`;

/** What Node's server hands over. When somebody asks for the body, `open` makes room for it, and `pause` is told that it is waited for. */
export const requestOfNode = (
  incoming: IncomingMessage,
  open: () => BodyPlace = () => boundless,
  pause: Pause = () => () => {},
  originOf: OriginOf = plainOrigin,
): HttpRequest => new RequestOfNode(incoming, open, pause, originOf);

/** A class: getters of each request's own object would cost more than reading its headers. */
class RequestOfNode implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly origin: string | undefined;
  readonly headers: HeaderReader;
  readonly #incoming: IncomingMessage;
  readonly #open: () => BodyPlace;
  readonly #pause: Pause;
  readonly #search: string;
  #query: URLSearchParams | undefined;
  #read: Promise<Buffer> | undefined;

  constructor(incoming: IncomingMessage, open: () => BodyPlace, pause: Pause, originOf: OriginOf) {
    const target = incoming.url ?? "/";
    const at = target.indexOf("?");
    this.method = incoming.method ?? "GET";
    this.path = at < 0 ? target : target.slice(0, at);
    this.#search = at < 0 ? "" : target.slice(at);
    // Names of hosts have no case (RFC 9110, 4.2.3).
    this.host = (incoming.headers.host ?? "").toLowerCase();
    this.origin = originOf(this.host);
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

  body(maxBytes: number): Promise<Buffer> {
    return (this.#read ??= this.#readOnce(maxBytes));
  }

  async #readOnce(maxBytes: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    await this.read(maxBytes, (part) => void parts.push(part));
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }

  read(maxBytes: number, take: (bytes: Buffer) => void): Promise<void> {
    const goOn = this.#pause();
    return readBody(this.#incoming, maxBytes, this.#open(), take).finally(goOn);
  }

  web(form: FormData | null = null): Request {
    const { rawHeaders, url = "/" } = this.#incoming;
    const headers = new Headers();
    for (let n = 0; n < rawHeaders.length; n += 2) headers.append(rawHeaders[n] as string, rawHeaders[n + 1] as string);
    return new RequestWithForm(`${this.origin}${url}`, { method: this.method, headers }, form);
  }
}

/** What a test sends, by the web's own class. */
export function requestOfWeb(request: Request, originOf?: OriginOf): HttpRequest {
  const url = new URL(request.url);
  const host = (request.headers.get("host") ?? "").toLowerCase();
  const origin = originOf ? originOf(host) : url.origin;
  return {
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    host,
    origin,
    headers: request.headers,
    peerAddress: "127.0.0.1",
    async body(maxBytes) {
      const bytes = Buffer.from(await request.clone().arrayBuffer());
      if (bytes.length > maxBytes) throw new BodyTooLarge();
      return bytes;
    },
    async read(maxBytes, take) {
      take(await this.body(maxBytes));
    },
    web(form = null) {
      const address = `${origin}${url.pathname}${url.search}`;
      return new RequestWithForm(address, { method: request.method, headers: request.headers }, form);
    },
  };
}

/** Pieces of a body that come in packets of their own; smaller ones cost more than they bring, so no client makes more than some. */
const pieceBytes = 64;
const furtherPieces = 1024;

function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
  place: BodyPlace,
  take: (part: Buffer) => void,
): Promise<void> {
  // Where the server takes a request without body headers for ended (`optimizeEmptyRequests`), no event comes any more.
  if (incoming.readableEnded) return Promise.resolve();
  // Node holds a body to the length it announced; one without is counted as it arrives.
  if (announcedBytes(incoming) > maxBytes) return Promise.reject(new BodyTooLarge());
  return new Promise((done, failed) => {
    let length = 0;
    let pieces = 0;
    const stop = (error: unknown): void => {
      incoming.off("data", hold).pause();
      // Nothing of it is held any more, however long the rest takes.
      place.leave();
      failed(error);
    };
    const hold = (part: Buffer): void => {
      length += part.length;
      if (length > maxBytes) return stop(new BodyTooLarge());
      if (!place.take(part.length)) return stop(new NoRoom());
      if (++pieces > furtherPieces + length / pieceBytes) {
        stop(new ClientGone());
        return void incoming.destroy();
      }
      try {
        take(part);
      } catch (error) {
        stop(error);
      }
    };
    incoming.on("data", hold);
    incoming.on("end", () => done());
    incoming.on("error", () => failed(new ClientGone()));
    incoming.on("close", () => failed(new ClientGone()));
  });
}

/** The length that a body announced; 0 where it announced none. */
const announcedBytes = ({ headers }: IncomingMessage): number => Number(headers["content-length"] ?? 0);

export const responseOfWeb = ({ status, headers, body }: Response): HttpResponse => ({
  status,
  headers: plain(headers),
  body,
});

export function webResponseOf({ status, headers, body }: HttpResponse): Response {
  const own = new Headers();
  for (const [name, value] of Object.entries(headers)) for (const one of [value].flat()) own.append(name, one);
  return new Response(status === 204 || status === 304 ? null : (body as BodyInit | null), { status, headers: own });
}

/** Writes an answer. A HEAD request is told all but the body. */
export function writeResponse(told: HttpResponse, response: ServerResponse, isHead: boolean): void {
  const { status, body } = told;
  const headers: Record<string, string | string[] | number> = told.headers;
  if (body !== null && typeof body === "object" && !(body instanceof Uint8Array)) {
    response.writeHead(status, headers);
    if (isHead) {
      response.end();
      void body.cancel();
    } else sendStream(Readable.fromWeb(body as NodeStream), response);
    return;
  }
  const length = body === null ? 0 : Buffer.byteLength(body);
  if (status !== 204 && status !== 304) headers["content-length"] = length;
  response.writeHead(status, headers);
  if (!response.req.complete && isUnderWay(response.req)) return afterRest(response, body ?? "");
  // As many bytes as characters: nothing in it is beyond ASCII, and the same bytes need no look at each letter.
  response.end(isHead || body === null ? undefined : body, body?.length === length ? "latin1" : "utf8");
}

/** A body as it is made. Nothing more of it is made where its reader has gone. */
function sendStream(body: Readable, response: ServerResponse): void {
  body.on("error", () => response.destroy()).pipe(response);
  if (response.destroyed) body.destroy();
  else response.once("close", () => body.destroy());
}

/** What is still under way of a body that was answered without it is thrown away up to so much. */
const maxRestBytes = 64 * 1024 * 1024;

/** Whether somebody began to read the body, or nobody did and it is a long one; a short one is thrown away by Node itself. */
const isUnderWay = (incoming: IncomingMessage): boolean =>
  incoming.readableFlowing !== null ||
  announcedBytes(incoming) > plainBytes ||
  incoming.headers["transfer-encoding"] !== undefined;

/**
 * Ends an answer when the body has arrived that it did not wait for. Closed on in the middle of sending, a client would
 * see a broken connection and never read what it is told. How slowly the rest may come is the pacer's business.
 */
function afterRest(response: ServerResponse, body: string | Uint8Array): void {
  const incoming = response.req;
  let rest = 0;
  response.flushHeaders();
  response.write(body);
  incoming.on("data", (part: Buffer) => {
    rest += part.length;
    if (rest <= maxRestBytes) return;
    response.end();
    incoming.destroy();
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
