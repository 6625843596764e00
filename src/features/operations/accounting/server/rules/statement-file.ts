/** Reads a bank's statement by a layout that is data. Pure: text in, lines or the first kind of fault out. */
import Papa from "papaparse";
import * as v from "valibot";
import { isBusinessDate, type BusinessDate } from "#shared/dates.ts";

/** Layout of a CSV: the names of its columns in the first line, and how dates and amounts are written. */
export const csvLayout = v.pipe(
  v.strictObject({
    delimiter: v.picklist([",", ";", "\t", "|"]),
    date: v.string(),
    dateOrder: v.picklist(["YMD", "DMY"]),
    reference: v.string(),
    /** One column with a sign, or two. */
    amount: v.optional(v.string()),
    debit: v.optional(v.string()),
    credit: v.optional(v.string()),
    decimal: v.picklist([".", ","]),
  }),
  v.check(({ amount, debit, credit }) => (amount === undefined) === (debit !== undefined && credit !== undefined)),
);
export type CsvLayout = v.InferOutput<typeof csvLayout>;

/** A line of a statement. */
export interface FileLine {
  /** In the file, from 1; the head is line 1. */
  line: number;
  bookedOn: BusinessDate;
  /** Rupiah; into the account above zero. */
  amount: number;
  reference: string;
}

export type FileFault =
  | { code: "FILE_EMPTY" }
  | { code: "FILE_COLUMNS"; columns: readonly string[] }
  | { code: "FILE_LONG"; max: number }
  | { code: "LINE_CELLS" | "LINE_DATE" | "LINE_AMOUNT" | "LINE_REFERENCE"; lines: readonly number[] };

export interface ReadOptions {
  layout: CsvLayout;
  /** Maximum number of transaction lines. */
  max: number;
  /** Later days are faults. */
  today: BusinessDate;
}

const faults = ["LINE_CELLS", "LINE_DATE", "LINE_AMOUNT", "LINE_REFERENCE"] as const;

/** The lines of a file, or what is wrong with it: of the first kind of fault all lines. */
export function readStatementFile(
  text: string,
  { layout, max, today }: ReadOptions,
): { lines: FileLine[] } | { fault: FileFault } {
  const { data: rows } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), { delimiter: layout.delimiter });
  const head = (rows[0] ?? []).map((name) => name.trim().toLowerCase());
  const named = [layout.date, layout.reference, layout.amount, layout.debit, layout.credit].filter(
    (name) => name !== undefined,
  );
  if (named.some((name) => !head.includes(name.toLowerCase())))
    return { fault: { code: "FILE_COLUMNS", columns: named } };
  const lines: FileLine[] = [];
  const faulty = new Map<(typeof faults)[number], number[]>();
  for (const [index, cells] of rows.entries()) {
    if (index === 0 || isBlank(cells)) continue;
    if (lines.length >= max) return { fault: { code: "FILE_LONG", max } };
    const line = index + 1;
    const read = readLine(cells, head, layout, today);
    if (typeof read === "string") faulty.set(read, [...(faulty.get(read) ?? []), line]);
    else lines.push({ line, ...read });
  }
  const code = faults.find((one) => faulty.has(one));
  if (code !== undefined) return { fault: { code, lines: faulty.get(code)! } };
  return lines.length === 0 ? { fault: { code: "FILE_EMPTY" } } : { lines };
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === "");

function readLine(
  cells: readonly string[],
  head: readonly string[],
  layout: CsvLayout,
  today: BusinessDate,
): Omit<FileLine, "line"> | (typeof faults)[number] {
  if (cells.length !== head.length) return "LINE_CELLS";
  const cell = (name: string | undefined): string =>
    name === undefined ? "" : (cells[head.indexOf(name.toLowerCase())] ?? "").trim();
  const bookedOn = dateOf(cell(layout.date), layout.dateOrder);
  if (bookedOn === null || bookedOn > today) return "LINE_DATE";
  const amount = amountOf(cell(layout.amount), cell(layout.debit), cell(layout.credit), layout);
  if (amount === null || amount === 0) return "LINE_AMOUNT";
  const reference = cell(layout.reference).replaceAll(/\s+/g, " ");
  return reference === "" || reference.length > 80 ? "LINE_REFERENCE" : { bookedOn, amount, reference };
}

/** `2026-11-21`, `21/11/2026`, with dashes, slashes or dots. */
function dateOf(text: string, order: CsvLayout["dateOrder"]): BusinessDate | null {
  const parts = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})$/.exec(text);
  if (!parts) return null;
  const [, a = "", b = "", c = ""] = parts;
  const [year, month, day] = order === "YMD" ? [a, b, c] : [c, b, a];
  const date = `${year.padStart(4, "0")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return year.length === 4 && isBusinessDate(date) ? date : null;
}

/** A debit of the bank's books is money out of our account. */
function amountOf(signed: string, debit: string, credit: string, layout: CsvLayout): number | null {
  if (layout.amount !== undefined) return rupiahOf(signed, layout.decimal);
  const [out, into] = [debit, credit].map((text) => (text === "" ? 0 : rupiahOf(text, layout.decimal)));
  if (out === null || out === undefined || into === null || into === undefined || out < 0 || into < 0) return null;
  return out !== 0 && into !== 0 ? null : into - out;
}

/** Whole rupiah with groups of thousands or without, cents only as zeros. */
function rupiahOf(text: string, decimal: CsvLayout["decimal"]): number | null {
  const group = decimal === "." ? "," : String.raw`\.`;
  const point = decimal === "." ? String.raw`\.` : ",";
  const pattern = new RegExp(String.raw`^([+-]?)(\d{1,3}(?:${group}\d{3})+|\d+)(?:${point}0{1,2})?$`);
  const found = pattern.exec(text.replace(/^Rp\s?/i, ""));
  if (!found) return null;
  const [, sign = "", digits = ""] = found;
  const amount = Number(digits.replaceAll(/\D/g, ""));
  if (!Number.isSafeInteger(amount)) return null;
  return sign === "-" ? 0 - amount : amount;
}
