/** When a borrower is reminded of an instalment: some days before, on the day and after it, in the hours that the rules allow. // Product decisions 4: repayment; field rules: collection */
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import {
  addDays,
  contactHours,
  dateIn,
  instantOf,
  nextInside,
  weekdayOf,
  type BusinessDate,
  type Zone,
} from "#shared/dates.ts";
import { remindDaysBefore } from "#shared/promised-times.ts";
import { zoneOf } from "#features/account/profile/server/index.ts";
import type { LoanRow, LoanState } from "#features/credit/loan/server/index.ts";
import { remindersOf, type ReminderKind } from "./store.ts";

export interface Reminder {
  dueOn: BusinessDate;
  kind: ReminderKind;
  at: Date;
}

/** Days, counted from the due date, on which each reminder may go out: from the first on, not after the last. */
const spans: Record<ReminderKind, { from: number; to: number }> = {
  BEFORE: { from: -remindDaysBefore, to: -1 },
  DUE: { from: 0, to: 0 },
  AFTER: { from: 1, to: 7 },
};

/**
 * The reminders of one instalment, each at the first allowed moment of its days. An instalment that is due on a Sunday is
 * spoken of on the Saturday before it: on the day itself nobody may be written to.
 */
export function remindersFor(dueOn: BusinessDate, zone: Zone): Reminder[] {
  return (Object.keys(spans) as ReminderKind[]).map((kind) => {
    const from = kind === "DUE" && weekdayOf(dueOn) === 7 ? addDays(dueOn, -1) : addDays(dueOn, spans[kind].from);
    return { dueOn, kind, at: nextInside(contactHours, instantOf(from, zone), zone) };
  });
}

/** Whether a reminder still says something true on this day: a late sweep must not announce yesterday's due date. */
export function isTimely(reminder: Reminder, now: Date, zone: Zone): boolean {
  return dateIn(now, zone) <= addDays(reminder.dueOn, spans[reminder.kind].to);
}

/** The first reminder after `now` of an instalment that is not paid and was not spoken of yet; null when there is none. */
export function nextReminder(
  state: LoanState,
  said: readonly { dueOn: BusinessDate; kind: ReminderKind }[],
  now: Date,
  zone: Zone,
): Reminder | null {
  const open = state.rows.filter((row) => row.unpaidRupiah > 0).flatMap((row) => remindersFor(row.dueOn, zone));
  const unsaid = open.filter((one) => !said.some((other) => other.dueOn === one.dueOn && other.kind === one.kind));
  const coming = unsaid.filter((one) => isTimely(one, now, zone)).sort((a, b) => a.at.getTime() - b.at.getTime());
  return coming[0] ?? null;
}

/** When the next reminder of a running loan goes out; null when none is left. What was said of an instalment is not said again. */
export async function nextReminderAt(
  services: Services,
  trx: Transaction,
  loan: LoanRow,
  state: LoanState,
): Promise<Date | null> {
  const zone = await zoneOf(trx, loan.borrowerId);
  const said = await remindersOf(trx, { borrowerId: loan.borrowerId, loanId: loan.id });
  return nextReminder(state, said, services.clock.now(), zone)?.at ?? null;
}
