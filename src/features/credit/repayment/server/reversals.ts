/**
 * A payment that the bank took back never counted: two members of staff agree, the engine computes the loan again, and
 * a loan that it had paid off is owed again; its letter is withdrawn. // docs/decisions/102
 */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Transaction } from "#server/database.server.ts";
import { LedgerRefusal, account, post } from "#server/ledger/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { findLoan, locateLoan } from "#features/credit/loan/server/index.ts";
import {
  openProposalsAbout,
  defineMoneyProposal,
  proposeMoney,
  type CarryOut,
} from "#features/credit/treasury/server/index.ts";
import { listLoanPayments, proposeReversal, type UnmatchedPaymentDetail } from "../staff-contract.ts";
import { payDueOfBorrower } from "./balance.ts";
import { isOfBank, lockHistory, recordEvent } from "./books.ts";
import { paymentItemOf, historyOfLoan } from "./bill.ts";
import { findReceipt, markReceipt } from "./collection-store.ts";
import { notifyLater } from "./notices.ts";
import { loanBy } from "./loan-by.ts";
import type { StoredEvent } from "./store.ts";
import { endChargeback, isChargeback } from "./chargeback-store.ts";

/** The subject of a proposal to reverse a loan's payment. */
export const reversalSubjectOf = (loanId: string, paymentId: string): string => `${loanId}:${paymentId}`;

export const reversalAnswers: readonly CallAnswer[] = [
  answer(listLoanPayments, async ({ loan: chosenLoanId }, { services, database, principal, refuse }) => {
    const loan = await loanBy(database, chosenLoanId);
    const found = loan && (await historyOfLoan(services, database, loan));
    if (!loan || !found) return refuse("LOAN_UNKNOWN");
    principal.trail?.note({ borrowerId: loan.borrowerId });
    const payments = found.events.filter((event) => event.kind === "PAYMENT");
    const open = await openProposalsAbout(
      database,
      "REVERSE_PAYMENT",
      payments.map((event) => reversalSubjectOf(loan.id, event.id)),
    );
    const items = payments.map((event) =>
      shownOf(event, found.events, open.get(reversalSubjectOf(loan.id, event.id)) ?? null),
    );
    return {
      loanId: loan.id,
      loanNumber: loan.number,
      loanState: loan.state,
      borrowerId: loan.borrowerId,
      owesRupiah: Math.max(0, found.state.payoffRupiah),
      items: items.reverse(),
    };
  }),
  answer(proposeReversal, async ({ loanId, paymentId, reason }, { services, trx, principal, refuse }) => {
    const borrowerId = await locateLoan(trx, loanId);
    const loan = borrowerId ? await findLoan(trx, borrowerId, loanId) : null;
    const found = loan && (await historyOfLoan(services, trx, loan));
    if (!loan || !found) return refuse("LOAN_UNKNOWN");
    principal.trail?.note({ borrowerId: loan.borrowerId });
    const payment = reversible(found.events, paymentId);
    if (!payment) return refuse("PAYMENT_NOT_REVERSIBLE");
    const facts = { loanId, loanNumber: loan.number, reference: paymentId };
    return proposeMoney(services, trx, principal.staff, {
      deed: "REVERSE_PAYMENT",
      subjectId: reversalSubjectOf(loanId, paymentId),
      borrowerId: loan.borrowerId,
      amountRupiah: payment.amountRupiah,
      facts,
      countsWith: `loan:${loanId}`,
      reason,
    });
  }),
];

type StoredPayment = StoredEvent & { kind: "PAYMENT" };

/** A payment that counts and came from a bank. */
function reversible(events: readonly StoredEvent[], paymentId: string): StoredPayment | null {
  const event = events.find((one): one is StoredPayment => one.kind === "PAYMENT" && one.id === paymentId);
  const isReversed = events.some((one) => one.kind === "REVERSAL" && one.eventId === paymentId);
  return event && !isReversed && isOfBank(event) ? event : null;
}

