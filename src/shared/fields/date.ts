/** Business dates as a person or a client sends them. Calculations with them are in `#shared/dates.ts`. */
import * as v from "valibot";

/** Whether `YYYY-MM-DD` is a day of the Gregorian calendar from 1900 to 2199. */
export function isRealDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const daysOfMonth = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return year >= 1900 && year <= 2199 && day >= 1 && day <= daysOfMonth;
}

/** A day, `YYYY-MM-DD`, that the calendar has. */
export const businessDate = v.pipe(
  v.string("DATE_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.isoDate("DATE_FORMAT"),
  v.check(isRealDate, "DATE_FORMAT"),
  v.description("A date, YYYY-MM-DD."),
);

/** A date typed in parts, each a field of its own below the date's name: `birthDate.year`. */
export const datePartName = (name: string, part: "year" | "month" | "day"): string => `${name}.${part}`;

/**
 * The date from the three parts of a form, `YYYY-MM-DD`; undefined when the form has none of them. Empty when nothing
 * is typed; an invalid date stays as typed, so that the call refuses it and the form shows it again.
 */
export function dateFromParts(form: FormData, name: string): string | undefined {
  const typed = (["year", "month", "day"] as const).map((part) => form.get(datePartName(name, part)));
  if (typed.every((one) => one === null)) return undefined;
  const [year, month, day] = typed.map((one) => (typeof one === "string" ? one.trim() : ""));
  if (!year && !month && !day) return "";
  return [year, month?.padStart(2, "0"), day?.padStart(2, "0")].join("-");
}

/** The parts of a possibly incomplete date, as made by `dateFromParts`. */
export function datePartsOf(date: string): { year: string; month: string; day: string } {
  const [year = "", month = "", day = ""] = date.split("-");
  return { year, month, day };
}

/** A day of the month, for example the payday: 1 to 31. */
export const dayOfMonth = v.pipe(
  v.number("DAY_OF_MONTH"),
  v.integer("DAY_OF_MONTH"),
  v.minValue(1, "DAY_OF_MONTH"),
  v.maxValue(31, "DAY_OF_MONTH"),
);
