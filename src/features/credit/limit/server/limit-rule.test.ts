import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextLimit, temporaryOffer, type LimitInput } from "./limit-rule.ts";
import { limitRows, rowsOn } from "./score-rows.ts";

const rows = rowsOn(limitRows, "2027-01-01");
const input: LimitInput = { band: "C", affordableRupiah: 6_100_000, usedRupiah: 0, keptRupiah: 0, standing: null };
const standing = (nowRupiah: number, monthRupiah = nowRupiah) => ({ standing: { nowRupiah, monthRupiah } });
const steps = fc.integer({ min: 0, max: 100 }).map((step) => step * 100_000);
const band = fc.constantFrom("A", "B", "C", "D", "E" as const);

describe("the credit limit", () => {
  it("is the band's share of what the income carries, from C on at least 2 million where it carries that", () => {
    const of = (change: Partial<LimitInput>) => nextLimit({ ...input, ...change }, rows).rupiah;
    expect((["A", "B", "C", "D", "E"] as const).map((one) => of({ band: one }))).toEqual([
      5_100_000, 4_500_000, 3_600_000, 1_800_000, 0,
    ]);
    expect([of({ affordableRupiah: 2_500_000 }), of({ affordableRupiah: 1_700_000 })]).toEqual([2_000_000, 1_700_000]);
    expect(of({ affordableRupiah: 2_500_000, band: "D" })).toBe(700_000);
  });
  it("rises in a month by 30 % or 500,000, the larger, falls by 30 % at most, and at once in band E alone", () => {
    const of = (change: Partial<LimitInput>) => nextLimit({ ...input, ...change }, rows);
    expect(of(standing(1_000_000))).toEqual({ rupiah: 1_500_000, bound: "RISE_OF_MONTH" });
    expect(of({ ...standing(2_600_000), band: "A" })).toEqual({ rupiah: 3_300_000, bound: "RISE_OF_MONTH" });
    expect(of(standing(1_500_000, 1_000_000))).toEqual({ rupiah: 1_500_000, bound: "RISE_OF_MONTH" });
    expect(of({ ...standing(5_000_000), band: "D" })).toEqual({ rupiah: 3_500_000, bound: "FALL_OF_MONTH" });
    expect(of({ ...standing(5_000_000), band: "E" })).toEqual({ rupiah: 0, bound: null });
    expect(of({ ...standing(5_000_000), band: "E", usedRupiah: 2_000_000 })).toEqual({
      rupiah: 2_000_000,
      bound: "IN_USE",
    });
  });
  it("from before the score stands in bands A to C, and falls below them", () => {
    const kept = { ...input, ...standing(6_100_000), keptRupiah: 6_100_000 };
    expect(nextLimit(kept, rows).rupiah).toBe(6_100_000);
    expect(nextLimit({ ...kept, band: "D" }, rows).rupiah).toBe(4_300_000);
    expect(nextLimit({ ...kept, affordableRupiah: 4_000_000 }, rows).rupiah).toBe(4_000_000);
  });
  it("is never above what the income carries unless that much is in use, and never falls below what is in use", () => {
    fc.assert(
      fc.property(band, steps, steps, steps, steps, steps, (of, affordable, used, kept, now, month) => {
        const one = { band: of, affordableRupiah: affordable, usedRupiah: used, keptRupiah: kept };
        const { rupiah } = nextLimit({ ...one, ...standing(now, month) }, rows);
        expect(rupiah).toBeLessThanOrEqual(Math.max(affordable, Math.min(used, now)));
        expect(rupiah).toBeGreaterThanOrEqual(Math.min(used, now));
        expect(nextLimit({ ...one, standing: null }, rows).rupiah).toBeLessThanOrEqual(affordable);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the temporary limit", () => {
  const clean = {
    band: "A",
    creditRupiah: 5_100_000,
    affordableRupiah: 6_100_000,
    usedRupiah: 0,
    daysSinceLate: null,
    daysSinceTemporary: null,
  } as const;
  it("is 20 % of the credit limit for bands A and B with nothing late in 90 days, a month after the last", () => {
    expect(temporaryOffer(clean, rows)).toBe(1_000_000);
    expect(temporaryOffer({ ...clean, band: "C" }, rows)).toBe(0);
    expect(temporaryOffer({ ...clean, usedRupiah: 1 }, rows)).toBe(0);
    expect([89, 90].map((daysSinceLate) => temporaryOffer({ ...clean, daysSinceLate }, rows))).toEqual([0, 1_000_000]);
    expect([29, 30].map((daysSinceTemporary) => temporaryOffer({ ...clean, daysSinceTemporary }, rows))).toEqual([
      0, 1_000_000,
    ]);
  });
  it("never lifts the total above what the income carries, and is 300,000 at least", () => {
    expect(temporaryOffer({ ...clean, affordableRupiah: 5_500_000 }, rows)).toBe(400_000);
    expect(temporaryOffer({ ...clean, affordableRupiah: 5_300_000 }, rows)).toBe(0);
    expect(temporaryOffer({ ...clean, creditRupiah: 1_000_000 }, rows)).toBe(300_000);
  });
});
