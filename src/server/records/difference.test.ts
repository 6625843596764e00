import fc from "fast-check";
import { expect, it } from "vitest";
import { languages } from "#shared/texts.ts";
import { differenceOf } from "./difference.ts";

it("gives both texts back when its pieces are put together", () => {
  const word = fc.constantFrom("pinjaman", "bunga", "0,2%", "\n\n", " ", "借款", "利息", "。", "the", "loan");
  fc.assert(
    fc.property(fc.array(word), fc.array(word), fc.constantFrom(...languages), (before, after, language) => {
      const parts = differenceOf(before.join(""), after.join(""), language);
      const joined = (left: "ADDED" | "REMOVED") =>
        parts
          .filter(({ kind }) => kind !== left)
          .map(({ text }) => text)
          .join("");
      expect(joined("REMOVED")).toBe(after.join(""));
      expect(joined("ADDED")).toBe(before.join(""));
    }),
  );
});

it("names the words that changed, not the whole line", () => {
  expect(differenceOf("Bayar paling lambat besok.", "Bayar paling lambat lusa.", "id")).toEqual([
    { kind: "SAME", text: "Bayar paling lambat " },
    { kind: "REMOVED", text: "besok" },
    { kind: "ADDED", text: "lusa" },
    { kind: "SAME", text: "." },
  ]);
  expect(differenceOf("申请借款", "申请还款", "zh").some(({ kind, text }) => kind === "SAME" && text === "申请")).toBe(
    true,
  );
});
