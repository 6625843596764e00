/** Sealed columns. */
import { expect, it } from "vitest";
import { sealedColumn } from "./rows.ts";

it("seals a value for its row and column, and opens it there", () => {
  const cipher = {
    seal: (plain: string, context: object) => JSON.stringify([plain, context]),
    open: (sealed: string, context: object) => {
      const [plain, own] = JSON.parse(sealed) as [string, object];
      expect(own).toEqual(context);
      return plain;
    },
  };
  const facts = sealedColumn<{ name: string }>("identity", "personSealed");
  const sealed = facts.seal(cipher, "row-1", { name: "Siti" });
  expect(facts.open(cipher, "row-1", sealed)).toEqual({ name: "Siti" });
  expect(JSON.parse(sealed)[1]).toEqual({ table: "identity", column: "personSealed", row: "row-1" });
  expect(() => facts.open(cipher, "row-2", sealed)).toThrow();
});
