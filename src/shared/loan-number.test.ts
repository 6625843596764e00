import { expect, test } from "vitest";
import { readLoanNumber, typedLoanNumber, unbrokenNumber, withUnbrokenNumbers } from "./loan-number.ts";

test("A number in a sentence has no place to break, and is the same number when it is pasted somewhere.", () => {
  const shown = unbrokenNumber("TN-7KQ2-M4XD");
  expect(shown).not.toMatch(/[-\s]/);
  expect(typedLoanNumber(` ${shown} `)).toBe("TN-7KQ2-M4XD");
  expect(typedLoanNumber("tn-7kq2-m4xd")).toBe("TN-7KQ2-M4XD");
});

test("A number is read in every spelling in which it is read out, typed or copied.", () => {
  for (const typed of [
    "tng0pbspj0",
    "TN G0PB SPJ0",
    "tn-gOpb-spjO",
    "TN\u2013G0PB\u2013SPJ0",
    "\u202ATN-G0PB-SPJ0\u202C",
    "T N G 0 P B S P J 0",
    "ＴＮ-Ｇ０ＰＢ-ＳＰＪ０",
  ])
    expect(readLoanNumber(typed), typed).toBe("TN-G0PB-SPJ0");
  expect(readLoanNumber("TN-1IL0-0000")).toBe("TN-1110-0000");
  for (const other of ["TN", "TN-G0PB", "TN-G0PB-SPJ0-1", "G0PB-SPJ0", "TN-G0PB-SPJU", "ADU-261121-22222223"])
    expect(readLoanNumber(other), other).toBeNull();
});

test("Only numbers of loans get hyphens that do not break.", () => {
  expect(withUnbrokenNumbers("Pinjaman TN-7KQ2-M4XD, tiket ADU-261128-K79UEDT2.")).toBe(
    `Pinjaman ${unbrokenNumber("TN-7KQ2-M4XD")}, tiket ADU-261128-K79UEDT2.`,
  );
});
