/** Whatever the lines and transfers: each is matched once, only with an equal amount, and identically in any order. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays } from "#shared/dates.ts";
import { matchLines, nameOf, namesOfTransfer, type Ours, type Theirs } from "./matching.ts";
import { readStatementFile, type CsvLayout } from "./statement-file.ts";

const day = fc.integer({ min: 0, max: 5 }).map((offset) => addDays("2026-12-01", offset));
const amount = fc.constantFrom(-500_000, -100_000, 100_000, 500_000, 575_000);
const names = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 2 });
const theirs = fc
  .array(fc.record({ bookedOn: day, amount, names }), { maxLength: 12 })
  .map((all): Theirs[] => all.map((one, index) => ({ ...one, id: `t${index}` })));
const ours = fc
  .array(fc.record({ valueDate: day, amount, names }), { maxLength: 12 })
  .map((all): Ours[] => all.map((one, index) => ({ ...one, transferId: `o${index}` })));

it("A line and a transfer are used once, and amounts are equal.", () => {
  fc.assert(
    fc.property(theirs, ours, (lines, transfers) => {
      const matches = matchLines(lines, transfers);
      expect(new Set(matches.map(({ id }) => id)).size).toBe(matches.length);
      expect(new Set(matches.map(({ transferId }) => transferId)).size).toBe(matches.length);
      for (const { id, transferId, by } of matches) {
        const line = lines.find((one) => one.id === id)!;
        const transfer = transfers.find((one) => one.transferId === transferId)!;
        expect(line.amount).toBe(transfer.amount);
        if (by === "REFERENCE") expect(line.names.some((name) => transfer.names.includes(name))).toBe(true);
      }
      // No equal amounts remain unmatched on both sides.
      const remainingOf = lines.filter(({ id }) => !matches.some((one) => one.id === id));
      const free = transfers.filter(({ transferId }) => !matches.some((one) => one.transferId === transferId));
      for (const line of remainingOf)
        for (const transfer of free)
          expect(line.amount === transfer.amount && line.names.some((name) => transfer.names.includes(name))).toBe(
            false,
          );
    }),
    { numRuns: 500 },
  );
});

const layout: CsvLayout = {
  delimiter: ";",
  date: "Tanggal",
  dateOrder: "DMY",
  reference: "Referensi",
  debit: "Debit",
  credit: "Kredit",
  decimal: ",",
};
const read = (text: string, options: Partial<Parameters<typeof readStatementFile>[1]> = {}) =>
  readStatementFile(text, { layout, max: 100, today: "2026-12-10", ...options });
const head = "Tanggal;Referensi;Keterangan;Debit;Kredit";

it("A file of a bank is read by its layout, whatever order and further columns it has.", () => {
  const text = `\uFEFFKeterangan;Kredit;Debit;Referensi;Tanggal\r\n"Setoran; tunai";1.500.000,00;;REF  1;01/12/2026\r\n\r\nBiaya;;6.500;FEE-2;2.12.2026\r\n`;
  expect(read(text)).toEqual({
    lines: [
      { line: 2, bookedOn: "2026-12-01", amount: 1_500_000, reference: "REF 1" },
      { line: 4, bookedOn: "2026-12-02", amount: -6_500, reference: "FEE-2" },
    ],
  });
  const signed = { ...layout, delimiter: "," as const, dateOrder: "YMD" as const, decimal: "." as const, amount: "Rp" };
  const { debit: _debit, credit: _credit, ...single } = signed;
  expect(read(`tanggal,referensi,RP\n2026-12-03,X,"-1,000"\n`, { layout: single })).toEqual({
    lines: [{ line: 2, bookedOn: "2026-12-03", amount: -1_000, reference: "X" }],
  });
});

it.each([
  ["", { code: "FILE_COLUMNS", columns: ["Tanggal", "Referensi", "Debit", "Kredit"] }],
  ["Tanggal;Referensi;Debit\n", { code: "FILE_COLUMNS", columns: ["Tanggal", "Referensi", "Debit", "Kredit"] }],
  [`${head}\n`, { code: "FILE_EMPTY" }],
  [`${head}\n01/12/2026;A;x;1\n`, { code: "LINE_CELLS", lines: [2] }],
  [
    `${head}\n01/12/2026;A;x;1;\n31/02/2026;A;x;1;\n11/12/2026;A;x;1;\n2026-12-01;A;x;1;\n`,
    { code: "LINE_DATE", lines: [3, 4, 5] },
  ],
  [
    `${head}\n01/12/2026;A;x;1,50;\n01/12/2026;A;x;;\n01/12/2026;A;x;1;2\n01/12/2026;A;x;-1;\n01/12/2026;A;x;1.00;\n`,
    { code: "LINE_AMOUNT", lines: [2, 3, 4, 5, 6] },
  ],
  [`${head}\n01/12/2026; ;x;1;\n01/12/2026;${"a".repeat(81)};x;1;\n`, { code: "LINE_REFERENCE", lines: [2, 3] }],
  [`${head}\n${"01/12/2026;A;x;1;\n".repeat(101)}`, { code: "FILE_LONG", max: 100 }],
])("A file that is not right is refused by its lines: %#", (text, fault) => {
  expect(read(text)).toEqual({ fault });
});

it("A transfer is known by the ids in it, in any case.", () => {
  const id = "0190c000-0000-7000-8000-000000000001";
  expect(namesOfTransfer({ id: `loan_${id}_DISBURSEMENT_1`, reference: id })).toContain(nameOf(id.toUpperCase()));
  expect(namesOfTransfer({ id: "lender_deposit_TRF/2026-1", reference: "lender_deposit_TRF/2026-1" })).toContain(
    nameOf("TRF/2026-1"),
  );
  expect(namesOfTransfer({ id: "house_prize_tax_paid_T-9", reference: "x" })).toContain("t-9");
});
