/**
 * Cached responses, sent directly on Node's request before any framework runs: reading pages (`PageCache`) and answers
 * of public calls whose contract has `kept` (`AnswerCache`). Both depend only on contents, configuration and fixed
 * data; they never hold personal data, and clearing one clears the other.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import type { CacheKeyReader } from "./cache-key.ts";
import { takesBrotli, takesGzip, worthCompressing } from "./compression.ts";
import type { HttpResponse } from "./exchange.ts";
import type { Random } from "#server/process/random.ts";
import { isLoopbackName } from "#shared/loopback.ts";
import { languageNamedBy, languages } from "#shared/texts.ts";

/** One encoding of a response, complete except for headers that differ per request. */
interface Sending {
  headers: Readonly<Record<string, string>>;
  body: Buffer | string;
}
interface StoredResponse {
  plain: Sending;
  /** Null when compression would save less than its header costs. */
  brotli: Sending | null;
  gzip: Sending | null;
  bytes: number;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** Up to this size a body is stored as one-byte text: Node sends text in one piece with the head, bytes in a second one. */
const maxTextBytes = 8 * 1024;

function sendingOf(bytes: Buffer, headers: Readonly<Record<string, string>>): Sending {
  return {
    headers: { ...headers, "content-length": String(bytes.length) },
    body: bytes.length <= maxTextBytes ? bytes.toString("latin1") : bytes,
  };
}

/** Stored responses by key, up to a total size; the least recently used are dropped first. */
class ResponseStore {
  readonly #responses: LRUCache<string, StoredResponse>;
  /** Counts how often the cache was cleared: a response made before is not stored afterwards. */
  #age = 0;

  constructor(maxBytes: number) {
    this.#responses = new LRUCache<string, StoredResponse>({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => bytes + 500,
    });
  }

  get age(): number {
    return this.#age;
  }

  find(key: string): StoredResponse | undefined {
    return this.#responses.get(key);
  }

  /** False when the cache was emptied since `age`. `coding`: the quality of Brotli and the level of gzip; null without compression. */
  async keep(
    key: string,
    plain: Buffer,
    headers: Readonly<Record<string, string>>,
    { age, coding }: { age: number; coding: { brotli: number; gzip?: number } | null },
  ): Promise<boolean> {
    // A window no larger than a response: at the default size each compression takes megabytes for as long as it lasts.
    const params = coding && {
      [constants.BROTLI_PARAM_QUALITY]: coding.brotli,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    };
    const [brotli, gzipped] = params
      ? await Promise.all([
          compressBrotli(plain, { params }),
          compressGzip(plain, coding.gzip === undefined ? {} : { level: coding.gzip }),
        ])
      : [null, null];
    if (age !== this.#age) return false;
    this.#responses.set(key, {
      plain: sendingOf(plain, headers),
      brotli: brotli && sendingOf(brotli, { ...headers, "content-encoding": "br" }),
      gzip: gzipped && sendingOf(gzipped, { ...headers, "content-encoding": "gzip" }),
      bytes: plain.length + (brotli?.length ?? 0) + (gzipped?.length ?? 0),
    });
    return true;
  }

  clear(): void {
    this.#age++;
    this.#responses.clear();
  }
}

/** Sends a stored response in the request's encoding, with headers of this request. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  stored: StoredResponse,
  own: Readonly<Record<string, string>>,
): void {
  const accepted = request.headers["accept-encoding"];
  const { headers, body } =
    (takesBrotli(accepted) && stored.brotli) || (takesGzip(accepted) && stored.gzip) || stored.plain;
  response.writeHead(200, { ...headers, ...own });
  response.end(request.method === "HEAD" ? undefined : body, "latin1");
}

const isRead = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";
const pathOf = (target: string): string => {
  const at = target.indexOf("?");
  return at < 0 ? target : target.slice(0, at);
};
/** Limit for stored paths; one page has many spellings (`/Blog`, `/%62log`), which must not fill the memory. */
const maxPaths = 5000;

