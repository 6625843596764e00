import { expect, test } from "vitest";
import { typedLoanNumber, unbrokenNumber } from "./loan-number.ts";

test("A number in a sentence has no place to break, and is the same number when it is pasted somewhere.", () => {
  const shown = unbrokenNumber("TN-7KQ2-M4XD");
  expect(shown).not.toMatch(/[-\s]/);
  expect(typedLoanNumber(` ${shown} `)).toBe("TN-7KQ2-M4XD");
  expect(typedLoanNumber("tn-7kq2-m4xd")).toBe("TN-7KQ2-M4XD");
});
