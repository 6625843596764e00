/** A loan and a payment for staff, gathered from the domains that know a part of them. */
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { historyOfReference, type PostedTransfer } from "#server/ledger/index.ts";
import { addDays, dateInWib, type BusinessDate } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import { documentsOfLoan } from "#features/credit/agreement/server/index.ts";
import { transfersOfLoan } from "#features/credit/disbursement/server/index.ts";
import { findLoan, locateLoan, type LoanRow } from "#features/credit/loan/server/index.ts";
import { paymentReceiptOf, historyOfLoan, type StoredEvent } from "#features/credit/repayment/server/index.ts";
import { maxDaysAhead, type StaffLoan, type StaffReceipt } from "../loan-contract.ts";
import { borrowerTimelineOf } from "./timeline.ts";

/** The reader: without the right to see money, postings are omitted. */
export interface StaffView {
  mayReadMoney: boolean;
  language: Language;
}

/** Null for an id that is no loan's; DATE_RANGE for a date on which it had no balance, or too far ahead. */
export async function staffLoanOf(
  services: Services,
  loanId: string,
  asOf: BusinessDate | undefined,
  { mayReadMoney, language }: StaffView,
): Promise<StaffLoan | "DATE_RANGE" | null> {
  const { database } = services;
  const borrowerId = await locateLoan(database, loanId);
  const loan = borrowerId === null ? null : await findLoan(database, borrowerId, loanId);
  if (!loan) return null;
  const today = dateInWib(services.clock.now());
  const on = asOf ?? today;
  if (asOf && (!loan.disbursedOn || on < loan.disbursedOn || on > addDays(today, maxDaysAhead))) return "DATE_RANGE";
  const [found, transfers, documents, postings, happened] = await Promise.all([
    historyOfLoan(services, database, loan, on),
    transfersOfLoan(database, loan.borrowerId, loanId),
    documentsOfLoan(database, loan.borrowerId, loanId),
    mayReadMoney ? historyOfReference(database, loanId) : null,
    borrowerTimelineOf(services, loan.borrowerId, { loanNumber: loan.number, language }),
  ]);
  return {
    ...summaryOf(loan),
    today,
    balance: found && balanceOf(found.state, on),
    events: eventsShown(found?.events ?? []),
    transfers: transfers.map((one) => ({
      transferId: one.id,
      state: one.state,
      amountRupiah: one.amountRupiah,
      code: one.failureCode ?? one.waitsFor,
      orderedAt: one.orderedAt.toISOString(),
      endedAt: one.endedAt?.toISOString() ?? null,
    })),
    documents: documents.map(({ id, kind, title, state, verifyPath }) => ({ id, kind, title, state, verifyPath })),
    postings: postings && postings.map(postingShown),
    timeline: happened.items,
  };
}

function summaryOf(loan: LoanRow) {
  return {
    loanId: loan.id,
    loanNumber: loan.number,
    borrowerId: loan.borrowerId,
    state: loan.state,
    principalRupiah: loan.principalRupiah,
    tenorDays: loan.tenorDays,
    dailyRatePpm: loan.terms.dailyRatePpm,
    purpose: loan.purpose,
    submittedAt: loan.submittedAt.toISOString(),
    decidedAt: loan.decidedAt?.toISOString() ?? null,
    signDeadline: loan.signDeadline?.toISOString() ?? null,
    signedAt: loan.signedAt?.toISOString() ?? null,
    disbursedOn: loan.disbursedOn,
    endedAt: loan.endedAt?.toISOString() ?? null,
    endReason: loan.endReason,
  };
}

type State = NonNullable<Awaited<ReturnType<typeof historyOfLoan>>>["state"];

function balanceOf(state: State, asOf: BusinessDate): NonNullable<StaffLoan["balance"]> {
  return {
    asOf,
    payoffRupiah: Math.max(0, state.payoffRupiah),
    dueNowRupiah: state.dueNowRupiah,
    daysPastDue: state.daysPastDue,
    nextDueOn: state.nextDueOn,
    nextDueRupiah: state.nextDueRupiah,
    paidInRupiah: state.paidInRupiah,
    overpaidRupiah: state.overpaidRupiah,
    unpaid: { ...state.unpaid, lateFeeRupiah: state.lateFee.unpaidRupiah },
    rows: state.rows.map((row) => ({
      number: row.number,
      dueOn: row.dueOn,
      principalRupiah: row.principalRupiah,
      interestRupiah: row.interestRupiah,
      feeRupiah: row.feeRupiah,
      totalRupiah: row.totalRupiah,
      unpaidRupiah: row.dueRupiah,
      status: row.status,
    })),
  };
}

