/** The judgement of an application: a pure function of the facts, the rules in force and the day. // Product decisions 4: underwriting */
import { addDays, addYears, ageOn, laterDate, type BusinessDate } from "#shared/dates.ts";
import { wholePpm } from "#shared/money.ts";
import { confirmsIncome, type StatedIncome } from "#features/account/profile/server/index.ts";
import type { CaseFinding, RejectReason, RuleName } from "../contract.ts";

/** A figure in force, read from `underwriting_rule`. */
export interface RuleInForce {
  rule: RuleName;
  value: number;
  verdict: "REJECT" | "REVIEW";
  /** Days after which a refused borrower may try again; null if the rule itself gives the day. */
  retryDays: number | null;
}

export interface BureauFacts {
  platformCount: number;
  obligations: readonly { outstandingRupiah: number; monthlyInstalmentRupiah: number; daysPastDue: number }[];
  fraudListed: boolean;
  sanctionListed: boolean;
  /** 300 to 850; null when the bureau has too little history. */
  score: number | null;
}

export interface ApplicationFacts {
  birthDate: BusinessDate;
  /** Spec 3: 10. Married people may borrow below the age. // Field rules: age */
  isMarried: boolean;
  monthlyIncomeRupiah: number;
  /** As the borrower typed it. */
  owedElsewhereRupiah: number;
  nikMatchesBirth: boolean;
  principalRupiah: number;
  /** The largest instalment of this loan. */
  largestInstalmentRupiah: number;
  /** The smallest loan and the step of amounts, for computing the amount that the income allows. */
  minimumRupiah: number;
  stepRupiah: number;
  /** Null when it did not answer. */
  bureau: BureauFacts | null;
  duplicates: {
    /** Number of other borrowers with this NIK, and whether one of them has an open application or loan. */
    nik: number;
    nikOpen: boolean;
    phone: number;
    account: number;
    /** Other applicants on this device within 30 days. */
    device: number;
    /** Other accounts in which the applicant's mail address is in force. */
    email: number;
  };
  /** Income stated by registers and banks, one entry per source; it never counts towards a refusal. */
  statedIncomes: readonly StatedIncome[];
  /** Number of recent look-ups and links that returned another person's record or account. */
  foreignRecords: number;
  /** The income was given by a link without a login. */
  isIncomeByLink: boolean;
  /** 300 to 850; null before the first assessment. */
  ownScore: number | null;
  /** The optional data that a borrower has; data that is not there is not read. */
  has: { email: boolean; device: boolean; account: boolean };
}

/** The borrower's data that a rule can read. */
const readNames = [
  "BIRTH_DATE",
  "CIVIL_STATUS",
  "INCOME",
  "OWED_ELSEWHERE",
  "BUREAU",
  "STATED_BPJS",
  "STATED_BANK",
  "NIK",
  "MOBILE_NUMBER",
  "EMAIL",
  "BANK_ACCOUNT",
  "DEVICE",
  "OTHERS_RECORD",
  "OWN_SCORE",
] as const;
export type ReadName = (typeof readNames)[number];

/** A rule's result with the data that it read; `reads` is null if it was judged before this was recorded. */
export type RuleFinding = Omit<CaseFinding, "explanation"> & { reads: readonly ReadName[] | null };
export interface ApplicationJudgement {
  outcome: "APPROVED" | "REJECTED" | "REVIEW";
  findings: RuleFinding[];
  reviewRules: RuleName[];
  /** The most important first; empty unless refused. */
  reasons: RejectReason[];
  tryAgainOn: BusinessDate | null;
  /** The largest amount of this tenor that the income carries, where only this loan is too much for it. */
  affordableRupiah: number | null;
}

/** A rule's result for the facts; `fails` is null if the rule has no data to judge. */
interface Look {
  input: RuleFinding["input"];
  fails: boolean | null;
  reason: RejectReason;
  /** The first day on which the result may differ, if the rule knows it. */
  tryAgainOn?: BusinessDate;
}

