/**
 * The calendar of days off: rows with kind, name and source, entered by staff, for all domains; and the rules of
 * working days that several domains use. // docs/decisions/145, 226
 */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { DaysOff } from "#server/calendar/working-days.ts";
import { addDays, type BusinessDate } from "#shared/dates.ts";

export type HolidayKind = "NATIONAL" | "JOINT_LEAVE" | "WORKDAY";
export interface Holiday {
  day: BusinessDate;
  kind: HolidayKind;
  name: string;
  source: string;
  recordedAt: Date;
  staffId: string | null;
}

/** The valid entry for each day in a range: the newest row of the day, even when it makes the day a working day again. */
export async function holidaysBetween(reader: Reader, from: BusinessDate, to: BusinessDate): Promise<Holiday[]> {
  const rows = await reader
    .selectFrom("business_holiday")
    .selectAll()
    .distinctOn("day")
    .where("day", ">=", from)
    .where("day", "<=", to)
    .orderBy("day")
    .orderBy("recordedAt", "desc")
    .execute();
  return rows.map((row) => ({
    day: row.day,
    kind: row.kind as HolidayKind,
    name: row.name,
    source: row.source,
    recordedAt: row.recordedAt,
    staffId: row.recordedBy,
  }));
}

/** Days off around a day, wide enough for every deadline that is counted from it. */
export async function daysOffAround(reader: Reader, day: BusinessDate): Promise<DaysOff> {
  const holidays = await holidaysBetween(reader, addDays(day, -120), addDays(day, 180));
  return new Set(holidays.filter(({ kind }) => kind !== "WORKDAY").map((holiday) => holiday.day));
}

/**
 * National holidays from a month before a day to two years after it: borrowers must not be asked for money on them. Joint
 * leave (cuti bersama) does not count, it binds civil servants only. // Field rules: collection (POJK 22/2023 art.
 * 62(2))
 */
export async function nationalHolidaysAround(reader: Reader, day: BusinessDate): Promise<ReadonlySet<BusinessDate>> {
  const holidays = await holidaysBetween(reader, addDays(day, -31), addDays(day, 731));
  return new Set(holidays.filter(({ kind }) => kind === "NATIONAL").map((holiday) => holiday.day));
}

export async function addHoliday(trx: Transaction, holiday: Holiday): Promise<void> {
  const { day, kind, name, source, recordedAt, staffId } = holiday;
  // Two entries at the same instant come from one person pressing twice.
  await trx
    .insertInto("business_holiday")
    .values({ day, kind, name, source, recordedAt, recordedBy: staffId })
    .onConflict((conflict) => conflict.columns(["day", "recordedAt"]).doNothing())
    .execute();
}

/**
 * Working days for the answer to a complaint under the rules of a day, and its one extension: complaints use them, and
 * documents print them as of their day of issue.
 * @throws when one is missing, because a deadline must not run without a figure
 */
export async function complaintTermsOn(
  reader: Reader,
  day: BusinessDate,
): Promise<{ answerWorkingDays: number; extensionWorkingDays: number }> {
  const rows = await reader
    .selectFrom("working_day_rule")
    .select(["rule", "workingDays"])
    .distinctOn("rule")
    .where("validFrom", "<=", day)
    .orderBy("rule")
    .orderBy("validFrom", "desc")
    .execute();
  const found = new Map(rows.map(({ rule, workingDays }) => [rule, workingDays]));
  const [answer, extension] = [found.get("COMPLAINT_ANSWER"), found.get("COMPLAINT_EXTENSION")];
  if (answer === undefined || extension === undefined)
    throw new Error(`The working days of complaints are not complete on ${day}.`);
  return { answerWorkingDays: answer, extensionWorkingDays: extension };
}
