/**
 * A draw recomputed from what is published alone, in the reader's browser: written by itself, so that it proves what the server did.
 * // Product decisions, rewards 8; docs/decisions/271
 */
import type { Draw, DrawEntry } from "../draw-contract.ts";

export interface ProofResult {
  /** The prizes hash to what was committed to with the seed, before the day began. */
  commitment: boolean;
  /** The entries are those that were published at the freeze. */
  entries: boolean;
  /** Every result follows from seed and entries. */
  results: boolean;
  /** How many were recomputed. */
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
export function linesOf(mechanic: Draw["mechanic"], entries: readonly DrawEntry[]): string {
  if (mechanic === "INSTANT")
    return entries.map(({ entryId, choice, prizeKey }) => `${entryId}:${choice}:${prizeKey}\n`).join("");
  // A copy sorted in place: the oldest browsers that are promised know no toSorted.
  return entries
    .slice()
    .sort((a, b) => (a.entryId < b.entryId ? -1 : 1))
    .map(({ entryId, weight }) => `${entryId}:${weight}\n`)
    .join("");
}

async function pointBelow(width: bigint, textOf: (k: number) => string): Promise<bigint> {
  const end = (2n ** 64n / width) * width;
  for (let k = 0; ; k++) {
    const x = BigInt(`0x${(await hashOf(textOf(k))).slice(0, 16)}`);
    if (x < end) return x % width;
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

/** Each play by itself, in the order in which they took pieces. */
async function playsFollow({ seed, beacon, prizes }: Proven, entries: readonly DrawEntry[]): Promise<boolean> {
  const lines = prizesIn(prizes);
  for (const { entryId, choice, prizeKey } of entries) {
    const point = await pointBelow(1_000_000n, (k) => `${seed}|${beacon}|${entryId}|${choice}|${k}`);
    let sum = 0n;
    const first = lines.findIndex(({ ppm }) => (sum += ppm) > point);
    const given = [...lines.slice(first), ...lines.slice(0, first)].find(({ left }) => left > 0);
    if (given?.key !== prizeKey) return false;
    given.left -= 1;
  }
  return true;
}

async function winnersFollow(
  { seed, beacon, entriesHash, drawn }: Proven,
  entries: readonly DrawEntry[],
): Promise<boolean> {
  const left = entries.filter(({ weight }) => (weight ?? 0) > 0).sort((a, b) => (a.entryId < b.entryId ? -1 : 1));
  for (const { place, entryId } of drawn) {
    const total = left.reduce((sum, { weight }) => sum + BigInt(weight ?? 0), 0n);
    if (total === 0n) return false;
    const point = await pointBelow(total, (k) => `${seed}|${beacon}|${entriesHash}|${place}|${k}`);
    let sum = 0n;
    const index = left.findIndex(({ weight }) => (sum += BigInt(weight ?? 0)) > point);
    if (left.splice(index, 1)[0]?.entryId !== entryId) return false;
  }
  return true;
}

/** Recomputes a draw whose seed was shown. */
export async function recompute(draw: Proven, entries: readonly DrawEntry[]): Promise<ProofResult> {
  const { drawId, prizes, prizesHash, commitment, seed, entriesHash, mechanic } = draw;
  const isCommitted =
    (await hashOf(prizes)) === prizesHash &&
    (await hashOf(`tunai-draw-1|${drawId}|${prizesHash}|${seed}`)) === commitment;
  return {
    commitment: isCommitted,
    entries: (await hashOf(linesOf(mechanic, entries))) === entriesHash,
    results: mechanic === "INSTANT" ? await playsFollow(draw, entries) : await winnersFollow(draw, entries),
    count: entries.length,
  };
}

const quoted = (text: string): string => text.replaceAll("\n", "\\n");

/** Lines for a shell: each says OK where a hash is what was published. */
export function shellLines(draw: Proven, entries: readonly DrawEntry[] | null): string[] {
  const { drawId, prizes, prizesHash, commitment, seed, entriesHash, mechanic } = draw;
  const line = (text: string, hash: string): string =>
    `test "$(printf '${quoted(text)}' | sha256sum | cut -c1-64)" = ${hash} && echo OK`;
  return [
    line(prizes, prizesHash),
    ...(seed === null ? [] : [line(`tunai-draw-1|${drawId}|${prizesHash}|${seed}`, commitment)]),
    ...(entriesHash === null || entries === null ? [] : [line(linesOf(mechanic, entries), entriesHash)]),
  ];
}
