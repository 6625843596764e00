/** Pictures of PDF pages, drawn on the server: no script viewer on a phone (product decisions 4). */
import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";

export interface PagePicture {
  bytes: Uint8Array;
  contentType: "image/webp" | "image/png";
  widthPixels: number;
  heightPixels: number;
}

/** Widths that may be asked for: a picture costs memory by the square of it. */
export const leastPageWidthPixels = 64;
export const mostPageWidthPixels = 2400;

let libraryOnce: ReturnType<typeof PDFiumLibrary.init> | undefined;
/** The library has one memory for all; pages are drawn one after another, so it never holds more than one picture. */
let turn: Promise<unknown> = Promise.resolve();

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = turn.then(work, work);
  turn = mine.catch(() => undefined);
  return mine;
}

async function withDocument<Result>(
  pdf: Uint8Array,
  use: (document: OpenDocument) => Promise<Result>,
): Promise<Result> {
  return inTurn(async () => {
    libraryOnce ??= PDFiumLibrary.init();
    const document = await (await libraryOnce).loadDocument(pdf);
    try {
      return await use(document);
    } finally {
      document.destroy();
    }
  });
}
type OpenDocument = Awaited<ReturnType<Awaited<ReturnType<typeof PDFiumLibrary.init>>["loadDocument"]>>;

/** Number of pages. Throws where the bytes are not a PDF. */
export async function countPages(pdf: Uint8Array): Promise<number> {
  return withDocument(pdf, async (document) => document.getPageCount());
}

/**
 * Picture of one page, `page` from 1, `widthPixels` wide. Undefined where the document has no such page.
 * Throws RangeError for a width outside the limits. The same document always gives the same picture: cache it by hash.
 */
export async function drawPage(
  pdf: Uint8Array,
  page: number,
  widthPixels: number,
  format: "webp" | "png" = "webp",
): Promise<PagePicture | undefined> {
  if (!Number.isInteger(widthPixels) || widthPixels < leastPageWidthPixels || widthPixels > mostPageWidthPixels) {
    throw new RangeError(
      `A page picture is ${leastPageWidthPixels} to ${mostPageWidthPixels} pixels wide, not ${widthPixels}.`,
    );
  }
  const drawn = await withDocument(pdf, async (document) => {
    if (!Number.isInteger(page) || page < 1 || page > document.getPageCount()) return undefined;
    const one = document.getPage(page - 1);
    const { originalWidth, originalHeight } = one.getOriginalSize();
    const heightPixels = Math.max(1, Math.round((widthPixels * originalHeight) / originalWidth));
    if (heightPixels > mostPageWidthPixels * 3) return undefined;
    return one.render({ width: widthPixels, height: heightPixels, render: "bitmap", renderFormFields: false });
  });
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
