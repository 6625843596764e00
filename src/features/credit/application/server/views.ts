/** Views for the borrower: home, one loan, the short status. Every read is limited to one borrower id. */
import { findBankAccount } from "#features/account/bank-account/server/index.ts";
import { borrowerStatus } from "#features/account/login/server/index.ts";
import { readiness } from "#features/account/profile/server/index.ts";
import { documentsOfLoan } from "#features/credit/agreement/server/index.ts";
import { returnInForce } from "#features/credit/disbursement/server/index.ts";
import { currentLimits } from "#features/credit/limit/server/index.ts";
import {
  creditStatusOf,
  loansInView,
  loanSteps,
  loanTerms,
  mayLackEnded,
  netRupiah,
  openLoanAmong,
  quoteOfTerms,
  replacedPartOf,
  takenDiscountOf,
  writtenOffAmong,
  type LoanRow,
} from "#features/credit/loan/server/index.ts";
import {
  otherDebtOf,
  balanceOfBorrower,
  billOfLoan,
  loansToPay,
  paymentsPageOf,
} from "#features/credit/repayment/server/index.ts";
import type { Bill } from "#features/credit/repayment/contract.ts";
import { rejectionOf, caseReviewOf } from "#features/credit/underwriting/server/index.ts";
import { unreadMessages } from "#features/platform/notice/server/index.ts";
import type { Database } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { findDraft } from "./draft-store.ts";
import { dateInWib } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import type { LoanDraftAnswer, LoanHome, LoanDetail, LoanSummary } from "../contract.ts";
import { appointmentOf } from "./appointment-question.ts";
import { cancellableStates, mayApplyFrom } from "./applying.ts";
import { loanTimelineOf } from "./timeline.ts";

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

async function loanSummaryOf(services: Services, database: Database, loan: LoanRow): Promise<LoanSummary> {
  const [account, replaced] = await Promise.all([
    findBankAccount(services, database, loan.borrowerId, loan.bankAccountId),
    replacedPartOf(services, database, loan),
  ]);
  return {
    loanId: loan.id,
    number: loan.number,
    state: loan.state,
    amountRupiah: loan.principalRupiah,
    receivedRupiah: netRupiah(loan, replaced),
    tenorDays: loan.tenorDays,
    submittedAt: loan.submittedAt.toISOString(),
    decidedAt: iso(loan.decidedAt),
    signDeadline: iso(loan.signDeadline),
    signedAt: iso(loan.signedAt),
    disbursedOn: loan.disbursedOn,
    endedAt: iso(loan.endedAt),
    account: account ? `${account.bankName} ${account.masked}` : null,
  };
}

/** For the history: with the days past due, which only a loan that runs can have. */
export async function pastLoanOf(
  services: Services,
  database: Database,
  loan: LoanRow,
): Promise<LoanSummary & { daysPastDue: number }> {
  const [bill, summary] = await Promise.all([
    loan.state === "ACTIVE" ? billOfLoan(services, database, loan) : null,
    loanSummaryOf(services, database, loan),
  ]);
  return { ...summary, daysPastDue: bill?.daysPastDue ?? 0 };
}

export async function loanDraftOf(database: Database, borrowerId: string): Promise<LoanDraftAnswer | null> {
  const found = await findDraft(database, borrowerId);
  if (!found) return null;
  const { discountChoice: couponId, ...chosen } = found;
  return { ...chosen, couponId, updatedAt: found.updatedAt.toISOString() } as LoanDraftAnswer;
}

/**
 * The open loan, else the newest: an ended loan may be owed again after a later one has ended too. If two loans run,
 * the one that the bill shows. // docs/decisions/102
 */
async function loanShown(database: Database, borrowerId: string): Promise<LoanRow | null> {
  const loans = await loansInView(database, borrowerId);
  const open = openLoanAmong(loans);
  if (open?.state !== "ACTIVE") return open ?? loans[0] ?? null;
  return (await loansToPay(database, borrowerId))[0] ?? open;
}

export async function loanHomeOf(
  services: Services,
  database: Database,
  borrowerId: string,
  language: Language,
): Promise<LoanHome> {
  const now = services.clock.now();
  // Side by side: asked one after the other, they are a good part of what a borrower waits for on the loan form.
  const [loan, loans, toPay, limit, unread, appointment] = await Promise.all([
    loanShown(database, borrowerId),
    loansInView(database, borrowerId),
    loansToPay(database, borrowerId),
    currentLimits(services, database, borrowerId),
    unreadMessages(database, borrowerId),
    services.ask(appointmentOf)(services, database, borrowerId),
  ]);
  const writtenOff = writtenOffAmong(loans);
  const other = toPay.find(({ id }) => id !== loan?.id);
  const isUndecided = loan?.state === "SUBMITTED" || loan?.state === "IN_REVIEW";
  // Most borrowers who come have a running loan, and need no application.
  const isRunning = loan?.state === "ACTIVE";
  const [ready, draft, summary, course, review, owedBeside, balanceRupiah] = await Promise.all([
    isRunning ? null : readiness(services, database, borrowerId),
    isRunning ? null : loanDraftOf(database, borrowerId),
    loan && loanSummaryOf(services, database, loan),
    loan
      ? courseOf(services, database, loan, language)
      : { bill: null, payoutReturn: null, refusal: null, timeline: [], mayCancel: false },
    loan && (isUndecided || loan.state === "REJECTED") ? caseReviewOf(services, database, borrowerId, loan.id) : null,
    otherDebtOf(services, database, other ?? null),
    // A borrower who never signed for or received a loan cannot have paid too much.
    mayLackEnded(loans) || loans.some(({ signedAt, disbursedOn }) => (signedAt ?? disbursedOn) !== null)
      ? balanceOfBorrower(database, borrowerId)
      : 0,
  ]);
  return {
    stage: loan?.state ?? (ready?.complete ? "READY" : "NEW"),
    today: dateInWib(now),
    now: now.toISOString(),
    readiness: ready,
    limit,
    draft,
    loan: summary,
    ...course,
    review,
    alsoOwed: owedBeside,
    oldDebt: writtenOff && { loanId: writtenOff.id, number: writtenOff.number },
    balanceRupiah,
    mayApplyOn: mayApplyFrom(services, loans),
    appointment,
    unreadMessages: unread,
  };
}

