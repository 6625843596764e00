import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ruleNames, type RuleName } from "../contract.ts";
import { judgeApplication, type ApplicationFacts, type RuleInForce } from "./rules.ts";

const today = "2026-11-21";
const figures: Partial<Record<RuleName, number>> = {
  AGE_FLOOR_YEARS: 18,
  INCOME_FLOOR_RUPIAH: 3_000_000,
  OPERATORS_CAP: 3,
  BURDEN_CAP_PPM: 300_000,
  SCORE_FLOOR_REJECT: 450,
  SCORE_FLOOR_REVIEW: 600,
  ARREARS_DAYS: 30,
  OWED_UNDERSTATED_RUPIAH: 2_000_000,
  DEVICE_SHARED: 5,
  EMAIL_SHARED: 2,
  INCOME_DISAGREES: 800_000,
  CONFIRMED_SOURCES: 2,
  OWN_SCORE_REJECT: 400,
  OWN_SCORE_REVIEW: 520,
};
const refusing = new Set<RuleName>([
  "AGE_FLOOR_YEARS",
  "INCOME_FLOOR_RUPIAH",
  "OPERATORS_CAP",
  "BURDEN_CAP_PPM",
  "SCORE_FLOOR_REJECT",
  "FRAUD_LIST",
  "SANCTION_LIST",
  "NIK_DUPLICATE_OPEN",
  "OWN_SCORE_REJECT",
]);
const rules = new Map(
  ruleNames.map((rule): [RuleName, RuleInForce] => [
    rule,
    {
      rule,
      value: figures[rule] ?? 0,
      verdict: refusing.has(rule) ? "REJECT" : "REVIEW",
      retryDays: rule === "AGE_FLOOR_YEARS" ? null : 30,
    },
  ]),
);

const clear: ApplicationFacts = {
  birthDate: "1994-04-17",
  isMarried: false,
  monthlyIncomeRupiah: 8_000_000,
  owedElsewhereRupiah: 0,
  nikMatchesBirth: true,
  principalRupiah: 1_000_000,
  largestInstalmentRupiah: 393_334,
  minimumRupiah: 200_000,
  stepRupiah: 100_000,
  bureau: { platformCount: 0, obligations: [], fraudListed: false, sanctionListed: false, score: 720 },
  duplicates: { nik: 0, nikOpen: false, phone: 0, account: 0, device: 0, email: 0 },
  statedIncomes: [],
  foreignRecords: 0,
  isIncomeByLink: false,
  ownScore: null,
  has: { email: false, device: false, account: true },
};
const judged = (change: Partial<ApplicationFacts>) => judgeApplication({ ...clear, ...change }, rules, today);
const bureau = (change: Partial<NonNullable<ApplicationFacts["bureau"]>>): Partial<ApplicationFacts> => ({
  bureau: { ...clear.bureau!, ...change },
});
const instalment = (monthlyInstalmentRupiah: number) => ({
  outstandingRupiah: 0,
  monthlyInstalmentRupiah,
  daysPastDue: 0,
});

