import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  ageOn,
  contactHours,
  dateIn,
  dateInWib,
  daysBetween,
  formatDate,
  formatHours,
  formatInstant,
  instantOf,
  isBusinessDate,
  isInside,
  lastDayOfMonth,
  localTime,
  nextInside,
  weekdayName,
  weekdayOf,
  zones,
  type BusinessDate,
  type Zone,
} from "./dates.ts";

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays("2010-01-01", days));

describe("business dates", () => {
  it("knows which days exist", () => {
    expect(isBusinessDate("2028-02-29")).toBe(true);
    for (const wrong of ["2026-02-29", "2026-13-01", "2026-1-1", "21-11-2026", "2026-11-21T00:00", ""]) {
      expect(isBusinessDate(wrong), wrong).toBe(false);
    }
  });

  it("counts days over months, years and leap days, and back", () => {
    expect(addDays("2026-11-21", 30)).toBe("2026-12-21");
    expect(daysBetween("2028-02-28", "2028-03-01")).toBe(2);
    expect(addMonths("2026-08-31", 6)).toBe("2027-02-28");
    expect(lastDayOfMonth("2028-02-03")).toBe("2028-02-29");
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: -4_000, max: 4_000 }),
        (date, days) => daysBetween(date, addDays(date, days)) === days,
      ),
    );
  });

  it("counts as the calendar's own arithmetic does, from the first year to the last", () => {
    const plain = Temporal.PlainDate.from("1600-01-01");
    const anyDay = fc.integer({ min: 0, max: 365_000 }).map((days) => plain.add({ days }));
    fc.assert(
      fc.property(anyDay, anyDay, fc.integer({ min: -40_000, max: 40_000 }), (one, other, days) => {
        const [date, later] = [one.toString(), other.toString()];
        expect(isBusinessDate(date)).toBe(true);
        expect(addDays(date, days)).toBe(one.add({ days }).toString());
        expect(daysBetween(date, later)).toBe(one.until(other, { largestUnit: "day" }).days);
        expect(weekdayOf(date)).toBe(one.dayOfWeek);
      }),
    );
    expect(() => addDays("2026-02-30", 1)).toThrow(RangeError);
    expect(() => addDays("2026-02-03", 0.5)).toThrow(RangeError);
    expect(() => daysBetween("2026-02-03", "2026-2-4")).toThrow(RangeError);
  });

  it("counts an age on the birthday itself, not a day before", () => {
    expect(ageOn("2008-11-21", "2026-11-21")).toBe(18);
    expect(ageOn("2008-11-22", "2026-11-21")).toBe(17);
  });

  it("starts the day at midnight in Jakarta, not at midnight UTC", () => {
    expect(dateInWib(new Date("2026-11-20T16:59:59.999Z"))).toBe("2026-11-20");
    expect(dateInWib(new Date("2026-11-20T17:00:00.000Z"))).toBe("2026-11-21");
    expect(dateIn(new Date("2026-11-20T15:00:00.000Z"), "WIT")).toBe("2026-11-21");
  });

  it("turns a local day and time into an instant and back", () => {
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        (date, zone, hour, minute) => {
          const local = localTime(instantOf(date, zone, { hour, minute }), zone);
          return (
            local.date === date && local.hour === hour && local.minute === minute && local.weekday === weekdayOf(date)
          );
        },
      ),
    );
  });
});

