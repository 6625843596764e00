import { describe, expect, it } from "vitest";
import {
  commitmentOf,
  drawEntries,
  entriesHashOf,
  entryLines,
  grossOf,
  sha256OfAscii,
  lineAt,
  playPoint,
  pointOf,
  prizesHashOf,
  type WeightedEntry,
} from "./fairness.ts";

const counting = Array.from({ length: 32 }, (_, index) => index.toString(16).padStart(2, "0"));
const wishSeed = counting.join("");
const eggSeed = counting.toReversed().join("");

// Product decisions, rewards 8
const wishPrizes = [{ prizeKey: "WISH", quantity: 3, ppm: 0 }];
const wishEntries: WeightedEntry[] = [
  { entryId: "7M3ZC4T8PE", weight: 5 },
  { entryId: "C0X8J1Y4SG", weight: 10 },
  { entryId: "2F7K9QWXA0", weight: 20 },
  { entryId: "9HR5D2V6BN", weight: 35 },
];
const eggPrizes = [
  { prizeKey: "CASH_70000", quantity: 5, ppm: 2_000 },
  { prizeKey: "CASH_5000", quantity: 200, ppm: 98_000 },
  { prizeKey: "COUPON_10000", quantity: 500, ppm: 250_000 },
  { prizeKey: "POINTS_20", quantity: 0, ppm: 350_000 },
  { prizeKey: "NOTHING", quantity: 0, ppm: 300_000 },
];

/** Pearson's chi-squared statistic of observed and expected counts. */
const chiSquare = (counts: number[], expected: number[]): number =>
  counts.reduce((sum, count, index) => sum + (count - expected[index]!) ** 2 / expected[index]!, 0);

describe("a draw by weight", () => {
  it("is the specification's to the digit", () => {
    const prizesHash = prizesHashOf(wishPrizes);
    expect(prizesHash).toBe("4d426b707d5c745a6d0bfda7f11b66d822575f6091e0280af0d11e4b73fe9d01");
    expect(commitmentOf("wish-dream:2026-11-21", prizesHash, wishSeed)).toBe(
      "09a69c4d5c9898a226f6089786bf27d4b64b9b2825f911c9037251c6ba190d3f",
    );
    expect(entryLines(wishEntries)).toBe("2F7K9QWXA0:20\n7M3ZC4T8PE:5\n9HR5D2V6BN:35\nC0X8J1Y4SG:10\n");
    expect(entriesHashOf(wishEntries)).toBe("0133ba15bf9fcffcae8c6c09cd39fc0f057c5b3d6c4076619b050b3fce82c177");
    const drawn = drawEntries(wishEntries, 5, { seed: wishSeed, beacon: "-" });
    expect(drawn.map(({ entryId, k, hash }) => [entryId, k, hash.slice(0, 16)])).toEqual([
      ["2F7K9QWXA0", 0, "bedfd46fe5397a58"],
      ["9HR5D2V6BN", 0, "6dff321e2244a259"],
      ["C0X8J1Y4SG", 0, "0fbaefdb17ef5c01"],
      ["7M3ZC4T8PE", 0, "71265ff2ec528bb3"],
    ]);
  });

  it("takes each point from the first eight bytes, as the specification reckons it by hand", () => {
    const drawn = drawEntries(wishEntries, 5, { seed: wishSeed, beacon: "-" });
    const reckoned = drawn.map(({ hash }, index) => {
      const x = BigInt(`0x${hash.slice(0, 16)}`);
      return [index === 3 ? null : String(x), Number(pointOf(x, [70n, 50n, 15n, 5n][index]!))];
    });
    expect(reckoned).toEqual([
      ["13753945364064991832", 12],
      ["7926108974200693337", 37],
      ["1133481980515539969", 9],
      [null, 4],
    ]);
  });

  it("draws again what lies behind the last whole multiple", () => {
    expect(pointOf(13753945364064991832n, 70n)).toBe(12n);
    expect(pointOf(18446744073709551599n, 70n)).toBe(69n);
    expect(pointOf(18446744073709551600n, 70n)).toBeNull();
    expect(pointOf(2n ** 64n - 1n, 2n ** 32n)).toBe(2n ** 32n - 1n);
  });

  it("gives each the chance of his weight: chi-square over 100,000 draws", () => {
    const counts = new Map(wishEntries.map(({ entryId }) => [entryId, 0]));
    for (let day = 0; day < 100_000; day++) {
      const [winner] = drawEntries(wishEntries, 1, { seed: sha256OfAscii(`day ${day}`), beacon: "-" });
      counts.set(winner!.entryId, counts.get(winner!.entryId)! + 1);
    }
    const statistic = chiSquare(
      wishEntries.map(({ entryId }) => counts.get(entryId)!),
      wishEntries.map(({ weight }) => (weight / 70) * 100_000),
    );
    // With three degrees of freedom, one fair draw in ten thousand deviates as much.
    expect(statistic).toBeLessThan(21.11);
  });

  it("has one winner set whatever the order of the entries, nobody twice, and nobody without weight", () => {
    for (let run = 0; run < 200; run++) {
      const entries = Array.from({ length: 1 + (run % 12) }, (_, index) => ({
        entryId: sha256OfAscii(`${run} ${index}`).slice(0, 10).toUpperCase(),
        weight: (run * (index + 3)) % 7,
      }));
      const secret = { seed: sha256OfAscii(`seed ${run}`), beacon: "-" };
      const drawn = drawEntries(entries, 5, secret).map(({ entryId }) => entryId);
      expect(drawEntries(entries.toReversed(), 5, secret).map(({ entryId }) => entryId)).toEqual(drawn);
      expect(new Set(drawn).size).toBe(drawn.length);
      expect(drawn).toHaveLength(Math.min(5, entries.filter(({ weight }) => weight > 0).length));
    }
  });
});

