import { expect, it } from "vitest";
import { complaintsByYear } from "./complaints-by-year.ts";

it("shows the newest year first, reasons in the form's order, and each year's sum", () => {
  const years = complaintsByYear([
    { year: 2025, reason: "others", received: 2, resolved: 2, withinDays: 1 },
    { year: 2026, reason: "sign", received: 1, resolved: 0, withinDays: 0 },
    { year: 2025, reason: "loan", received: 5, resolved: 4, withinDays: 4 },
  ]);
  expect(years.map(({ year }) => year)).toEqual([2026, 2025]);
  expect(years[1]?.rows.map(({ reason }) => reason)).toEqual(["loan", "others"]);
  expect(years[1]?.total).toEqual({ received: 7, resolved: 6, withinDays: 5 });
});

it("has no year without complaints", () => {
  expect(complaintsByYear([])).toEqual([]);
});
