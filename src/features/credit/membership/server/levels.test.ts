import fc from "fast-check";
import { expect, it } from "vitest";
import { priceTerms, standardProduct, stateOf, type LoanEvent } from "#features/credit/loan/server/index.ts";
import { addDays } from "#shared/dates.ts";
import { sumRupiah } from "#shared/money.ts";
import { memberLevels } from "../contract.ts";
import { memberLevelOf, levelOn, levelRows, missingForPlus, termsOn, type MemberFacts } from "./levels.ts";
import { isGood } from "./facts.ts";
import { firstInTime, loanRefusals, payableRows, rowsWith, savedRupiah } from "./saving.ts";

const on = "2026-12-01";
const facts: fc.Arbitrary<MemberFacts> = fc.record({
  goodLoans: fc.integer({ min: 0, max: 6 }),
  score: fc.option(fc.integer({ min: 300, max: 850 })),
  hasEmail: fc.boolean(),
  hasSource: fc.boolean(),
  daysLate: fc.integer({ min: 0, max: 40 }),
  hasPlus: fc.boolean(),
});
const rank = (one: MemberFacts) => memberLevels.indexOf(memberLevelOf(one, on));

it("The levels are those of the specification, and a later row changes them from its day on.", () => {
  const none = { goodLoans: 0, score: 850, hasEmail: true, hasSource: true, daysLate: 0, hasPlus: false };
  expect(memberLevelOf(none, on)).toBe("BASIC");
  expect(memberLevelOf({ ...none, goodLoans: 1, score: 599 }, on)).toBe("BASIC");
  expect(memberLevelOf({ ...none, goodLoans: 1, score: 600 }, on)).toBe("SILVER");
  expect(memberLevelOf({ ...none, goodLoans: 3, score: 659 }, on)).toBe("SILVER");
  expect(memberLevelOf({ ...none, goodLoans: 3, score: 660 }, on)).toBe("GOLD");
  const plus = { ...none, goodLoans: 3, score: 660, hasPlus: true };
  expect(memberLevelOf(plus, on)).toBe("PLUS");
  // Late enough to end it, it no longer counts, whenever that is recorded.
  const { plusEndsAtDaysLate } = termsOn(on);
  const isLate = [plusEndsAtDaysLate - 1, plusEndsAtDaysLate].map((daysLate) => ({ ...plus, daysLate }));
  expect(isLate.map((one) => memberLevelOf(one, on))).toEqual(["PLUS", "GOLD"]);
  expect(isLate.map((one) => missingForPlus(one, on))).toEqual([[], ["NOT_LATE"]]);
  expect(memberLevels.map((level) => levelOn(level, on).reductionPpm)).toEqual([0, 50_000, 100_000, 150_000]);
  const rows = [...levelRows, { ...levelOn("SILVER", on), from: "2027-01-01", reductionPpm: 60_000 }];
  expect(["2026-12-31", "2027-01-01"].map((day) => levelOn("SILVER", day, rows).reductionPpm)).toEqual([
    50_000, 60_000,
  ]);
});

it("More good loans or a higher score never lower a level, lateness never raises one, and Plus is never given unasked.", () => {
  fc.assert(
    fc.property(facts, fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 200 }), (one, loans, points) => {
      const better = { ...one, goodLoans: one.goodLoans + loans, score: (one.score ?? 300) + points };
      expect(rank(better)).toBeGreaterThanOrEqual(rank(one));
      expect(rank({ ...one, daysLate: one.daysLate + loans })).toBeLessThanOrEqual(rank(one));
      if (!one.hasPlus) expect(memberLevelOf(one, on)).not.toBe("PLUS");
      if (one.daysLate >= termsOn(on).plusEndsAtDaysLate) expect(memberLevelOf(one, on)).not.toBe("PLUS");
      // Chosen with all conditions met, the level applies at once.
      if (missingForPlus(one, on).length === 0) expect(memberLevelOf({ ...one, hasPlus: true }, on)).toBe("PLUS");
    }),
  );
});

