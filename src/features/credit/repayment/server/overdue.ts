/** Announces that a loan is overdue: at 1, 8, 31, 61 and 91 days past due, each once for an arrear; the highest alone after an outage. */
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { loanTerms, stateOf } from "#features/credit/loan/server/index.ts";
import { overdueDays } from "../contract.ts";
import { lockHistory } from "./books.ts";
import { loanOverdue } from "./events.ts";
import { accountsDue, changeAccount, claimLoansOf, noteSuccess, postponeAccount, type LoanName } from "./store.ts";

const atOnce = 200;
/** Loans done side by side in one process: each waits for the database some five times. */
const lanes = 4;

/** Makes due announcements for a bounded number of loans per round; returns the number of changed rows. */
export async function announceOverdue(services: Services): Promise<number> {
  const { database, clock, log } = services;
  const now = clock.now();
  const due = await accountsDue(database, "nextOverdueOn", { last: dateInWib(now), now, most: atOnce });
  return eachDue(due, (name) => announceOne(services, name), {
    log,
    failure: "overdue loan not announced",
    idOf: ({ loanId }) => loanId,
    lanes,
    putOff: (name) => postponeAccount(database, name, clock.now()),
  });
}

async function announceOne(services: Services, name: LoanName): Promise<boolean> {
  return transact(services.database, async (trx) => {
    if (!(await claimLoansOf(trx, name.borrowerId))) return false;
    const history = await lockHistory(trx, name);
    if (!history) return false;
    await noteSuccess(trx, name);
    const { loan, events } = history;
    const now = services.clock.now();
    const state = stateOf(loanTerms(loan), events, dateInWib(now));
    const since = state.nextDueOn;
    if (loan.state !== "ACTIVE" || since === null) {
      await changeAccount(trx, name, { nextOverdueOn: null });
      return true;
    }
    const stage = overdueDays.findLast((days) => days <= state.daysPastDue);
    const next = overdueDays.find((days) => days > state.daysPastDue);
    await changeAccount(trx, name, { nextOverdueOn: next === undefined ? null : addDays(since, next) });
    if (stage !== undefined)
      await services.events.announce(trx, loanOverdue, {
        id: `overdue_${name.loanId}_${since}_${stage}`,
        at: now,
        borrowerId: name.borrowerId,
        loanId: name.loanId,
        daysPastDue: stage,
        unpaidSince: since,
      });
    return true;
  });
}