/** Judges an application by every rule. Throws when a rule has no row in force: a figure that was never in force must not decide. */
export function judgeApplication(
  facts: ApplicationFacts,
  rules: ReadonlyMap<RuleName, RuleInForce>,
  today: BusinessDate,
): ApplicationJudgement {
  const findings: RuleFinding[] = [];
  const reviewRules: RuleName[] = [];
  const refusals: { reason: RejectReason; tryAgainOn: BusinessDate }[] = [];
  for (const name of Object.keys(looks) as RuleName[]) {
    const rule = rules.get(name);
    if (!rule) throw new Error(`no row of ${name} is in force on ${today}`);
    const look = looks[name](facts, rule.value, today, (other) => rules.get(other)?.value ?? 0);
    const outcome = look.fails === null ? "SKIPPED" : look.fails ? rule.verdict : "PASS";
    // The case shows this rule only where it has helped.
    if (name === "CONFIRMED_SOURCES" && outcome !== "PASS") continue;
    if (saidOnlyWhenHeld.includes(name) && outcome === "SKIPPED") continue;
    findings.push({ rule: name, outcome, input: look.input, threshold: rule.value, reads: reads[name](facts) });
    if (outcome === "REVIEW") reviewRules.push(name);
    if (outcome === "REJECT")
      refusals.push({ reason: look.reason, tryAgainOn: look.tryAgainOn ?? addDays(today, rule.retryDays ?? 30) });
  }
  const reasons = [...new Set(refusals.map((refusal) => refusal.reason))];
  // If only this loan's amount is too high, a smaller one can be requested at once.
  const affordable =
    reasons.length === 1 && reasons[0] === "BURDEN_OF_THIS_LOAN"
      ? affordableAmount(facts, rules.get("BURDEN_CAP_PPM")?.value ?? 0)
      : null;
  const isCleared = isWaived(reviewRules) && findings.some(({ rule }) => rule === "CONFIRMED_SOURCES");
  const open = isCleared ? [] : reviewRules;
  return {
    outcome: refusals.length > 0 ? "REJECTED" : open.length > 0 ? "REVIEW" : "APPROVED",
    findings,
    reviewRules: open,
    reasons,
    tryAgainOn: refusals.length > 0 ? refusals.map((refusal) => refusal.tryAgainOn).reduce(laterDate) : null,
    affordableRupiah: affordable,
  };
}

/** Rules that a case names only where there was data to check. */
const saidOnlyWhenHeld: readonly RuleName[] = ["OWN_SCORE_REJECT", "OWN_SCORE_REVIEW", "INCOME_BY_LINK"];
const scoreRules: readonly RuleName[] = ["SCORE_UNKNOWN", "SCORE_FLOOR_REVIEW"];
/** Whether confirmed sources can clear all open rules of a case: only a short or a low score. // Spec account 7 */
export const isWaived = (reviewRules: readonly RuleName[]): boolean =>
  reviewRules.length > 0 && reviewRules.every((rule) => scoreRules.includes(rule));

const otherInstalments = (bureau: BureauFacts | null): number =>
  (bureau?.obligations ?? []).reduce((sum, one) => sum + one.monthlyInstalmentRupiah, 0);

function affordableAmount(facts: ApplicationFacts, capPpm: number): number {
  const free =
    (BigInt(facts.monthlyIncomeRupiah) * BigInt(capPpm)) / BigInt(wholePpm) - BigInt(otherInstalments(facts.bureau));
  if (free <= 0n) return 0;
  // The instalments of one tenor grow with the amount, so the share that is free scales it down.
  const amount = (BigInt(facts.principalRupiah) * free) / BigInt(facts.largestInstalmentRupiah);
  return Number((amount / BigInt(facts.stepRupiah)) * BigInt(facts.stepRupiah));
}

const bureauLook = (
  facts: ApplicationFacts,
  reason: RejectReason,
  of: (bureau: BureauFacts) => Pick<Look, "input" | "fails">,
): Look => (facts.bureau ? { reason, ...of(facts.bureau) } : { reason, input: {}, fails: null });

/** The order of the rules is the order of the reasons shown. */
const looks: Record<
  RuleName,
  (facts: ApplicationFacts, bar: number, today: BusinessDate, barOf: (rule: RuleName) => number) => Look
