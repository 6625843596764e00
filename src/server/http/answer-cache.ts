/**
 * Kept answers of public calls: those whose contract says `kept`, because they are made from contents, configuration and
 * standing data alone and are the same for everyone with that brand and language. Answered straight from Node's request,
 * as kept pages are; what empties those empties these.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import type { CacheKeyReader } from "./cache-key.ts";
import { worthCompressing } from "./compression.ts";
import type { HttpResponse } from "./exchange.ts";
import type { Random } from "#server/random.ts";

/** One way to send an answer, ready but for its trace id. */
interface Sending {
  headers: Readonly<Record<string, string>>;
  body: Buffer | string;
}
interface StoredAnswer {
  plain: Sending;
  /** Null where compressing would save less than the header of it costs. */
  brotli: Sending | null;
  gzip: Sending | null;
  bytes: number;
}

const compress = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const maxBytes = 8 * 1024 * 1024;
/** A longer query is answered all the same, but not kept. */
const maxQuery = 300;
/** Up to this size a body is kept as text of one byte a character: Node sends text in one piece with the head, bytes in a second one. */
const maxTextBytes = 8 * 1024;

export class AnswerCache {
  readonly #answers = new LRUCache<string, StoredAnswer>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes + 500,
  });
  /** Paths of which anything was kept: every other request passes without its frame being read. */
  readonly #paths = new LRUCache<string, true>({ max: 5000 });
  readonly #frameOf: CacheKeyReader;
  readonly #random: Random;
  /** Counts how often it was emptied: an answer that was made before and would be stored after is not. */
  #age = 0;

  /** `frameOf` names what of the request changes an answer beside its address: host, brand, language. */
  constructor(frameOf: CacheKeyReader, random: Random) {
    this.#frameOf = frameOf;
    this.#random = random;
  }

  /** To be asked before an answer is made, and given back with it. */
  get age(): number {
    return this.#age;
  }

  #keyOf(request: IncomingMessage): string | null {
    const target = request.url ?? "/";
    const at = target.indexOf("?");
    if (at >= 0 && target.length - at > maxQuery) return null;
    const framed = this.#frameOf(request);
    return framed && `${target}|${framed.frame}`;
  }

  /** Answers from what is kept; false where nothing is. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const target = request.url ?? "/";
    const at = target.indexOf("?");
    if (!this.#paths.has(at < 0 ? target : target.slice(0, at))) return false;
    const key = this.#keyOf(request);
    const kept = key === null ? undefined : this.#answers.get(key);
    if (!kept) return false;
    const accepted = request.headers["accept-encoding"] ?? "";
    const { headers, body } =
      (accepted.includes("br") && kept.brotli) || (accepted.includes("gzip") && kept.gzip) || kept.plain;
    response.writeHead(200, { ...headers, "trace-id": this.#random.traceId() });
    response.end(request.method === "HEAD" ? undefined : body, "latin1");
    return true;
  }

  /** Keeps an answer for the next who asks the same. `age` is the cache's age from before the answer was made. */
  async store(request: IncomingMessage, told: HttpResponse, age: number): Promise<void> {
    const key = this.#keyOf(request);
    const isWhole =
      told.status === 200 &&
      !told.headers["set-cookie"] &&
      (typeof told.body === "string" || told.body instanceof Uint8Array);
    if (key === null || !isWhole) return;
    const plain = Buffer.from(told.body as string | Uint8Array);
    const isText = /json|svg|text|xml/.test(String(told.headers["content-type"]));
    // A window no larger than an answer: at the default size each compression takes megabytes.
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 6,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    };
    const [brotli, gzipped] =
      isText && plain.length > worthCompressing
        ? await Promise.all([compress(plain, { params }), compressGzip(plain)])
        : [null, null];
    if (age !== this.#age) return;
    const { "trace-id": _own, ...own } = told.headers as Record<string, string>;
    const headers = { ...own, vary: "Accept-Language, Cookie, User-Agent, Accept-Encoding" };
    this.#paths.set((request.url ?? "/").split("?")[0] as string, true);
    this.#answers.set(key, {
      plain: sendingOf(plain, headers),
      brotli: brotli && sendingOf(brotli, { ...headers, "content-encoding": "br" }),
      gzip: gzipped && sendingOf(gzipped, { ...headers, "content-encoding": "gzip" }),
      bytes: plain.length + (brotli?.length ?? 0) + (gzipped?.length ?? 0),
    });
  }

  /** Empties the cache: some configuration or content has a new version. */
  clear(): void {
    this.#age++;
    this.#answers.clear();
  }
}

function sendingOf(bytes: Buffer, headers: Record<string, string>): Sending {
  return {
    headers: { ...headers, "content-length": String(bytes.length) },
    body: bytes.length <= maxTextBytes ? bytes.toString("latin1") : bytes,
  };
}
