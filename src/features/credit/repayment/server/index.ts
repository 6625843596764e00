/** Repayment: answers to the domain's calls, and what other domains may ask of it. */
import { sql } from "kysely";
import type { CallAnswer } from "#server/call/pipeline.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { within } from "#server/events/domain-events.ts";
import { leftToStaff } from "#server/events/event-exceptions.ts";
import type { Services } from "#server/services.ts";
import { agreementOf, payoffLetter } from "#features/credit/agreement/server/index.ts";
import { loanActivated, payoutBooks, transferPurposes } from "#features/credit/disbursement/server/index.ts";
import { findLoan, loanSteps, payoffOfLoan, recordLoanEvent } from "#features/credit/loan/server/index.ts";
import { billsWithoutLogin } from "./bills-link.ts";
import { borrowerAnswers } from "./answers.ts";
import { assignmentAnswers, assignmentKind } from "./assignment.ts";
import { balanceOfBorrower, refundPurpose } from "./balance.ts";
import { stateOfLoan } from "./bill.ts";
import { letterFigures, letterJob, openBooks } from "./books.ts";
import { loanHistoriesOf } from "./loan-facts.ts";
import { closeDue } from "./closing.ts";
import { findReceipt, type ReceiptRow } from "./collection-store.ts";
import { publishPerformance } from "./exposure.ts";
import { inquireRequests } from "./inquiry.ts";
import { paymentListSweep } from "./payment-lists.ts";
import { chargebackLifecycle, receiptLifecycle, refundLifecycle, requestLifecycle } from "./lifecycle.ts";
import { mergedBalance } from "./merging.ts";
import { notices, notifyLater } from "./notices.ts";
import { payoutReturns } from "./payout-returns.ts";
import { paymentReports, reportAnswers } from "./rail-reports.ts";
import { remindDue } from "./reminders.ts";
import { repeatEndsWithLoan, payoffToday } from "./repeat-loan.ts";
import { returnAnswers, returnKind, returnPurpose } from "./returns.ts";
import { reversalAnswers, reversalKind } from "./reversals.ts";
import { search } from "./search.ts";
import { staffAnswers } from "./staff.ts";
import { lockAccountRow } from "./store.ts";
import { chargebackAnswers } from "./chargeback-staff.ts";
import { chargebackOf, isPaymentUnderWay, type ChargebackState } from "./chargeback-store.ts";
import { closingSubscription, virtualAccountClosing } from "./virtual-account-closing.ts";
import { paymentMethodWork } from "./payment-methods.ts";
import { workLists } from "./work-lists.ts";
import { timeline } from "./timeline.ts";
import { bookExceptionTexts, words } from "./words.ts";
import { personalData } from "./personal-data.ts";
import { clearingIsZero } from "./book-check.ts";
import { positionsFollowHistory } from "./positions.ts";
import { bookChecks } from "#server/ledger/book-checks.ts";

export { receiptIdOf } from "./collection-store.ts";
export { exposureOfLenders, type LenderExposure } from "./exposure-store.ts";
export { balanceOfBorrower } from "./balance.ts";
export {
  otherDebtOf,
  billOf,
  billOfLoan,
  historyOfLoan,
  loansToPay,
  loanDebtOf,
  paymentsOfLoans,
  stateOfLoan,
  statesOfLoans,
} from "./bill.ts";
export { paymentsPageOf } from "./payment-pages.ts";
export { answerInquiry } from "./bill-inquiry.ts";
export { findBooks, lockHistory, recordEvent, takesEvents, type LoanEventOutcome, type LoanHistory } from "./books.ts";
export { instalmentPaid, loanOverdue, loanPaidOff, paymentBooked, paymentReversed } from "./events.ts";
export { holdBooks, restsUntil } from "./repeat-loan.ts";
export { restCollection, restructureLoan } from "./restructuring.ts";
export { servicingPlan, stateNow } from "./servicing-plan.ts";
export { coveredByBalance } from "./cover.ts";
export { toBill } from "./notices.ts";
export { hasOpenChargeback } from "./chargeback-store.ts";
export {
  debtsOf,
  pageOfLate,
  debtPage,
  repaymentPositionsOf,
  type DaysLate,
  type RepaymentPosition,
} from "./position-store.ts";
export { findPayment, loansUnpaidSince, type LoanEventFacts, type LoanName, type StoredEvent } from "./store.ts";
import { announceOverdue } from "./overdue.ts";
import { report } from "./report.ts";
import {
  borrowerFigures,
  searchSources,
  borrowerOfPage,
  timelineSources,
  consoleWords,
  consoleWorkLists,
} from "#server/console/questions.ts";
import { reportParts } from "#server/console/report.ts";
import { loanHistories } from "#features/credit/limit/server/index.ts";
import { billsPageWithoutLogin } from "#features/account/security/server/index.ts";
import { blockersOfClosing, type Blocker } from "#server/account-questions.ts";
import { mergeAssets } from "#features/account/account-merge/server/index.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";
import { figuresOfBorrower } from "./figures-of-borrower.ts";