function shownOf(
  event: StoredPayment,
  events: readonly StoredEvent[],
  proposalId: string | null,
): UnmatchedPaymentDetail {
  const { id, amountRupiah, valueDate, paidAt, way } = paymentItemOf(event);
  const isReversed = events.some((one) => one.kind === "REVERSAL" && one.eventId === id);
  return {
    paymentId: id,
    amountRupiah,
    valueDate,
    paidAt,
    way,
    state: isReversed ? "REVERSED" : isOfBank(event) ? "COUNTS" : "OWN",
    proposalId,
  };
}

/** @throws Refusal PROPOSAL_STALE, BALANCE_SPENT, LENDER_SHORT */
const reverse: CarryOut = async (services, trx, { borrowerId, facts }, checkerId) => {
  // Money without an owner belongs to no loan.
  if (facts["loanId"] === null) return leaveSuspense(services, trx, String(facts["reference"]));
  const name = { borrowerId: borrowerId ?? "", loanId: String(facts["loanId"]) };
  const history = await lockHistory(trx, name);
  const payment = history && reversible(history.events, String(facts["reference"]));
  if (!payment) throw new Refusal("PROPOSAL_STALE");
  const event = {
    kind: "REVERSAL",
    id: `rev_${payment.id}`,
    valueDate: dateInWib(services.clock.now()),
    eventId: payment.id,
  } as const;
  try {
    const outcome = await recordEvent(services, trx, name, event, {
      rail: null,
      bankCode: null,
      paidAt: null,
      actor: `STAFF:${checkerId}`,
    });
    if (outcome !== "RECORDED") throw new Refusal("PROPOSAL_STALE");
  } catch (error) {
    // The overpaid part, or the lender's part, may be used already or on its way out: the ledger decides.
    if (error instanceof LedgerRefusal && error.code === "INSUFFICIENT")
      throw new Refusal(error.about.startsWith("LENDER_AVAILABLE/") ? "LENDER_SHORT" : "BALANCE_SPENT");
    throw error;
  }
  await payDueOfBorrower(services, trx, name.borrowerId, event.id);
  await leaveHouse(services, trx, payment);
  await notifyLater(services, trx, { ...name, kind: "TAKEN_BACK", about: payment.id });
};

export const reversalKind = defineMoneyProposal("REVERSE_PAYMENT", {
  carryOut: reverse,
  async isStale(services, reader, { borrowerId, facts }) {
    const reference = String(facts["reference"]);
    if (facts["loanId"] == null)
      return (await findReceipt(reader, reference))?.state !== "UNMATCHED" || !(await isChargeback(reader, reference));
    const loan = await findLoan(reader, borrowerId ?? "", String(facts["loanId"]));
    const found = loan && (await historyOfLoan(services, reader, loan));
    return !found || reversible(found.events, reference) === null;
  },
});

/** Money that had been unmatched falls back to where it was; the bank took it from there. */
async function leaveHouse(services: Services, trx: Transaction, payment: StoredPayment): Promise<void> {
  const wasUnmatched = payment.from?.startsWith("UNMATCHED:") ?? false;
  if (wasUnmatched) await outOfSuspense(services, trx, payment.id, payment.amountRupiah);
  await markReceipt(trx, payment.id, wasUnmatched ? "ASSIGNED" : "MATCHED", { state: "TAKEN_BACK" });
  await endChargeback(trx, payment.id, "REVERSED", services.clock.now());
}

async function outOfSuspense(services: Services, trx: Transaction, receiptId: string, amount: number): Promise<void> {
  const now = services.clock.now();
  await post(trx, now, [
    {
      id: `taken_back_${receiptId}`,
      kind: "UNMATCHED_RETURNED",
      debit: account("UNMATCHED", receiptId),
      credit: account("ESCROW"),
      amount,
      reference: receiptId,
      valueDate: dateInWib(now),
    },
  ]);
}

/** @throws Refusal PROPOSAL_STALE */
async function leaveSuspense(services: Services, trx: Transaction, receiptId: string): Promise<void> {
  const receipt = await findReceipt(trx, receiptId, { lock: true });
  const marked =
    receipt &&
    (await markReceipt(trx, receiptId, "UNMATCHED", { state: "TAKEN_BACK" })) &&
    (await endChargeback(trx, receiptId, "REVERSED", services.clock.now()));
  if (!marked) throw new Refusal("PROPOSAL_STALE");
  await outOfSuspense(services, trx, receiptId, receipt.amountRupiah);
}
