/**
 * An uploaded PDF is never kept: its pages are drawn as pictures and only those go on. Nothing in it is ever run: the library
 * that draws has no script engine, and neither forms nor launch actions are opened. // Security rules 18
 */
import sharp from "sharp";
import { drawUploadedPdf } from "#server/pdf/uploaded.ts";
import { cleanPicture, formatOf, isBlank, type Picture } from "#server/media/picture.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { uploadDocument } from "../contract.ts";

/** Bytes within which a PDF's header must begin: servers and mail programs may have put other bytes before it. */
const headerWithinBytes = 1024;

/** The PDF in an upload, without the bytes before its header; null when there is none, or the upload is a picture that contains such a header. */
export function pdfIn(bytes: Uint8Array): Uint8Array | null {
  if (formatOf(bytes)) return null;
  const at = Buffer.from(bytes.subarray(0, headerWithinBytes)).indexOf("%PDF-");
  return at < 0 ? null : bytes.subarray(at);
}

/**
 * A document with scripts is not a bank statement; packed scripts are never unpacked here. Links (`/URI`) are in real
 * statements, and do nothing in a picture.
 */
const wantsToRun = ({ buffer, byteOffset, byteLength }: Uint8Array): boolean =>
  /\/(?:JavaScript|JS|Launch)\b/.test(withPlainNames(Buffer.from(buffer, byteOffset, byteLength).toString("latin1")));

/** A name may spell any of its letters by their number: `/#4aS` is `/JS` (ISO 32000-2, 7.3.5). */
const withPlainNames = (text: string): string =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** A form of Adobe's own, for which other readers only show "Please wait". */
const isDynamicForm = ({ buffer, byteOffset, byteLength }: Uint8Array): boolean =>
  /\/NeedsRendering\s+true\b/.test(Buffer.from(buffer, byteOffset, byteLength).toString("latin1"));

/**
 * The pages, cleaned like any picture.
 * @throws Refusal PDF_UNREADABLE (locked, damaged, with a script), PDF_TOO_COMPLEX, PDF_TOO_MANY_PAGES for more pages
 * than `max`, PDF_BLANK when they show nothing, PDF_DYNAMIC when only Adobe's program shows them, RATE_LIMITED when
 * another one of this borrower's waits, UNAVAILABLE when too many wait or the machine has no time, and errors of
 * `cleanPicture`.
 */
export async function picturesOfPdf(bytes: Uint8Array, borrowerId: string, max: number): Promise<Picture[]> {
  if (isDynamicForm(bytes)) throw new Refusal("PDF_DYNAMIC");
  if (wantsToRun(bytes)) throw new Refusal("PDF_UNREADABLE");
  let isEmpty = true;
  const pictures: Picture[] = [];
  const drawing = await drawUploadedPdf(bytes, borrowerId, max, async ({ width, height, data }) => {
    const page = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: "#ffffff" });
    const picture = await cleanPicture(new Uint8Array(await page.jpeg({ quality: 88 }).toBuffer()));
    isEmpty &&= await isBlank(picture.bytes);
    pictures.push(picture);
  });
  if (drawing.outcome === "BUSY") throw new Refusal("UNAVAILABLE");
  if (drawing.outcome === "TOO_COMPLEX") throw new Refusal("PDF_TOO_COMPLEX");
  if (drawing.outcome === "UNREADABLE" || drawing.count === 0) throw new Refusal("PDF_UNREADABLE");
  if (drawing.count > max)
    throw new Refusal<typeof uploadDocument.problems>("PDF_TOO_MANY_PAGES", { pages: drawing.count, max });
  if (isEmpty) throw new Refusal("PDF_BLANK");
  return pictures;
}
