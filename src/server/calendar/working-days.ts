/** Working days: Monday to Friday in Asia/Jakarta, without the days off of the calendar. Pure; days are business dates. */
import { addDays, weekdayOf, type BusinessDate } from "#shared/dates.ts";

/** Days off besides Saturday and Sunday: national holidays and joint leave. */
export type DaysOff = ReadonlySet<BusinessDate>;

/** Whether a day is Monday to Friday and not a day off. */
export function isWorkingDay(day: BusinessDate, daysOff: DaysOff): boolean {
  return weekdayOf(day) <= 5 && !daysOff.has(day);
}

/** The `count`th working day after a day; the day itself never counts, whatever it is. @throws RangeError for less than 1 */
export function addWorkingDays(day: BusinessDate, count: number, daysOff: DaysOff): BusinessDate {
  if (!Number.isSafeInteger(count) || count < 1)
    throw new RangeError(`So many working days cannot be counted: ${count}.`);
  let reached = day;
  for (let remaining = count; remaining > 0;) {
    reached = addDays(reached, 1);
    if (isWorkingDay(reached, daysOff)) remaining--;
  }
  return reached;
}

/** Working days after `from`, up to and including `to`; negative when `to` is earlier: the number of days left, or overdue. */
function workingDaysBetween(from: BusinessDate, to: BusinessDate, daysOff: DaysOff): number {
  if (to < from) return -workingDaysBetween(to, from, daysOff);
  let days = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isWorkingDay(day, daysOff)) days++;
  return days;
}

/** The same from one day to many, for example for a long list: each date is computed once. */
export function workingDaysFrom(from: BusinessDate, daysOff: DaysOff): (to: BusinessDate) => number {
  const known = new Map<BusinessDate, number>();
  return (to) => {
    let days = known.get(to);
    if (days === undefined) known.set(to, (days = workingDaysBetween(from, to, daysOff)));
    return days;
  };
}

/** The last working day that is `count` working days before a day; for reminders. */
export function workingDaysBefore(day: BusinessDate, count: number, daysOff: DaysOff): BusinessDate {
  let reached = day;
  for (let remaining = count; remaining > 0;) {
    reached = addDays(reached, -1);
    if (isWorkingDay(reached, daysOff)) remaining--;
  }
  return reached;
}
