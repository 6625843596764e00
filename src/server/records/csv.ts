/** Lines of CSV (RFC 4180) that a spreadsheet opens as they are: nothing in them is a formula. */

/** Characters that a spreadsheet reads as the beginning of a formula, full-width forms included. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Tells spreadsheets that the file is UTF-8. */
export const csvBegin = "\uFEFF";

/** A cell. Text from people stays text whatever it begins with; a number is our own and stays a number. */
export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  // A text of digits is quoted too: readers by RFC 4180 can then distinguish it from an amount.
  return /[",\r\n\t]|^'|^\s|\s$|^\d[\d.]*$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows of lines that `csvLine` made, numbers as numbers and texts as they were. */
export function csvRowsOf(lines: string): (string | number | null)[][] {
  const rows: (string | number | null)[][] = [];
  let row: (string | number | null)[] = [];
  for (const [, quoted, plain = "", end] of lines
    .replace(csvBegin, "")
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? cellOf(plain) : quoted.replaceAll('""', '"').replace(guarded, ""));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The apostrophe before text that a spreadsheet would execute. */
const guarded = /^'(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/;
const cellOf = (plain: string): string | number | null =>
  plain === "" ? null : /^-?\d+$/.test(plain) ? Number(plain) : plain;

export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(",")}\r\n`;
