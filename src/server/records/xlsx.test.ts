import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import { sheetRows, workbookOf } from "./xlsx.ts";

it("makes a workbook whose texts of digits stay texts, and whose amounts are numbers", async () => {
  async function* rows() {
    yield sheetRows([["Nomor", "Jumlah"]]);
    yield sheetRows([
      ["88801679096014294", 1_250_000],
      ["=1+1 & <b>\u0001", null],
      ["081234567890", -5_000],
    ]);
  }
  const parts: Uint8Array[] = [];
  for await (const part of workbookOf(rows())) parts.push(part);
  const files = unzipSync(Buffer.concat(parts));
  expect(Object.keys(files)).toEqual([
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/worksheets/sheet1.xml",
  ]);
  const sheet = strFromU8(files["xl/worksheets/sheet1.xml"]!);
  const text = (value: string) => `<c t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
  expect(sheet).toMatch(/^<\?xml [^>]+>\n<worksheet [^>]+><sheetData><row>/);
  expect(sheet).toContain(`<row>${text("88801679096014294")}<c><v>1250000</v></c></row>`);
  expect(sheet).toContain(`<row>${text("=1+1 &#38; &#60;b&#62;")}<c/></row>`);
  expect(sheet).toContain(`<row>${text("081234567890")}<c><v>-5000</v></c></row></sheetData></worksheet>`);
});