> = {
  AGE_FLOOR_YEARS: ({ birthDate, isMarried }, bar, today) => {
    const ageYears = ageOn(birthDate, today);
    return {
      input: { ageYears, isMarried },
      fails: ageYears < bar && !isMarried,
      reason: "AGE",
      tryAgainOn: addYears(birthDate, bar),
    };
  },
  INCOME_FLOOR_RUPIAH: ({ monthlyIncomeRupiah }, bar) => ({
    input: { monthlyIncomeRupiah },
    fails: monthlyIncomeRupiah < bar,
    reason: "INCOME",
  }),
  // The cap counts this platform too. // Field rules: platforms
  OPERATORS_CAP: (facts, bar) =>
    bureauLook(facts, "OPERATORS", ({ platformCount }) => ({
      input: { platformCount },
      fails: platformCount + 1 > bar,
    })),
  BURDEN_CAP_PPM: (facts, bar, today) => {
    const { monthlyIncomeRupiah, largestInstalmentRupiah } = facts;
    const otherInstalmentsRupiah = otherInstalments(facts.bureau);
    const exceeds = (instalment: number) =>
      BigInt(instalment) * BigInt(wholePpm) > BigInt(monthlyIncomeRupiah) * BigInt(bar);
    const fits = affordableAmount(facts, bar) >= facts.minimumRupiah;
    return {
      input: { monthlyIncomeRupiah, largestInstalmentRupiah, otherInstalmentsRupiah },
      fails: exceeds(largestInstalmentRupiah + otherInstalmentsRupiah),
      reason: fits ? "BURDEN_OF_THIS_LOAN" : "BURDEN",
      ...(fits ? { tryAgainOn: today } : {}),
    };
  },
  FRAUD_LIST: (facts) =>
    bureauLook(facts, "CHECKS", ({ fraudListed }) => ({ input: { fraudListed }, fails: fraudListed })),
  SANCTION_LIST: (facts) =>
    bureauLook(facts, "CHECKS", ({ sanctionListed }) => ({ input: { sanctionListed }, fails: sanctionListed })),
  SCORE_FLOOR_REJECT: (facts, bar) =>
    bureauLook(facts, "SCORE", ({ score }) => ({ input: { score }, fails: score === null ? null : score < bar })),
  SCORE_FLOOR_REVIEW: (facts, bar) =>
    bureauLook(facts, "SCORE", ({ score }) => ({ input: { score }, fails: score === null ? null : score < bar })),
  SCORE_UNKNOWN: (facts) => bureauLook(facts, "SCORE", ({ score }) => ({ input: { score }, fails: score === null })),
  BUREAU_SILENT: ({ bureau }) => ({ input: { answered: bureau !== null }, fails: bureau === null, reason: "CHECKS" }),
  ARREARS_DAYS: (facts, bar) =>
    bureauLook(facts, "ARREARS", ({ obligations }) => {
      const maxDaysPastDue = Math.max(0, ...obligations.map((one) => one.daysPastDue));
      return { input: { maxDaysPastDue: maxDaysPastDue }, fails: maxDaysPastDue > bar };
    }),
  // Product decisions 4: what is owed elsewhere is typed and compared with the bureau.
  OWED_UNDERSTATED_RUPIAH: (facts, bar) =>
    bureauLook(facts, "CHECKS", ({ obligations }) => {
      const { owedElsewhereRupiah } = facts;
      const bureauRupiah = obligations.reduce((sum, one) => sum + one.outstandingRupiah, 0);
      return { input: { owedElsewhereRupiah, bureauRupiah }, fails: bureauRupiah - owedElsewhereRupiah > bar };
    }),
  NIK_BIRTH_MISMATCH: ({ nikMatchesBirth }) => ({
    input: { nikMatchesBirth },
    fails: !nikMatchesBirth,
    reason: "CHECKS",
  }),
  NIK_DUPLICATE_OPEN: ({ duplicates: { nik, nikOpen } }) => ({
    input: { others: nik, hasOpenLoan: nikOpen },
    fails: nikOpen,
    reason: "OPEN_ELSEWHERE_HERE",
  }),
  NIK_DUPLICATE: ({ duplicates }) => duplicateLook(duplicates.nik),
  PHONE_DUPLICATE: ({ duplicates }) => duplicateLook(duplicates.phone),
  ACCOUNT_DUPLICATE: ({ duplicates }) => duplicateLook(duplicates.account),
  DEVICE_SHARED: ({ duplicates }, bar) => ({
    input: { others: duplicates.device },
    fails: duplicates.device > bar,
    reason: "CHECKS",
  }),
  // The threshold counts the applicant's own account too. // docs/decisions/243
  EMAIL_SHARED: ({ duplicates }, bar) => ({
    input: { others: duplicates.email },
    fails: duplicates.email + 1 > bar,
    reason: "CHECKS",
  }),
  // Seen by a person, and never more: registers lag behind, and banks know of one account. // Spec account 7
  INCOME_DISAGREES: ({ statedIncomes, monthlyIncomeRupiah }, bar): Look => {
    if (statedIncomes.length === 0) return { input: {}, fails: null, reason: "CHECKS" };
    const statedRupiah = Math.min(...statedIncomes.map(({ monthlyRupiah }) => monthlyRupiah));
    return {
      input: { monthlyIncomeRupiah, statedRupiah },
      fails: !confirmsIncome(statedRupiah, monthlyIncomeRupiah, bar),
      reason: "CHECKS",
    };
  },
  // A person who knows another's password may be anyone: staff must look. // Spec account 7
  RECORD_ANOTHERS: ({ foreignRecords }, bar) => ({
    input: { foreignRecords },
    fails: foreignRecords > bar,
    reason: "CHECKS",
  }),
  OWN_SCORE_REJECT: ({ ownScore }, bar) => ownScoreLook(ownScore, bar),
  OWN_SCORE_REVIEW: ({ ownScore }, bar) => ownScoreLook(ownScore, bar),
  // It is not proven who gave these answers: staff must look. // Credit and support 2
  INCOME_BY_LINK: ({ isIncomeByLink, monthlyIncomeRupiah }) => ({
    input: { monthlyIncomeRupiah },
    fails: isIncomeByLink ? true : null,
    reason: "CHECKS",
  }),
  CONFIRMED_SOURCES: ({ statedIncomes, monthlyIncomeRupiah }, bar, _today, barOf) => {
    const confirmedSources = statedIncomes.filter(({ monthlyRupiah }) =>
      confirmsIncome(monthlyRupiah, monthlyIncomeRupiah, barOf("INCOME_DISAGREES")),
    ).length;
    return { input: { confirmedSources }, fails: confirmedSources >= bar ? false : null, reason: "CHECKS" };
  },
};

