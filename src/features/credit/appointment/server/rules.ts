/** Rules of appointments as dated rows, and the days that can be booked: pure. A figure changes by a row with a later date. */
import { addDays, laterDate, type BusinessDate } from "#shared/dates.ts";

export interface AppointmentRules {
  /** First day in force. */
  from: BusinessDate;
  source: string;
  /** The message of the day goes out at this hour of the borrower's time zone. */
  hour: number;
  /** Days after its message on which an appointment can still be confirmed. */
  confirmDays: number;
}

export const appointmentRules: readonly AppointmentRules[] = [
  { from: "2026-11-01", source: "Our own rule: product decisions, appointment", hour: 8, confirmDays: 3 },
];

/** The newest row that has begun; on earlier days the first row. */
export function appointmentRulesOn(
  on: BusinessDate,
  rows: readonly AppointmentRules[] = appointmentRules,
): AppointmentRules {
  const [first, ...later] = rows.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  if (!first) throw new RangeError("There is no row of appointments.");
  return later.findLast(({ from }) => from <= on) ?? first;
}

/** From tomorrow, or from the first day on which another application is taken; null where that is later than may be booked. */
export function bookableDays(
  today: BusinessDate,
  { reachDays, mayApplyOn }: { reachDays: number; mayApplyOn: BusinessDate | null },
): { earliestOn: BusinessDate; latestOn: BusinessDate } | null {
  const earliestOn = laterDate(addDays(today, 1), mayApplyOn ?? today);
  const latestOn = addDays(today, reachDays);
  return earliestOn > latestOn ? null : { earliestOn, latestOn };
}