describe("a play", () => {
  it("is the specification's to the digit", () => {
    const prizesHash = prizesHashOf(eggPrizes);
    expect(prizesHash).toBe("6b60bed84e4b6a81be2edcbb7b033b124a940f4ac5c6cb179baa874b1a4b702d");
    expect(commitmentOf("toy-egg-1:2026-11-21", prizesHash, eggSeed)).toBe(
      "0e4f503b41bdead7323b7d909448f0f28c06da9c8d00b726b3170e5aad369cf9",
    );
    const played = [1, 2, 3].map((choice) => {
      const point = playPoint({ seed: eggSeed, beacon: "-" }, "Q4T7M2X9KD", choice);
      return [point, lineAt(eggPrizes, point)?.prizeKey];
    });
    const hashes = [1, 2, 3].map((choice) => sha256OfAscii(`${eggSeed}|-|Q4T7M2X9KD|${choice}|0`).slice(0, 16));
    expect(hashes).toEqual(["31ff1b8f40e573d9", "002b714026406c98", "b9540383ddc23095"]);
    expect(played).toEqual([
      [738_649, "NOTHING"],
      [160_152, "COUPON_10000"],
      [453_525, "POINTS_20"],
    ]);
  });

  it("keeps the published chances: chi-square over 100,000 plays", () => {
    const counts = eggPrizes.map(() => 0);
    for (let play = 0; play < 100_000; play++) {
      const point = playPoint({ seed: eggSeed, beacon: "-" }, `TICKET${play}`, 1 + (play % 3));
      counts[eggPrizes.indexOf(lineAt(eggPrizes, point)!)]!++;
    }
    expect(
      chiSquare(
        counts,
        eggPrizes.map(({ ppm }) => ppm / 10),
      ),
    ).toBeLessThan(23.51);
  });

  it("goes to the next line with stock, then to the first, and to none at last", () => {
    expect(lineAt(eggPrizes, 0)?.prizeKey).toBe("CASH_70000");
    expect(lineAt(eggPrizes, 1_999)?.prizeKey).toBe("CASH_70000");
    expect(lineAt(eggPrizes, 2_000)?.prizeKey).toBe("CASH_5000");
    expect(lineAt(eggPrizes, 999_999)?.prizeKey).toBe("NOTHING");
    expect(lineAt(eggPrizes, 0, ({ prizeKey }) => prizeKey.startsWith("CASH"))?.prizeKey).toBe("COUPON_10000");
    const short = eggPrizes.slice(0, 2).map((line, index) => ({ ...line, ppm: index === 0 ? 1 : 999_999 }));
    expect(lineAt(short, 5, ({ prizeKey }) => prizeKey === "CASH_5000")?.prizeKey).toBe("CASH_70000");
    expect(lineAt(short, 5, () => true)).toBeNull();
  });
});

describe("the tax of a prize", () => {
  it("comes on top, so that the winner gets the whole prize", () => {
    expect(grossOf(70_000, 250_000)).toEqual({ grossRupiah: 93_334, taxRupiah: 23_334 });
    expect(grossOf(333_333, 250_000)).toEqual({ grossRupiah: 444_444, taxRupiah: 111_111 });
    expect(grossOf(5_000, 0)).toEqual({ grossRupiah: 5_000, taxRupiah: 0 });
    for (let net = 1; net < 100_000; net += 97) {
      const { grossRupiah, taxRupiah } = grossOf(net, 250_000);
      expect(grossRupiah - Math.ceil(grossRupiah / 4)).toBeLessThanOrEqual(net);
      expect(grossRupiah - Math.floor(grossRupiah / 4)).toBeGreaterThanOrEqual(net);
      expect(grossRupiah - taxRupiah).toBe(net);
    }
  });
});