const answers: readonly CallAnswer[] = [
  ...borrowerAnswers,
  ...reportAnswers,
  ...staffAnswers,
  ...assignmentAnswers,
  ...returnAnswers,
  ...reversalAnswers,
  ...chargebackAnswers,
];

function work(services: Services): void {
  paymentMethodWork(services);
  services.jobs.handle(letterJob, ({ borrowerId, loanId }) => orderLetter(services, borrowerId, loanId));
  services.sweeps.add({
    name: "repayment-inquiry",
    everySeconds: 5,
    waits: {
      text: { id: "Pertanyaan status pembayaran", en: "Inquiries about payments", zh: "付款状态查询" },
      rows: [{ table: "payment_request", at: "nextInquiryAt" }],
    },
    run: inquireRequests,
  });
  services.sweeps.add(paymentListSweep);
  services.sweeps.add({
    name: "repayment-performance",
    everySeconds: 60,
    waits: {
      text: { id: "Pinjaman yang belum dihitung untuk TKB", en: "Loans to be valued for TKB", zh: "待计入 TKB 的借款" },
      rows: [{ table: "repayment_account", at: "openedAt", where: sql<boolean>`unpaid_principal_rupiah is null` }],
    },
    // A day without loans has its figures too.
    finds: null,
    run: publishPerformance,
  });
  services.sweeps.add({
    name: "repayment-closing",
    everySeconds: 60,
    waits: {
      text: { id: "Pembukuan tanggal jatuh tempo", en: "Due dates to book", zh: "待入账的到期日" },
      rows: [{ table: "repayment_account", at: "nextBookingOn", due: "AFTER_DAY" }],
    },
    run: closeDue,
  });
  services.sweeps.add(virtualAccountClosing);
  services.sweeps.add({
    name: "repayment-reminders",
    everySeconds: 60,
    waits: {
      text: { id: "Langkah rencana penagihan", en: "Steps of the servicing plan", zh: "催收计划步骤" },
      rows: [{ table: "repayment_account", at: "nextReminderAt" }],
    },
    run: remindDue,
  });
  services.sweeps.add({
    name: "repayment-overdue",
    everySeconds: 60,
    waits: {
      text: { id: "Kabar pinjaman terlambat", en: "Overdue loans to announce", zh: "待发布的逾期借款" },
      rows: [{ table: "repayment_account", at: "nextOverdueOn", due: "FROM_DAY" }],
    },
    run: announceOverdue,
  });
}

