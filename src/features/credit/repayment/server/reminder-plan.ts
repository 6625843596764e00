/** When a borrower is reminded of an instalment: some days before, on the day and after it, in the hours that the rules allow. // Product decisions 4: repayment; field rules: collection */
import { nationalHolidaysAround } from "#server/calendar/business-calendar.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import {
  addDays,
  contactHours,
  dateIn,
  instantOf,
  isOpenDay,
  nextInside,
  type BusinessDate,
  type Zone,
} from "#shared/dates.ts";
import { remindDaysBefore } from "#shared/promised-times.ts";
import { zoneOf } from "#features/account/profile/server/index.ts";
import type { LoanRow, LoanState } from "#features/credit/loan/server/index.ts";
import { findAccount } from "./store.ts";
import { remindersOf, type ReminderKind } from "./reminder-store.ts";

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

/** National holidays: nobody is written to on them, as on a Sunday. */
export type Holidays = ReadonlySet<BusinessDate>;

/**
 * The reminders of one instalment, each at the first allowed moment of its days. One that is due on a day on which nobody
 * may be written to, a Sunday or a national holiday, is spoken of on the last allowed day before it; where that is no later
 * than the reminder before it, this one says it all.
 */
export function remindersFor(dueOn: BusinessDate, zone: Zone, holidays: Holidays): Reminder[] {
  let onDay = dueOn;
  while (!isOpenDay(contactHours, onDay, holidays)) onDay = addDays(onDay, -1);
  const at = (from: BusinessDate): Date => nextInside(contactHours, instantOf(from, zone), zone, holidays);
  const due: Reminder = { dueOn, kind: "DUE", at: at(onDay) };
  const before: Reminder = { dueOn, kind: "BEFORE", at: at(addDays(dueOn, spans.BEFORE.from)) };
  const after: Reminder = { dueOn, kind: "AFTER", at: at(addDays(dueOn, spans.AFTER.from)) };
  return before.at < due.at ? [before, due, after] : [due, after];
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
  holidays: Holidays,
): Reminder | null {
  const open = state.rows.filter((row) => row.dueRupiah > 0).flatMap((row) => remindersFor(row.dueOn, zone, holidays));
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
  const restUntil = (await findAccount(trx, { borrowerId: loan.borrowerId, loanId: loan.id }))?.restUntil;
  const now = new Date(Math.max(services.clock.now().getTime(), restUntil?.getTime() ?? 0));
  const holidays = await nationalHolidaysAround(trx, dateIn(now, zone));
  return nextReminder(state, said, now, zone, holidays)?.at ?? null;
}
