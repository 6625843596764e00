/** Compression of pages and answers above a minimal size. */
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { promisify } from "node:util";
import type { HttpResponse } from "./exchange.ts";

/** Below this size the extra header costs as much as compression saves. */
export const worthCompressing = 1024;
/** From this size on another thread compresses, and this one serves other requests. */
const longBytes = 64 * 1024;
const gzipLevel = 5;

/**
 * Brotli at a quality that costs less time than the saved bytes win on a slow network. It runs synchronously: a third
 * of a millisecond is less than the way to another thread and back, and the other cores have processes of their own.
 * A cacheable response is compressed once for many readers, so it is worth more time than a page for one person.
 */
function brotliOf(bytes: Buffer, quality: 5 | 7): Buffer {
  return brotliCompressSync(bytes, { params: parametersFor(bytes, quality) });
}

/** A page in the encoding that its reader accepts, with the headers; gzip when a proxy on the way removes Brotli. A cacheable page gets a higher quality. */
export async function compressedPage(
  text: string,
  accepted: string | null,
  isKept: boolean,
): Promise<{ body: string | Buffer; headers: Record<string, string> }> {
  const coding = codingFor(accepted);
  if (coding === null || text.length <= worthCompressing) return { body: text, headers: {} };
  const bytes = Buffer.from(text);
  const body = coding === "br" ? brotliOf(bytes, isKept ? 7 : 5) : await gzipAnswer(bytes);
  return { body, headers: { "content-encoding": coding } };
}

/** A window no larger than a page: the default takes megabytes for each. */
const parametersFor = (bytes: Buffer, quality: number): Record<number, number> => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_LGWIN]: 16,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
});

const brotliElsewhere = promisify(brotliCompress);
const gzipElsewhere = promisify(gzip);

/** A JSON answer of more than a kilobyte as its reader takes it: by Brotli, by gzip (native apps' clients), or as it is. */
export async function compressedJson(told: HttpResponse, accepted: string | undefined): Promise<HttpResponse> {
  const { body, headers } = told;
  if (typeof body !== "string" || body.length <= worthCompressing || headers["content-type"] !== "application/json")
    return told;
  const vary = `${String(headers["vary"] ?? "")}, Accept-Encoding`.replace(/^, /, "");
  const coding = codingFor(accepted);
  if (coding === null) return { ...told, headers: { ...headers, vary } };
  const bytes = Buffer.from(body);
  const compressed = await (coding === "br" ? brotliAnswer(bytes) : gzipAnswer(bytes));
  return { ...told, headers: { ...headers, vary, "content-encoding": coding }, body: compressed };
}

const brotliAnswer = (bytes: Buffer): Buffer | Promise<Buffer> =>
  bytes.length < longBytes ? brotliOf(bytes, 5) : brotliElsewhere(bytes, { params: parametersFor(bytes, 5) });
const gzipAnswer = (bytes: Buffer): Buffer | Promise<Buffer> =>
  bytes.length < longBytes ? gzipSync(bytes, { level: gzipLevel }) : gzipElsewhere(bytes, { level: gzipLevel });

/** A coding that is named with `q=0` is refused by its reader. */
const namesBrotli = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;
const namesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;
/** Whether a reader takes it, by its `Accept-Encoding`. */
export const takesBrotli = (accepted: string | null | undefined): boolean => namesBrotli.test(accepted ?? "");
export const takesGzip = (accepted: string | null | undefined): boolean => namesGzip.test(accepted ?? "");
const codingFor = (accepted: string | null | undefined): "br" | "gzip" | null =>
  takesBrotli(accepted) ? "br" : takesGzip(accepted) ? "gzip" : null;
