/**
 * Recomputes a draw from published data alone, in the reader's browser: written separately from the server's code, so
 * that it proves the server's result. // Product decisions, rewards 8; docs/decisions/271
 */
import type { Draw, DrawEntry } from "../draw-contract.ts";

export interface ProofResult {
  /** The prizes' hash equals the one committed to with the seed, before the day began. */
  commitment: boolean;
  /** The entries are those that were published at the freeze. */
  entries: boolean;
  /** Every result follows from seed and entries. */
  results: boolean;
  /** Number of recomputed ones. */
  count: number;
}

type Proven = Pick<
  Draw,
  "drawId" | "mechanic" | "prizes" | "prizesHash" | "commitment" | "seed" | "beacon" | "entriesHash" | "drawn"
>;

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The lines that the entries' hash is made of. */
export function recomputedLinesOf(mechanic: Draw["mechanic"], entries: readonly DrawEntry[]): string {
  if (mechanic === "INSTANT")
    return entries.map(({ entryId, choice, prizeKey }) => `${entryId}:${choice}:${prizeKey}\n`).join("");
  // A copy sorted in place: the oldest browsers that are promised know no toSorted.
  return entries
    .slice()
    .sort((a, b) => (a.entryId < b.entryId ? -1 : 1))
    .map(({ entryId, weight }) => `${entryId}:${weight}\n`)
    .join("");
}

/** A hash that decided something, and its result. */
interface Point {
  /** The hashed text, and its hash. */
  text: string;
  hash: string;
  width: bigint;
  point: bigint;
}

async function pointBelow(width: bigint, textOf: (k: number) => string): Promise<Point> {
  const end = (2n ** 64n / width) * width;
  for (let k = 0; ; k++) {
    const text = textOf(k);
    const hash = await hashOf(text);
    const x = BigInt(`0x${hash.slice(0, 16)}`);
    if (x < end) return { text, hash, width, point: x % width };
  }
}

interface Line {
  key: string;
  left: number;
  ppm: bigint;
}
const prizesIn = (text: string): Line[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(":"))
    .map(([key = "", quantity, ppm]) => ({ key, left: Number(quantity) || Infinity, ppm: BigInt(ppm ?? 0) }));

const pointOfPlay = ({ seed, beacon }: Proven, { entryId, choice }: DrawEntry): Promise<Point> =>
  pointBelow(1_000_000n, (k) => `${seed}|${beacon}|${entryId}|${choice}|${k}`);

/** Checks each play separately, in the order in which they took pieces. */
async function playsFollow(draw: Proven, entries: readonly DrawEntry[]): Promise<boolean> {
  const lines = prizesIn(draw.prizes);
  for (const play of entries) {
    const { point } = await pointOfPlay(draw, play);
    let sum = 0n;
    const first = lines.findIndex(({ ppm }) => (sum += ppm) > point);
    const given = [...lines.slice(first), ...lines.slice(0, first)].find(({ left }) => left > 0);
    if (given?.key !== play.prizeKey) return false;
    given.left -= 1;
  }
  return true;
}

/** Entries in the order of the draw, each with its point below the remaining weight. */
async function drawnFrom(
  { seed, beacon, entriesHash }: Proven,
  entries: readonly DrawEntry[],
  count: number,
): Promise<(Point & { entryId: string })[]> {
  const remaining = entries.filter(({ weight }) => (weight ?? 0) > 0).sort((a, b) => (a.entryId < b.entryId ? -1 : 1));
  const drawn: (Point & { entryId: string })[] = [];
  for (let i = 1; i <= count && remaining.length > 0; i++) {
    const total = remaining.reduce((sum, { weight }) => sum + BigInt(weight ?? 0), 0n);
    const found = await pointBelow(total, (k) => `${seed}|${beacon}|${entriesHash}|${i}|${k}`);
    let sum = 0n;
    const index = remaining.findIndex(({ weight }) => (sum += BigInt(weight ?? 0)) > found.point);
    drawn.push({ ...found, entryId: remaining.splice(index, 1)[0]!.entryId });
  }
  return drawn;
}

async function winnersFollow(draw: Proven, entries: readonly DrawEntry[]): Promise<boolean> {
  const places = draw.drawn.slice().sort((a, b) => a.place - b.place);
  const drawn = await drawnFrom(draw, entries, places.length);
  return (
    drawn.length === places.length &&
    places.every(({ place, entryId }, index) => place === index + 1 && drawn[index]!.entryId === entryId)
  );
}

/** Recomputes a draw whose seed is published. */
export async function recompute(draw: Proven, entries: readonly DrawEntry[]): Promise<ProofResult> {
  const { drawId, prizes, prizesHash, commitment, seed, entriesHash, mechanic } = draw;
  const isCommitted =
    (await hashOf(prizes)) === prizesHash &&
    (await hashOf(`tunai-draw-1|${drawId}|${prizesHash}|${seed}`)) === commitment;
  return {
    commitment: isCommitted,
    entries: (await hashOf(recomputedLinesOf(mechanic, entries))) === entriesHash,
    results: mechanic === "INSTANT" ? await playsFollow(draw, entries) : await winnersFollow(draw, entries),
    count: entries.length,
  };
}

const quoted = (text: string): string => text.replaceAll("\n", "\\n");

/** Number of plays written out for a shell: each is decided separately. */
const shownPlays = 20;

/** The hashes that decided each winner, or the first plays: command lines for a shell, with the figures that follow from them. */
async function decidingLines(draw: Proven, entries: readonly DrawEntry[], isWhole: boolean): Promise<string[]> {
  const points =
    draw.mechanic === "INSTANT"
      ? await Promise.all(
          entries
            .slice(0, shownPlays)
            .map(async (play) => ({ ...(await pointOfPlay(draw, play)), what: `${play.entryId} ${play.prizeKey}` })),
        )
      : isWhole
        ? (await drawnFrom(draw, entries, draw.drawn.length)).map((one) => ({ ...one, what: one.entryId }))
        : [];
  return points.map(({ text, hash, width, point, what }) =>
    shellLine(text, hash, `'OK 0x${hash.slice(0, 16)} mod ${width} = ${point}: ${what}'`),
  );
}

const shellLine = (text: string, hash: string, says = "OK"): string =>
  `test "$(printf '${quoted(text)}' | sha256sum | cut -c1-64)" = ${hash} && echo ${says}`;

/**
 * Command lines for a shell: each prints OK when a hash equals the published one; for a published draw also the
 * results.
 * @param isWhole whether these are all entries, as they were hashed
 */
export async function shellLines(draw: Proven, entries: readonly DrawEntry[], isWhole: boolean): Promise<string[]> {
  const { drawId, prizes, prizesHash, commitment, seed, entriesHash, mechanic } = draw;
  return [
    shellLine(prizes, prizesHash),
    ...(seed === null ? [] : [shellLine(`tunai-draw-1|${drawId}|${prizesHash}|${seed}`, commitment)]),
    ...(entriesHash === null || !isWhole ? [] : [shellLine(recomputedLinesOf(mechanic, entries), entriesHash)]),
    ...(seed === null ? [] : await decidingLines(draw, entries, isWhole)),
  ];
}
