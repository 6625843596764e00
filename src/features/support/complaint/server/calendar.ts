/** The calendar and the figures that the clock of complaints counts by: rows with dates and sources, changed without code. */
import type { Database, Transaction } from "#server/database.server.ts";
import { addDays, type BusinessDate } from "#shared/dates.ts";
import type { holidayKinds } from "../staff-contract.ts";
import type { DaysOff } from "./working-days.ts";

type Reader = Database | Transaction;
export type RuleName =
  | "ANSWER_WORKING_DAYS"
  | "EXTENSION_WORKING_DAYS"
  | "REMINDER_WORKING_DAYS"
  | "CLOSE_WORKING_DAYS"
  | "CLOSE_WARNING_WORKING_DAYS"
  | "KEPT_YEARS";

/** The figures in force on a day. @throws when one is missing, as a clock without a figure must not run. */
export async function rulesOn(reader: Reader, day: BusinessDate): Promise<Record<RuleName, number>> {
  const rows = await reader
    .selectFrom("complaint_rule")
    .select(["rule", "value"])
    .distinctOn("rule")
    .where("valid_from", "<=", day)
    .orderBy("rule")
    .orderBy("valid_from", "desc")
    .execute();
  const rules = Object.fromEntries(rows.map(({ rule, value }) => [rule, value])) as Record<RuleName, number>;
  if (rows.length < 6) throw new Error(`The rules of complaints are not complete on ${day}.`);
  return rules;
}

export type HolidayKind = (typeof holidayKinds)[number];
export interface Holiday {
  day: BusinessDate;
  kind: HolidayKind;
  name: string;
  source: string;
  recordedAt: Date;
  staffId: string | null;
}

/** What counts of each day between two days: of the rows of one day the newest, days given back included. */
export async function holidaysBetween(reader: Reader, from: BusinessDate, to: BusinessDate): Promise<Holiday[]> {
  const rows = await reader
    .selectFrom("complaint_holiday")
    .selectAll()
    .distinctOn("day")
    .where("day", ">=", from)
    .where("day", "<=", to)
    .orderBy("day")
    .orderBy("recorded_at", "desc")
    .execute();
  return rows.map((row) => ({
    day: row.day,
    kind: row.kind as HolidayKind,
    name: row.name,
    source: row.source,
    recordedAt: row.recorded_at,
    staffId: row.recorded_by,
  }));
}

/** Days off around a day, wide enough for every deadline that is counted from it. */
export async function daysOffAround(reader: Reader, day: BusinessDate): Promise<DaysOff> {
  const holidays = await holidaysBetween(reader, addDays(day, -120), addDays(day, 180));
  return new Set(holidays.filter(({ kind }) => kind !== "WORKDAY").map((holiday) => holiday.day));
}

export async function addHoliday(trx: Transaction, holiday: Holiday): Promise<void> {
  const { day, kind, name, source, recordedAt, staffId } = holiday;
  // Two entries of one moment are the same person pressing twice.
  await trx
    .insertInto("complaint_holiday")
    .values({ day, kind, name, source, recorded_at: recordedAt, recorded_by: staffId })
    .onConflict((conflict) => conflict.columns(["day", "recorded_at"]).doNothing())
    .execute();
}
