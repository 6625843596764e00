/** The books of a running loan whose payout came back from the receiving bank. // docs/decisions/080 */
import { dateInWib, earlierDate, laterDate, type BusinessDate } from "#shared/dates.ts";
import { withdrawPayoffLetter } from "#features/credit/agreement/server/index.ts";
import { booksOf, type PayoutKeeper } from "#features/credit/disbursement/server/index.ts";
import { loanTerms, redateLoan, stateOf, unbookLoan, type LoanRow } from "#features/credit/loan/server/index.ts";
import { payDueOfBorrower } from "./balance.ts";
import { followBooks, lockHistory, nextClosing } from "./books.ts";
import { notifyLater } from "./notices.ts";
import { holdBooks, payReplaced } from "./repeat-loan.ts";
import { changeAccount, type StoredEvent } from "./store.ts";

export const payoutReturns: PayoutKeeper = {
  hold: holdBooks,
  payReplaced,

  async cameBack(services, trx, { borrowerId, id: loanId }, transferId) {
    await notifyLater(services, trx, { borrowerId, loanId, kind: "PAYOUT_RETURNED", about: transferId });
  },

  /** Interest runs from the day on which the money is the borrower's; what was charged for the days before falls away. */
  async arrivedAgain(services, trx, { borrowerId, id: loanId }, settledAt, transferId) {
    const name = { borrowerId, loanId };
    const history = await lockHistory(trx, name);
    if (!history) return;
    const disbursedOn = countsFrom(history.loan, history.events, dateInWib(settledAt));
    await redateLoan(trx, borrowerId, loanId, disbursedOn);
    const loan: LoanRow = { ...history.loan, disbursedOn };
    // Payments made in the meantime may cover the whole debt from that day on: then the loan ends here.
    const today = dateInWib(services.clock.now());
    const state = stateOf(loanTerms(loan), history.events, today);
    await followBooks(services, trx, { ...history, loan, state }, true);
    await changeAccount(trx, name, { nextBookingOn: nextClosing(state, today) });
    await payDueOfBorrower(services, trx, borrowerId, transferId);
    await notifyLater(services, trx, { ...name, kind: "DISBURSED", about: transferId });
  },

  async undone(services, trx, { borrowerId, id: loanId }) {
    const name = { borrowerId, loanId };
    const history = await lockHistory(trx, name);
    if (!history) throw new Error(`The loan ${loanId} has no books that could be undone.`);
    const { loan, events } = history;
    const now = services.clock.now();
    await unbookLoan(trx, now, booksOf(loan), stateOf(loanTerms(loan), events, dateInWib(now)));
    await changeAccount(trx, name, {
      nextBookingOn: null,
      nextReminderAt: null,
      exposure: { unpaidPrincipalRupiah: 0, unpaidSince: null },
    });
    if (loan.state === "PAID_OFF") await withdrawPayoffLetter(trx, borrowerId, loanId);
    await payDueOfBorrower(services, trx, borrowerId, services.random.uuid());
    await notifyLater(services, trx, { ...name, kind: "UNDONE", about: "" });
  },
};

/** Never later than the first payment, because a payment needs a running loan. */
function countsFrom(loan: LoanRow, events: readonly StoredEvent[], arrivedOn: BusinessDate): BusinessDate {
  const first = events
    .filter(({ kind }) => kind !== "DISCOUNT")
    .map((event) => event.valueDate)
    .reduce(earlierDate, arrivedOn);
  return laterDate(loan.disbursedOn ?? arrivedOn, first);
}
