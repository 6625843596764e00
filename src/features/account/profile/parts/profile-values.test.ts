/** The two fields for the working period (years, months) give the months that the profile stores, and show them again. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { typedMonths, yearsAndMonths } from "./profile-values.ts";

const formOf = (fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

it("shows any length again as it was typed", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 720 }), (months) => {
      const shown = yearsAndMonths({ industry: "TRADE", workingMonths: String(months) });
      expect(shown["industry"]).toBe("TRADE");
      expect(Number(shown["workingMonths"])).toBeLessThan(12);
      expect(typedMonths(formOf(shown))).toBe(months);
    }),
  );
});

it("takes one field alone, and leaves to the call what is nothing or no number", () => {
  expect(typedMonths(formOf({ workingYears: "2", workingMonths: "" }))).toBe(24);
  expect(typedMonths(formOf({ workingMonths: " 18 " }))).toBe(18);
  expect(typedMonths(formOf({ workingYears: "", workingMonths: "" }))).toBe("");
  expect(typedMonths(formOf({ workingYears: "dua", workingMonths: "3" }))).toBe("dua");
  expect(typedMonths(formOf({ workingYears: "1,5", workingMonths: "" }))).toBe("1,5");
  expect(typedMonths(formOf({ workingYears: "-1", workingMonths: "3" }))).toBe("-1");
});

it("shows nothing where nothing is saved", () => {
  expect(yearsAndMonths({})).toEqual({});
});
