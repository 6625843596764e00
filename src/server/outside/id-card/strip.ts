/** The strip of an invented card: its NIK as light and dark squares along the lower edge, for the sandbox's reader alone. */
import sharp from "sharp";

/** Dark and light alternate, so that a picture without a strip is recognised; then four bits per digit, then their sum. */
const lead = [1, 0, 1, 0, 1, 1, 0, 0] as const;
const digitBits = 4;
const sumBits = 8;
const digits = 16;
export const stripSquares = lead.length + digits * digitBits + sumBits;

/** As shares of the card's width and height. */
export const strip = { left: 0.04, width: 0.92, top: 0.955, height: 0.035 } as const;

const bitsOf = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => (value >> (count - 1 - n)) & 1);
const valueOf = (bits: readonly number[]): number => bits.reduce((value, bit) => value * 2 + bit, 0);
const sumOf = (nik: string): number => [...nik].reduce((sum, digit, n) => (sum + Number(digit) * (n + 3)) % 251, 7);

/** 1 is dark. */
export const stripOf = (nik: string): number[] => [
  ...lead,
  ...[...nik].flatMap((digit) => bitsOf(Number(digit), digitBits)),
  ...bitsOf(sumOf(nik), sumBits),
];

/** The NIK of a picture that shows a strip whole and upright; null for any other picture. */
export async function readStrip(photo: Uint8Array): Promise<string | null> {
  const image = sharp(photo);
  const { width = 0, height = 0 } = await image.metadata();
  const area = {
    left: Math.round(width * strip.left),
    top: Math.round(height * strip.top),
    width: Math.round(width * strip.width),
    height: Math.max(1, Math.floor(height * strip.height)),
  };
  if (area.width < stripSquares * 3 || area.top + area.height > height) return null;
  const { data } = await image
    .extract(area)
    .greyscale()
    .resize({ width: stripSquares * 3, height: 3, fit: "fill" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The middle of each square.
  const bits = Array.from({ length: stripSquares }, (_, n) => (data[stripSquares * 3 + n * 3 + 1]! < 128 ? 1 : 0));
  if (lead.some((bit, n) => bits[n] !== bit)) return null;
  const nik = Array.from({ length: digits }, (_, n) =>
    valueOf(bits.slice(lead.length + n * digitBits, lead.length + (n + 1) * digitBits)),
  ).join("");
  const isWhole = /^\d{16}$/.test(nik) && valueOf(bits.slice(-sumBits)) === sumOf(nik);
  return isWhole ? nik : null;
}
