import { expect, it } from "vitest";
import { addDays, dateIn, instantOf, type BusinessDate } from "#shared/dates.ts";
import { isTimely, remindersFor } from "./reminder-plan.ts";

/** Kinds with the local day and hour on which each may go out. */
const planOf = (dueOn: BusinessDate, ...holidays: BusinessDate[]): string[] =>
  remindersFor(dueOn, "WITA", new Set(holidays)).map(({ kind, at }) => {
    const day = dateIn(at, "WITA");
    const hour = (at.getTime() - instantOf(day, "WITA").getTime()) / 3_600_000;
    return `${kind} ${day} ${hour}`;
  });

it("An instalment is spoken of three days before, on the day and on the day after.", () => {
  expect(planOf("2026-12-03")).toEqual(["BEFORE 2026-11-30 8", "DUE 2026-12-03 8", "AFTER 2026-12-04 8"]);
});

it("One that is due on a Sunday or a national holiday is spoken of on the last day before it on which that is allowed.", () => {
  expect(planOf("2026-12-06")).toEqual(["BEFORE 2026-12-03 8", "DUE 2026-12-05 8", "AFTER 2026-12-07 8"]);
  expect(planOf("2026-12-25", "2026-12-25")).toEqual(["BEFORE 2026-12-22 8", "DUE 2026-12-24 8", "AFTER 2026-12-26 8"]);
});

it("A reminder that would fall on a holiday goes out on the next day that is none.", () => {
  expect(planOf("2026-12-28", "2026-12-25")).toEqual(["BEFORE 2026-12-26 8", "DUE 2026-12-28 8", "AFTER 2026-12-29 8"]);
  expect(planOf("2026-12-31", "2027-01-01")).toEqual(["BEFORE 2026-12-28 8", "DUE 2026-12-31 8", "AFTER 2027-01-02 8"]);
});

it("Where holidays leave one day for two reminders, one goes out.", () => {
  // Nyepi on Thursday, Idul Fitri on Saturday and Sunday: Friday alone is left.
  const march = ["2026-03-19", "2026-03-21", "2026-03-22"];
  expect(planOf("2026-03-22", ...march)).toEqual(["DUE 2026-03-20 8", "AFTER 2026-03-23 8"]);
});

it("One that comes late still goes out while it is true: to the day before, on the day, and for a week after it.", () => {
  const lastDays = remindersFor("2026-12-03", "WITA", new Set()).map((reminder) => {
    let day: BusinessDate = "2026-11-29";
    const isTrueOn = (on: BusinessDate): boolean =>
      isTimely(reminder, new Date(instantOf(addDays(on, 1), "WITA").getTime() - 1), "WITA");
    while (isTrueOn(addDays(day, 1))) day = addDays(day, 1);
    return [reminder.kind, day];
  });
  expect(lastDays).toEqual([
    ["BEFORE", "2026-12-02"],
    ["DUE", "2026-12-03"],
    ["AFTER", "2026-12-10"],
  ]);
});
