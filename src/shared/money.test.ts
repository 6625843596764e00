import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  assertRupiah,
  formatPpm,
  formatRupiah,
  multiplyPpm,
  parseRupiah,
  shareOfRupiah,
  splitRupiah,
  sumRupiah,
} from "./money.ts";

const amount = fc.integer({ min: 0, max: 10_000_000_000 });

describe("rupiah", () => {
  it("is shown with a dot between thousands in every language", () => {
    expect(formatRupiah(1_234_567)).toBe("Rp 1.234.567");
    expect(formatRupiah(0)).toBe("Rp 0");
    expect(formatRupiah(999)).toBe("Rp 999");
    expect(formatRupiah(-1_000)).toBe("-Rp 1.000");
    expect(() => formatRupiah(1.5)).toThrow(RangeError);
  });

  it("is read the ways people type it", () => {
    for (const typed of [
      "1000000",
      "1.000.000",
      "1,000,000",
      "Rp 1.000.000",
      "rp1.000.000,00",
      "Rp. 1.000.000,-",
      "1 000 000",
      "IDR 1,000,000.00",
    ]) {
      expect(parseRupiah(typed), typed).toBe(1_000_000);
    }
  });

  it("is not guessed when what was typed is ambiguous, negative, broken or too large", () => {
    for (const typed of [
      "",
      "1.5",
      "1.00",
      "1.0000",
      "-5",
      "1.000.00",
      "1,000.000",
      "1.000,50",
      "1e6",
      "satu",
      "99999999999999999",
    ]) {
      expect(parseRupiah(typed), typed).toBeUndefined();
    }
  });
  it("is none where more stands than anybody types", () => {
    expect(parseRupiah(`1000${" ".repeat(200)}`)).toBeUndefined();
  });

  it("reads back whatever it shows", () => {
    fc.assert(fc.property(amount, (rupiah) => parseRupiah(formatRupiah(rupiah)) === rupiah));
  });

  it("refuses fractions, negative amounts and unsafe integers", () => {
    for (const wrong of [0.5, -1, Number.NaN, 2 ** 53]) expect(() => assertRupiah(wrong)).toThrow(RangeError);
  });
});

describe("rates", () => {
  it("multiplies exactly and rounds once, in the stated direction", () => {
    expect(multiplyPpm(333_333, 2_000, 10, "down")).toBe(6_666);
    expect(multiplyPpm(333_333, 2_000, 10, "up")).toBe(6_667);
    expect(multiplyPpm(1_000_000, 3_000, 90, "up")).toBe(270_000);
    expect(multiplyPpm(-333_333, 2_000, 10, "down")).toBe(-6_667);
    expect(() => multiplyPpm(Number.MAX_SAFE_INTEGER, 1_000_000, 2, "down")).toThrow(RangeError);
  });

  it("never differs from the exact product by a whole rupiah", () => {
    fc.assert(
      fc.property(
        amount,
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 365 }),
        (base, ppm, days) => {
          const exact = BigInt(base) * BigInt(ppm) * BigInt(days);
          const down = BigInt(multiplyPpm(base, ppm, days, "down")) * 1_000_000n;
          const up = BigInt(multiplyPpm(base, ppm, days, "up")) * 1_000_000n;
          return down <= exact && exact - down < 1_000_000n && up >= exact && up - exact < 1_000_000n;
        },
      ),
    );
  });

  it("are shown with the language's decimal mark and every digit", () => {
    expect(formatPpm(2_000, "id")).toBe("0,2%");
    expect(formatPpm(2_000, "en")).toBe("0.2%");
    expect(formatPpm(1_000_000, "zh")).toBe("100%");
    expect(formatPpm(1_234_567, "id")).toBe("123,4567%");
    expect(formatPpm(1, "en")).toBe("0.0001%");
    expect(formatPpm(-15_000, "en")).toBe("-1.5%");
    expect(formatPpm(0, "id")).toBe("0%");
  });
});

describe("splitting", () => {
  it("gives equal parts and the rest to the last", () => {
    expect(splitRupiah(1_000_000, 3)).toEqual([333_333, 333_333, 333_334]);
    expect(splitRupiah(5, 7)).toEqual([0, 0, 0, 0, 0, 0, 5]);
  });

  it("always adds up", () => {
    fc.assert(
      fc.property(
        amount,
        fc.integer({ min: 1, max: 36 }),
        (total, parts) => sumRupiah(splitRupiah(total, parts)) === total,
      ),
    );
  });

  it("takes a share rounded in the stated direction", () => {
    expect(shareOfRupiah(100, 1, 3, "down")).toBe(33);
    expect(shareOfRupiah(100, 1, 3, "up")).toBe(34);
    expect(() => shareOfRupiah(100, 1, 0, "up")).toThrow(RangeError);
  });
});