describe("hours in which a borrower may be contacted", () => {
  const none = new Set<BusinessDate>();
  it("are the borrower's own, Monday to Saturday from 08:00 until 20:00", () => {
    const at = (hour: number, minute = 0) => instantOf("2026-11-21", "WIT", { hour, minute });
    expect(isInside(contactHours, at(8), "WIT", none)).toBe(true);
    expect(isInside(contactHours, at(19, 59), "WIT", none)).toBe(true);
    expect(isInside(contactHours, at(20), "WIT", none)).toBe(false);
    expect(isInside(contactHours, at(8), "WIB", none)).toBe(false);
    expect(isInside(contactHours, instantOf("2026-11-22", "WIB", { hour: 10 }), "WIB", none)).toBe(false);
  });

  it("move what falls outside to the next opening", () => {
    const saturdayEvening = instantOf("2026-11-21", "WITA", { hour: 20 });
    expect(nextInside(contactHours, saturdayEvening, "WITA", none)).toEqual(
      instantOf("2026-11-23", "WITA", { hour: 8 }),
    );
    const earlyMorning = instantOf("2026-11-20", "WIB", { hour: 5 });
    expect(nextInside(contactHours, earlyMorning, "WIB", none)).toEqual(instantOf("2026-11-20", "WIB", { hour: 8 }));
    const inside = instantOf("2026-11-20", "WIB", { hour: 9 });
    expect(nextInside(contactHours, inside, "WIB", none)).toBe(inside);
  });

  it("leave out national holidays, by the day that it is where the borrower lives", () => {
    // Christmas 2026 is a Friday.
    const christmas = new Set(["2026-12-25"]);
    const at = (date: string, hour: number, zone: Zone) => instantOf(date, zone, { hour });
    expect(isInside(contactHours, at("2026-12-25", 12, "WIB"), "WIB", none)).toBe(true);
    expect(isInside(contactHours, at("2026-12-25", 12, "WIB"), "WIB", christmas)).toBe(false);
    expect(nextInside(contactHours, at("2026-12-24", 21, "WIB"), "WIB", christmas)).toEqual(at("2026-12-26", 8, "WIB"));
    // In Papua the 25th begins two hours before Jakarta.
    const evening = at("2026-12-24", 23, "WIB");
    expect(nextInside(contactHours, evening, "WIT", christmas)).toEqual(at("2026-12-26", 8, "WIT"));
    // Before a Sunday: Independence Day 2030 is a Saturday.
    expect(nextInside(contactHours, at("2030-08-17", 9, "WITA"), "WITA", new Set(["2030-08-17"]))).toEqual(
      at("2030-08-19", 8, "WITA"),
    );
  });

  it("hold for each minute of two years in each zone", () => {
    const closed = new Set(["2026-12-25", "2027-01-01", "2027-03-26", "2027-05-01", "2027-08-17"]);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 * 365 * 1440 - 1 }),
        fc.constantFrom<Zone>("WIB", "WITA", "WIT"),
        (minutes, zone) => {
          const moment = new Date(Date.UTC(2026, 5, 1) + minutes * 60_000);
          const open = nextInside(contactHours, moment, zone, closed);
          const { date, hour, weekday } = localTime(open, zone);
          return open >= moment && !closed.has(date) && weekday !== 7 && hour >= 8 && hour < 20;
        },
      ),
    );
  });
});

describe("dates in words", () => {
  it("use the month names of each language", () => {
    expect(formatDate("2026-08-05", "id")).toBe("5 Agustus 2026");
    expect(formatDate("2026-05-05", "id", "short")).toBe("5 Mei 2026");
    expect(formatDate("2026-08-05", "en")).toBe("5 August 2026");
    expect(formatDate("2026-08-05", "zh")).toBe("2026年8月5日");
    expect(weekdayName("2026-11-21", "id")).toBe("Sabtu");
    expect(formatHours(contactHours, "id")).toBe("Senin sampai Sabtu pukul 08.00–20.00");
    expect(formatHours(contactHours, "en")).toBe("Monday to Saturday, 08:00–20:00");
    expect(formatHours(contactHours, "zh")).toBe("星期一至星期六 08:00–20:00");
    expect(weekdayName("2026-11-22", "zh")).toBe("星期日");
  });

  it("name the zone beside the time", () => {
    const instant = new Date("2026-11-21T07:05:00Z");
    expect(formatInstant(instant, "id")).toBe("21 November 2026 pukul 14.05 WIB");
    expect(formatInstant(instant, "en", "WIT")).toBe("21 November 2026, 16:05 WIT");
    expect(formatInstant(instant, "zh", "WITA", "short")).toBe("2026年11月21日 15:05 WITA");
  });
});