const ownScoreLook = (ownScore: number | null, bar: number): Look => ({
  input: { ownScore },
  fails: ownScore === null ? null : ownScore < bar,
  reason: "SCORE",
});
const duplicateLook = (others: number): Look => ({ input: { others }, fails: others > 0, reason: "CHECKS" });

const always =
  (...names: ReadName[]) =>
  (): ReadName[] =>
    names;
const bureauOf = ({ bureau }: ApplicationFacts): ReadName[] => (bureau ? ["BUREAU"] : []);
const ownScoreOf = ({ ownScore }: ApplicationFacts): ReadName[] => (ownScore === null ? [] : ["OWN_SCORE"]);
const statedOf = ({ statedIncomes }: ApplicationFacts): ReadName[] =>
  statedIncomes.length === 0 ? [] : ["INCOME", ...statedIncomes.map(({ source }) => `STATED_${source}` as const)];
const bureauWith =
  (...names: ReadName[]) =>
  (facts: ApplicationFacts): ReadName[] =>
    facts.bureau ? [...names, "BUREAU"] : [];

/** The data that each rule reads, as far as it is there; shown to the borrower (uses.ts). // Spec account 14.6 */
const reads: Readonly<Record<RuleName, (facts: ApplicationFacts) => ReadName[]>> = {
  AGE_FLOOR_YEARS: always("BIRTH_DATE", "CIVIL_STATUS"),
  INCOME_FLOOR_RUPIAH: always("INCOME"),
  OPERATORS_CAP: bureauOf,
  BURDEN_CAP_PPM: (facts) => ["INCOME", ...bureauOf(facts)],
  FRAUD_LIST: bureauOf,
  SANCTION_LIST: bureauOf,
  SCORE_FLOOR_REJECT: bureauOf,
  SCORE_FLOOR_REVIEW: bureauOf,
  SCORE_UNKNOWN: bureauOf,
  BUREAU_SILENT: bureauOf,
  ARREARS_DAYS: bureauOf,
  OWED_UNDERSTATED_RUPIAH: bureauWith("OWED_ELSEWHERE"),
  NIK_BIRTH_MISMATCH: always("NIK", "BIRTH_DATE"),
  NIK_DUPLICATE_OPEN: always("NIK"),
  NIK_DUPLICATE: always("NIK"),
  PHONE_DUPLICATE: always("MOBILE_NUMBER"),
  ACCOUNT_DUPLICATE: ({ has }) => (has.account ? ["BANK_ACCOUNT"] : []),
  DEVICE_SHARED: ({ has }) => (has.device ? ["DEVICE"] : []),
  EMAIL_SHARED: ({ has }) => (has.email ? ["EMAIL"] : []),
  INCOME_DISAGREES: statedOf,
  RECORD_ANOTHERS: ({ foreignRecords }) => (foreignRecords > 0 ? ["OTHERS_RECORD"] : []),
  CONFIRMED_SOURCES: statedOf,
  OWN_SCORE_REJECT: ownScoreOf,
  OWN_SCORE_REVIEW: ownScoreOf,
  INCOME_BY_LINK: ({ isIncomeByLink }) => (isIncomeByLink ? ["INCOME"] : []),
};
