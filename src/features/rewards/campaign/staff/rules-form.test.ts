import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { seeds } from "../server/seed-table.ts";
import {
  allPpm,
  campaignFacts,
  campaignRules,
  campaignTasks,
  type CampaignRules,
  type Prize,
  type PrizeRule,
} from "../rules-contract.ts";
import { fieldAt, ruleFieldsOf, inRows, rulesIn } from "./rules-form.ts";

const count = fc.integer({ min: 1, max: 5_000_000 });
const whole = fc.oneof(fc.constant(0), count);
const key = fc.stringMatching(/^[A-Z0-9_]{2,30}$/);
const word = fc.stringMatching(/^[A-Za-z]{1,12}( [a-z]{1,8})?$/);
const prize: fc.Arbitrary<Prize> = fc.oneof(
  fc.record({ kind: fc.constant("CASH" as const), rupiah: count }),
  fc.record({ kind: fc.constant("COUPON" as const), couponKey: fc.stringMatching(/^[a-z0-9-]{3,40}$/) }),
  fc.record({ kind: fc.constant("POINTS" as const), points: count }),
  fc.record({ kind: fc.constant("TICKET" as const), tickets: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant("VOUCHER" as const), voucherKey: key, rupiah: count }),
  fc.record({ kind: fc.constant("NOTHING" as const) }),
);
const line = (ppm: fc.Arbitrary<number>): fc.Arbitrary<PrizeRule> =>
  fc.record({ prizeKey: key, prize, stock: whole, perDay: whole, ppm, costPoints: whole });
const lines = (max = 16) =>
  fc.uniqueArray(line(fc.integer({ min: 0, max: allPpm })), {
    minLength: 1,
    maxLength: max,
    selector: ({ prizeKey }) => prizeKey,
  });
const tasks = (minLength: number) =>
  fc.uniqueArray(fc.record({ task: fc.constantFrom(...campaignTasks), gives: count }), {
    minLength,
    maxLength: campaignTasks.length,
    selector: ({ task }) => task,
  });
/** The last line has the remaining chance. */
const odds = (rows: PrizeRule[]): PrizeRule[] => {
  let remaining = allPpm;
  return rows.map((row, index) => {
    const ppm = index === rows.length - 1 ? remaining : Math.min(remaining, row.ppm);
    remaining -= ppm;
    return { ...row, ppm };
  });
};
const helping = fc.record({
  byNew: count,
  byOld: count,
  toNew: count,
  toOld: count,
  newDays: count,
  helpsADay: count,
  helpedADay: count,
});
const anyRules: fc.Arbitrary<CampaignRules> = fc.oneof(
  fc.record(
    {
      mechanic: fc.constant("CLAIM" as const),
      prizes: lines(),
      needs: fc.uniqueArray(fc.constantFrom(...campaignFacts)),
      withinDays: whole,
      neverLate: fc.boolean(),
      everyDays: whole,
      timesAMonth: whole,
      asksCode: fc.boolean(),
      plusPoints: count,
    },
    {
      requiredKeys: ["mechanic", "prizes", "needs", "withinDays", "neverLate", "everyDays", "timesAMonth", "asksCode"],
    },
  ),
  fc.record({
    mechanic: fc.constant("CHECK_IN" as const),
    points: count,
    lastPoints: count,
    streakDays: fc.integer({ min: 1, max: 31 }),
    tasks: tasks(0),
  }),
  fc.record({
    mechanic: fc.constant("INSTANT" as const),
    prizes: lines().map(odds),
    tasks: tasks(1),
    playsADay: count,
    choices: fc.integer({ min: 2, max: 9 }),
    asksAgreement: fc.boolean(),
  }),
  fc.record({
    mechanic: fc.constant("GROW" as const),
    prizes: lines(1),
    tasks: tasks(1),
    fruit: count,
    days: count,
    energyADay: count,
    pour: count,
  }),
  fc.record({
    mechanic: fc.constant("DRAW" as const),
    prizes: lines(),
    tasks: tasks(0),
    winners: count,
    maxPoints: count,
    drawHour: fc.integer({ min: 0, max: 23 }),
    help: helping,
  }),
  fc.record({
    mechanic: fc.constant("PICK" as const),
    options: fc.uniqueArray(fc.record({ optionKey: key, id: word, en: word, zh: word }), {
      minLength: 2,
      maxLength: 64,
      selector: ({ optionKey }) => optionKey,
    }),
    lockDay: count,
    poolRupiah: count,
    maxRupiah: count,
  }),
  fc
    .tuple(lines(), count, count, count, count)
    .map(([prizes, loanWithinDays, givenAfterDays, maxRewarded, inDays]) => ({
      mechanic: "INVITE" as const,
      prizes,
      verified: prizes[0]!.prizeKey,
      firstLoan: prizes.at(-1)!.prizeKey,
      loanWithinDays,
      givenAfterDays,
      maxRewarded,
      inDays,
    })),
);