/** The cookie that remembers the language of a `?lang=` link for a year; undefined when the address has none. It is not personal. */
export function languageChoice(url: URL): string | undefined {
  const language = languageNamedBy(url);
  if (!language) return undefined;
  // Judged by the host name alone: behind a proxy, the address that the cache reads says http although it is https outside.
  const secure = isLoopbackName(url.hostname) ? "" : "; Secure";
  return `lang=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}

/**
 * Whether a page with this address may be cached: its links repeat the address's query keys, so an invented key that
 * does not matter would appear in the next visitor's page. Such a request is still answered.
 */
export function mayKeep(url: URL, cachedBy: readonly string[]): boolean {
  const { searchParams: query } = url;
  return [...query].every(([key, value]) => {
    const isKnown =
      cachedBy.includes(key) ||
      (key === "lang" && languages.some((language) => language === value)) ||
      ((key === "navBar" || key === "hideBack") && value === "1");
    return isKnown && query.getAll(key).length === 1;
  });
}

/** The query keys that matter to a page: those in its cache key, and those that make it uncached. */
export interface PageKeys {
  cachedBy: readonly string[] | null;
  freshBy: readonly string[];
}

/** A request for a cacheable page, as it was before the page was made. */
export interface CacheableRequest {
  url: URL;
  /** Business day and brand for which the page was made, as they are when it is stored. */
  frame: string;
  age: number;
}

/** 32 MB of pages are some 1,500. */
const maxPageBytes = 32 * 1024 * 1024;

/** Reading pages: per brand, language, path, host kind, the two bar flags and the few query keys that the page names. */
export class PageCache {
  readonly #store = new ResponseStore(maxPageBytes);
  /** Query keys by path, learnt from the pages that were stored. */
  readonly #keysOfPath = new LRUCache<string, PageKeys>({ max: maxPaths });
  readonly #frameOf: CacheKeyReader;

  /** `frameOf` gives the parts of the request that change a page's frame: brand, language, host kind, bar flags. */
  constructor(frameOf: CacheKeyReader) {
    this.#frameOf = frameOf;
  }

  #keyOf({ url, frame }: Pick<CacheableRequest, "url" | "frame">, cachedBy: readonly string[]): string {
    const query = cachedBy.map((name) => `${name}=${url.searchParams.get(name) ?? ""}`).join("&");
    return `${url.pathname}?${query}|${frame}`;
  }

  /** Call it before a page is made, and pass the result back with the page; null for an invalid address. */
  cacheable(request: IncomingMessage): CacheableRequest | null {
    const framed = this.#frameOf(request);
    return framed && { ...framed, age: this.#store.age };
  }

  /** Answers from the cache; false when the page is not in it. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (!isRead(request)) return false;
    const keys = this.#keysOfPath.get(pathOf(request.url ?? "/"));
    // The page after a refused form shows the reason; a page in the host simulator is in an app that its user agent does not name.
    if (!keys?.cachedBy || /\b(?:refusal|sandboxHost)=/.test(request.headers.cookie ?? "")) return false;
    // A Host that is no host has no page here; the front door turns it away. Thrown here, it would end the process.
    const framed = this.#frameOf(request);
    if (!framed || keys.freshBy.some((key) => framed.url.searchParams.has(key))) return false;
    const page = this.#store.find(this.#keyOf(framed, keys.cachedBy));
    if (!page) return false;
    const { "content-length": _length, ...headers } = page.plain.headers;
    if (headers["etag"] !== undefined && request.headers["if-none-match"]?.includes(headers["etag"])) {
      response.writeHead(304, headers);
      response.end();
      return true;
    }
    const choice = languageChoice(framed.url);
    send(request, response, page, choice ? { "Set-Cookie": choice } : {});
    return true;
  }

  async store(
    cacheable: CacheableRequest,
    { cachedBy, freshBy }: PageKeys,
    headers: Record<string, string>,
    text: string,
  ): Promise<void> {
    if (!cachedBy) return;
    const how = { age: cacheable.age, coding: { brotli: 11, gzip: 9 } };
    if (await this.#store.keep(this.#keyOf(cacheable, cachedBy), Buffer.from(text), headers, how))
      this.#keysOfPath.set(cacheable.url.pathname, { cachedBy, freshBy });
  }

  /** Empties the cache: some configuration or content has a new version. */
  clear(): void {
    this.#store.clear();
  }
}

const maxAnswerBytes = 8 * 1024 * 1024;
/** A request with a longer query is answered, but not cached. */
const maxQuery = 300;

/** Answers of public calls: per address, brand and language. */
export class AnswerCache {
  readonly #store = new ResponseStore(maxAnswerBytes);
  /** Paths with stored responses: other requests pass without reading their frame. */
  readonly #paths = new LRUCache<string, true>({ max: maxPaths });
  readonly #frameOf: CacheKeyReader;
  readonly #random: Random;

  /** `frameOf` gives the parts of the request, other than its address, that change an answer: host, brand, language. */
  constructor(frameOf: CacheKeyReader, random: Random) {
    this.#frameOf = frameOf;
    this.#random = random;
  }

  /** Call it before an answer is made, and pass the result back with it. */
  get age(): number {
    return this.#store.age;
  }

  #keyOf(request: IncomingMessage): string | null {
    const target = request.url ?? "/";
    const at = target.indexOf("?");
    if (at >= 0 && target.length - at > maxQuery) return null;
    const framed = this.#frameOf(request);
    return framed && `${target}|${framed.frame}`;
  }

  /** Answers from the cache; false when it has no entry. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (!isRead(request) || !this.#paths.has(pathOf(request.url ?? "/"))) return false;
    const key = this.#keyOf(request);
    const stored = key === null ? undefined : this.#store.find(key);
    if (!stored) return false;
    send(request, response, stored, { "trace-id": this.#random.traceId() });
    return true;
  }

  /** Stores an answer for the same later request. `age` is the cache's age from before the answer was made. */
  async store(request: IncomingMessage, response: HttpResponse, age: number): Promise<void> {
    const key = this.#keyOf(request);
    const isWhole =
      response.status === 200 &&
      !response.headers["set-cookie"] &&
      (typeof response.body === "string" || response.body instanceof Uint8Array);
    if (key === null || !isWhole) return;
    const plain = Buffer.from(response.body as string | Uint8Array);
    const isText = /json|svg|text|xml/.test(String(response.headers["content-type"]));
    const { "trace-id": _own, ...own } = response.headers as Record<string, string>;
    const headers = { ...own, vary: "Accept-Language, Cookie, User-Agent, Accept-Encoding" };
    const coding = isText && plain.length > worthCompressing ? { brotli: 6 } : null;
    if (await this.#store.keep(key, plain, headers, { age, coding })) this.#paths.set(pathOf(request.url ?? "/"), true);
  }

  /** Empties the cache: some configuration or content has a new version. */
  clear(): void {
    this.#store.clear();
  }
}
