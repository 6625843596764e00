/** Parses request bodies: JSON and forms, each within its limits. */
import { isUtf8 } from "node:buffer";
import { MultipartParseError, MultipartParser, type MultipartPart } from "@remix-run/multipart-parser";
import type { BodyLimits } from "./body-limits.ts";
import { BodyTooLarge, type HttpRequest } from "./exchange.ts";

/** The body is malformed or of a kind that is not accepted here. */
export class BodyUnreadable extends Error {
  override readonly name = "BodyUnreadable";
}

const typeOf = (request: HttpRequest): string => request.headers.get("content-type") ?? "";
export const isMultipart = (request: HttpRequest): boolean => /^multipart\/form-data\b/i.test(typeOf(request));
const isUrlEncoded = (request: HttpRequest): boolean => /^application\/x-www-form-urlencoded\b/i.test(typeOf(request));

/**
 * A body that is a JSON object; an empty body counts as an empty object.
 * @throws BodyTooLarge when it is longer, deeper or has more values than the limits; BodyUnreadable when it is not such
 * an object.
 */
export async function readJson(request: HttpRequest, limits: BodyLimits): Promise<Record<string, unknown>> {
  const bytes = await request.body(limits.textBytes);
  // JSON is UTF-8 (RFC 8259): with replacement characters, a name would be stored that the sender did not type.
  if (!isUtf8(bytes)) throw new BodyUnreadable("The body is not UTF-8.");
  if (!isWithin(bytes, limits)) throw new BodyTooLarge();
  const text = bytes.toString();
  const body: unknown = text === "" ? {} : parsed(text);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new BodyUnreadable("The body is not an object.");
  return body as Record<string, unknown>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BodyUnreadable("The body is not JSON.");
  }
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
/** `[` and `{`, and their closing brackets, differ only in this bit. */
const curly = 0x20;
const opening = 0x5b;
const closing = 0x5d;

/** Whether JSON stays within the limits: scans the bytes before parsing. */
function isWithin(bytes: Buffer, { depth, values }: BodyLimits): boolean {
  let open = 0;
  let scanned = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === quote) {
      at = endOfString(bytes, at);
    } else if ((byte | curly) === (opening | curly)) {
      if (++open > depth || ++scanned > values) return false;
    } else if ((byte | curly) === (closing | curly)) {
      open--;
    } else if (byte === comma && ++scanned > values) return false;
  }
  return true;
}

/** The end of the string that begins at this quote. A character is escaped after an odd number of backslashes. */
function endOfString(bytes: Buffer, begin: number): number {
  let at = begin;
  for (;;) {
    at = bytes.indexOf(quote, at + 1);
    if (at < 0) return bytes.length;
    let slashes = 0;
    while (bytes[at - 1 - slashes] === backslash) slashes++;
    if (slashes % 2 === 0) return at;
  }
}

/**
 * Reads a form, URL-encoded or multipart.
 * @returns null for a body of another kind, which stays unread.
 * @throws BodyTooLarge above the limits; BodyUnreadable when it is malformed, or has files that the call does not
 * accept.
 */
export async function readForm(request: HttpRequest, limits: BodyLimits): Promise<FormData | null> {
  if (isMultipart(request)) return readMultipart(request, limits);
  return isUrlEncoded(request) ? urlEncodedForm(await request.body(limits.textBytes), limits) : null;
}

function urlEncodedForm(bytes: Buffer, limits: BodyLimits): FormData {
  const form = new FormData();
  for (const [name, value] of urlEncoded(bytes, limits.fields)) form.append(name, value);
  return form;
}

/** The fields of a URL-encoded form. @throws BodyTooLarge for more than `fields`: counted before parsing. */
function urlEncoded(bytes: Buffer, fields: number): URLSearchParams {
  let count = 1;
  for (let at = bytes.indexOf("&"); at >= 0; at = bytes.indexOf("&", at + 1)) {
    if (++count > fields) throw new BodyTooLarge();
  }
  return new URLSearchParams(bytes.toString());
}

/** A browser's own headers of a part with the longest name that a file can have. */
const partHeaderBytes = 2048;

/** Bytes parsed at a time: a body may arrive byte by byte, and each parse has a fixed cost. */
const parsedBytes = 32 * 1024;

/** Reads the parts while they arrive: stops at the first one beyond a limit, and ignores the rest. */
async function readMultipart(request: HttpRequest, limits: BodyLimits): Promise<FormData> {
  const parser = new MultipartParser(boundaryOf(typeOf(request)), {
    maxHeaderSize: partHeaderBytes,
    maxParts: limits.fields,
    maxFileSize: limits.bytes,
    maxTotalSize: limits.bytes,
  });
  const form = new FormData();
  let textRoom = limits.textBytes;
  const keep = (part: MultipartPart): void => {
    const { name } = part;
    if (name === undefined) throw new BodyUnreadable("A part has no name.");
    if (part.isFile) {
      if (!limits.takesFiles) throw new BodyUnreadable("No file is taken here.");
      form.append(name, new File(part.content as BlobPart[], part.filename ?? "", { type: part.mediaType ?? "" }));
      return;
    }
    textRoom -= part.size;
    if (textRoom < 0) throw new BodyTooLarge();
    form.append(name, part.text);
  };
  let isWhole = false;
  try {
    const write = (bytes: Buffer): void => {
      // Bytes after the last boundary have no meaning (RFC 2046, 5.1.1), and the parser would report them as an error.
      if (isWhole || bytes.length === 0) return;
      for (const part of parser.write(bytes)) keep(part);
      isWhole = isFinished(parser);
    };
    let gathered: Buffer[] = [];
    let length = 0;
    const gather = (bytes: Buffer): void => {
      gathered.push(bytes);
      length += bytes.length;
      if (length < parsedBytes) return;
      write(Buffer.concat(gathered));
      gathered = [];
      length = 0;
    };
    await request.read(limits.bytes, gather, limits.seconds);
    write(Buffer.concat(gathered));
    parser.finish();
  } catch (error) {
    throw refusalOf(error);
  }
  return form;
}

/** The parser reports only by an error that the last boundary is missing. */
function isFinished(parser: MultipartParser): boolean {
  try {
    parser.finish();
    return true;
  } catch {
    return false;
  }
}

/** Our own error for a parser error. Text that is not UTF-8 is a TypeError of the decoder. */
function refusalOf(error: unknown): unknown {
  if (error instanceof MultipartParseError)
    return /Exceeded/.test(error.name) ? new BodyTooLarge() : new BodyUnreadable(error.message);
  return error instanceof TypeError ? new BodyUnreadable("A part is not UTF-8.") : error;
}

/** @throws BodyUnreadable when the header has no boundary that RFC 2046 allows. */
function boundaryOf(type: string): string {
  const [, quoted, bare] =
    /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70})(?=\s*(?:;|$)))/i.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw new BodyUnreadable("The form names no boundary.");
  return boundary;
}
