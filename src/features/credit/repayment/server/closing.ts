/** Closes due dates and months: interest and late fees are earned in the period in which they ran. */
import { transact, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { addDays, type BusinessDate, dateInWib } from "#shared/dates.ts";
import { returnInForce } from "#features/credit/disbursement/server/index.ts";
import { payDueFromBalance } from "./balance.ts";
import { closeDay } from "./books.ts";
import {
  accountsDue,
  claimLoansOf,
  findRepaymentAccount,
  noteSuccess,
  postponeAccount,
  type LoanName,
} from "./store.ts";

const closedAtOnce = 200;
/** Loans closed side by side in one process: each waits for the database some ten times. */
const closingLanes = 4;

/**
 * Closes the days that are over, for a bounded number of loans per round; returns the number. A loan that another
 * process closes is skipped.
 * @throws Refusal as `payDueFromBalance`
 */
export async function closeDue(services: Services): Promise<number> {
  const { database, clock, log } = services;
  const now = clock.now();
  const today = dateInWib(now);
  const due = await accountsDue(database, "nextBookingOn", { last: addDays(today, -1), now, most: closedAtOnce });
  return eachDue(due, (name) => transact(database, (trx) => closeLoan(services, trx, name, today)), {
    log,
    failure: "loan's day not closed",
    idOf: ({ loanId }) => loanId,
    lanes: closingLanes,
    putOff: (name) => postponeAccount(database, name, clock.now()),
  });
}

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
