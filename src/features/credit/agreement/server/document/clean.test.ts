import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanText } from "./clean.ts";

describe("Text that people typed", () => {
  test("Direction and zero-width marks are taken out, so a name reads as it is stored.", () => {
    expect(cleanText("Siti\u202Egnp.exe")).toBe("Sitignp.exe");
    expect(cleanText("Bu\u200Bdi\u2066 \uFEFFSan\u00ADtoso")).toBe("Budi Santoso");
  });
  test("Line breaks and tabs become single spaces.", () => {
    expect(cleanText("  Budi\r\n\tSantoso\u2028Putra ")).toBe("Budi Santoso Putra");
  });
  test("A pile of marks on one letter is cut to three.", () => {
    expect(cleanText(`q${"\u0323".repeat(40)}`)).toBe("q\u0323\u0323\u0323");
  });
  test("Cleaning is bounded and leaves nothing to clean, whatever is typed.", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 900 }), (typed) => {
        const once = cleanText(typed);
        expect([...once].length).toBeLessThanOrEqual(500);
        expect(once).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u);
        expect(once.isWellFormed()).toBe(true);
      }),
    );
  });
});
