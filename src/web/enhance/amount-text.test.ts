import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatRupiah } from "#shared/money.ts";
import { typedAmountOf, amountProblem, stepped } from "./amount-text.ts";

const rule = { minimum: 200_000, maximum: 10_000_000, step: 100_000 };

describe("amounts in a page", () => {
  test("What the server writes is read back.", () => {
    fc.assert(
      fc.property(fc.nat(2_000_000_000), (amount) => void expect(typedAmountOf(formatRupiah(amount))).toBe(amount)),
    );
    for (const typed of ["", "abc", "1,5", "-5"]) expect(typedAmountOf(typed), typed).toBeNaN();
  });
  test("A step from anywhere lands on the grid, within the bounds, and never in the other direction.", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 0, max: 12_000_000 }), fc.constant(Number.NaN)),
        fc.constantFrom(1, -1),
        (amount, direction) => {
          const next = stepped(amount, direction, rule);
          expect(amountProblem(next, rule)).toBe("");
          if (amount >= rule.minimum && amount <= rule.maximum)
            expect(Math.sign(next - amount) * direction).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
  test("An empty field starts at the minimum.", () => expect(stepped(Number.NaN, 1, rule)).toBe(200_000));
  test("Each bound has its own problem.", () => {
    expect([
      amountProblem(100_000, rule),
      amountProblem(10_100_000, rule),
      amountProblem(250_000, rule),
      amountProblem(Number.NaN, rule),
    ]).toEqual(["min", "max", "step", "type"]);
  });
});