/** Runs outside the books' transaction, so that a letter that fails does not block a payment. Once each time a loan ends, and each time its end changes. */
export async function orderLetter(services: Services, borrowerId: string, loanId: string): Promise<void> {
  await transact(services.database, async (trx) => {
    // A job may come twice, and two of them at once: the second finds what the first noted.
    await lockAccountRow(trx, { borrowerId, loanId });
    const happened = await loanSteps(trx, borrowerId, loanId);
    const end = happened.findLastIndex(
      (event) => event.kind === "PAYOFF_CHANGED" || (event.kind === "STATE" && event.toState === "PAID_OFF"),
    );
    if (happened.slice(end + 1).some((event) => event.kind === "PAYOFF_FOLLOWED")) return;
    const loan = await findLoan(trx, borrowerId, loanId);
    const found = loan && (await stateOfLoan(services, trx, loan));
    if (loan?.state !== "PAID_OFF" || !found?.state.paidOffOn) return;
    // A loan from before agreements were kept here (tests, take-overs) has nothing that a letter could refer to.
    if (await agreementOf(trx, borrowerId, loanId)) await payoffLetter(services, trx, loan, letterFigures(found.state));
    await recordLoanEvent(services, trx, {
      borrowerId,
      loanId,
      kind: "PAYOFF_FOLLOWED",
      state: loan.state,
      actor: "SYSTEM",
      cause: "NOTHING_OWED",
    });
    await notifyLater(services, trx, {
      borrowerId,
      loanId,
      kind: happened[end]?.kind === "PAYOFF_CHANGED" ? "LETTER_REPLACED" : "PAID_OFF",
      about: "",
    });
  });
}

const subscribes = [
  closingSubscription,
  repeatEndsWithLoan,
  // A loan has its bill and its ways to pay as soon as it is active.
  within(
    loanActivated,
    "repayment-books",
    async (services, trx, { borrowerId, loanId }) => {
      const loan = await findLoan(trx, borrowerId, loanId);
      if (loan?.state !== "ACTIVE") return leftToStaff("LOAN_NOT_RUNNING");
      if (await openBooks(services, trx, loan))
        await notifyLater(services, trx, { borrowerId, loanId, kind: "DISBURSED", about: "" });
      return "DONE";
    },
    { text: bookExceptionTexts.OPENING_BOOKS, causes: { LOAN_NOT_RUNNING: bookExceptionTexts.LOAN_NOT_RUNNING } },
  ),
];

/** Money that came in, with what its rail said of it later; null for an id of nothing that came in. */
export async function paymentReceiptOf(
  reader: Reader,
  receiptId: string,
): Promise<(ReceiptRow & { chargeback: ChargebackState | null }) | null> {
  const receipt = await findReceipt(reader, receiptId);
  return receipt && { ...receipt, chargeback: await chargebackOf(reader, receiptId) };
}

/** Money of the borrower that is with us, or on its way here. */
const closureBlockers = async (services: Services, reader: Reader, borrowerId: string): Promise<Blocker[]> => {
  const path = "/webview/bills";
  const [isUnderWay, balanceRupiah] = await Promise.all([
    isPaymentUnderWay(reader, borrowerId, services.clock.now()),
    balanceOfBorrower(reader, borrowerId),
  ]);
  return [
    ...(isUnderWay ? [{ code: "PAYMENT_IN_FLIGHT" as const, path } as const] : []),
    ...(balanceRupiah > 0 ? [{ code: "BALANCE" as const, path } as const] : []),
  ];
};

export const domain: Domain = {
  answers,
  work,
  inbox: [paymentReports],
  subscribes,
  answersTo: [
    loanHistories.by(loanHistoriesOf),
    searchSources.by(search),
    borrowerFigures.by(figuresOfBorrower),
    borrowerOfPage.by({
      payments: async (_services, reader, id) => (await findReceipt(reader, id))?.borrowerId ?? null,
    }),
    reportParts.by(report),
    billsPageWithoutLogin.by(billsWithoutLogin),
    blockersOfClosing.by(closureBlockers),
    mergeAssets.by([mergedBalance]),
    personalDataHeld.by(personalData),
    timelineSources.by(timeline),
    consoleWords.by(words),
    lifecycles.by([requestLifecycle, receiptLifecycle, refundLifecycle, chargebackLifecycle]),
    consoleWorkLists.by(workLists),
    noticeKinds.by(notices),
    payoutBooks.by(payoutReturns),
    payoffOfLoan.by(payoffToday),
    transferPurposes.by({ BALANCE_REFUND: refundPurpose, UNMATCHED_RETURN: returnPurpose }),
    bookChecks.by([clearingIsZero, positionsFollowHistory]),
    proposals.by([assignmentKind, reversalKind, returnKind]),
  ],
};
