/**
 * TKB and TWP as a rule: what counts, which values are impossible, and that the engine and the rule count the same
 * days.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "#shared/dates.ts";
import { formatPpm } from "#shared/money.ts";
import { priceTerms, standardProduct, stateOf, type LoanEvent } from "./engine/index.ts";
import { performanceDays, performanceOf, tkbPpm, twpPpm, type Exposure } from "./performance.ts";

const on = "2027-06-30";
const exposure: fc.Arbitrary<Exposure> = fc.record({
  unpaidPrincipalRupiah: fc.integer({ min: 0, max: 10_000_000 }),
  unpaidSince: fc.option(
    fc.integer({ min: -200, max: 60 }).map((days) => addDays(on, days)),
    { nil: null },
  ),
});
const exposures = fc.array(exposure, { maxLength: 30 });
const loan = (unpaidPrincipalRupiah: number, daysPastDue: number): Exposure => ({
  unpaidPrincipalRupiah,
  unpaidSince: addDays(on, -daysPastDue),
});

describe("loan performance", () => {
  it("counts a late loan with all of its unpaid principal, from the day after its border", () => {
    const book = performanceOf(
      [loan(600_000, -10), loan(200_000, 0), loan(100_000, 1), loan(60_000, 30), loan(30_000, 31), loan(10_000, 91)],
      on,
    );
    expect(book).toEqual({
      outstandingRupiah: 1_000_000,
      overdueRupiah: { 0: 200_000, 30: 40_000, 60: 10_000, 90: 10_000 },
    });
    expect(performanceDays.map((days) => twpPpm(book, days))).toEqual([200_000, 40_000, 10_000, 10_000]);
    expect(performanceDays.map((days) => tkbPpm(book, days))).toEqual([800_000, 960_000, 990_000, 990_000]);
  });

  it("has no figure where nothing is outstanding", () => {
    for (const none of [[], [{ unpaidPrincipalRupiah: 0, unpaidSince: null }]]) {
      expect(
        performanceDays.map((days) => [tkbPpm(performanceOf(none, on), days), twpPpm(performanceOf(none, on), days)]),
      ).toEqual(performanceDays.map(() => [null, null]));
    }
  });

  it("never shows a late loan as none: a share is rounded against us, to two decimals", () => {
    const book = performanceOf([loan(999_999_999, 0), loan(1, 95)], on);
    expect(formatPpm(twpPpm(book, 90) as number, "id")).toBe("0,01%");
    expect(formatPpm(tkbPpm(book, 90) as number, "id")).toBe("99,99%");
  });

  it("keeps within 0 and 100 %, falls with every further border, and adds up with TKB to the whole", () => {
    fc.assert(
      fc.property(exposures, (book) => {
        const performance = performanceOf(book, on);
        if (performance.outstandingRupiah === 0) return;
        const shares = performanceDays.map((days) => twpPpm(performance, days) as number);
        for (const [index, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(index === 0 ? 1_000_000 : (shares[index - 1] as number));
          expect(share + (tkbPpm(performance, performanceDays[index] as 0) as number)).toBe(1_000_000);
        }
      }),
    );
  });

  it("does not depend on the order of loans, and a loan on time can only make it better", () => {
    fc.assert(
      fc.property(exposures, fc.integer({ min: 1, max: 1_000_000 }), (book, amount) => {
        expect(performanceOf([...book].reverse(), on)).toEqual(performanceOf(book, on));
        const before = performanceOf(book, on);
        const after = performanceOf([...book, loan(amount, -1)], on);
        if (before.outstandingRupiah > 0) expect(twpPpm(after, 90)).toBeLessThanOrEqual(twpPpm(before, 90) as number);
      }),
    );
  });

  it("means the engine's days past due: what an instalment is late by is what its loan counts with", () => {
    const terms = priceTerms(standardProduct, { principalRupiah: 1_000_000, tenorDays: 90, disbursedOn: "2027-01-01" });
    const day = fc.integer({ min: 0, max: 250 }).map((days) => addDays("2027-01-01", days));
    const payments = fc.array(fc.record({ valueDate: day, amountRupiah: fc.integer({ min: 1, max: 700_000 }) }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(payments, day, fc.integer({ min: 0, max: 120 }), (paid, from, later) => {
        const events: LoanEvent[] = paid
          .map((payment, index) => ({ ...payment, kind: "PAYMENT", id: `p${index}` }))
          .filter(({ valueDate }) => valueDate <= from) as LoanEvent[];
        const asKept = stateOf(terms, events, from);
        const exposed = { unpaidPrincipalRupiah: asKept.unpaid.principalRupiah, unpaidSince: asKept.nextDueOn };
        // Stored on the day of the last event, read on any later day: time alone changes nothing.
        const then = addDays(from, later);
        const state = stateOf(terms, events, then);
        const { outstandingRupiah, overdueRupiah } = performanceOf([exposed], then);
        expect(outstandingRupiah).toBe(state.unpaid.principalRupiah);
        for (const days of performanceDays)
          expect(overdueRupiah[days]).toBe(state.daysPastDue > days ? state.unpaid.principalRupiah : 0);
      }),
    );
  });
});
