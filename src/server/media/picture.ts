/**
 * Uploaded pictures are never stored as they came: the first bytes are checked here, then sharp encodes the picture
 * again as JPEG. This removes metadata (place, device), a second file hidden behind the picture, and exploits of a
 * format. // Security rules 18
 */
import sharp from "sharp";
import { Refusal } from "#server/call/refusal.ts";
import type { photoProblems } from "#shared/fields/photo.ts";

// Every loader but the three is shut for the whole process; each of those reads a buffer only.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"] });
// Each picture is read once: a cache would keep personal data in memory without a benefit.
sharp.cache(false);

export interface Picture {
  /** JPEG in sRGB, upright, without any metadata. */
  bytes: Uint8Array;
  contentType: "image/jpeg";
  widthPixels: number;
  heightPixels: number;
}

/** A picture is made smaller until its longer side is at most this long, which shows small print on a document … */
const longerSidePixels = 2000;
/** … or its shorter side is: a long screenshot of a bank's list stays readable, and is not cropped. */
const shorterSidePixels = 1080;
/** Pixels kept of a very long picture: 1,080 by 11,000. */
const keptPixels = 12_000_000;
/** Shortest side of a readable picture, as it is stored. */
const shortestSidePixels = 240;
/** Pixels that a picture may unpack to; a few kilobytes can claim gigabytes. */
const maxPixels = 50_000_000;
/** A JPEG in lines is made smaller while it is read, so that only a part is ever unpacked; no phone's camera makes more. */
const maxJpegPixels = 210_000_000;
const maxSeconds = 15;

type Format = "jpeg" | "png" | "webp";

/** The format that the first bytes show, whatever a name or a type claims; undefined for anything else. */
export function formatOf(bytes: Uint8Array): Format | undefined {
  const starts = (at: number, ...signs: number[]) => signs.every((sign, index) => bytes[at + index] === sign);
  if (starts(0, 0xff, 0xd8, 0xff)) return "jpeg";
  if (starts(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  if (starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50)) return "webp";
  return undefined;
}

/**
 * Encodes an uploaded picture again.
 * @throws Refusal PHOTO_KIND, PHOTO_UNREADABLE, PHOTO_TOO_SMALL, PHOTO_TOO_LONG or PHOTO_TOO_MANY_PIXELS
 * (`#shared/fields/photo.ts`).
 */
export async function cleanPicture(bytes: Uint8Array): Promise<Picture> {
  const format = formatOf(bytes);
  if (!format) throw new Refusal("PHOTO_KIND");
  return inTurn(async () => {
    const { width, height, isReadInLines } = await sizeOf(bytes, format);
    const limitInputPixels = isReadInLines ? maxJpegPixels : maxPixels;
    if (width * height > limitInputPixels) throw new Refusal("PHOTO_TOO_MANY_PIXELS");
    if (Math.min(width, height) < shortestSidePixels)
      throw new Refusal<typeof photoProblems>("PHOTO_TOO_SMALL", { minimumPixels: shortestSidePixels });
    const scale = scaleOf(width, height);
    if (Math.min(width, height) * scale < shortestSidePixels) throw new Refusal("PHOTO_TOO_LONG");
    const longest = Math.max(1, Math.round(Math.max(width, height) * scale));
    const draw = (input: Uint8Array, failOn: "truncated" | "warning") =>
      sharp(input, { limitInputPixels, failOn, sequentialRead: true })
        .autoOrient()
        .resize({ width: longest, height: longest, fit: "inside", withoutEnlargement: true })
        .flatten({ background: "#ffffff" })
        .toColourspace("srgb")
        .jpeg({ quality: 85 })
        .timeout({ seconds: maxSeconds })
        .toBuffer({ resolveWithObject: true });
    try {
      const drawn = await draw(bytes, "truncated").catch((error: unknown) => {
        if (format !== "jpeg" || isLimit(error)) throw error;
        // Some apps leave the end mark out. With it, a picture that lacks more than the mark still warns, and is refused.
        return draw(Buffer.concat([bytes, jpegEnd]), "warning");
      });
      return {
        bytes: new Uint8Array(drawn.data),
        contentType: "image/jpeg",
        widthPixels: drawn.info.width,
        heightPixels: drawn.info.height,
      };
    } catch (error) {
      throw new Refusal(isLimit(error) ? "PHOTO_TOO_MANY_PIXELS" : "PHOTO_UNREADABLE");
    }
  });
}

const jpegEnd = Uint8Array.of(0xff, 0xd9);

/** Scale of the stored picture: 1 is the original size. */
function scaleOf(width: number, height: number): number {
  const bySides = Math.max(longerSidePixels / Math.max(width, height), shorterSidePixels / Math.min(width, height));
  return Math.min(1, bySides, Math.sqrt(keptPixels / (width * height)));
}

/** Whether a picture made by `cleanPicture` has a single colour. */
export async function isBlank(bytes: Uint8Array): Promise<boolean> {
  const { channels } = await sharp(bytes, { limitInputPixels: maxPixels }).stats();
  return channels.every(({ min, max }) => max - min < 8);
}

/** A small copy of a picture that `cleanPicture` made, for lists. */
export async function previewPicture(bytes: Uint8Array, widthPixels = 288): Promise<Uint8Array> {
  return new Uint8Array(
    await sharp(bytes, { limitInputPixels: maxPixels })
      .resize({ width: widthPixels, height: widthPixels, fit: "cover", position: "top" })
      .jpeg({ quality: 72 })
      .toBuffer(),
  );
}

async function sizeOf(
  bytes: Uint8Array,
  format: Format,
): Promise<{ width: number; height: number; isReadInLines: boolean }> {
  try {
    // Only the head is read here; its stated size is checked before anything is decompressed.
    const head = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (head.format === format && head.width && head.height) {
      const { width, height, isProgressive = false } = head;
      // A progressive JPEG is held in memory completely until its last pass.
      return { width, height, isReadInLines: format === "jpeg" && !isProgressive };
    }
  } catch {
    // Reported below.
  }
  throw new Refusal("PHOTO_UNREADABLE");
}

const isLimit = (error: unknown): boolean => error instanceof Error && /pixel limit/i.test(error.message);

/** Two at a time: each may take some hundred megabytes while it is encoded. */
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  while (running >= atOnce) await new Promise<void>((go) => waiting.push(go));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}
