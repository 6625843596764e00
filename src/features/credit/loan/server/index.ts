/** Loans: answers to the domain's calls, and functions for other domains. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import type { CreditStatus } from "#shared/credit-status.ts";
import { getLoanPerformance, getQuote, listLoanProducts, type LoanStateName } from "../contract.ts";
import type { LoanTerms } from "./engine/index.ts";
import { sweepSandboxFunds } from "./funds.ts";
import { loanLifecycle } from "./lifecycle.ts";
import { latestPerformance } from "./performance-store.ts";
import { performanceDays, tkbPpm, twpPpm, type PerformanceDays } from "./performance.ts";
import { productsToday, quoteFor } from "./products.ts";
import {
  currentLoan,
  listLoans,
  loansInView,
  locateLoan,
  openLoanAmong,
  openLoanStates,
  writtenOffAmong,
  type LoanRow,
} from "./store.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";
import { textFiguresOfProducts } from "./figures.ts";
import { publishedCaps } from "./published-caps.ts";
import { pausing } from "./pausing.ts";
import { listLoansOfPerson } from "./of-person.ts";
import { loanQuestionnaires } from "./questionnaires.ts";

export { findLoanOfPerson, listLoansOfPerson } from "./of-person.ts";
export {
  applicantsAmong,
  currentLoan,
  findLoan,
  listLoans,
  loansOfEach,
  loansInState,
  loansInView,
  loansNamed,
  unpaidLoansOf,
  lockLoan,
  locateLoan,
  locateLoanByNumber,
  mayLackEnded,
  newestLoan,
  openLoanAmong,
  openLoansAmong,
  openLoanStates,
  pageOfLoans,
  redateLoan,
  successorOf,
  writeDiscount,
  writtenOffAmong,
} from "./store.ts";
export { loanStateTexts } from "../texts.ts";
export { loanSteps, type LoanEventRow } from "./event-store.ts";
export type { LoanChange, LoanRow } from "./store.ts";
export { endOpenRepeatOf, openRepeatOf } from "./repeat-store.ts";
export { netRupiah, payoffOfLoan, replacedPartOf, type ReplacedPart } from "./replaced-payoff.ts";
export {
  discountedSchedule,
  discountEventId,
  loanDiscounts,
  takenDiscountOf,
  type DiscountOffer,
  type DiscountedSchedule,
  type LoanDiscount,
  type LoanDiscounts,
} from "./discounts.ts";
export { loanMoved, loanSubmitted } from "./events.ts";
export { loanNumber, submitLoan, type Submission } from "./submission.ts";
export { beginRestructured, type RestructuredLoan } from "./restructured.ts";
export { moveSignDeadline, unsignedAfterDeadline } from "./sign-deadline.ts";
export { earlierLoanOwed, transition, type Transition } from "./lifecycle.ts";
export {
  affordabilityBasis,
  productsToday,
  quoteFor,
  quoteOfTerms,
  termsFor,
  type AffordabilityBasis,
  type LoanInput,
} from "./products.ts";
export { lenderFlows, lendersOfLoans, type LenderFlows } from "./lender-flows.ts";
export { allLenders, lenderById, lenderForNewLoans, type Lender } from "./product-store.ts";
export { recordLoanEvent, type LoanHappening } from "./happenings.ts";
export * from "./engine/index.ts";
export * from "./accounting.ts";
export {
  performanceDays,
  performanceOf,
  tkbPpm,
  type Exposure,
  type LoanBookPerformance,
  type PerformanceDays,
} from "./performance.ts";
import { personalData } from "./personal-data.ts";
export { latestPerformance, recordPerformance, type PublishedPerformance } from "./performance-store.ts";
export { dueToleranceRupiah, ruleInForce, type RegulationRuleName, type RuleRow } from "./rules/regulation.ts";
import { report } from "./report.ts";
import { borrowerFlags } from "./borrower-flags.ts";
import { search } from "./search.ts";
import {
  borrowerOfPage,
  borrowerWarnings,
  searchSources,
  timelineSources,
  consoleWords,
} from "#server/console/questions.ts";
import { reportParts } from "#server/console/report.ts";
import { blockersOfClosing, creditStatus, hasApplied, type Blocker } from "#server/account-questions.ts";
import { loansBeforeMerge, type LoanPhase } from "#features/account/account-merge/server/index.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { loanUnderWay } from "#features/account/profile/server/index.ts";
import { takeoverRisks } from "#features/account/change-request/server/index.ts";
import { textFigures } from "#features/platform/content/server/index.ts";
import { rateCaps } from "#features/platform/configuration/server/index.ts";
import type { OpenLoan } from "#features/account/profile/contract.ts";

export { discountsOfLoans } from "./discounts.ts";

const answers: readonly CallAnswer[] = [
  answer(listLoanProducts, async (_input, { services, database }) => ({
    items: (await productsToday(services, database)).map((product) => ({
      ...product,
      tenorsDays: [...product.tenorsDays],
    })),
  })),
  answer(getQuote, ({ amountRupiah, tenorDays, productKey }, { services, database }) =>
    quoteFor(services, { principalRupiah: amountRupiah, tenorDays, productKey }, database),
  ),
  answer(getLoanPerformance, async (_input, { database }) => {
    const latest = await latestPerformance(database);
    const share = (days: PerformanceDays) => ({
      days,
      tkbPpm: latest && tkbPpm(latest, days),
      twpPpm: latest && twpPpm(latest, days),
    });
    return {
      asOf: latest?.asOf ?? null,
      outstandingRupiah: latest?.outstandingRupiah ?? 0,
      items: performanceDays.map(share),
    };
  }),
];

function work(services: Services): void {
  services.sweeps.add({ name: "loan-sandbox-funds", everySeconds: 60, run: sweepSandboxFunds });
}

/** The terms that the engine works with: those that were signed, counted from the day on which the money really went out. */
export function loanTerms(loan: LoanRow): LoanTerms {
  return loan.disbursedOn === null ? loan.terms : { ...loan.terms, disbursedOn: loan.disbursedOn };
}

