/**
 * Business dates are strings `YYYY-MM-DD` in Asia/Jakarta; they sort and compare as text. Instants are JS `Date` and come
 * from the clock port. Nothing here reads the wall clock.
 */
import { Temporal } from "temporal-polyfill";
import type { Language } from "#shared/texts.ts";

/** A calendar day, `YYYY-MM-DD`. */
export type BusinessDate = string;

/** Indonesia's three zones. None has summer time, so each is a fixed offset and needs no zone table. */
export const zones = ["WIB", "WITA", "WIT"] as const;
export type Zone = (typeof zones)[number];
const zoneOffsetHours = { WIB: 7, WITA: 8, WIT: 9 } as const satisfies Record<Zone, number>;

/** 1 is Monday, 7 is Sunday (ISO). */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export interface LocalTime {
  date: BusinessDate;
  hour: number;
  minute: number;
  second: number;
  weekday: Weekday;
}

const dayMilliseconds = 86_400_000;

/** Days since 1970-01-01, by the calendar alone: a screen counts them by the dozen. Null for a day that does not exist. */
function dayNumberOf(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const midnight = Date.parse(`${text}T00:00:00Z`);
  // 30 February is read as 2 March.
  return new Date(midnight).getUTCDate() === Number(text.slice(8)) ? midnight / dayMilliseconds : null;
}

/** @throws RangeError for a day that does not exist. */
function dayNumber(date: BusinessDate): number {
  const number = dayNumberOf(date);
  if (number === null) throw new RangeError(`${date} is no day`);
  return number;
}

/** True for a day that exists: `2026-02-30` does not. */
export function isBusinessDate(text: string): text is BusinessDate {
  return dayNumberOf(text) !== null;
}

/** Refuses a text that is not a date. @throws RangeError */
export function assertDate(text: string, name = "date"): BusinessDate {
  if (!isBusinessDate(text)) throw new RangeError(`${name} must be a day as YYYY-MM-DD, not ${text}`);
  return text;
}

/** The day that many days later, earlier when negative. @throws RangeError for a part of a day, or a day that does not exist */
export function addDays(date: BusinessDate, days: number): BusinessDate {
  if (!Number.isInteger(days)) throw new RangeError(`${days} is no number of days`);
  return new Date((dayNumber(date) + days) * dayMilliseconds).toISOString().slice(0, 10);
}

/** The same day of a later month, or that month's last day if it is shorter. */
export function addMonths(date: BusinessDate, months: number): BusinessDate {
  return Temporal.PlainDate.from(date).add({ months }).toString();
}

/** The same day of a later year; 29 February becomes the 28th. */
export function addYears(date: BusinessDate, years: number): BusinessDate {
  return Temporal.PlainDate.from(date).add({ years }).toString();
}

