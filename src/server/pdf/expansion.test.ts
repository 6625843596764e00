import PDFDocument from "pdfkit";
import { describe, expect, it } from "vitest";
import {
  circularForms,
  largePicture,
  nestedForms,
  nestedLetters,
  nestedMasks,
  nestedPatterns,
  onePage,
  packed,
  packedContents,
  pdfOf,
  stream,
} from "#tests/support/hostile-pdf.ts";
import { checkExpansion, TooComplex } from "./expansion.ts";

/** Two documents in one file's objects, including those in object streams. */
function inObjectStream(): Uint8Array {
  const inner = ["<</Font<<>>/XObject<</X 5 0 R>>>>", "<</XObject<</X 6 0 R>>>>"];
  const places = `7 0 8 ${(inner[0] as string).length + 1} `;
  const form = (resources: number) => `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources ${resources} 0 R`;
  return pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources 7 0 R>>",
    stream("", "/X Do\n".repeat(400)),
    stream(form(8), "/X Do\n".repeat(400)),
    stream(form(8), "0 0 1 1 re f\n".repeat(40)),
    "null",
    "null",
    packed(`/Type/ObjStm/N 2/First ${places.length}`, Buffer.from(places + inner.join(" "))),
  ]);
}

describe("what unfolds to more than is drawn", () => {
  const cases: Record<string, Uint8Array> = {
    "forms that use forms": nestedForms(9, 10),
    "forms that lie deep in one another": nestedForms(17, 1),
    "patterns that are filled with patterns": nestedPatterns(17, 1),
    "soft masks within soft masks": nestedMasks(9, 10),
    "letters that are written with letters": nestedLetters(17, 1),
    "contents that unpack to 50 MB": packedContents(50, 1),
    "a picture of ten thousand million pixels": largePicture(100_000, 100_000, 1),
    "forms whose resources are packed away": inObjectStream(),
    "lists within lists": onePage("", `/X${"[".repeat(10_000)}`),
  };
  for (const [name, pdf] of Object.entries(cases))
    it(`is refused: ${name}`, () => expect(() => checkExpansion(pdf)).toThrow(TooComplex));
});

describe("what is drawn", () => {
  const cases: Record<string, Uint8Array> = {
    "forms that use each other in a circle": circularForms(3),
    "a logo that a few forms hold": nestedForms(4, 3),
    "a picture of 1,200 dots per inch": largePicture(9_921, 14_031, 1),
    "nothing that is a PDF": Buffer.from("%PDF-1.7\nnothing"),
    "a list, a string and a stream that do not end": Buffer.from("1 0 obj [(( 2 0 obj <</A<</B 3 0 obj <<>>\nstream\n"),
    "contents that are damaged": onePage(stream("/Filter/FlateDecode", "damaged"), "/XObject<</X 4 0 R>>"),
  };
  for (const [name, pdf] of Object.entries(cases))
    it(`passes: ${name}`, () => expect(() => checkExpansion(pdf)).not.toThrow());

  it("passes: fifty pages of print", async () => {
    const document = new PDFDocument({ size: "A4" });
    for (let line = 0; line < 2_500; line++) document.text(`${line} Saldo akhir Rp 1.000.000`);
    const chunks: Buffer[] = [];
    const ended = new Promise((done) => document.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", done));
    document.end();
    await ended;
    expect(() => checkExpansion(Buffer.concat(chunks))).not.toThrow();
  });
});

it("takes no longer for a file that is made to be read slowly", () => {
  const slow = ["1 0 obj ".repeat(100_000), "<<".repeat(300_000), "%".repeat(1_000_000), "1 ".repeat(500_000)];
  slow.push(`<<${" ".repeat(1_000_000)}`, `[${"%".repeat(1_000_000)}`, `<<${"%\n ".repeat(300_000)}x`);
  for (const text of slow) {
    const begun = performance.now();
    try {
      checkExpansion(Buffer.from(`%PDF-1.7\n1 0 obj ${text}`));
    } catch (error) {
      expect(error).toBeInstanceOf(TooComplex);
    }
    expect(performance.now() - begun).toBeLessThan(3_000);
  }
});
