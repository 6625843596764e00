/**
 * A running loan goes on in a new one: what is waived leaves the old loan, the new one pays the rest of it, and the old
 * one ends RESTRUCTURED, all in one transaction. No money is paid out; the clearing account is zero again when it
 * commits. // docs/decisions/022
 */
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { booksOf } from "#features/credit/disbursement/server/index.ts";
import { moveReservation } from "#features/credit/limit/server/index.ts";
import {
  beginRestructured,
  bookLoan,
  findLoan,
  holdFunding,
  loanTerms,
  settleFunding,
  stateOf,
  successorOf,
  type LoanEvent,
  type LoanRow,
  type Reduction,
  type RestructuredLoan,
} from "#features/credit/loan/server/index.ts";
import { lockHistory, openBooks, recordEvent, type LoanHistory } from "./books.ts";
import { nextStepAt } from "./servicing-plan.ts";
import { changeAccount, lockRepaymentAccounts, type LoanName } from "./store.ts";

export interface Restructuring {
  /** Names the events on the old loan. */
  offerId: string;
  loan: RestructuredLoan;
  /** Reductions of the old loan, dated today. */
  waivers: readonly Reduction[];
  /** The rest of the old loan after the waivers (rupiah): the new principal and the carried amounts. */
  settlesRupiah: number;
}

/**
 * Ends the old loan by the new one. The caller holds the old loan's history and has computed the figures from it in this
 * transaction. Throws where they do not end the loan to the rupiah, and then nothing happens.
 */
export async function restructureLoan(
  services: Services,
  trx: Transaction,
  { loan: old, events }: LoanHistory,
  { offerId, loan, waivers, settlesRupiah }: Restructuring,
): Promise<LoanRow> {
  const name = { borrowerId: old.borrowerId, loanId: old.id };
  const now = services.clock.now();
  const today = dateInWib(now);
  const payment: LoanEvent = {
    kind: "PAYMENT",
    id: `restructure_${offerId}`,
    valueDate: today,
    amountRupiah: settlesRupiah,
    from: "RESTRUCTURE",
  };
  const added: LoanEvent[] = [...waivers, payment];
  const [before, after] = [events, [...events, ...added]].map((history) => stateOf(loanTerms(old), history, today));
  if (after?.status !== "PAID_OFF" || after.overpaidRupiah !== before?.overpaidRupiah)
    throw new Error(`The loan ${old.id} does not end by ${settlesRupiah} rupiah.`);
  for (const event of added) {
    const facts = { rail: null, bankCode: null, paidAt: null, actor: "BORROWER" } as const;
    const outcome = await recordEvent(services, trx, name, event, facts);
    if (outcome !== "RECORDED") throw new Error(`${event.id} was not recorded on the loan ${old.id}: ${outcome}.`);
  }
  const begun = await beginRestructured(services, trx, old, loan);
  await holdFunding(trx, now, booksOf(begun), begun.principalRupiah, today);
  await settleFunding(trx, now, booksOf(begun), today);
  await bookLoan(trx, now, booksOf(begun), stateOf(loanTerms(begun), [], today));
  await moveReservation(services, trx, begun.borrowerId, {
    from: old.id,
    to: begun.id,
    amountRupiah: begun.principalRupiah,
  });
  await openBooks(services, trx, begun);
  return begun;
}

/**
 * The loan that money for this one belongs to, locked until the transaction ends. `since`: the first day of a
 * restructured one's successor.
 */
export async function loanInForce(
  trx: Transaction,
  { borrowerId, loanId }: LoanName,
): Promise<{ name: LoanName; since: BusinessDate | null }> {
  await lockRepaymentAccounts(trx, borrowerId);
  const loan = await findLoan(trx, borrowerId, loanId);
  const next = loan?.state === "RESTRUCTURED" ? await successorOf(trx, borrowerId, loanId) : null;
  return next
    ? { name: { borrowerId, loanId: next.id }, since: next.disbursedOn }
    : { name: { borrowerId, loanId }, since: null };
}

/** No payment is asked for until then: the borrower asked for help. The next reminder is the first one after that time. */
export async function restCollection(services: Services, trx: Transaction, name: LoanName, until: Date): Promise<void> {
  const history = await lockHistory(trx, name);
  if (history?.loan.state !== "ACTIVE") return;
  await changeAccount(trx, name, { restUntil: until });
  const state = stateOf(loanTerms(history.loan), history.events, dateInWib(services.clock.now()));
  await changeAccount(trx, name, { nextReminderAt: await nextStepAt(services, trx, history.loan, state) });
}