const disbursedOn = "2026-12-01";
const terms = priceTerms(standardProduct, { principalRupiah: 1_000_000, tenorDays: 90, disbursedOn });
const paid = (id: string, day: number, amountRupiah: number): LoanEvent => ({
  kind: "PAYMENT",
  id,
  valueDate: addDays(disbursedOn, day),
  amountRupiah,
});

it("A loan is good up to the third day late and not on the fourth, and a payment that came back never counted.", () => {
  const whole = (day: number) => [paid("a", day, 393_333), paid("b", 59, 393_333), paid("c", 89, 393_334)];
  const stateAt = (events: LoanEvent[]) => stateOf(terms, events, addDays(disbursedOn, 120));
  // With the late fee of its days.
  const late = (day: number) => [...whole(day), paid("d", day, 10_000)];
  expect([30, 33, 34].map((day) => isGood(stateAt(late(day)), 3))).toEqual([true, true, false]);
  const back: LoanEvent = { kind: "REVERSAL", id: "back", eventId: "a", valueDate: addDays(disbursedOn, 100) };
  expect(isGood(stateAt([...late(30), back, paid("e", 101, 800_000)]), 3)).toBe(false);
});

it("What is taken off is a share of what has not run, never more than is unpaid, and the instalments add up to it.", () => {
  const event = paid("first", 30, 393_333);
  const state = stateOf(terms, [event], addDays(disbursedOn, 30));
  // 120,000 of 180,000 have not accrued.
  expect(savedRupiah(state, { ppm: 50_000, maxRupiah: 200_000 })).toBe(6_000);
  expect(savedRupiah(state, { ppm: 150_000, maxRupiah: 200_000 })).toBe(18_000);
  expect([loanRefusals(state, { hasCoupon: false }), loanRefusals(state, { hasCoupon: true })]).toEqual([
    [],
    ["COUPON"],
  ]);
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 100 }),
      fc.constantFrom(60, 90),
      fc.integer({ min: 0, max: 89 }),
      fc.constantFrom(50_000, 100_000, 150_000),
      fc.integer({ min: 0, max: 3_000_000 }),
      (steps, tenorDays, day, ppm, amountRupiah) => {
        const priced = priceTerms(standardProduct, { principalRupiah: steps * 100_000, tenorDays, disbursedOn });
        const events = amountRupiah > 0 ? [paid("p", Math.min(day, 10), amountRupiah)] : [];
        const at = stateOf(priced, events, addDays(disbursedOn, Math.min(day, tenorDays - 1)));
        const saved = savedRupiah(at, { ppm, maxRupiah: 200_000 });
        expect(saved).toBeGreaterThanOrEqual(0);
        expect(saved).toBeLessThanOrEqual(Math.min(200_000, at.unpaid.interestRupiah));
        const sum = (rows: { payableRupiah: number }[]) => sumRupiah(rows.map(({ payableRupiah }) => payableRupiah));
        if (at.status === "ACTIVE" && at.payoffRupiah > 100_000)
          expect(sum(payableRows(at)) - sum(rowsWith("x", at, saved))).toBe(saved);
      },
    ),
    { numRuns: 60 },
  );
});

it("The first instalment counts by its due date, and while it is open nothing is taken off.", () => {
  const at = (events: LoanEvent[], day: number) => stateOf(terms, events, addDays(disbursedOn, day));
  expect(firstInTime(at([], 10))).toBeNull();
  expect(firstInTime(at([paid("a", 5, 393_333)], 10))).toBe(true);
  const late = at([paid("a", 35, 500_000)], 36);
  expect([firstInTime(late), loanRefusals(late, { hasCoupon: false })]).toEqual([false, ["FIRST_LATE"]]);
  expect(loanRefusals(at([], 40), { hasCoupon: false })).toEqual(["FIRST_INSTALMENT", "OVERDUE"]);
});
