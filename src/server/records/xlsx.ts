/**
 * A workbook of one sheet (ECMA-376, XLSX) made from our own CSV lines as a stream, so that at most one page of a list
 * is in memory. Spreadsheets damage a CSV: a number of seventeen digits loses its last ones, `08…` its first, and when
 * the system's list separator is a semicolon each line ends up in one cell. Here texts are texts and numbers are
 * numbers. // docs/decisions/316
 */
import { strToU8, Zip, ZipDeflate } from "fflate";
import { xmlText } from "#shared/xml.ts";

/** A cell as the sheet holds it. */
export type SheetCell = string | number | null;

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const fixed: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `${xml}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  "_rels/.rels": `${xml}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${xml}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};
/** A fixed date, so that the same rows always give the same file. */
const madeOn = { mtime: "2026-01-01T00:00:00" } as const;
/** Maximal number of characters in a cell. */
const cellCharacters = 32_767;

export const xlsxType = `${types}.sheet`;

/** The rows of a sheet as XML. */
export const sheetRows = (rows: readonly (readonly SheetCell[])[]): string =>
  rows.map((cells) => `<row>${cells.map(sheetCell).join("")}</row>`).join("");

function sheetCell(value: SheetCell): string {
  if (value === null || value === "") return "<c/>";
  if (typeof value === "number") return `<c><v>${value}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(value.slice(0, cellCharacters))}</t></is></c>`;
}

/** The bytes of a workbook as a stream, from rows in the XML of `sheetRows`. */
export async function* workbookOf(rows: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  const flush = (): Uint8Array => {
    const bytes = Buffer.concat(made);
    made = [];
    return bytes;
  };
  const begin = (name: string): ZipDeflate => {
    const file = new ZipDeflate(name, { level: 6, ...madeOn });
    zip.add(file);
    return file;
  };
  for (const [name, text] of Object.entries(fixed)) begin(name).push(strToU8(text), true);
  const sheet = begin("xl/worksheets/sheet1.xml");
  sheet.push(strToU8(`${xml}<worksheet xmlns="${main}"><sheetData>`));
  for await (const part of rows) {
    sheet.push(strToU8(part));
    const bytes = flush();
    if (bytes.length > 0) yield bytes;
  }
  sheet.push(strToU8("</sheetData></worksheet>"), true);
  zip.end();
  yield flush();
}
