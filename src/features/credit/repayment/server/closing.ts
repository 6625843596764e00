/** Closes due dates and months: interest and late fees are earned in the period in which they ran. */
import { transact, type Transaction } from "#server/database.server.ts";
import { account, accountsWithMoney } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { addDays, type BusinessDate, dateInWib } from "#shared/dates.ts";
import { booksOf, returnInForce } from "#features/credit/disbursement/server/index.ts";
import { bookAccruals, loansNamed } from "#features/credit/loan/server/index.ts";
import { payDueFromBalance } from "./balance.ts";
import { closeDay, closingOf } from "./books.ts";
import { changeClosed, lockNextDue } from "./closing-store.ts";
import {
  accountsDue,
  claimLoansOf,
  eventsOfNamed,
  findRepaymentAccount,
  noteSuccess,
  postponeAccount,
  type LoanName,
} from "./store.ts";

/** Loans in one transaction: a commit, and each statement, serve so many. */
const closedTogether = 50;
/** Such transactions in a round, and side by side. */
const togetherAtOnce = 20;
const togetherLanes = 2;
/** Loans of a round with a transaction of their own, and side by side: each waits for the database some ten times. */
const aloneAtOnce = 200;
const aloneLanes = 4;

/** Loans that a round leaves to a transaction of their own, by their ids. */
type ToCloseAlone = Map<string, LoanName>;

/**
 * Closes the days that are over, for a bounded number of loans per round; returns the number. Most loans only earn
 * interest and late fees: fifty of them share a transaction. Then follow those of which money moves, whose row was in
 * use, or whose earlier try failed, one by one.
 * @throws Refusal as `payDueFromBalance`
 */
export async function closeDue(services: Services): Promise<number> {
  const { database, clock, log } = services;
  const now = clock.now();
  const today = dateInWib(now);
  const last = addDays(today, -1);
  const toCloseAlone: ToCloseAlone = new Map();
  let closed = 0;
  let isDry = false;
  const turns = Array.from({ length: togetherAtOnce }, (_, turn) => turn);
  await eachDue(
    turns,
    async () => {
      if (isDry || toCloseAlone.size >= aloneAtOnce) return false;
      const outcome = await transact(database, (trx) => closeTogether(services, trx, today, toCloseAlone));
      for (const { loanId } of outcome.closed) toCloseAlone.delete(loanId);
      closed += outcome.closed.length;
      isDry ||= outcome.isDry;
      return outcome.closed.length > 0;
    },
    { log, failure: "days of loans not closed together", idOf: String, lanes: togetherLanes },
  );
  const names = isDry
    ? await accountsDue(database, "nextBookingOn", { last, now, most: aloneAtOnce })
    : [...toCloseAlone.values()];
  const alone = await eachDue(names, (name) => transact(database, (trx) => closeLoan(services, trx, name, today)), {
    log,
    failure: "loan's day not closed",
    idOf: ({ loanId }) => loanId,
    lanes: aloneLanes,
    putOff: (name) => postponeAccount(database, name, clock.now()),
  });
  return closed + alone;
}

/**
 * Closes the days of the next loans that only earn interest and late fees. It waits for no lock that another transaction
 * holds, so it is part of no deadlock. The loans it looks at are added to `toCloseAlone`: the caller removes the closed ones once
 * they are committed.
 */
async function closeTogether(
  { clock }: Services,
  trx: Transaction,
  today: BusinessDate,
  toCloseAlone: ToCloseAlone,
): Promise<{ closed: LoanName[]; isDry: boolean }> {
  const rows = await lockNextDue(trx, {
    last: addDays(today, -1),
    most: closedTogether,
    without: [...toCloseAlone.keys()],
  });
  for (const { borrowerId, loanId } of rows) toCloseAlone.set(loanId, { borrowerId, loanId });
  const loanIds = rows.map(({ loanId }) => loanId);
  const loans = new Map((await loansNamed(trx, loanIds)).map((loan) => [loan.id, loan]));
  const events = await eventsOfNamed(trx, rows);
  const withMoney = await accountsWithMoney(trx, rows.map(balanceOf));
  const closings = rows.flatMap((row) => {
    const { borrowerId, loanId } = row;
    const loan = loans.get(loanId);
    if (loan?.state !== "ACTIVE" || !loan.disbursedOn || withMoney.has(balanceOf(row).id)) return [];
    const closing = closingOf({ loan, account: row, events: events.get(loanId) ?? [] }, today);
    if (!closing || closing.state.status === "PAID_OFF") return [];
    return [{ borrowerId, loanId, books: booksOf(loan), ...closing }];
  });
  const booked = await bookAccruals(trx, clock.now(), closings);
  const closed = closings.filter(({ loanId }) => booked.has(loanId));
  if (closed.length > 0) await changeClosed(trx, closed);
  return { closed, isDry: rows.length < closedTogether };
}

const balanceOf = ({ borrowerId }: LoanName) => account("BORROWER_BALANCE", borrowerId);

/** False if its day is closed already or another process closes it: that counts as no work, so the sweep can stop. */
async function closeLoan(services: Services, trx: Transaction, name: LoanName, today: BusinessDate): Promise<boolean> {
  if (!(await claimLoansOf(trx, name.borrowerId))) return false;
  const before = await findRepaymentAccount(trx, name);
  if (!before?.nextBookingOn || before.nextBookingOn >= today) return false;
  const isAway = (await returnInForce(trx, name.borrowerId, "LOAN", name.loanId)) !== null;
  // The balance pays nothing for a loan whose payout was returned.
  if (!isAway) await payDueFromBalance(services, trx, name, before.nextBookingOn);
  await noteSuccess(trx, name);
  return (await closeDay(services, trx, name)) !== null;
}
