import { expect, it } from "vitest";
import { askedRupiah } from "./asked-amount.ts";

const asked = (typed?: string) => askedRupiah(new URLSearchParams(typed === undefined ? {} : { amountRupiah: typed }));

it("A quote is asked for the amount that the form would send, groups and all.", () => {
  for (const typed of ["500000", "500.000", "500,000", "Rp 500.000,00"]) expect(asked(typed), typed).toBe(500_000);
});
it("What a number field writes otherwise is left for the quote to judge; nothing is asked where nothing can be read.", () => {
  expect(asked("1.5")).toBe(1.5);
  expect(asked("300000.0")).toBe(300_000);
  for (const typed of ["", undefined]) expect(asked(typed)).toBe(0);
  expect(asked("1.00.000")).toBeNaN();
});
