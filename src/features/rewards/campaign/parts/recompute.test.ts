import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import {
  commitmentOf,
  drawEntries,
  entriesHashOf,
  sha256OfAscii,
  lineAt,
  playPoint,
  prizeLines,
  prizesHashOf,
} from "../server/fairness.ts";
import type { DrawEntry } from "../draw-contract.ts";
import { recomputedLinesOf, recompute, shellLines } from "./recompute.ts";

const seed = sha256OfAscii("a seed of this test");
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
  let remaining = 3;
  const entries = Array.from({ length: 40 }, (_, index) => {
    const entryId = sha256OfAscii(`ticket ${index}`).slice(0, 10).toUpperCase();
    const choice = 1 + (index % 3);
    const line = lineAt(
      prizes,
      playPoint(secret, entryId, choice),
      ({ prizeKey }) => prizeKey === "CASH" && remaining === 0,
    )!;
    if (line.prizeKey === "CASH") remaining--;
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
    entriesHash: sha256OfAscii(recomputedLinesOf("INSTANT", entries)),
    drawn: [],
  };
  return { draw, entries };
}

function wishes() {
  const prizes = [{ prizeKey: "WISH", quantity: 3, ppm: 0 }];
  const entries = Array.from({ length: 12 }, (_, index) =>
    entry(sha256OfAscii(`entry ${index}`).slice(0, 10).toUpperCase(), { weight: 1 + index }),
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
/** The output of a shell for these lines. */
const shellSays = (lines: readonly string[]): string[] =>
  execFileSync("sh", ["-c", lines.join("\n")], { encoding: "utf8" })
    .trimEnd()
    .split("\n");

describe("a draw recomputed in the browser", () => {
  it("is what the server drew, by chance and by weight", async () => {
    for (const { draw, entries } of [eggs(), wishes()])
      expect(await recompute(draw, entries)).toEqual({ ...good, count: entries.length });
  });

  // Product decisions, rewards 8
  it("is the specification's to the digit, and a shell says so too", async () => {
    const counting = Array.from({ length: 32 }, (_, index) => index.toString(16).padStart(2, "0"));
    const wishes = [
      ["2F7K9QWXA0", 20],
      ["7M3ZC4T8PE", 5],
      ["9HR5D2V6BN", 35],
      ["C0X8J1Y4SG", 10],
    ] as const;
    const wish = {
      drawId: "wish-dream:2026-11-21",
      mechanic: "DRAW" as const,
      prizes: "WISH:3:0\n",
      prizesHash: "4d426b707d5c745a6d0bfda7f11b66d822575f6091e0280af0d11e4b73fe9d01",
      commitment: "09a69c4d5c9898a226f6089786bf27d4b64b9b2825f911c9037251c6ba190d3f",
      seed: counting.join(""),
      beacon: "-",
      entriesHash: "0133ba15bf9fcffcae8c6c09cd39fc0f057c5b3d6c4076619b050b3fce82c177",
      drawn: ["2F7K9QWXA0", "9HR5D2V6BN", "C0X8J1Y4SG", "7M3ZC4T8PE"].map((entryId, index) => ({
        place: index + 1,
        entryId,
        isReserve: index > 2,
        name: null,
      })),
    };
    const plays = [
      [1, "NOTHING", "0x31ff1b8f40e573d9 mod 1000000 = 738649"],
      [2, "COUPON_10000", "0x002b714026406c98 mod 1000000 = 160152"],
      [3, "POINTS_20", "0xb9540383ddc23095 mod 1000000 = 453525"],
    ] as const;
    for (const [choice, prizeKey, figures] of plays) {
      const entries = [entry("Q4T7M2X9KD", { number: 1, choice, prizeKey })];
      const egg = {
        drawId: "toy-egg-1:2026-11-21",
        mechanic: "INSTANT" as const,
        prizes:
          "CASH_70000:5:2000\nCASH_5000:200:98000\nCOUPON_10000:500:250000\nPOINTS_20:0:350000\nNOTHING:0:300000\n",
        prizesHash: "6b60bed84e4b6a81be2edcbb7b033b124a940f4ac5c6cb179baa874b1a4b702d",
        commitment: "0e4f503b41bdead7323b7d909448f0f28c06da9c8d00b726b3170e5aad369cf9",
        seed: counting.toReversed().join(""),
        beacon: "-",
        entriesHash: sha256OfAscii(recomputedLinesOf("INSTANT", entries)),
        drawn: [],
      };
      expect(await recompute(egg, entries)).toEqual({ ...good, count: 1 });
      const said = shellSays(await shellLines(egg, entries, true));
      expect(said).toEqual(["OK", "OK", "OK", `OK ${figures}: Q4T7M2X9KD ${prizeKey}`]);
    }
    const entries = wishes.map(([entryId, weight]) => entry(entryId, { weight }));
    expect(await recompute(wish, entries)).toEqual({ ...good, count: 4 });
    expect(shellSays(await shellLines(wish, entries, true))).toEqual([
      "OK",
      "OK",
      "OK",
      "OK 0xbedfd46fe5397a58 mod 70 = 12: 2F7K9QWXA0",
      "OK 0x6dff321e2244a259 mod 50 = 37: 9HR5D2V6BN",
      "OK 0x0fbaefdb17ef5c01 mod 15 = 9: C0X8J1Y4SG",
      "OK 0x71265ff2ec528bb3 mod 5 = 4: 7M3ZC4T8PE",
    ]);
  });

  it("shows any other seed, prize, entry or winner", async () => {
    const { draw, entries } = eggs();
    expect((await recompute({ ...draw, seed: sha256OfAscii("another") }, entries)).commitment).toBe(false);
    const changed = entries.map((one, index) => (index === 3 ? { ...one, prizeKey: "CASH" } : one));
    const found = await recompute(draw, changed);
    expect([found.entries, found.results]).toEqual([false, false]);
    const drawn = wishes();
    const swapped = [drawn.draw.drawn[1]!, drawn.draw.drawn[0]!].map((one, index) => ({ ...one, place: index + 1 }));
    expect((await recompute({ ...drawn.draw, drawn: swapped }, drawn.entries)).results).toBe(false);
  });

  it("is confirmed by a shell, line by line, and refused by it where a letter differs", async () => {
    for (const { draw, entries } of [eggs(), wishes()]) {
      const lines = await shellLines(draw, entries, true);
      expect(lines).toHaveLength(3 + (draw.mechanic === "DRAW" ? draw.drawn.length : 20));
      expect(shellSays(lines).filter((line) => /^OK\b/.test(line))).toHaveLength(lines.length);
      const wrong = lines[0]!.replace(draw.prizes.slice(0, 4), "X".repeat(4));
      expect(shellSays([`${wrong} || echo NO`])).toEqual(["NO"]);
    }
  });

  it("has lines for what is published at each time: the prizes, then the entries, then what was drawn from them", async () => {
    const { draw, entries } = wishes();
    const sealed = { ...draw, seed: null, drawn: [] };
    expect(await shellLines({ ...sealed, entriesHash: null }, [], true)).toHaveLength(1);
    const frozen = await shellLines(sealed, entries, true);
    expect(frozen).toHaveLength(2);
    expect(shellSays(frozen)).toEqual(["OK", "OK"]);
    // With only a part of the entries, neither their hash nor a winner can be computed.
    expect(await shellLines(draw, entries.slice(1), false)).toHaveLength(2);
  });
});
