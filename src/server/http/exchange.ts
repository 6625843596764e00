/**
 * A request and its response as the front door sees them. One type for Node's server and for tests, read lazily: a call
 * that needs two headers pays for two headers.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { callAfter } from "#server/work/timers.ts";
import { plainBytes } from "./body-limits.ts";

export interface HeaderReader {
  /** `name` in lower case. */
  get(name: string): string | null;
  /** Names of all headers that were sent, in lower case. */
  keys(): Iterable<string>;
}

export interface HttpRequest {
  method: string;
  /** As sent and not decoded, without the query. */
  path: string;
  /** Read only: requests without a query share an empty one. */
  query: Pick<URLSearchParams, "get" | "getAll" | "size" | "toString"> & Iterable<[string, string]>;
  /** The Host header; empty where there is none. */
  host: string;
  /**
   * The public origin that belongs to the request's host; undefined when the host is not ours. Behind a proxy that
   * ends TLS it is the only source of the scheme: the connection to us is plain.
   */
  origin: string | undefined;
  headers: HeaderReader;
  /** The socket's address; forwarded headers count only behind the configured number of hops. */
  peerAddress: string;
  /** The whole body. @throws BodyTooLarge above this size, whatever length the request announced. */
  body(maxBytes: number): Promise<Buffer>;
  /**
   * Passes the body on as it arrives, once.
   * @throws BodyTooLarge as above, BodyTooSlow after this many `seconds`, and errors of `take`: then reading stops.
   */
  read(maxBytes: number, take: (bytes: Buffer) => void, seconds?: number): Promise<void>;
  /** The same as a web Request, for the router: with an address at `origin`, as the sender's browser has it; without its body, whose parsed form is `form`. */
  web(form?: FormData | null): Request;
}

/** A request whose form was parsed already, so that it is not parsed again under other rules. */
class RequestWithForm extends Request {
  readonly #form: FormData | null;
  constructor(address: string, init: RequestInit, form: FormData | null) {
    super(address, init);
    this.#form = form;
  }
  /** @throws TypeError when no form was sent, like the web's own method. */
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
/** Other uploads fill the memory for bodies in this process; later there is room again. */
export class NoRoom extends Error {
  override readonly name = "NoRoom";
}
/** The body did not arrive within the seconds that its call allows. */
export class BodyTooSlow extends Error {
  override readonly name = "BodyTooSlow";
}
/** The connection ended before the body was complete: there is no client left to answer. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

interface RoomBounds {
  /** Bytes of all bodies together. */
  bytes: number;
  /** This many bytes of each body are not counted, so that uploads that fill the memory limit do not block forms and partners' reports. */
  ofEach?: number;
  /** Bytes that one sender may hold at a time. A single body is always admitted, however long; two must be sent one after the other. */
  ofSender?: number;
}