describe("rules as the fields of a form", () => {
  it("come back as the same rules: of every seed", () => {
    for (const { activityId, rules } of seeds) expect(rulesIn(ruleFieldsOf(rules)), activityId).toEqual(rules);
  });

  it("come back as the same rules: of any", () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        expect(v.parse(campaignRules, rules)).toEqual(rules);
        expect(rulesIn(ruleFieldsOf(rules))).toEqual(rules);
        expect(inRows(ruleFieldsOf(rules))).toEqual(ruleFieldsOf(rules));
      }),
      { numRuns: 300 },
    );
  });

  it("come back whatever empty lines stand among them, each in its place", () => {
    fc.assert(
      fc.property(anyRules, fc.integer({ min: 1, max: 4 }), (rules, gap) => {
        const moved = Object.fromEntries(
          Object.entries(ruleFieldsOf(rules)).map(([name, value]) => [
            name.replace(/\.(\d+)\./, (_all, row: string) => `.${Number(row) * gap + 1}.`),
            value,
          ]),
        );
        const empty = { "rules.prizes.0.prize.kind": "", "rules.prizes.0.stock": "0", "rules.tasks.0.gives": "" };
        expect(rulesIn({ ...moved, ...empty })).toEqual(rules);
        expect(rulesIn(inRows({ ...moved, ...empty }))).toEqual(rules);
      }),
      { numRuns: 100 },
    );
  });

  it("give a prize or an option without a code one of its own, and keep what is no number as it was typed", () => {
    const typed = {
      "rules.mechanic": "INSTANT",
      "rules.prizes.0.prize.kind": "CASH",
      "rules.prizes.0.prize.amount": "5.000",
      "rules.prizes.1.prize.kind": "CASH",
      "rules.prizes.1.prize.amount": "5.000",
      "rules.prizes.1.ppm": "sepuluh",
      "rules.prizes.2.prize.kind": "VOUCHER",
      "rules.prizes.2.prize.amount": "10.000",
      "rules.prizes.2.prize.key": "COFFEE",
    };
    expect(rulesIn(typed)).toMatchObject({
      prizes: [
        { prizeKey: "CASH_5000", prize: { rupiah: 5_000 }, ppm: 0 },
        { prizeKey: "CASH_5000_2", ppm: "sepuluh" },
        { prizeKey: "VOUCHER_10000_COFFEE", prize: { voucherKey: "COFFEE", rupiah: 10_000 } },
      ],
    });
    const names = { "rules.options.0.id": "Ular naga", "rules.options.0.en": "Dragon", "rules.options.0.zh": "龙" };
    expect(rulesIn({ "rules.mechanic": "PICK", ...names })).toMatchObject({ options: [{ optionKey: "DRAGON" }] });
    expect(rulesIn({ "rules.mechanic": "DANCE" })).toBeNull();
    expect(["rules.prizes.1.prize.rupiah", "rules.prizes.1.prize.couponKey", "rules.pour"].map(fieldAt)).toEqual([
      "rules.prizes.1.prize.amount",
      "rules.prizes.1.prize.key",
      "rules.pour",
    ]);
  });
});
