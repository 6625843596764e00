import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import {
  commitmentOf,
  drawEntries,
  entriesHashOf,
  hashOf,
  lineAt,
  playPoint,
  prizeLines,
  prizesHashOf,
} from "../server/fairness.ts";
import type { DrawEntry } from "../draw-contract.ts";
import { linesOf, recompute, shellLines } from "./recompute.ts";

const seed = hashOf("a seed of this test");
const secret = { seed, beacon: "-" };
const entry = (entryId: string, more: Partial<DrawEntry>): DrawEntry => ({
  entryId,
  weight: null,
  number: null,
  choice: null,
  prizeKey: null,
  ...more,
});

/** A day of eggs in which the first prize is used up. */
function eggs() {
  const prizes = [
    { prizeKey: "CASH", quantity: 3, ppm: 300_000 },
    { prizeKey: "POINTS", quantity: 0, ppm: 300_000 },
    { prizeKey: "NOTHING", quantity: 0, ppm: 400_000 },
  ];
  let left = 3;
  const entries = Array.from({ length: 40 }, (_, index) => {
    const entryId = hashOf(`ticket ${index}`).slice(0, 10).toUpperCase();
    const choice = 1 + (index % 3);
    const line = lineAt(
      prizes,
      playPoint(secret, entryId, choice),
      ({ prizeKey }) => prizeKey === "CASH" && left === 0,
    )!;
    if (line.prizeKey === "CASH") left--;
    return entry(entryId, { number: index + 1, choice, prizeKey: line.prizeKey });
  });
  const drawId = "toy-egg-1:2026-11-21";
  const prizesHash = prizesHashOf(prizes);
  const draw = {
    drawId,
    mechanic: "INSTANT" as const,
    prizes: prizeLines(prizes),
    prizesHash,
    commitment: commitmentOf(drawId, prizesHash, seed),
    seed,
    beacon: "-",
    entriesHash: hashOf(linesOf("INSTANT", entries)),
    drawn: [],
  };
  return { draw, entries };
}

function wishes() {
  const prizes = [{ prizeKey: "WISH", quantity: 3, ppm: 0 }];
  const entries = Array.from({ length: 12 }, (_, index) =>
    entry(hashOf(`entry ${index}`).slice(0, 10).toUpperCase(), { weight: 1 + index }),
  );
  const weighed = entries.map(({ entryId, weight }) => ({ entryId, weight: weight! }));
  const drawId = "wish-dream:2026-11-21";
  const prizesHash = prizesHashOf(prizes);
  const draw = {
    drawId,
    mechanic: "DRAW" as const,
    prizes: prizeLines(prizes),
    prizesHash,
    commitment: commitmentOf(drawId, prizesHash, seed),
    seed,
    beacon: "-",
    entriesHash: entriesHashOf(weighed),
    drawn: drawEntries(weighed, 5, secret).map(({ entryId }, index) => ({
      place: index + 1,
      entryId,
      isReserve: index > 2,
      name: null,
    })),
  };
  return { draw, entries };
}

const good = { commitment: true, entries: true, results: true };

describe("a draw recomputed in the browser", () => {
  it("is what the server drew, by chance and by weight", async () => {
    for (const { draw, entries } of [eggs(), wishes()])
      expect(await recompute(draw, entries)).toEqual({ ...good, count: entries.length });
  });

  it("shows any other seed, prize, entry or winner", async () => {
    const { draw, entries } = eggs();
    expect((await recompute({ ...draw, seed: hashOf("another") }, entries)).commitment).toBe(false);
    const changed = entries.map((one, index) => (index === 3 ? { ...one, prizeKey: "CASH" } : one));
    const found = await recompute(draw, changed);
    expect([found.entries, found.results]).toEqual([false, false]);
    const drawn = wishes();
    const swapped = [drawn.draw.drawn[1]!, drawn.draw.drawn[0]!].map((one, index) => ({ ...one, place: index + 1 }));
    expect((await recompute({ ...drawn.draw, drawn: swapped }, drawn.entries)).results).toBe(false);
  });

  it("is confirmed by a shell, line by line, and refused by it where a letter differs", () => {
    for (const { draw, entries } of [eggs(), wishes()]) {
      const lines = shellLines(draw, entries);
      expect(lines).toHaveLength(3);
      const said = execFileSync("sh", ["-c", lines.join("\n")], { encoding: "utf8" });
      expect(said).toBe("OK\nOK\nOK\n");
      const wrong = lines[0]!.replace(draw.prizes.slice(0, 4), "X".repeat(4));
      expect(execFileSync("sh", ["-c", `${wrong} || echo NO`], { encoding: "utf8" })).toBe("NO\n");
    }
  });
});
