import { expect, it } from "vitest";
import { addDays, dateIn, instantOf, type BusinessDate } from "#shared/dates.ts";
import { isTimely, openReminderSteps, stepsFor, type PlanStep } from "./plan.ts";

const message = (step: string, day: number): PlanStep => ({ step, day, action: "MESSAGE", text: "AFTER" });
const plan = [
  message("BEFORE", -3),
  message("DUE", 0),
  message("AFTER", 1),
  message("AFTER_3", 3),
  { ...message("LETTER_1", 7), action: "LETTER" as const },
  { step: "FREEZE", day: 8, action: "FREEZE" as const, text: null },
];

/** Steps with the local day and hour on which each may go out. */
const planOf = (dueOn: BusinessDate, ...holidays: BusinessDate[]): string[] =>
  stepsFor(plan, dueOn, "WITA", new Set(holidays))
    .filter(({ day, isReplaced }) => day <= 1 && !isReplaced)
    .map(({ step, at }) => {
      const day = dateIn(at, "WITA");
      const hour = (at.getTime() - instantOf(day, "WITA").getTime()) / 3_600_000;
      return `${step} ${day} ${hour}`;
    });

it("An instalment is spoken of three days before, on the day and on days 1, 3 and 7 after it.", () => {
  expect(planOf("2026-12-03")).toEqual(["BEFORE 2026-11-30 8", "DUE 2026-12-03 8", "AFTER 2026-12-04 8"]);
  const after = stepsFor(plan, "2026-12-02", "WIB", new Set()).map(({ step, at }) => `${step} ${dateIn(at, "WIB")}`);
  expect(after.slice(2)).toEqual(["AFTER 2026-12-03", "AFTER_3 2026-12-05", "LETTER_1 2026-12-09"]);
});

it("One that is due on a Sunday or a national holiday is spoken of on the last day before it on which that is allowed.", () => {
  expect(planOf("2026-12-06")).toEqual(["BEFORE 2026-12-03 8", "DUE 2026-12-05 8", "AFTER 2026-12-07 8"]);
  expect(planOf("2026-12-25", "2026-12-25")).toEqual(["BEFORE 2026-12-22 8", "DUE 2026-12-24 8", "AFTER 2026-12-26 8"]);
});

it("A step that would fall on a holiday is taken on the next day that is none.", () => {
  expect(planOf("2026-12-28", "2026-12-25")).toEqual(["BEFORE 2026-12-26 8", "DUE 2026-12-28 8", "AFTER 2026-12-29 8"]);
  expect(planOf("2026-12-31", "2027-01-01")).toEqual(["BEFORE 2026-12-28 8", "DUE 2026-12-31 8", "AFTER 2027-01-02 8"]);
});

it("Where holidays leave one day for two steps, the later one is taken.", () => {
  // Nyepi on Thursday, Idul Fitri on Saturday and Sunday: Friday alone is left.
  const march = ["2026-03-19", "2026-03-21", "2026-03-22"];
  expect(planOf("2026-03-22", ...march)).toEqual(["DUE 2026-03-20 8", "AFTER 2026-03-23 8"]);
});

it("One that comes late is still taken while it is true: until the day before the next step.", () => {
  const lastDays = stepsFor(plan, "2026-12-02", "WITA", new Set()).map((step) => {
    let day: BusinessDate = "2026-11-28";
    const isTrueOn = (on: BusinessDate): boolean =>
      isTimely(step, new Date(instantOf(addDays(on, 1), "WITA").getTime() - 1), "WITA");
    while (isTrueOn(addDays(day, 1))) day = addDays(day, 1);
    return [step.step, day];
  });
  expect(lastDays).toEqual([
    ["BEFORE", "2026-12-01"],
    ["DUE", "2026-12-02"],
    ["AFTER", "2026-12-04"],
    ["AFTER_3", "2026-12-08"],
    ["LETTER_1", "2026-12-14"],
  ]);
});

it("A step that was taken or skipped for a due date does not come again.", () => {
  const left = openReminderSteps(
    () => plan,
    ["2026-12-02", "2027-01-04"],
    [{ dueOn: "2026-12-02", step: "BEFORE" }],
    "WIB",
    new Set(),
  );
  expect(left.slice(0, 2).map(({ dueOn, step }) => `${step} ${dueOn}`)).toEqual(["DUE 2026-12-02", "AFTER 2026-12-02"]);
});
