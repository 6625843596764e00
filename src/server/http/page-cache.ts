/**
 * Cached reading pages: per brand, language, path, host kind, the two bar flags and the few query keys that the page
 * names. Nothing personal is ever in them. Answered straight from Node's request, before any framework runs.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import type { CacheKeyReader } from "./cache-key.ts";
import { isLoopbackName } from "#shared/loopback.ts";
import { languageOfTag, languages, type Language } from "#shared/texts.ts";

/** The language that an address names by `?lang=`, also by a tag such as `en-US`; its canonical address names the plain one. */
export const languageNamedBy = (url: URL): Language | undefined => languageOfTag(url.searchParams.get("lang") ?? "");

/** The cookie that remembers the language of a `?lang=` link for a year; undefined where the address names none. It holds nothing personal. */
export function languageChoice(url: URL): string | undefined {
  const language = languageNamedBy(url);
  if (!language) return undefined;
  // By its name alone: behind a proxy the address that the cache reads says http of what is https outside.
  const secure = isLoopbackName(url.hostname) ? "" : "; Secure";
  return `lang=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}

/**
 * Whether a page of this address may be kept: its links repeat keys of its own address, so a made-up key or value that
 * tells no pages apart would stand in what the next visitor is shown. Such an address is answered all the same.
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

/** The query keys that matter to a page: by which it is kept, and with which it is made anew each time. */
export interface PageKeys {
  cachedBy: readonly string[] | null;
  freshBy: readonly string[];
}

interface StoredPage {
  headers: Record<string, string>;
  plain: Buffer;
  brotli: Buffer;
  gzip: Buffer;
}

/** A request for a page that may be kept, as it stood before the page was made. */
export interface HttpRequest {
  url: URL;
  /** Of the business day and the brand that the page is made for, whatever they are when it is stored. */
  frame: string;
  age: number;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** 32 MB of pages are some 1,500; the least used leave first. */
const maxBytes = 32 * 1024 * 1024;
/** Paths of pages; one page answers to many spellings (`/Blog`, `/%62log`), and nobody fills the memory with them. */
const maxPaths = 5000;

export class PageCache {
  readonly #pages = new LRUCache<string, StoredPage>({
    maxSize: maxBytes,
    sizeCalculation: (page) => page.plain.length + page.brotli.length + page.gzip.length + 500,
  });
  /** Query keys by path, learnt from the pages that were stored. */
  readonly #keysOfPath = new LRUCache<string, PageKeys>({ max: maxPaths });
  readonly #frameOf: CacheKeyReader;
  /** Counts how often it was emptied: a page that was made before and would be stored after is not. */
  #age = 0;

  /** `frameOf` names what of the request changes a page's frame: brand, language, host kind, bar flags. */
  constructor(frameOf: CacheKeyReader) {
    this.#frameOf = frameOf;
  }

  #keyOf({ url, frame }: Pick<HttpRequest, "url" | "frame">, cachedBy: readonly string[]): string {
    const query = cachedBy.map((name) => `${name}=${url.searchParams.get(name) ?? ""}`).join("&");
    return `${url.pathname}?${query}|${frame}`;
  }

  /** To be called before a page is made, and given back with it; null for an address that is none. */
  asked(request: IncomingMessage): HttpRequest | null {
    const framed = this.#frameOf(request);
    return framed && { ...framed, age: this.#age };
  }

  /** Answers from the cache; false when the page is not in it. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const at = request.url?.indexOf("?") ?? -1;
    const path = at < 0 ? (request.url ?? "/") : (request.url as string).slice(0, at);
    const keys = this.#keysOfPath.get(path);
    if (!keys?.cachedBy) return false;
    // A Host that is no host has no page here; the front door turns it away. Thrown here, it would end the process.
    const framed = this.#frameOf(request);
    if (!framed || keys.freshBy.some((key) => framed.url.searchParams.has(key))) return false;
    const page = this.#pages.get(this.#keyOf(framed, keys.cachedBy));
    if (!page) return false;
    if (page.headers["etag"] !== undefined && request.headers["if-none-match"]?.includes(page.headers["etag"])) {
      response.writeHead(304, page.headers);
      response.end();
      return true;
    }
    const accepted = request.headers["accept-encoding"] ?? "";
    const [body, encoding] = accepted.includes("br")
      ? [page.brotli, "br"]
      : accepted.includes("gzip")
        ? [page.gzip, "gzip"]
        : [page.plain, null];
    const headers: Record<string, string | number> = { ...page.headers, "Content-Length": body.length };
    if (encoding) headers["Content-Encoding"] = encoding;
    const choice = languageChoice(framed.url);
    if (choice) headers["Set-Cookie"] = choice;
    response.writeHead(200, headers);
    response.end(request.method === "HEAD" ? undefined : body);
    return true;
  }

  async store(
    asked: HttpRequest,
    { cachedBy, freshBy }: PageKeys,
    headers: Record<string, string>,
    text: string,
  ): Promise<void> {
    if (!cachedBy) return;
    const plain = Buffer.from(text);
    const [brotli, gzipped] = await Promise.all([
      // A window no larger than a page: at this quality the default one takes 32 MB for as long as it compresses.
      compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 18 } }),
      compressGzip(plain, { level: 9 }),
    ]);
    if (asked.age !== this.#age) return;
    this.#keysOfPath.set(asked.url.pathname, { cachedBy, freshBy });
    this.#pages.set(this.#keyOf(asked, cachedBy), { headers, plain, brotli, gzip: gzipped });
  }

  /** Empties the cache: some configuration or content has a new version. */
  clear(): void {
    this.#age++;
    this.#pages.clear();
  }
}
