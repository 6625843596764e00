/**
 * Pictures that the server draws itself: as a page of a PDF that is then rendered, because image loaders but for
 * photographs are shut in this process (security rules 18), SVG's among them. // docs/decisions/130
 */
import PDFDocument from "pdfkit";
import sharp from "sharp";
import { drawOwnPage } from "#server/pdf/own.ts";

export interface PictureSize {
  width: number;
  height: number;
}

/** @returns a picture of `width` by `height` pixels, without metadata; `draw` gets an empty page of as many points. */
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
  const { bitmap } = await drawOwnPage(Buffer.concat(chunks), { page: 0, widthPixels: width, heightPixels: height });
  if (!bitmap) throw new Error("A picture was laid out on no page.");
  const picture = sharp(bitmap.data, {
    raw: { width: bitmap.width, height: bitmap.height, channels: 4 },
  }).removeAlpha();
  return new Uint8Array(
    await (
      format === "png" ? picture.png({ palette: true, compressionLevel: 9 }) : picture.jpeg({ quality: 85 })
    ).toBuffer(),
  );
}
