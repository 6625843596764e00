import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, weekdayOf, type BusinessDate } from "#shared/dates.ts";
import { addWorkingDays, isWorkingDay, workingDaysBefore, workingDaysFrom } from "./working-days.ts";

const day = fc.integer({ min: 0, max: 1500 }).map((days) => addDays("2026-01-01", days));
const daysOff = fc.array(day, { maxLength: 60 }).map((days): ReadonlySet<BusinessDate> => new Set(days));
const count = fc.integer({ min: 1, max: 25 });
const none = new Set<BusinessDate>();

describe("the deadline of a complaint", () => {
  it("is the tenth working day after the day it came, holidays and joint leave left out", () => {
    // Saturday 21 November 2026: the count begins on Monday the 23rd.
    expect(addWorkingDays("2026-11-21", 10, none)).toBe("2026-12-04");
    // Friday 11 December 2026: 24 December is joint leave, the 25th a holiday.
    expect(addWorkingDays("2026-12-11", 10, none)).toBe("2026-12-25");
    expect(addWorkingDays("2026-12-11", 10, new Set(["2026-12-24", "2026-12-25"]))).toBe("2026-12-29");
    // The long holiday of Nyepi and Idul Fitri 2026, as decreed: Wednesday 18 to Tuesday 24 March.
    const march = new Set([
      "2026-03-18",
      "2026-03-19",
      "2026-03-20",
      "2026-03-21",
      "2026-03-22",
      "2026-03-23",
      "2026-03-24",
    ]);
    expect(addWorkingDays("2026-03-16", 10, march)).toBe("2026-04-06");
  });
  it("is always a working day after the day it is counted from, with just so many working days up to it", () => {
    fc.assert(
      fc.property(day, count, daysOff, (from, days, off) => {
        const due = addWorkingDays(from, days, off);
        expect(due > from).toBe(true);
        expect(isWorkingDay(due, off)).toBe(true);
        expect(weekdayOf(due)).toBeLessThanOrEqual(5);
        expect(off.has(due)).toBe(false);
        expect(workingDaysFrom(from, off)(due)).toBe(days);
        expect(workingDaysFrom(due, off)(from)).toBe(-days);
      }),
    );
  });
  it("is never earlier for a complaint that came later, for more days, or for a calendar with more days off", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 30 }), count, daysOff, daysOff, (from, later, days, off, more) => {
        const due = addWorkingDays(from, days, off);
        expect(addWorkingDays(addDays(from, later), days, off) >= due).toBe(true);
        expect(addWorkingDays(from, days + 1, off) > due).toBe(true);
        expect(addWorkingDays(from, days, new Set([...off, ...more])) >= due).toBe(true);
      }),
    );
  });
  it("of ten days and an extension of ten is the deadline of twenty", () => {
    fc.assert(
      fc.property(
        day,
        count,
        count,
        daysOff,
        (from, first, second, off) =>
          addWorkingDays(addWorkingDays(from, first, off), second, off) === addWorkingDays(from, first + second, off),
      ),
    );
  });
  it("is reminded of just so many working days before", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 5 }), daysOff, (from, before, off) => {
        const due = addWorkingDays(from, 10, off);
        const reminder = workingDaysBefore(due, before, off);
        expect(isWorkingDay(reminder, off)).toBe(true);
        expect(workingDaysFrom(reminder, off)(due)).toBe(before);
      }),
    );
  });
  it("refuses to count no days", () => {
    expect(() => addWorkingDays("2026-11-21", 0, none)).toThrow(RangeError);
  });
});
