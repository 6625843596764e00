/** Compression of pages and answers above a minimal size. */
import { brotliCompress, brotliCompressSync, constants, crc32, deflateRawSync, gzip, gzipSync } from "node:zlib";
import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
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

/**
 * A page in the encoding that its reader accepts, with the headers. A cacheable page goes by Brotli at a higher quality,
 * or by gzip when a proxy on the way removes Brotli; a page for one person by gzip first, whose `common` pieces were
 * deflated before: a fifth of Brotli's time for some 6 % more bytes.
 */
export async function compressedPage(
  text: string,
  accepted: string | null,
  isKept: boolean,
  common: readonly string[] = [],
): Promise<{ body: string | Buffer; headers: Record<string, string> }> {
  const coding = !isKept && takesGzip(accepted) ? "gzip" : codingFor(accepted);
  if (coding === null || text.length <= worthCompressing) return { body: text, headers: {} };
  const headers = { "content-encoding": coding };
  if (!isKept && coding === "gzip") return { body: gzipWithCommon(text, common), headers };
  const bytes = Buffer.from(text);
  return { body: coding === "br" ? brotliOf(bytes, isKept ? 7 : 5) : await gzipAnswer(bytes), headers };
}

/** Styles and scripts of this many kinds of pages stay compressed in the cache: some 40 KB each. */
const maxCommon = 150;
const commonPieces = new LRUCache<string, { bytes: Buffer; deflated: Buffer }>({ max: maxCommon });

/** A piece that ends at a full byte, so that another one can follow it. */
const deflatePiece = (bytes: Buffer, level: number, dictionary?: Buffer): Buffer =>
  deflateRawSync(bytes, { level, finishFlush: constants.Z_SYNC_FLUSH, ...(dictionary && { dictionary }) });

function commonPiece(text: string): { bytes: Buffer; deflated: Buffer } {
  let piece = commonPieces.get(text);
  if (!piece) {
    const bytes = Buffer.from(text);
    commonPieces.set(text, (piece = { bytes, deflated: deflatePiece(bytes, 9) }));
  }
  return piece;
}

/** Magic number, deflate, no flags, no time, no extra flags, Unix (RFC 1952). */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** An empty block that is marked as the last one (RFC 1951). */
const deflateEnd = Buffer.from([3, 0]);

/** Gzip of a text in which `common` pieces occur in this order. What stands between them is deflated with the bytes before it as its dictionary. */
export function gzipWithCommon(text: string, common: readonly string[]): Buffer {
  const parts: Buffer[] = [gzipHead];
  let sum = 0;
  let length = 0;
  let before: Buffer | undefined;
  const add = (bytes: Buffer, deflated: Buffer): void => {
    parts.push(deflated);
    sum = crc32(bytes, sum);
    length += bytes.length;
    before = bytes;
  };
  const addOwn = (piece: string): void => {
    const bytes = Buffer.from(piece);
    if (bytes.length > 0) add(bytes, deflatePiece(bytes, 6, before));
  };
  let at = 0;
  for (const piece of common) {
    const found = piece === "" ? -1 : text.indexOf(piece, at);
    if (found < 0) continue;
    addOwn(text.slice(at, found));
    const { bytes, deflated } = commonPiece(piece);
    add(bytes, deflated);
    at = found + piece.length;
  }
  addOwn(text.slice(at));
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(sum, 0);
  tail.writeUInt32LE(length, 4);
  return Buffer.concat([...parts, deflateEnd, tail]);
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
export async function compressedJson(response: HttpResponse, accepted: string | undefined): Promise<HttpResponse> {
  const { body, headers } = response;
  if (typeof body !== "string" || body.length <= worthCompressing || headers["content-type"] !== "application/json")
    return response;
  const vary = `${String(headers["vary"] ?? "")}, Accept-Encoding`.replace(/^, /, "");
  const coding = codingFor(accepted);
  if (coding === null) return { ...response, headers: { ...headers, vary } };
  const bytes = Buffer.from(body);
  const compressed = await (coding === "br" ? brotliAnswer(bytes) : gzipAnswer(bytes));
  return { ...response, headers: { ...headers, vary, "content-encoding": coding }, body: compressed };
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
