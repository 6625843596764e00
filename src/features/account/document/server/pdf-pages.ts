/**
 * An uploaded PDF is never kept: its pages are drawn as pictures and only those go on. Nothing in it is ever run: the library
 * that draws has no script engine, and neither forms nor launch actions are opened. // Security rules 18
 */
import sharp from "sharp";
import { drawUploadedPdf } from "#server/pdf/uploaded.ts";
import { cleanPicture, type Picture } from "#server/picture.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { uploadDocument } from "../contract.ts";

export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-";

/** A document that wants to run something is no statement of a bank; where such a wish is packed away, nobody unpacks it here. */
const wantsToRun = ({ buffer, byteOffset, byteLength }: Uint8Array): boolean =>
  /\/(?:JavaScript|JS|Launch)\b/.test(Buffer.from(buffer, byteOffset, byteLength).toString("latin1"));

/**
 * The pages, cleaned like any picture. @throws Refusal PDF_UNREADABLE (locked, damaged, with a script), PDF_TOO_COMPLEX,
 * PHOTO_COUNT where it has more pages than `most`, RATE_LIMITED where another one of this borrower's waits, UNAVAILABLE where
 * too many wait or the machine has no time, and what `cleanPicture` throws.
 */
export async function picturesOfPdf(bytes: Uint8Array, borrowerId: string, most: number): Promise<Picture[]> {
  if (wantsToRun(bytes)) throw new Refusal("PDF_UNREADABLE");
  const pictures: Picture[] = [];
  const drawing = await drawUploadedPdf(bytes, borrowerId, most, async ({ width, height, data }) => {
    const page = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: "#ffffff" });
    pictures.push(await cleanPicture(new Uint8Array(await page.jpeg({ quality: 88 }).toBuffer())));
  });
  if (drawing.outcome === "BUSY") throw new Refusal("UNAVAILABLE");
  if (drawing.outcome === "TOO_COMPLEX") throw new Refusal("PDF_TOO_COMPLEX");
  if (drawing.outcome === "UNREADABLE" || drawing.count === 0) throw new Refusal("PDF_UNREADABLE");
  if (drawing.count > most) throw new Refusal<typeof uploadDocument.problems>("PHOTO_COUNT", { most });
  return pictures;
}