/** Days from one date to another: 1 from today to tomorrow, negative backwards. */
export function daysBetween(from: BusinessDate, to: BusinessDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** Full years from birth to a day: the age then. */
export function ageOn(bornOn: BusinessDate, date: BusinessDate): number {
  return Temporal.PlainDate.from(bornOn).until(Temporal.PlainDate.from(date), { largestUnit: "year" }).years;
}

/** The weekday of a day. @throws RangeError for a day that does not exist */
export function weekdayOf(date: BusinessDate): Weekday {
  // 1970-01-01 was a Thursday.
  return (((((dayNumber(date) + 3) % 7) + 7) % 7) + 1) as Weekday;
}

/** The last day of a day's month. @throws RangeError for a day that does not exist */
export function lastDayOfMonth(date: BusinessDate): BusinessDate {
  const day = Temporal.PlainDate.from(date);
  return day.with({ day: day.daysInMonth }).toString();
}

/** The earlier of two days. */
export function earlierDate(a: BusinessDate, b: BusinessDate): BusinessDate {
  return a < b ? a : b;
}

/** The later of two days. */
export function laterDate(a: BusinessDate, b: BusinessDate): BusinessDate {
  return a > b ? a : b;
}

/** The business day of an instant. // Product decisions 1: business days are Asia/Jakarta */
export function dateInWib(instant: Date): BusinessDate {
  return localTime(instant, "WIB").date;
}

/** The calendar day of an instant in a zone. */
export function dateIn(instant: Date, zone: Zone): BusinessDate {
  return localTime(instant, zone).date;
}

/** Local wall-clock time in the zone. */
export function localTime(instant: Date, zone: Zone): LocalTime {
  const shifted = new Date(instant.getTime() + zoneOffsetHours[zone] * 3_600_000);
  const weekday = shifted.getUTCDay();
  return {
    date: shifted.toISOString().slice(0, 10),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
    weekday: (weekday === 0 ? 7 : weekday) as Weekday,
  };
}

/** The instant at which a clock in that zone shows this day and time; midnight when no time is given. */
export function instantOf(
  date: BusinessDate,
  zone: Zone = "WIB",
  time: { hour: number; minute?: number } = { hour: 0 },
): Date {
  const midnight = new Date(`${date}T00:00:00.000Z`).getTime();
  return new Date(midnight + (time.hour - zoneOffsetHours[zone]) * 3_600_000 + (time.minute ?? 0) * 60_000);
}

export interface HourWindow {
  /** First hour inside, 0 to 23. */
  fromHour: number;
  /** First hour outside, 1 to 24. */
  toHour: number;
  weekdays: readonly Weekday[];
}

/** Monday to Saturday, 08:00 to 20:00 in the borrower's zone, outside national holidays. // Field rules: collection */
export const contactHours: HourWindow = { fromHour: 8, toHour: 20, weekdays: [1, 2, 3, 4, 5, 6] };

/** Whether a window opens on a day at all: one of its weekdays, and not a closed day. */
export function isOpenDay(window: HourWindow, date: BusinessDate, closedOn: ReadonlySet<BusinessDate>): boolean {
  return window.weekdays.includes(weekdayOf(date)) && !closedOn.has(date);
}

/** `closedOn`: days of that zone's calendar on which the window does not open. */
export function isInside(window: HourWindow, instant: Date, zone: Zone, closedOn: ReadonlySet<BusinessDate>): boolean {
  const { date, hour } = localTime(instant, zone);
  return isOpenDay(window, date, closedOn) && hour >= window.fromHour && hour < window.toHour;
}

/** The instant itself when it is inside, else the next opening of the window. @throws RangeError for a window without days */
export function nextInside(window: HourWindow, instant: Date, zone: Zone, closedOn: ReadonlySet<BusinessDate>): Date {
  if (window.weekdays.length === 0) throw new RangeError("the window has no days");
  if (isInside(window, instant, zone, closedOn)) return instant;
  const today = dateIn(instant, zone);
  for (let days = 0; ; days++) {
    const date = addDays(today, days);
    if (!isOpenDay(window, date, closedOn)) continue;
    const opening = instantOf(date, zone, { hour: window.fromHour });
    if (opening.getTime() > instant.getTime()) return opening;
  }
}

const monthNames = {
  id: [
    "Januari",
    "Februari",
    "Maret",
    "April",
    "Mei",
    "Juni",
    "Juli",
    "Agustus",
    "September",
    "Oktober",
    "November",
    "Desember",
  ],
  en: [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ],
} as const;
const shortMonthNames = {
  id: ["Jan", "Feb", "Mar", "Apr", "Mei", "Jun", "Jul", "Agu", "Sep", "Okt", "Nov", "Des"],
  en: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
} as const;
const weekdayNames: Record<Language, readonly string[]> = {
  id: ["Senin", "Selasa", "Rabu", "Kamis", "Jumat", "Sabtu", "Minggu"],
  en: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
  zh: ["星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"],
};

/** `21 November 2026` / `2026年11月21日`; short: `21 Nov 2026`. */
export function formatDate(date: BusinessDate, language: Language, style: "long" | "short" = "long"): string {
  const [year = "", month = "", day = ""] = date.split("-");
  if (language === "zh") return `${Number(year)}年${Number(month)}月${Number(day)}日`;
  return `${Number(day)} ${monthName(Number(month), language, style)} ${year}`;
}

/** `November` / `11月`; short: `Nov`. `month` from 1. */
export function monthName(month: number, language: Language, style: "long" | "short" = "long"): string {
  if (language === "zh") return `${month}月`;
  return (style === "long" ? monthNames : shortMonthNames)[language][month - 1] ?? "";
}

/** `November 2026` / `2026年11月`, of any day in it. */
export function formatMonth(date: BusinessDate, language: Language): string {
  const [year = "", month = ""] = date.split("-");
  return language === "zh" ? `${Number(year)}年${Number(month)}月` : `${monthName(Number(month), language)} ${year}`;
}

/** The name of the weekday of a day, in one language. */
export function weekdayName(date: BusinessDate, language: Language): string {
  return weekdayNames[language][weekdayOf(date) - 1] ?? "";
}

/** `Senin sampai Sabtu pukul 08.00–20.00`: a window whose weekdays follow each other. */
export function formatHours({ weekdays, fromHour, toHour }: HourWindow, language: Language): string {
  const [first = "", last = ""] = [weekdays[0], weekdays.at(-1)].map(
    (weekday) => weekdayNames[language][(weekday ?? 1) - 1],
  );
  const [from, to] = [fromHour, toHour].map((hour) => String(hour).padStart(2, "0"));
  if (language === "id") return `${first} sampai ${last} pukul ${from}.00–${to}.00`;
  return language === "en" ? `${first} to ${last}, ${from}:00–${to}:00` : `${first}至${last} ${from}:00–${to}:00`;
}

/** A full hour of a day: `10.00 WIB`, `10:00 WIB`. */
export function formatHour(hour: number, language: Language, zone: Zone = "WIB"): string {
  return `${String(hour).padStart(2, "0")}${language === "id" ? "." : ":"}00 ${zone}`;
}

/** `21 November 2026 pukul 14.05 WIB`, `21 November 2026, 14:05 WIB`, `2026年11月21日 14:05 WIB`. */
export function formatInstant(
  instant: Date,
  language: Language,
  zone: Zone = "WIB",
  style: "long" | "short" = "long",
): string {
  const local = localTime(instant, zone);
  const date = formatDate(local.date, language, style);
  const hour = String(local.hour).padStart(2, "0");
  const minute = String(local.minute).padStart(2, "0");
  if (language === "id") return `${date} pukul ${hour}.${minute} ${zone}`;
  return `${date}${language === "en" ? "," : ""} ${hour}:${minute} ${zone}`;
}