describe("the bars, each from both sides", () => {
  test.each<[string, Partial<ApplicationFacts>, Partial<ApplicationFacts>, string]>([
    ["18 years on the day", { birthDate: "2008-11-21" }, { birthDate: "2008-11-22" }, "AGE"],
    ["an income of 3,000,000", { monthlyIncomeRupiah: 3_000_000 }, { monthlyIncomeRupiah: 2_999_999 }, "INCOME"],
    [
      "two other platforms, this one being the third",
      bureau({ platformCount: 2 }),
      bureau({ platformCount: 3 }),
      "OPERATORS",
    ],
    ["an own score of 520", { ownScore: 520 }, { ownScore: 399 }, "SCORE"],
    ["a score of 450", bureau({ score: 600 }), bureau({ score: 449 }), "SCORE"],
  ])("%s is enough, less is refused", (_bar, enough, short, reason) => {
    expect(judged(enough).outcome).toBe("APPROVED");
    expect(judged(short)).toMatchObject({ outcome: "REJECTED", reasons: [reason] });
  });

  test("instalments of exactly 30 % of income are carried, a rupiah more is not", () => {
    const free = 2_400_000 - 393_334;
    expect(judged(bureau({ obligations: [instalment(free)] })).outcome).toBe("APPROVED");
    expect(judged(bureau({ obligations: [instalment(free + 1)] })).outcome).toBe("REJECTED");
  });

  test("married people may borrow below 18", () => {
    expect(judged({ birthDate: "2009-01-01", isMarried: true }).outcome).toBe("APPROVED");
  });

  test.each<[RuleName, Partial<ApplicationFacts>]>([
    ["SCORE_FLOOR_REVIEW", bureau({ score: 599 })],
    ["SCORE_UNKNOWN", bureau({ score: null })],
    ["BUREAU_SILENT", { bureau: null }],
    ["ARREARS_DAYS", bureau({ obligations: [{ outstandingRupiah: 0, monthlyInstalmentRupiah: 0, daysPastDue: 31 }] })],
    [
      "OWED_UNDERSTATED_RUPIAH",
      bureau({ obligations: [{ outstandingRupiah: 2_000_001, monthlyInstalmentRupiah: 0, daysPastDue: 0 }] }),
    ],
    ["NIK_BIRTH_MISMATCH", { nikMatchesBirth: false }],
    ["NIK_DUPLICATE", { duplicates: { ...clear.duplicates, nik: 1 } }],
    ["PHONE_DUPLICATE", { duplicates: { ...clear.duplicates, phone: 1 } }],
    ["ACCOUNT_DUPLICATE", { duplicates: { ...clear.duplicates, account: 1 } }],
    ["DEVICE_SHARED", { duplicates: { ...clear.duplicates, device: 6 } }],
    ["EMAIL_SHARED", { duplicates: { ...clear.duplicates, email: 2 } }],
    ["RECORD_ANOTHERS", { foreignRecords: 1 }],
    ["OWN_SCORE_REVIEW", { ownScore: 519 }],
    ["INCOME_BY_LINK", { isIncomeByLink: true }],
  ])("%s sends to people and refuses nobody", (rule, change) => {
    expect(judged(change)).toMatchObject({ outcome: "REVIEW", reviewRules: [rule], reasons: [] });
  });
});

describe("a burden that only this loan's size causes", () => {
  test("names the amount that fits and may be tried again at once", () => {
    const answer = judged({
      monthlyIncomeRupiah: 3_000_000,
      principalRupiah: 3_000_000,
      largestInstalmentRupiah: 1_180_000,
    });
    expect(answer).toMatchObject({
      outcome: "REJECTED",
      reasons: ["BURDEN_OF_THIS_LOAN"],
      tryAgainOn: today,
      affordableRupiah: 2_200_000,
    });
  });

  test("the amount that is named would be carried", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3_000_000, max: 50_000_000 }),
        fc.integer({ min: 2, max: 100 }),
        fc.integer({ min: 0, max: 2_000_000 }),
        (monthlyIncomeRupiah, steps, other) => {
          const principalRupiah = steps * 100_000;
          const largestInstalmentRupiah = Math.ceil((principalRupiah * 118) / 300);
          const answer = judged({
            monthlyIncomeRupiah,
            principalRupiah,
            largestInstalmentRupiah,
            ...bureau({ obligations: [instalment(other)] }),
          });
          if (answer.affordableRupiah === null) return;
          expect(answer.affordableRupiah).toBeGreaterThanOrEqual(clear.minimumRupiah);
          const smaller = Math.floor((largestInstalmentRupiah * answer.affordableRupiah) / principalRupiah);
          expect(smaller + other).toBeLessThanOrEqual(Math.floor(monthlyIncomeRupiah * 0.3));
        },
      ),
    );
  });
});

test("every application is held against every rule, and what was not asked says so", () => {
  expect(
    judged({ ownScore: 620, isIncomeByLink: true })
      .findings.map(({ rule }) => rule)
      .sort(),
    // Named only if it has helped.
  ).toEqual(ruleNames.filter((rule) => rule !== "CONFIRMED_SOURCES").sort());
  const silent = judged({ bureau: null });
  expect(silent.findings.filter(({ outcome }) => outcome === "SKIPPED").map(({ rule }) => rule)).toContain(
    "FRAUD_LIST",
  );
});

