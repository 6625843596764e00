/** A repeat loan and the loan that it pays off: the payoff, its day, and how long both run in parallel. // docs/decisions/022 */
import type { Reader, Transaction } from "#server/database.server.ts";
import { within } from "#server/events/domain-events.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { reserveWhole } from "#features/credit/limit/server/index.ts";
import {
  endOpenRepeatOf,
  findLoan,
  loanMoved,
  openRepeatOf,
  type LoanRow,
} from "#features/credit/loan/server/index.ts";
import { billOfLoan } from "./bill.ts";
import { recordEvent } from "./books.ts";
import { lockRepaymentAccounts } from "./store.ts";

/** The amount that ends a running loan today (rupiah); 0 if it does not run any more. */
export async function payoffToday(
  services: Services,
  reader: Reader,
  borrowerId: string,
  loanId: string,
): Promise<number> {
  const loan = await findLoan(reader, borrowerId, loanId);
  if (loan?.state !== "ACTIVE") return 0;
  return (await billOfLoan(services, reader, loan))?.payoffRupiah ?? 0;
}

/**
 * Locks the books of all loans of a borrower: payments, a repeat loan's signature and its payout come one after the
 * other.
 */
export async function holdBooks(trx: Transaction, borrowerId: string): Promise<void> {
  await lockRepaymentAccounts(trx, borrowerId);
}

/**
 * Pays the earlier loan with the part fixed at the signature, as of that day: the company bears interest that ran since
 * then. Payments that the borrower made on it in the meantime are then too much, and become the balance.
 */
export async function payReplaced(services: Services, trx: Transaction, repeat: LoanRow): Promise<void> {
  const { borrowerId, id, replacesLoanId, replacesRupiah, signedAt } = repeat;
  if (replacesLoanId && replacesRupiah && signedAt) {
    const payment = {
      kind: "PAYMENT",
      id: `replaced_${id}`,
      valueDate: dateInWib(signedAt),
      amountRupiah: replacesRupiah,
      from: "REPLACEMENT",
    } as const;
    const facts = { rail: null, bankCode: null, paidAt: services.clock.now(), actor: "SYSTEM" };
    const outcome = await recordEvent(services, trx, { borrowerId, loanId: replacesLoanId }, payment, facts);
    if (outcome === "NOT_RUNNING") throw new Error(`The loan ${replacesLoanId} that ${id} pays off has no books.`);
  }
  await reserveWhole(services, trx, borrowerId, id, repeat.principalRupiah);
}

/** For how long after its signature reminders of the earlier loan are paused: it is about to be paid. */
const restMilliseconds = 3 * 86_400_000;

/** Until when a loan gets no reminders, because a signed repeat loan will pay it off; null if there is none. */
export async function restsUntil(reader: Reader, loan: LoanRow, now: Date): Promise<Date | null> {
  const repeat = await openRepeatOf(reader, loan.borrowerId, loan.id);
  if (!repeat?.signedAt || (repeat.state !== "SIGNED" && repeat.state !== "DISBURSING")) return null;
  const until = new Date(repeat.signedAt.getTime() + restMilliseconds);
  return until > now ? until : null;
}

/** A loan has ended in any way: a repeat loan that was to pay it off continues as the only one, and uses its whole limit. */
export const repeatEndsWithLoan = within(
  loanMoved,
  "repeat-loan-alone",
  async (services, trx, { borrowerId, loanId, from }) => {
    if (from !== "ACTIVE" && from !== "WRITTEN_OFF") return "DONE";
    const repeat = await endOpenRepeatOf(trx, borrowerId, loanId);
    if (repeat) await reserveWhole(services, trx, borrowerId, repeat.id, repeat.principalRupiah);
    return "DONE";
  },
);
