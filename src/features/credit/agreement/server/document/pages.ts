/** Pictures of PDF pages, drawn on the server: no script viewer on a phone (product decisions 4). */
import sharp from "sharp";
import { drawOwnPage } from "#server/pdf/own.ts";

export interface PagePicture {
  bytes: Uint8Array;
  contentType: "image/webp" | "image/png";
  widthPixels: number;
  heightPixels: number;
}

/** Limits of the width of a picture: its memory grows with the square of it. */
export const minPageWidthPixels = 64;
export const maxPageWidthPixels = 2400;

/** No page of an agreement is longer, in widths. */
const maxHeights = 3;

/** Number of pages. Throws where the bytes are not a PDF. */
export async function countPages(pdf: Uint8Array): Promise<number> {
  return (await drawOwnPage(pdf, { page: -1, widthPixels: 1, heightPixels: 1 })).count;
}

/**
 * Picture of one page, `page` from 1, `widthPixels` wide. Undefined if the document has no such page. Throws RangeError
 * for a width outside the limits. The same document always gives the same picture: cache it by hash.
 */
export async function drawPage(
  pdf: Uint8Array,
  page: number,
  widthPixels: number,
  format: "webp" | "png" = "webp",
): Promise<PagePicture | undefined> {
  if (!Number.isInteger(widthPixels) || widthPixels < minPageWidthPixels || widthPixels > maxPageWidthPixels) {
    throw new RangeError(
      `A page picture is ${minPageWidthPixels} to ${maxPageWidthPixels} pixels wide, not ${widthPixels}.`,
    );
  }
  if (!Number.isInteger(page) || page < 1) return undefined;
  const heightPixels = maxHeights * widthPixels;
  const { bitmap: drawn } = await drawOwnPage(pdf, { page: page - 1, widthPixels, heightPixels });
  if (!drawn) return undefined;
  const picture = sharp(drawn.data, { raw: { width: drawn.width, height: drawn.height, channels: 4 } }).removeAlpha();
  const bytes = await (
    format === "webp" ? picture.webp({ quality: 82, effort: 2 }) : picture.png({ compressionLevel: 9, palette: true })
  ).toBuffer();
  return {
    bytes: new Uint8Array(bytes),
    contentType: `image/${format}`,
    widthPixels: drawn.width,
    heightPixels: drawn.height,
  };
}
