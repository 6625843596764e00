/** Columns and fields have one name in two spellings, there and back. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { columnsOf, rowOf, sealedColumn } from "./rows.ts";

it("names columns as fields, and fields as columns, with their values as they are", () => {
  const at = new Date(0);
  expect(
    rowOf<{ dueAt: Date; isHeld: boolean; note: string | null }>({ due_at: at, is_held: true, note: null }),
  ).toEqual({ dueAt: at, isHeld: true, note: null });
  expect(columnsOf({ dueAt: at, amountRupiah: 5, endedAt: undefined, note: null })).toEqual({
    due_at: at,
    amount_rupiah: 5,
    note: null,
  });
});

it("comes back to the same fields, whatever their words", () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/);
  const field = fc
    .array(word, { minLength: 1, maxLength: 4 })
    .map((words) => words.map((one, index) => (index === 0 ? one : one[0]!.toUpperCase() + one.slice(1))).join(""));
  fc.assert(
    fc.property(fc.dictionary(field, fc.integer()), (row) => {
      expect(rowOf<Record<string, number>>(columnsOf(row) as never)).toEqual({ ...row });
    }),
  );
});

it("seals a value for its row and column, and opens it there", () => {
  const cipher = {
    seal: (plain: string, context: object) => JSON.stringify([plain, context]),
    open: (sealed: string, context: object) => {
      const [plain, own] = JSON.parse(sealed) as [string, object];
      expect(own).toEqual(context);
      return plain;
    },
  };
  const facts = sealedColumn<{ name: string }>("identity", "person_sealed");
  const sealed = facts.seal(cipher, "row-1", { name: "Siti" });
  expect(facts.open(cipher, "row-1", sealed)).toEqual({ name: "Siti" });
  expect(JSON.parse(sealed)[1]).toEqual({ table: "identity", column: "person_sealed", row: "row-1" });
  expect(() => facts.open(cipher, "row-2", sealed)).toThrow();
});
