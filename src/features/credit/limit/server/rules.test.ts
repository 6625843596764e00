import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { affordableLimit, remainingRupiah, temporaryInForce, type Affordability } from "./rules.ts";

const now = new Date("2026-11-21T03:00:00Z");
const until = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const rupiah = fc.integer({ min: 0, max: 50_000_000 });

describe("what may still be borrowed", () => {
  it("counts a temporary limit up to its last millisecond and not one more", () => {
    const row = {
      creditRupiah: 1_000_000,
      temporaryRupiah: 500_000,
      temporaryUntil: until(1),
      usedRupiah: 0,
      isFrozen: false,
    };
    expect(remainingRupiah(row, now)).toBe(1_500_000);
    expect(remainingRupiah(row, until(1))).toBe(1_000_000);
  });
  it("is nothing while the limit is frozen", () => {
    const row = { creditRupiah: 1_000_000, temporaryRupiah: 0, temporaryUntil: null, usedRupiah: 0, isFrozen: true };
    expect(remainingRupiah(row, now)).toBe(0);
  });
  it("is never negative, although a loan may outlive the temporary limit it used", () => {
    fc.assert(
      fc.property(
        rupiah,
        rupiah,
        rupiah,
        fc.integer({ min: -1000, max: 1000 }),
        (creditRupiah, temporaryRupiah, usedRupiah, end) => {
          const row = { creditRupiah, temporaryRupiah, temporaryUntil: until(end), usedRupiah, isFrozen: false };
          const remaining = remainingRupiah(row, now);
          const total = creditRupiah + temporaryInForce(row, now);
          return remaining >= 0 && remaining === Math.max(0, total - usedRupiah);
        },
      ),
    );
  });
});

const standard: Affordability = {
  monthlyIncomeRupiah: 8_000_000,
  otherInstalmentsRupiah: 0,
  burdenPpm: 300_000,
  productCostPpm: 180_000,
  instalments: 3,
  maximumRupiah: 10_000_000,
  stepRupiah: 100_000,
};

describe("the limit that a borrower can carry", () => {
  it("is what the free share of income pays back with its cost: 30 % of 8 million over 3 months", () => {
    // 2,400,000 × 3 = 7,200,000; divided by 1.18 is 6,101,694; rounded down to 6,100,000.
    expect(affordableLimit(standard)).toBe(6_100_000);
  });
  it("is nothing where instalments elsewhere already take the share", () => {
    expect(affordableLimit({ ...standard, otherInstalmentsRupiah: 2_400_000 })).toBe(0);
  });
  it("is a multiple of the step, within the maximum, and its instalments fit the free share", () => {
    fc.assert(
      fc.property(rupiah, rupiah, (monthlyIncomeRupiah, otherInstalmentsRupiah) => {
        const limit = affordableLimit({ ...standard, monthlyIncomeRupiah, otherInstalmentsRupiah });
        expect(limit % standard.stepRupiah).toBe(0);
        expect(limit).toBeLessThanOrEqual(standard.maximumRupiah);
        const monthly = Math.floor((limit * 1.18) / 3);
        expect(limit === 0 || monthly <= Math.floor(monthlyIncomeRupiah * 0.3) - otherInstalmentsRupiah).toBe(true);
      }),
    );
  });
});
