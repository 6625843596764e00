/**
 * Draws that anyone can recompute: we commit to a seed before entries open, and publish it afterwards. Pure; the
 * published formats are defined here and nowhere else. `H` is the lower-case hexadecimal SHA-256 of ASCII. // Product
 * decisions, rewards 8; docs/decisions/271
 */
import { createHash } from "node:crypto";

/** A prize of a draw. `quantity` 0: no limit. `ppm`: chance in a million; 0 in a draw by weight. */
export interface PrizeLine {
  prizeKey: string;
  quantity: number;
  ppm: number;
}

/** A person's part in a draw by weight, under a name that does not identify the person. */
export interface WeightedEntry {
  entryId: string;
  weight: number;
}

export interface DrawnEntry {
  entryId: string;
  /** The number of the attempt that counted for this winner: earlier ones were rejected to avoid bias. */
  k: number;
  hash: string;
}

/** The values that decide a draw, all published at the end. */
export interface DrawSecret {
  /** 32 bytes as 64 hexadecimal digits. */
  seed: string;
  /** `-`, or a public value from after the freeze. */
  beacon: string;
}

/** Cumulative chances are derived from it. */
const ppmScale = 1_000_000;
/** Number of reserves, drawn together with the winners in case one is refused in review. // Product decisions, rewards 8 */
export const reserveWinners = 2;

export const sha256OfAscii = (ascii: string): string => createHash("sha256").update(ascii, "ascii").digest("hex");

export const prizeLines = (prizes: readonly PrizeLine[]): string =>
  prizes.map(({ prizeKey, quantity, ppm }) => `${prizeKey}:${quantity}:${ppm}\n`).join("");

export const prizesHashOf = (prizes: readonly PrizeLine[]): string => sha256OfAscii(prizeLines(prizes));

/** The commitment, published before entries open. */
export const commitmentOf = (drawId: string, prizesHash: string, seed: string): string =>
  sha256OfAscii(`tunai-draw-1|${drawId}|${prizesHash}|${seed}`);

/** In byte order, which for ids of capital letters and digits is the order of their codes. */
function sortedEntries(entries: readonly WeightedEntry[]): WeightedEntry[] {
  return entries.toSorted((a, b) => (a.entryId < b.entryId ? -1 : a.entryId > b.entryId ? 1 : 0));
}

export const entryLines = (entries: readonly WeightedEntry[]): string =>
  sortedEntries(entries)
    .map(({ entryId, weight }) => `${entryId}:${weight}\n`)
    .join("");

export const entriesHashOf = (entries: readonly WeightedEntry[]): string => sha256OfAscii(entryLines(entries));

/**
 * A point below `width`, each with the same chance: of the 2^64 values that a hash begins with, those above the last
 * whole multiple of `width` are drawn again.
 * @param asciiOf the hashed text in the k-th try
 */
function pointBelow(width: number, asciiOf: (k: number) => string): { point: number; k: number; hash: string } {
  if (!Number.isSafeInteger(width) || width <= 0)
    throw new RangeError(`A point is drawn below a whole, positive number, not ${width}.`);
  for (let k = 0; ; k++) {
    const hash = sha256OfAscii(asciiOf(k));
    const point = pointOf(BigInt(`0x${hash.slice(0, 16)}`), BigInt(width));
    if (point !== null) return { point: Number(point), k, hash };
  }
}

/** `x mod width` when x lies below the last whole multiple of `width` under 2^64, else null. */
export function pointOf(x: bigint, width: bigint): bigint | null {
  return x < (2n ** 64n / width) * width ? x % width : null;
}

/**
 * Draws entries without replacement, each with the chance of its weight among the remaining ones.
 * @param count maximal number: prizes and reserves together
 * @returns in the order of the draw; fewer when fewer entered
 */
export function drawEntries(
  entries: readonly WeightedEntry[],
  count: number,
  { seed, beacon }: DrawSecret,
): DrawnEntry[] {
  const remaining = sortedEntries(entries.filter(({ weight }) => weight > 0));
  const entriesHash = entriesHashOf(entries);
  const drawn: DrawnEntry[] = [];
  for (let i = 1; i <= count && remaining.length > 0; i++) {
    const total = remaining.reduce((sum, { weight }) => sum + weight, 0);
    const { point, k, hash } = pointBelow(total, (tried) => `${seed}|${beacon}|${entriesHash}|${i}|${tried}`);
    let sum = 0;
    const index = remaining.findIndex(({ weight }) => (sum += weight) > point);
    const [winner] = remaining.splice(index, 1);
    drawn.push({ entryId: winner!.entryId, k, hash });
  }
  return drawn;
}

/** The point below a million of a ticket with one of the choices. */
export function playPoint({ seed, beacon }: DrawSecret, ticketId: string, choice: number): number {
  return pointBelow(ppmScale, (k) => `${seed}|${beacon}|${ticketId}|${choice}|${k}`).point;
}

/**
 * The prize line whose share of the million contains the point; when `isGone` says that it is used up, the next one
 * with stock, finally the lines before it. Null when all are used up.
 */
export function lineAt<Line extends PrizeLine>(
  prizes: readonly Line[],
  point: number,
  isGone: (line: Line) => boolean = () => false,
): Line | null {
  let sum = 0;
  const first = prizes.findIndex(({ ppm }) => (sum += ppm) > point);
  const inOrder = first < 0 ? [] : [...prizes.slice(first), ...prizes.slice(0, first)];
  return inOrder.find((line) => !isGone(line)) ?? null;
}

/**
 * Our gross cost of a prize of chance so that the winner gets `netRupiah`: the final tax is withheld from the gross
 * amount and paid by us. // PP 132/2000; product decisions, rewards 9
 * @param taxPpm rule row PRIZE_DRAW_TAX_PPM, in a million of the gross
 */
export function grossOf(netRupiah: number, taxPpm: number): { grossRupiah: number; taxRupiah: number } {
  if (taxPpm < 0 || taxPpm >= ppmScale)
    throw new RangeError(`No gross amount leaves anything at ${taxPpm} ppm of tax.`);
  const netPpm = BigInt(ppmScale - taxPpm);
  const gross = Number((BigInt(netRupiah) * BigInt(ppmScale) + netPpm - 1n) / netPpm);
  return { grossRupiah: gross, taxRupiah: gross - netRupiah };
}
