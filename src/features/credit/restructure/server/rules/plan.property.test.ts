/** Properties of every plan, over loans of any size, age and history. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, daysBetween } from "#shared/dates.ts";
import {
  carryTo,
  priceTerms,
  quoteOf,
  standardProduct,
  stateOf,
  totalCapRupiah,
  type LoanEvent,
} from "#features/credit/loan/server/index.ts";
import { restructurePlanOf, waiverEvents, type Plan } from "./plan.ts";
import { programmeFor, programmeOn, programmes } from "./programmes.ts";

const disbursedOn = "2026-11-28";
const richRupiah = 50_000_000;
const million = priceTerms(standardProduct, { principalRupiah: 1_000_000, tenorDays: 90, disbursedOn });
const spread = programmeOn("SPREAD", disbursedOn)!;
const planned = (onDay: number, tenorDays: number, events: LoanEvent[] = [], programme = spread) =>
  restructurePlanOf({
    state: stateOf(million, events, addDays(disbursedOn, onDay)),
    programme,
    tenorDays,
    monthlyIncomeRupiah: richRupiah,
  });

it("Rp1,000,000 over 90 days, nothing paid, on day 45: SPREAD over 60 days is 2 × 575,000.", () => {
  const plan = planned(45, 60) as Plan;
  expect(plan.quote.instalments.map(({ totalRupiah }) => totalRupiah)).toEqual([575_000, 575_000]);
  expect(plan).toMatchObject({
    carriedRupiah: 90_000,
    waived: { lateFeeRupiah: 9_999, interestRupiah: 0, feeRupiah: 0 },
    settlesRupiah: 1_090_000,
    boundRupiah: 1_269_998,
    terms: { totalCapPpm: 910_000, dailyRatePpm: 1_000, principalRupiah: 1_000_000 },
  });
  expect(totalCapRupiah(plan.terms)).toBe(910_000);
});

it("RELIEF waives half of the interest, and PAUSE takes no interest and two instalments.", () => {
  const relief = planned(75, 90, [], programmeFor(45, disbursedOn)!) as Plan;
  expect(relief).toMatchObject({ carriedRupiah: 75_000, waived: { interestRupiah: 75_000 } });
  const pause = planned(45, 120, [], programmeOn("PAUSE", disbursedOn)!) as Plan;
  expect(pause.quote.instalments.map(({ totalRupiah }) => totalRupiah)).toEqual([545_000, 545_000]);
  expect(pause.quote.interestRupiah).toBe(0);
});

it("A part above the caps of the new contract is waived to the rupiah, and the plan is made.", () => {
  expect(planned(60, 60)).toMatchObject({ carriedRupiah: 120_000, waived: { interestRupiah: 0 } });
  expect(planned(61, 60)).toMatchObject({ carriedRupiah: 120_000, waived: { interestRupiah: 2_000 } });
});

it("Each programme has its days late, and behind day 90 only hardship leads to one.", () => {
  const names = [0, 30, 31, 90, 91].map((days) => programmeFor(days, disbursedOn)?.programme ?? null);
  expect(names).toEqual(["SPREAD", "SPREAD", "RELIEF", "RELIEF", null]);
  expect(programmeFor(10, "2025-12-31")).toBeNull();
});

it("A small rest, an income too low and instalments above the old ones make no plan; the shorter term is the borrower's choice.", () => {
  const paid = (amountRupiah: number): LoanEvent => ({
    kind: "PAYMENT",
    id: "p",
    valueDate: addDays(disbursedOn, 20),
    amountRupiah,
  });
  expect(planned(45, 60, [paid(1_000_000)])).toBe("TOO_SMALL");
  expect(planned(45, 60, [paid(990_001)])).toBe("TOO_SMALL");
  expect(planned(45, 60, [paid(990_000)])).toMatchObject({ settlesRupiah: spread.minimumRupiah });
  const state = stateOf(million, [], addDays(disbursedOn, 45));
  const of = (tenorDays: number, monthlyIncomeRupiah: number) =>
    restructurePlanOf({ state, programme: spread, tenorDays, monthlyIncomeRupiah });
  expect(of(60, 1_916_666)).toBe("INSTALMENT");
  expect(of(60, 1_916_667)).toMatchObject({ settlesRupiah: 1_090_000 });
  // With 90 days the largest instalment is at most the old one; on a later day the carried interest makes it larger.
  expect(of(90, richRupiah)).toMatchObject({ terms: { tenorDays: 90 } });
  expect(planned(46, 90)).toBe("INSTALMENT");
  expect(planned(46, 60)).toMatchObject({ terms: { tenorDays: 60 } });
});

const loans = fc.record({
  steps: fc.integer({ min: 2, max: 100 }),
  loanDays: fc.constantFrom(30, 60, 90),
  onDay: fc.integer({ min: 0, max: 200 }),
  programme: fc.constantFrom(...programmes),
  income: fc.integer({ min: 0, max: 20_000_000 }),
  events: fc.array(
    fc.record({
      isDiscount: fc.boolean(),
      day: fc.integer({ min: 0, max: 200 }),
      amountRupiah: fc.oneof(fc.integer({ min: 1, max: 400_000 }), fc.integer({ min: 1, max: 9_000_000 })),
    }),
    { maxLength: 5 },
  ),
});

it("No plan is dearer than the old contract unpaid, lets interest bear interest, passes a cap or leaves the books open.", () => {
  let plans = 0;
  fc.assert(
    fc.property(loans, ({ steps, loanDays, onDay, programme, income, events: given }) => {
      const terms = priceTerms(standardProduct, { principalRupiah: steps * 100_000, tenorDays: loanDays, disbursedOn });
      const on = addDays(disbursedOn, onDay);
      const events = given
        .filter(({ day }) => day <= onDay)
        .map(({ isDiscount, day, amountRupiah }, index): LoanEvent => {
          const base = { id: `e${index}`, valueDate: addDays(disbursedOn, day), amountRupiah };
          return isDiscount ? { ...base, kind: "DISCOUNT", of: "INTEREST" } : { ...base, kind: "PAYMENT" };
        });
      const state = stateOf(terms, events, on);
      for (const tenorDays of programme.tenorsDays) {
        const plan = restructurePlanOf({ state, programme, tenorDays, monthlyIncomeRupiah: income });
        if (typeof plan === "string") continue;
        plans += 1;
        const { quote, waived, carriedRupiah } = plan;
        const lastDueOn = quote.instalments.at(-1)!.dueOn;
        expect(daysBetween(on, lastDueOn)).toBe(tenorDays);
        expect(quote.totalRupiah).toBeLessThanOrEqual(carryTo(state, lastDueOn).payoffRupiah);
        // The new interest is computed on the unpaid principal only.
        expect(quote.interestRupiah).toBe(
          Math.floor((plan.terms.principalRupiah * programme.dailyRatePpm * tenorDays) / 1_000_000),
        );
        expect(plan.terms.principalRupiah).toBeLessThanOrEqual(state.unpaid.principalRupiah);
        expect(quote.feeRupiah).toBe(carriedRupiah);
        // The waivers and one payment of the rest end the old loan to the rupiah.
        const all: LoanEvent[] = [
          ...events,
          ...waiverEvents(waived, on, "o"),
          { kind: "PAYMENT", id: "zz", valueDate: on, amountRupiah: plan.settlesRupiah, from: "RESTRUCTURE" },
        ];
        const closed = stateOf(terms, all, on);
        expect(closed).toMatchObject({ status: "PAID_OFF", overpaidRupiah: state.overpaidRupiah });
        expect(closed.lateFee.paidRupiah).toBe(state.lateFee.paidRupiah);
        // The cap of the first contract stays in force, over both contracts together.
        const before = closed.costRupiah - closed.waived.interestRupiah - closed.lateFee.waivedRupiah;
        expect(totalCapRupiah(plan.terms)).toBeLessThanOrEqual(totalCapRupiah(terms) - before);
        const neverPaid = stateOf(plan.terms, [], addDays(lastDueOn, 2_000));
        expect(neverPaid.costRupiah + before - carriedRupiah).toBeLessThanOrEqual(totalCapRupiah(terms));
        const isLongest = tenorDays === Math.max(...programme.tenorsDays);
        const perMonth = (quote.instalments.at(-1)!.totalRupiah * 30) / programme.instalmentDays;
        expect(perMonth).toBeLessThanOrEqual(income * 0.3);
        if (isLongest) expect(perMonth).toBeLessThanOrEqual(quoteOf(terms).instalments.at(-1)!.totalRupiah);
      }
    }),
    { numRuns: 600 },
  );
  expect(plans).toBeGreaterThan(50);
});
