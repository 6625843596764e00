/** Business dates as a person or a client sends them. Reckoning with them is `#shared/dates.ts`. */
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
);

/** A day of the month, such as the one on which the salary comes: 1 to 31. */
export const dayOfMonth = v.pipe(
  v.number("DAY_OF_MONTH"),
  v.integer("DAY_OF_MONTH"),
  v.minValue(1, "DAY_OF_MONTH"),
  v.maxValue(31, "DAY_OF_MONTH"),
);
