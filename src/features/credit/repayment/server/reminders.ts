/** The sweep that reminds: each reminder once, in the borrower's hours, nothing to whoever has paid. // Field rules: collection */
import { nationalHolidaysAround } from "#server/calendar/business-calendar.ts";
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { contactHours, dateInWib, isInside, nextInside } from "#shared/dates.ts";
import { zoneOf } from "#features/account/profile/server/index.ts";
import { standingReturn } from "#features/credit/disbursement/server/index.ts";
import { loanTerms, stateOf } from "#features/credit/loan/server/index.ts";
import { lockHistory } from "./books.ts";
import { notifyLater } from "./notices.ts";
import { restsUntil } from "./repeat-loan.ts";
import { isTimely, nextReminder, type Holidays } from "./reminder-plan.ts";
import { accountsToRemind, claimLoansOf, changeAccount, noteSuccess, putOff, type LoanName } from "./store.ts";
import { insertReminder, remindersOf } from "./reminder-store.ts";

const remindedAtOnce = 200;
/** Loans reminded of side by side in one process. */
const remindingLanes = 4;
const dayMilliseconds = 86_400_000;

export async function remindDue(services: Services): Promise<number> {
  const { database, clock, log } = services;
  const due = await accountsToRemind(database, clock.now(), remindedAtOnce);
  if (due.length === 0) return 0;
  const holidays = await nationalHolidaysAround(database, dateInWib(clock.now()));
  return eachDue(due, (name) => remind(services, name, holidays), {
    log,
    failure: "borrower not reminded",
    idOf: ({ loanId }) => loanId,
    lanes: remindingLanes,
    putOff: (name) => putOff(database, name, clock.now()),
  });
}

/** True when the loan's row was moved on, whether or not a message was due. */
async function remind(services: Services, name: LoanName, holidays: Holidays): Promise<boolean> {
  return transact(services.database, async (trx) => {
    if (!(await claimLoansOf(trx, name.borrowerId))) return false;
    const history = await lockHistory(trx, name);
    const now = services.clock.now();
    const at = history?.account.nextReminderAt;
    if (!history || !at || at > now) return false;
    const { loan, events } = history;
    await noteSuccess(trx, name);
    if (loan.state !== "ACTIVE") {
      await changeAccount(trx, name, { nextReminderAt: null });
      return true;
    }
    // The money is not with the borrower: nobody is asked for it. The books set the next reminder when it has arrived again.
    if (await standingReturn(trx, name.borrowerId, "LOAN", name.loanId)) {
      await changeAccount(trx, name, { nextReminderAt: new Date(now.getTime() + dayMilliseconds) });
      return true;
    }
    // The borrower asked for help, or a repeat loan is on its way to pay this one off: people are not asked for money meanwhile.
    const { restUntil } = history.account;
    const restsTo = restUntil && restUntil > now ? restUntil : await restsUntil(trx, loan, now);
    if (restsTo) {
      await changeAccount(trx, name, { nextReminderAt: restsTo });
      return true;
    }
    const zone = await zoneOf(trx, name.borrowerId);
    // Swept late, at night, on a Sunday or a holiday: wait for the next allowed hour instead of writing now.
    if (!isInside(contactHours, now, zone, holidays)) {
      await changeAccount(trx, name, { nextReminderAt: nextInside(contactHours, now, zone, holidays) });
      return true;
    }
    const state = stateOf(loanTerms(loan), events, dateInWib(now));
    const said = await remindersOf(trx, name);
    const due = nextReminder(state, said, now, zone, holidays);
    if (
      due &&
      due.at <= now &&
      isTimely(due, now, zone) &&
      (await insertReminder(trx, name, due.dueOn, due.kind, now))
    ) {
      await notifyLater(services, trx, { ...name, kind: due.kind, about: due.dueOn });
      said.push(due);
    }
    await changeAccount(trx, name, { nextReminderAt: nextReminder(state, said, now, zone, holidays)?.at ?? null });
    return true;
  });
}