/** Limits the memory that bodies take in this process: uploads on slow networks stay in memory for minutes. // Threats H9 and I8 */
export class BodyRoom {
  #free: number;
  readonly #bounds: Required<RoomBounds>;
  readonly #heldBy = new Map<string, number>();
  constructor({ bytes, ofEach = 0, ofSender = Infinity }: RoomBounds) {
    this.#free = bytes;
    this.#bounds = { bytes, ofEach, ofSender };
  }
  /** One body's share of the memory limit. `sender`: whose bodies share a limit. */
  open(sender = ""): BodyPlace {
    let takenBytes = 0;
    let own = this.#bounds.ofEach;
    let reserved = 0;
    const heldBytes = (): number => this.#heldBy.get(sender) ?? 0;
    const hold = (bytes: number): void => {
      this.#free -= bytes;
      takenBytes += bytes;
      if (heldBytes() + bytes === 0) this.#heldBy.delete(sender);
      else this.#heldBy.set(sender, heldBytes() + bytes);
    };
    const grow = (bytes: number): boolean => {
      if (bytes > this.#free) return false;
      const ofOthers = heldBytes() - takenBytes;
      if (bytes > 0 && ofOthers > 0 && ofOthers + takenBytes + bytes > this.#bounds.ofSender) return false;
      if (bytes > 0) hold(bytes);
      return true;
    };
    return {
      reserve(bytes) {
        const beyond = Math.max(0, bytes - own);
        if (!grow(beyond)) return false;
        reserved = beyond;
        return true;
      },
      take(bytes) {
        const ofOwn = Math.min(own, bytes);
        const ofReserved = Math.min(reserved, bytes - ofOwn);
        if (!grow(bytes - ofOwn - ofReserved)) return false;
        own -= ofOwn;
        reserved -= ofReserved;
        return true;
      },
      leave: () => {
        hold(-takenBytes);
        reserved = 0;
      },
    };
  }
}
export interface BodyPlace {
  /** Reserves the announced size of a body before any byte has come; false when there is no room. */
  reserve(bytes: number): boolean;
  /** False when there is no room for received bytes. */
  take(bytes: number): boolean;
  /** Releases the taken bytes. */
  leave(): void;
}
const boundless: BodyPlace = { reserve: () => true, take: () => true, leave: () => {} };
/** Begins a wait; the returned function is called when the wait is over, and may take a while itself. */
type Pause = () => () => void | Promise<void>;

const noQuery = new URLSearchParams();

/** Names the public origin of a host. */
export type OriginOf = (host: string) => string | undefined;
/** Without a public origin for the host, the scheme is that of the connection. */
const plainOrigin: OriginOf = (host) => `http://${host}`;

/** Reserves memory for a body; that may need to look up the sender first. */
type OpenPlace = () => BodyPlace | Promise<BodyPlace>;

/** The request of Node's server. When a reader asks for the body, `open` reserves memory for it, and `pause` is called while it waits. */
export const requestOfNode = (
  incoming: IncomingMessage,
  open: OpenPlace = () => boundless,
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
  readonly #open: OpenPlace;
  readonly #pause: Pause;
  readonly #search: string;
  #query: URLSearchParams | undefined;
  #read: Promise<Buffer> | undefined;

  constructor(incoming: IncomingMessage, open: OpenPlace, pause: Pause, originOf: OriginOf) {
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
      keys: () => Object.keys(incoming.headers),
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

  read(maxBytes: number, take: (bytes: Buffer) => void, seconds?: number): Promise<void> {
    const goOn = this.#pause();
    return this.#readInto(maxBytes, take, seconds).finally(goOn);
  }

  async #readInto(maxBytes: number, take: (bytes: Buffer) => void, seconds: number | undefined): Promise<void> {
    const incoming = this.#incoming;
    // Node limits a body to its announced length; one without a length is counted as it arrives.
    if (announcedBytes(incoming) > maxBytes) throw new BodyTooLarge();
    const opened = this.#open();
    const place = opened instanceof Promise ? await opened : opened;
    if (incoming.destroyed && !incoming.readableEnded) throw new ClientGone();
    if (!place.reserve(announcedBytes(incoming))) throw new NoRoom();
    return readBody(incoming, maxBytes, place, take, seconds);
  }

  web(form: FormData | null = null): Request {
    const { rawHeaders, url = "/" } = this.#incoming;
    const headers = new Headers();
    for (let n = 0; n < rawHeaders.length; n += 2) headers.append(rawHeaders[n] as string, rawHeaders[n + 1] as string);
    return new RequestWithForm(`${this.origin}${url}`, { method: this.method, headers }, form);
  }
}

/** A test's request, by the web's own class. */
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

/** The minimal piece of a body per packet; smaller packets cost more than they carry, and honest clients send few of them. */
const pieceBytes = 64;
const furtherPieces = 1024;

function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
  place: BodyPlace,
  take: (part: Buffer) => void,
  seconds: number | undefined,
): Promise<void> {
  // When the server treats a request without body headers as ended (`optimizeEmptyRequests`), no further event comes.
  if (incoming.readableEnded) return Promise.resolve();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let length = 0;
  let pieces = 0;
  const stop = (error: unknown): void => {
    incoming.off("data", hold).pause();
    // Releases the memory, however long the rest takes.
    place.leave();
    reject(error);
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
  incoming.on("end", () => resolve());
  incoming.on("error", () => reject(new ClientGone()));
  incoming.on("close", () => reject(new ClientGone()));
  if (seconds === undefined) return promise;
  const late = callAfter(seconds, () => stop(new BodyTooSlow()));
  return promise.finally(() => late.cancel());
}

/** The announced length of a body; 0 without one. */
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

/** Writes a response. A HEAD request gets everything but the body. */
export function writeResponse(answer: HttpResponse, response: ServerResponse, isHead: boolean): void {
  const { status, body } = answer;
  const headers: Record<string, string | string[] | number> = answer.headers;
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
  // As many bytes as characters: the text is pure ASCII, so latin1 gives the same bytes without scanning each letter.
  response.end(isHead || body === null ? undefined : body, body?.length === length ? "latin1" : "utf8");
}

/** Sends a body while it is generated. Generation stops when the reader has gone. */
function sendStream(body: Readable, response: ServerResponse): void {
  body.on("error", () => response.destroy()).pipe(response);
  if (response.destroyed) body.destroy();
  else response.once("close", () => body.destroy());
}

/** The rest of a body that was answered unread is discarded up to this size. */
const maxRestBytes = 64 * 1024 * 1024;

/** Whether the body is being read, or is unread and long; Node itself discards a short one. */
const isUnderWay = (incoming: IncomingMessage): boolean =>
  incoming.readableFlowing !== null ||
  announcedBytes(incoming) > plainBytes ||
  incoming.headers["transfer-encoding"] !== undefined;

/**
 * Ends a response after the unread rest of the body has arrived. If we closed earlier, a client that is still sending
 * would see a broken connection and never read the answer. The slow body guard limits how slowly the rest may come.
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
