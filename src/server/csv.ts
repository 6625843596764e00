/** Lines of CSV (RFC 4180) that a spreadsheet opens as they are: nothing in them is a formula. */

/** What a spreadsheet reads as the beginning of a formula, full-width forms included. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Tells spreadsheets that the file is UTF-8. */
export const csvBegin = "\uFEFF";

/** A cell. What somebody wrote is a text whatever it begins with; a number is our own and stays one. */
export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n\t]|^'|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(",")}\r\n`;
