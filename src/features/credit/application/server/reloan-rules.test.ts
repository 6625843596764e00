import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "#shared/dates.ts";
import { priceTerms, standardProduct, type LoanEvent } from "#features/credit/loan/server/index.ts";
import { reloanCost, reloanRefusalsOf, smallestAmount, worstDaysLate, type ReloanFacts } from "./reloan-rules.ts";

const good: ReloanFacts = {
  isOffered: true,
  loan: {
    principalRupiah: 1_000_000,
    repaidPrincipalRupiah: 500_000,
    payoffRupiah: 510_000,
    dueNowRupiah: 0,
    worstDaysLate: 5,
    isRepeat: false,
    isRestructured: false,
    isMoneyReturned: false,
  },
  hasAnother: false,
  amountRupiah: 1_000_000,
};
const loan = (change: Partial<NonNullable<ReloanFacts["loan"]>>): ReloanFacts => ({
  ...good,
  loan: { ...good.loan!, ...change },
});

describe("A repeat loan", () => {
  it.each([
    ["nothing that is against it", good, []],
    ["the rule that ended it", { ...good, isOffered: false }, ["NOT_OFFERED"]],
    ["no loan that runs", { ...good, loan: null }, ["NO_LOAN"]],
    ["another application", { ...good, hasAnother: true }, ["OTHER_LOAN_OPEN"]],
    ["a repeat loan before it", loan({ isRepeat: true }), ["IS_REPEAT"]],
    ["a loan that was restructured", loan({ isRestructured: true }), ["IS_RESTRUCTURED"]],
    ["money that came back", loan({ isMoneyReturned: true }), ["MONEY_RETURNED"]],
    ["a payment that is due", loan({ dueNowRupiah: 1_000 }), ["PAYMENT_DUE"]],
    ["six days late once", loan({ worstDaysLate: 6 }), ["PAID_LATE"]],
    ["a rupiah less than half repaid", loan({ repaidPrincipalRupiah: 499_999 }), ["TOO_LITTLE_REPAID"]],
    ["a rupiah less than 30 % left over", loan({ payoffRupiah: 700_001 }), ["NET_TOO_SMALL"]],
    ["30 % left over to the rupiah", loan({ payoffRupiah: 700_000 }), []],
  ] as const)("sees %s", (_what, facts, refusals) => {
    expect(reloanRefusalsOf(facts)).toEqual(refusals);
  });

  it("of the smallest amount is refused for nothing that amount could mend, and of a step less it is", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6_900_000 }), (payoffRupiah) => {
        const amountRupiah = smallestAmount(payoffRupiah, 200_000, 100_000);
        expect(reloanRefusalsOf({ ...loan({ payoffRupiah }), amountRupiah })).toEqual([]);
        if (amountRupiah > 200_000)
          expect(reloanRefusalsOf({ ...loan({ payoffRupiah }), amountRupiah: amountRupiah - 100_000 })).toEqual([
            "NET_TOO_SMALL",
          ]);
      }),
    );
  });

  it("costs more by exactly what is paid beyond principal one way and not the other", () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(amount, amount, amount, amount, (unpaidPrincipalRupiah, unpaidCostRupiah, beyond, newCost) => {
        const running = { unpaidPrincipalRupiah, unpaidCostRupiah, payoffRupiah: unpaidPrincipalRupiah + beyond };
        expect(reloanCost(running, newCost).extraRupiah).toBe(beyond + newCost - unpaidCostRupiah);
      }),
    );
  });

  it("counts the days of a payment that came late, and none of one that was taken back", () => {
    const disbursedOn = "2026-12-01";
    const terms = priceTerms(standardProduct, { principalRupiah: 1_000_000, tenorDays: 90, disbursedOn });
    const due = addDays(disbursedOn, 30);
    const paid = (id: string, days: number): LoanEvent => ({
      kind: "PAYMENT",
      id,
      valueDate: addDays(due, days),
      amountRupiah: 420_000,
    });
    expect(worstDaysLate(terms, [paid("p1", 0)], addDays(due, 9))).toBe(0);
    expect(worstDaysLate(terms, [paid("p1", 5)], addDays(due, 9))).toBe(5);
    expect(worstDaysLate(terms, [paid("p1", 6)], addDays(due, 9))).toBe(6);
    const back: LoanEvent = { kind: "REVERSAL", id: "r1", valueDate: addDays(due, 8), eventId: "p1" };
    expect(worstDaysLate(terms, [paid("p1", 0), back], addDays(due, 9))).toBe(9);
  });
});
