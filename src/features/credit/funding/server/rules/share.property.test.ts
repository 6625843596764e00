/** The lenders' part of interest adds up to the rupiah, however many lenders there are. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { sumRupiah } from "#shared/money.ts";
import { shareIncome } from "./share.ts";

const lenders = fc.uniqueArray(
  fc.record({
    lenderId: fc.string({ minLength: 1, maxLength: 8 }),
    interestRupiah: fc.integer({ min: -1_000_000_000, max: 9_000_000_000_000 }),
    broughtRupiah: fc.integer({ min: -5_000_000_000, max: 0 }),
  }),
  { selector: ({ lenderId }) => lenderId, maxLength: 40 },
);
const ppm = fc.integer({ min: 0, max: 1_000_000 });

it("Shares add up to the lenders' part, and nothing is created or lost.", () => {
  fc.assert(
    fc.property(lenders, ppm, (inputs, sharePpm) => {
      const { baseRupiah, sharedRupiah, shares } = shareIncome(inputs, sharePpm);
      expect(sumRupiah(shares.map(({ shareRupiah }) => shareRupiah))).toBe(sharedRupiah);
      expect(sharedRupiah).toBe(Number((BigInt(baseRupiah) * BigInt(sharePpm)) / 1_000_000n));
      for (const [index, { shareRupiah, leftOverRupiah }] of shares.entries()) {
        const base = inputs[index]!.interestRupiah + inputs[index]!.broughtRupiah;
        const exact = (Math.max(0, base) * sharePpm) / 1_000_000;
        // Each lender's exact part, rounded up or down by less than a rupiah.
        expect(Math.abs(shareRupiah - exact)).toBeLessThan(1.01);
        expect(leftOverRupiah).toBe(Math.min(0, base));
        if (base <= 0) expect(shareRupiah).toBe(0);
      }
    }),
    { numRuns: 1_000 },
  );
});

it("The order of lenders changes no share.", () => {
  fc.assert(
    fc.property(lenders, ppm, (inputs, sharePpm) => {
      const byId = (all: readonly { lenderId: string; shareRupiah: number }[]) =>
        Object.fromEntries(all.map(({ lenderId, shareRupiah }) => [lenderId, shareRupiah]));
      const reversed = shareIncome(inputs.toReversed(), sharePpm).shares;
      expect(byId(reversed)).toEqual(byId(shareIncome(inputs, sharePpm).shares));
    }),
  );
});

it("Over months, what is taken back is made up for before more is shared.", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -10_000_000, max: 10_000_000 }), { maxLength: 24 }), (months) => {
      let [brought, base] = [0, 0];
      for (const interestRupiah of months) {
        const { baseRupiah, shares } = shareIncome(
          [{ lenderId: "L", interestRupiah, broughtRupiah: brought }],
          700_000,
        );
        base += baseRupiah;
        brought = shares[0]!.leftOverRupiah;
      }
      expect(base + brought).toBe(sumRupiah(months));
    }),
  );
});

it("The rupiah that is left goes to the largest remainder, and to the first id among equals.", () => {
  const interest = (lenderId: string, interestRupiah: number) => ({ lenderId, interestRupiah, broughtRupiah: 0 });
  // 70 % of 11, 12 and 10: 7.7, 8.4 and 7; together 23.1.
  expect(shareIncome([interest("C", 11), interest("B", 12), interest("A", 10)], 700_000)).toEqual({
    baseRupiah: 33,
    sharedRupiah: 23,
    shares: [
      { lenderId: "C", shareRupiah: 8, leftOverRupiah: 0 },
      { lenderId: "B", shareRupiah: 8, leftOverRupiah: 0 },
      { lenderId: "A", shareRupiah: 7, leftOverRupiah: 0 },
    ],
  });
  const equal = shareIncome([interest("B", 1), interest("A", 1)], 500_000);
  expect(equal.shares.map(({ lenderId, shareRupiah }) => [lenderId, shareRupiah])).toEqual([
    ["B", 0],
    ["A", 1],
  ]);
});
