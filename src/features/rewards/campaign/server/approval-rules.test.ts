import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prizesOf, tasksOf, type CampaignRules, type PrizeRule } from "../rules-contract.ts";
import { campaignFaultsOf, isInReach, isNotWorse } from "./approval-rules.ts";
import { seeds } from "./seed-table.ts";
import { newCampaign } from "./store.ts";
import { campaignViewOf, type Seen } from "./view.ts";
import { campaignStates, campaignViews, ineligibleReasons } from "../contract.ts";

const day = (count: number) => new Date(Date.UTC(2026, 10, 1 + count));
const eggs = seeds.find(({ activityId }) => activityId === "toy-egg-1")!.rules;
const base = { opensAt: day(10), closesAt: day(40), claimsUntil: day(54), budgetRupiah: 1_000, rules: eggs };
if (eggs.mechanic !== "INSTANT") throw new Error("Eggs are opened at once.");
const withLine = (change: Partial<PrizeRule>): CampaignRules => {
  if (eggs.mechanic !== "INSTANT") throw new Error("Eggs are opened at once.");
  return { ...eggs, prizes: eggs.prizes.map((line, index) => (index === 0 ? { ...line, ...change } : line)) };
};

describe("approved rules", () => {
  it("change for the better alone", () => {
    expect(isNotWorse(base, base)).toBe(true);
    expect(isNotWorse(base, { ...base, closesAt: day(41), claimsUntil: day(60), budgetRupiah: 2_000 })).toBe(true);
    expect(isNotWorse(base, { ...base, rules: withLine({ perDay: 6 }) })).toBe(true);
    expect(isNotWorse(base, { ...base, rules: withLine({ perDay: 0 }) })).toBe(true);
    for (const worse of [
      { ...base, closesAt: day(39) },
      { ...base, budgetRupiah: 999 },
      { ...base, rules: withLine({ perDay: 4 }) },
      { ...base, rules: withLine({ ppm: 1 }) },
      { ...base, rules: withLine({ prize: { kind: "CASH", rupiah: 69_999 } }) },
      { ...base, rules: withLine({ costPoints: 1 }) },
      { ...base, opensAt: day(11) },
      { ...base, claimsUntil: day(53) },
      { ...base, rules: { ...eggs, prizes: eggs.prizes.slice(1) } },
      { ...base, rules: { ...eggs, tasks: [] } },
      { ...base, rules: { ...eggs, tasks: tasksOf(eggs).map((task) => ({ ...task, gives: 0 })) } },
      { ...base, rules: { ...eggs, playsADay: eggs.playsADay + 1 } },
      { ...base, rules: withLine({ prizeKey: "another" }) },
    ])
      expect(isNotWorse(base, worse)).toBe(false);
    // No value means unlimited: any number is smaller.
    for (const bound of ["perDay", "stock"] as const) {
      const unbounded = { ...base, rules: withLine({ [bound]: 0 }) };
      expect([bound, isNotWorse(unbounded, { ...base, rules: withLine({ [bound]: 9_999 }) })]).toEqual([bound, false]);
    }
  });

  it("stay no worse over many changes: transitive", () => {
    const promise = fc.record({
      closes: fc.integer({ min: 38, max: 42 }),
      budgetRupiah: fc.integer({ min: 998, max: 1_002 }),
      perDay: fc.integer({ min: 0, max: 3 }),
      stock: fc.integer({ min: 0, max: 3 }),
    });
    const of = ({
      closes,
      budgetRupiah,
      perDay,
      stock,
    }: {
      closes: number;
      budgetRupiah: number;
      perDay: number;
      stock: number;
    }) => ({
      ...base,
      closesAt: day(closes),
      budgetRupiah,
      rules: withLine({ perDay, stock }),
    });
    fc.assert(
      fc.property(promise, promise, promise, (a, b, c) => {
        if (isNotWorse(of(a), of(b)) && isNotWorse(of(b), of(c))) expect(isNotWorse(of(a), of(c))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a campaign's main prize", () => {
  it("is within reach without a loan's task in every seed but those that are about a loan", () => {
    const outOfReach = seeds.filter(({ rules }) => !isInReach(rules)).map(({ activityId }) => activityId);
    expect(outOfReach).toEqual(["order-gift"]);
  });

  it("is out of reach where its fruit asks for more than the days bring", () => {
    const tree = seeds.find(({ activityId }) => activityId === "watering")!.rules;
    if (tree.mechanic !== "GROW") throw new Error("Watering grows.");
    expect(isInReach({ ...tree, fruit: 900 })).toBe(true);
    expect(isInReach({ ...tree, fruit: 901 })).toBe(false);
    expect(isInReach({ ...tree, energyADay: 10 })).toBe(false);
  });

  it("may be called limited with a number alone, and never free", () => {
    const row = {
      id: "",
      activityId: "x-1",
      mechanic: eggs.mechanic,
      skin: "toy-egg",
      title: { id: "Hadiah gratis, terbatas", en: "", zh: "" },
      claimsUntil: day(54),
      opensAt: day(1),
      closesAt: day(40),
      rules: withLine({}),
      rulesVersion: 1,
      budgetRupiah: 10,
      permit: { number: "1", isSample: true, verifiedAt: null },
      state: "DRAFT" as const,
      ...newCampaign,
    };
    expect(campaignFaultsOf(row, 5)).toEqual(["WORD_FREE"]);
    expect(campaignFaultsOf({ ...row, permit: null }, 11)).toEqual(["WORD_FREE", "PERMIT_MISSING", "BUDGET_SHORT"]);
    expect(prizesOf(row.rules).some(({ perDay }) => perDay > 0)).toBe(true);
    const sober = { ...row, title: { id: "Hadiah", en: "", zh: "" } };
    // A daily draw has a number of prizes per day, and coupons need a stock.
    expect(campaignFaultsOf({ ...sober, rules: withLine({ perDay: 0, stock: 100 }) }, 5)).toEqual([
      "COVER_UNKNOWN",
      "STOCK_BY_DAY",
    ]);
    const { rules: couponRules } = seeds.find(({ activityId }) => activityId === "get-coupon")!;
    if (couponRules.mechanic !== "CLAIM") throw new Error("A coupon is claimed.");
    const unbounded = { ...couponRules, prizes: couponRules.prizes.map((line) => ({ ...line, stock: 0 })) };
    expect(campaignFaultsOf({ ...sober, mechanic: "CLAIM", rules: couponRules }, 0)).toEqual([]);
    expect(campaignFaultsOf({ ...sober, mechanic: "CLAIM", rules: unbounded }, 0)).toEqual(["COVER_UNKNOWN"]);
    // Tickets are played only in an instant draw.
    const tickets = { kind: "TICKET", tickets: 2 } as const;
    const claimed = { ...couponRules, prizes: couponRules.prizes.map((line) => ({ ...line, prize: tickets })) };
    expect(campaignFaultsOf({ ...sober, mechanic: "CLAIM", rules: claimed }, 0)).toEqual(["TICKET_NO_PLAY"]);
    expect(campaignFaultsOf({ ...sober, rules: withLine({ prize: tickets }) }, 5)).toEqual([]);
  });
});

describe("what somebody sees", () => {
  const seen: fc.Arbitrary<Seen> = fc.record({
    now: fc.integer({ min: 0, max: 60 }).map(day),
    state: fc.constantFrom(...campaignStates),
    opensAt: fc.constant(day(10)),
    closesAt: fc.constant(day(40)),
    isLoggedIn: fc.boolean(),
    isLoginOptional: fc.boolean(),
    reason: fc.option(fc.constantFrom(...ineligibleReasons)),
    isBudgetOut: fc.boolean(),
    award: fc.option(fc.record({ isNothing: fc.boolean() })),
    isDoneForNow: fc.boolean(),
    isClaimable: fc.boolean(),
    isWaiting: fc.boolean(),
  });

  it("is one view in every state, and an action only while it runs for this person", () => {
    fc.assert(
      fc.property(seen, (one) => {
        const view = campaignViewOf(one);
        expect(campaignViews).toContain(view);
        if (view !== "RUNNING") return;
        // After the end only earned prizes can be claimed.
        if (one.state === "ENDED" || one.now >= one.closesAt) {
          expect([one.isClaimable, one.isBudgetOut, one.reason]).toEqual([true, false, null]);
          return;
        }
        expect([one.state, one.isBudgetOut]).toEqual(["RUNNING", false]);
        expect(one.now >= one.opensAt && one.now < one.closesAt).toBe(true);
        if (one.isLoggedIn) expect(one.reason).toBeNull();
      }),
      { numRuns: 5_000 },
    );
  });
});