/** The state of a loan: its bill, the reason of a rejection, its timeline. */
async function courseOf(
  services: Services,
  database: Database,
  loan: LoanRow,
  language: Language,
): Promise<Pick<LoanDetail, "bill" | "payoutReturn" | "refusal" | "timeline" | "mayCancel">> {
  const { borrowerId, id: loanId } = loan;
  const [bill, events, returned, refusal] = await Promise.all([
    billOfLoan(services, database, loan),
    loanSteps(database, borrowerId, loanId),
    returnInForce(database, borrowerId, "LOAN", loanId),
    loan.state === "REJECTED" ? rejectionOf(database, borrowerId, loanId, language) : null,
  ]);
  const quote = quoteOfTerms(loanTerms(loan));
  return {
    bill,
    payoutReturn: returned && { at: returned.foundAt.toISOString(), sendingAgain: returned.state === "SENDING" },
    refusal,
    timeline: loanTimelineOf({
      loan,
      events,
      quote,
      bill,
      isAway: returned !== null,
      today: dateInWib(services.clock.now()),
    }),
    mayCancel: cancellableStates.includes(loan.state),
  };
}

export async function loanDetailOf(
  services: Services,
  database: Database,
  loan: LoanRow,
  /** `cursor`: the position in the payments. */
  { language, cursor }: { language: Language; cursor: string | undefined },
): Promise<LoanDetail> {
  const { borrowerId, id: loanId } = loan;
  const [summary, payments, documents, course, replaced] = await Promise.all([
    loanSummaryOf(services, database, loan),
    paymentsPageOf(database, { borrowerId, loanId }, cursor),
    documentsOfLoan(database, borrowerId, loanId),
    courseOf(services, database, loan, language),
    replacedPartOf(services, database, loan),
  ]);
  const terms = loanTerms(loan);
  return {
    loan: summary,
    purpose: loan.purpose,
    quote: { ...quoteOfTerms(terms), receivedRupiah: netRupiah(loan, replaced) },
    discount: takenDiscountOf(terms, loan.discount),
    paysOff: replaced,
    payments: payments.items,
    paymentsNextCursor: payments.nextCursor,
    documents,
    ...course,
  };
}

/** The application or loan that is shown, and the loan to pay with its bill: a repeat loan waits next to the one that it pays off. */
async function shownWithBill(
  services: Services,
  database: Database,
  borrowerId: string,
): Promise<{ shown: LoanRow | null; owed: LoanRow | null; bill: Bill | null }> {
  const [shown, [toPay]] = await Promise.all([loanShown(database, borrowerId), loansToPay(database, borrowerId)]);
  const owed = toPay ?? shown;
  return { shown, owed, bill: owed && (await billOfLoan(services, database, owed)) };
}

/** States of a loan that is no application any more. */
const notApplied: ReadonlySet<string> = new Set(["ACTIVE", "WRITTEN_OFF", "PAID_OFF", "RESTRUCTURED"]);

/** Spec 7: the user status, merged into analytics by clients; so it holds no name and no number of a person. */
export async function statusOf(services: Services, database: Database, borrowerId: string) {
  const [{ shown, owed: loan, bill }, status, creditStatus, profile, limit, unread] = await Promise.all([
    shownWithBill(services, database, borrowerId),
    borrowerStatus(database, borrowerId),
    creditStatusOf(database, borrowerId),
    readiness(services, database, borrowerId),
    currentLimits(services, database, borrowerId),
    unreadMessages(database, borrowerId),
  ]);
  const running = loan?.state === "ACTIVE" || loan?.state === "WRITTEN_OFF";
  const isApplication = shown !== null && !notApplied.has(shown.state);
  return {
    userId: borrowerId,
    status: status ?? "ACTIVE",
    creditStatus,
    profile,
    application: isApplication
      ? {
          loanId: shown.id,
          number: shown.number,
          state: shown.state,
          amountRupiah: shown.principalRupiah,
          tenorDays: shown.tenorDays,
          submittedAt: shown.submittedAt.toISOString(),
          signDeadline: iso(shown.signDeadline),
          tryAgainOn: shown.mayApplyAgainOn,
        }
      : null,
    loan:
      loan && bill && running
        ? {
            loanId: loan.id,
            number: loan.number,
            state: loan.state,
            amountRupiah: loan.principalRupiah,
            dueTodayRupiah: bill.dueTodayRupiah,
            nextDueDate: bill.nextDueDate,
            payoffRupiah: bill.payoffRupiah,
            daysPastDue: bill.daysPastDue,
          }
        : null,
    limit,
    unreadMessages: unread,
  };
}