const owing: ReadonlySet<string> = new Set(["ACTIVE", "WRITTEN_OFF", "DISBURSING"]);

/** Computed, never typed; past loans of accounts that were merged into this one are the same person's. // Spec 3: credit status; product decisions 4: identity */
export async function creditStatusOf(reader: Reader, borrowerId: string): Promise<CreditStatus> {
  // Most borrowers who come owe a loan, and it is among those that every page reads.
  if ((await loansInView(reader, borrowerId)).some(({ state }) => owing.has(state))) return "NOT_PAY_OFF";
  const all = await listLoansOfPerson(reader, borrowerId, undefined, 50);
  if (all.some(({ state }) => owing.has(state))) return "NOT_PAY_OFF";
  return all.some((loan) => loan.state === "PAID_OFF" || loan.state === "RESTRUCTURED") ? "PAID_OFF" : "NOT_APPLIED";
}

/** The newest that is open: an application before its money is on the way, or a loan that is owed. */
const openLoan = async (reader: Reader, borrowerId: string): Promise<OpenLoan | null> => {
  for (const { id: loanId, state } of await loansInView(reader, borrowerId)) {
    if (state === "ACTIVE" || state === "DISBURSING" || state === "WRITTEN_OFF") return { loanId, stage: "LOAN" };
    if (openLoanStates.includes(state)) return { loanId, stage: "APPLICATION" };
  }
  return null;
};

/** A loan that is owed, also one that was written off, or an application before its money is on the way. */
const closureBlockers = async (_services: Services, reader: Reader, borrowerId: string): Promise<Blocker[]> => {
  const loans = await loansInView(reader, borrowerId);
  return loans.flatMap(({ id, state }): Blocker[] => {
    if (state === "ACTIVE" || state === "DISBURSING" || state === "WRITTEN_OFF")
      return [{ code: "LOAN_OPEN", path: "/webview/bills" }];
    return openLoanStates.includes(state) ? [{ code: "APPLICATION_OPEN", path: `/webview/loan-history/${id}` }] : [];
  });
};

/** A loan that is owed or applied for does not move: its account is the one that survives a merge. // Spec account 5 */
const loanStanding = async (reader: Reader, borrowerId: string): Promise<LoanPhase> => {
  const loans = await loansInView(reader, borrowerId);
  if (openLoanAmong(loans) ?? writtenOffAmong(loans)) return "OPEN";
  return loans.length > 0 ? "PAST" : "NONE";
};

/** The money has not left yet: a person who takes the account over would receive it. */
const beforePayout: ReadonlySet<LoanStateName> = new Set([
  "SUBMITTED",
  "IN_REVIEW",
  "APPROVED",
  "SIGNED",
  "DISBURSING",
]);

export const domain: Domain = {
  answers,
  work,
  subscribes: [...pausing, ...loanQuestionnaires],
  answersTo: [
    borrowerOfPage.by({ loans: (_services, reader, loanId) => locateLoan(reader, loanId) }),
    reportParts.by(report),
    blockersOfClosing.by(closureBlockers),
    loansBeforeMerge.by(loanStanding),
    personalDataHeld.by(personalData),
    borrowerWarnings.by(borrowerFlags),
    searchSources.by(search),
    timelineSources.by(timeline),
    consoleWords.by(words),
    lifecycles.by([loanLifecycle]),
    creditStatus.by(creditStatusOf),
    loanUnderWay.by(openLoan),
    takeoverRisks.by(async (_services, reader, borrowerId) =>
      beforePayout.has((await currentLoan(reader, borrowerId))?.state ?? "PAID_OFF") ? ["LOAN_BEFORE_PAYOUT"] : [],
    ),
    hasApplied.by(async (reader, borrowerId) => (await listLoans(reader, borrowerId, undefined, 1)).length > 0),
    textFigures.by(textFiguresOfProducts),
    rateCaps.by(publishedCaps),
  ],
};