function eventsShown(events: readonly StoredEvent[]): StaffLoan["events"] {
  const reversed = new Set(events.flatMap((event) => (event.kind === "REVERSAL" ? [event.eventId] : [])));
  return events.map((event) => ({
    id: event.id,
    kind: event.kind,
    valueDate: event.valueDate,
    amountRupiah: "amountRupiah" in event ? event.amountRupiah : null,
    from: event.kind === "PAYMENT" ? (event.rail ?? event.from ?? null) : null,
    recordedAt: event.recordedAt.toISOString(),
    isReversed: reversed.has(event.id),
    receiptId: receiptIdOf(event),
  }));
}

/** Money of a rail is booked under its receipt's id; money that people gave from suspense names it. */
function receiptIdOf(event: StoredEvent): string | null {
  if (event.kind !== "PAYMENT") return null;
  if (event.from?.startsWith("UNMATCHED:")) return event.from.slice("UNMATCHED:".length);
  return event.id.startsWith("pay_") ? event.id : null;
}

const postingShown = (one: PostedTransfer): NonNullable<StaffLoan["postings"]>[number] => ({
  id: one.id,
  kind: one.kind,
  debit: one.debitAccountId,
  credit: one.creditAccountId,
  amountRupiah: one.amount,
  valueDate: one.valueDate,
  postedAt: one.postedAt.toISOString(),
});

/** Ledger postings of a payment, oldest first: into suspense and out of it, into its loan, and settlements in the same moment. */
async function postingsOfPayment(
  database: Reader,
  receiptId: string,
  loanId: string | null,
): Promise<PostedTransfer[]> {
  const [own, ofLoan] = await Promise.all([
    historyOfReference(database, receiptId),
    loanId === null ? [] : historyOfReference(database, loanId),
  ]);
  const suspense = `UNMATCHED/${receiptId}`;
  const isIts = ({ id, kind, debitAccountId, creditAccountId }: PostedTransfer) =>
    kind === "REPAYMENT" &&
    (id.includes(`_REPAYMENT_${receiptId}_`) || debitAccountId === suspense || creditAccountId === suspense);
  // A payment and its settlements are booked at the same instant.
  const moments = new Set(ofLoan.filter(isIts).map(({ postedAt }) => postedAt.getTime()));
  return [...own, ...ofLoan.filter(({ postedAt }) => moments.has(postedAt.getTime()))].toSorted(
    (one, other) => one.position - other.position,
  );
}

/** Null for an id under which no money came in. */
export async function staffReceiptOf(
  { database }: Services,
  receiptId: string,
  { mayReadMoney }: Pick<StaffView, "mayReadMoney">,
): Promise<StaffReceipt | null> {
  const receipt = await paymentReceiptOf(database, receiptId);
  if (!receipt) return null;
  const { borrowerId, loanId, chargeback } = receipt;
  const [loan, postings] = await Promise.all([
    borrowerId !== null && loanId !== null ? findLoan(database, borrowerId, loanId) : null,
    mayReadMoney ? postingsOfPayment(database, receiptId, loanId) : null,
  ]);
  return {
    receiptId,
    state: receipt.state,
    rail: receipt.rail,
    reference: receipt.reference,
    paymentId: receipt.paymentId,
    provider: receipt.provider,
    amountRupiah: receipt.amountRupiah,
    paidAt: receipt.paidAt.toISOString(),
    receivedAt: receipt.receivedAt.toISOString(),
    unmatchedCause: receipt.unmatchedCause,
    returnFailure: receipt.returnFailure,
    borrowerId,
    loan: loan && { loanId: loan.id, loanNumber: loan.number },
    chargeback: chargeback && {
      state: chargeback.state,
      code: chargeback.code,
      foundAt: chargeback.foundAt.toISOString(),
      endedAt: chargeback.endedAt?.toISOString() ?? null,
    },
    postings: postings && postings.map(postingShown),
  };
}
