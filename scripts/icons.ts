/** Draws the app icons in `public/` from `public/icon.svg`: `npm run icons`. The pictures are committed; run it when the mark changes. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

const folder = join(import.meta.dirname, "../public");
const mark = await readFile(join(folder, "icon.svg"), "utf8");
/** For places that cut their own shape: the ground reaches the edges, and the mark keeps within the safe middle. */
const whole = mark
  .replace(' rx="6"', "")
  .replace('viewBox="0 0 28 28"', 'viewBox="-3 -3 34 34"')
  .replace('<rect width="28" height="28"', '<rect x="-3" y="-3" width="34" height="34"');

const png = (svg: string, edge: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: 72 * Math.ceil(edge / 28) })
    .resize(edge, edge)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

/** An .ico of one PNG, for clients that request /favicon.ico by default: a header, one entry, the picture. */
function ico(picture: Buffer, edge: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(edge, 6);
  head.writeUInt8(edge, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, picture]);
}

const files: Record<string, Buffer> = {
  "favicon.ico": ico(await png(mark, 32), 32),
  "apple-touch-icon.png": await png(whole, 180),
  "icon-192.png": await png(mark, 192),
  "icon-512.png": await png(mark, 512),
  "icon-maskable-512.png": await png(whole, 512),
};
for (const [name, bytes] of Object.entries(files)) {
  await writeFile(join(folder, name), bytes);
  console.log(`public/${name}: ${bytes.length} bytes`);
}
