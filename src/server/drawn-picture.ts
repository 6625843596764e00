/**
 * Pictures that the server draws itself: as a page of a PDF that is then rendered, because image loaders but for
 * photographs are shut in this process (security rules 18), SVG's among them. // docs/decisions/132
 */
import { PDFiumLibrary } from "@hyzyla/pdfium";
import PDFDocument from "pdfkit";
import sharp from "sharp";

export interface PictureSize {
  width: number;
  height: number;
}

/** Loaded with the first picture: it is several megabytes of WebAssembly. */
let library: ReturnType<typeof PDFiumLibrary.init> | undefined;

/** @returns a picture of `width` by `height` pixels, without metadata; `draw` is given an empty page of as many points. */
export async function drawnPicture(
  format: "png" | "jpeg",
  { width, height }: PictureSize,
  draw: (page: PDFKit.PDFDocument) => void,
): Promise<Uint8Array> {
  const page = new PDFDocument({ size: [width, height], margin: 0 });
  const chunks: Uint8Array[] = [];
  const done = new Promise<void>((ended, failed) =>
    page
      .on("data", (chunk: Uint8Array) => chunks.push(chunk))
      .on("end", ended)
      .on("error", failed),
  );
  draw(page);
  page.end();
  await done;
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(Buffer.concat(chunks));
  try {
    const { data } = await document.getPage(0).render({ width, height, render: "bitmap" });
    const picture = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
    return new Uint8Array(
      await (
        format === "png" ? picture.png({ palette: true, compressionLevel: 9 }) : picture.jpeg({ quality: 85 })
      ).toBuffer(),
    );
  } finally {
    document.destroy();
  }
}
