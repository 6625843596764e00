/** Reads a QR code as another phone's camera does: from the picture alone. */
import { createRequire } from "node:module";
import sharp from "sharp";

// Its types describe a module with a default export; what it exports is the function itself.
const decode = createRequire(import.meta.url)("jsqr") as (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string } | null;

/** @returns what the code says; undefined where the picture holds none that can be read */
export async function readQr(picture: Uint8Array): Promise<string | undefined> {
  const { data, info } = await sharp(picture)
    .flatten({ background: "#fff" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data;
}