describe("what a register or a bank states of the income", () => {
  const bpjs = (monthlyRupiah: number) => ({ source: "BPJS", monthlyRupiah }) as const;
  const bank = (monthlyRupiah: number) => ({ source: "BANK", monthlyRupiah }) as const;
  const stated = (...statedIncomes: ApplicationFacts["statedIncomes"]) => ({ statedIncomes });

  test("clears a short or a low score when two sources carry 80 % of it, and not with one or a rupiah less", () => {
    for (const score of [null, 599]) {
      const cleared = judged({ ...bureau({ score }), ...stated(bpjs(6_400_000), bank(6_400_000)) });
      expect(cleared).toMatchObject({ outcome: "APPROVED", reviewRules: [] });
      expect(cleared.findings).toContainEqual(expect.objectContaining({ rule: "CONFIRMED_SOURCES", outcome: "PASS" }));
      expect(judged({ ...bureau({ score }), ...stated(bpjs(9_000_000)) }).outcome).toBe("REVIEW");
      expect(judged({ ...bureau({ score }), ...stated(bpjs(6_399_999), bank(9_000_000)) })).toMatchObject({
        outcome: "REVIEW",
        reviewRules: [score === null ? "SCORE_UNKNOWN" : "SCORE_FLOOR_REVIEW", "INCOME_DISAGREES"],
      });
    }
    const other = judged({ ...bureau({ score: 599 }), nikMatchesBirth: false, ...stated(bpjs(8e6), bank(8e6)) });
    expect(other.outcome).toBe("REVIEW");
  });

  test("never refuses, never changes a refusal, and sends to people only by its own rule", () => {
    const sources = fc.record({ bpjs: fc.option(fc.nat(2e7)), bank: fc.option(fc.nat(2e7)) });
    const facts = fc.record({
      monthlyIncomeRupiah: fc.integer({ min: 1_000_000, max: 20_000_000 }),
      nikMatchesBirth: fc.boolean(),
      score: fc.option(fc.integer({ min: 300, max: 850 })),
      platformCount: fc.nat(4),
      largestInstalmentRupiah: fc.integer({ min: 100_000, max: 3_000_000 }),
    });
    fc.assert(
      fc.property(facts, sources, ({ score, platformCount, ...more }, given) => {
        const without = judged({ ...more, ...bureau({ score, platformCount }) });
        const statedIncomes = [
          ...(given.bpjs === null ? [] : [bpjs(given.bpjs)]),
          ...(given.bank === null ? [] : [bank(given.bank)]),
        ];
        const answer = judged({ ...more, ...bureau({ score, platformCount }), statedIncomes });
        expect(answer.reasons).toEqual(without.reasons);
        expect(answer.tryAgainOn).toBe(without.tryAgainOn);
        expect(answer.outcome === "REJECTED").toBe(without.outcome === "REJECTED");
        const confirms = (rupiah: number) => rupiah >= more.monthlyIncomeRupiah * 0.8;
        const isClearing = statedIncomes.length === 2 && statedIncomes.every((one) => confirms(one.monthlyRupiah));
        const onlyScore = without.reviewRules.every((rule) => rule.startsWith("SCORE_"));
        if (answer.outcome === "APPROVED" && without.outcome === "REVIEW") expect(isClearing && onlyScore).toBe(true);
        if (answer.outcome === "REVIEW" && without.outcome === "APPROVED")
          expect(answer.reviewRules).toEqual(["INCOME_DISAGREES"]);
      }),
      { numRuns: 500 },
    );
  });
});

test("several refusals wait for the latest of their days", () => {
  const answer = judged({ birthDate: "2012-05-17", monthlyIncomeRupiah: 1_000_000 });
  expect(answer.reasons.slice(0, 2)).toEqual(["AGE", "INCOME"]);
  expect(answer.tryAgainOn).toBe("2030-05-17");
});

test("a rule without a figure in force stops the decision", () => {
  const without = new Map(rules);
  without.delete("INCOME_FLOOR_RUPIAH");
  expect(() => judgeApplication(clear, without, today)).toThrow(/INCOME_FLOOR_RUPIAH/);
});
