import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDF } from "@libpdf/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { languages } from "#shared/texts.ts";
import { cleanText } from "./clean.ts";
import { loanDocumentKinds } from "./data.ts";
import { missingLetter } from "./lines.ts";
import { appendEvidence, fingerprint, renderDocument } from "./render.ts";
import { sampleData, sampleEvidence } from "./sample.ts";
import { canDraw, printDocument } from "./writer.ts";

const hasPdftotext = spawnSync("pdftotext", ["-v"]).error === undefined;

function textOf(pdf: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "document-"));
  try {
    const file = join(folder, "document.pdf");
    writeFileSync(file, pdf);
    return spawnSync("pdftotext", ["-raw", file, "-"], { maxBuffer: 50_000_000 }).stdout.toString("utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The file without the contents of its streams, where PDF keywords could occur by chance. */
function skeletonOf(pdf: Uint8Array): string {
  return Buffer.from(pdf)
    .toString("latin1")
    .replace(/stream\r?\n[\s\S]*?endstream/g, "stream endstream");
}
const forbidden = /\/(?:JS|JavaScript|OpenAction|AA|Launch|EmbeddedFile|URI|SubmitForm|RichMedia|XFA)\b/;

describe("The documents of a loan", () => {
  for (const language of languages) {
    test.each(loanDocumentKinds)(
      `%s (${language}) is a PDF without gaps, scripts or leftover markup, the same bytes every time.`,
      async (kind) => {
        const first = await renderDocument(kind, sampleData, language);
        const second = await renderDocument(kind, structuredClone(sampleData), language);
        expect(second.sha256).toBe(first.sha256);
        expect(first.sha256).toBe(fingerprint(first.pdf));
        const document = await PDF.load(first.pdf);
        expect(document.getPageCount()).toBeGreaterThan(0);
        expect(skeletonOf(first.pdf)).not.toMatch(forbidden);
        expect(skeletonOf(first.pdf)).toContain("/StructTreeRoot");
        expect(JSON.stringify(first.sections)).not.toMatch(/\*\*|\{\w|undefined|\[object/);
      },
    );
  }

  test("An English and a Chinese agreement carry the whole Indonesian text beside theirs.", async () => {
    const indonesian = await renderDocument("loan-agreement", sampleData, "id");
    for (const language of ["en", "zh"] as const) {
      const { sections } = await renderDocument("loan-agreement", sampleData, language);
      const beside = sections
        .filter((section) => section.isOriginal)
        .map(({ language: spoken, blocks }) => ({ language: spoken, blocks }));
      expect(beside).toEqual(indonesian.sections);
    }
  });

  test("One figure changed changes the fingerprint.", async () => {
    const other = { ...sampleData, loan: { ...sampleData.loan, totalRupiah: sampleData.loan.totalRupiah + 1 } };
    expect((await renderDocument("riplay", other, "id")).sha256).not.toBe(
      (await renderDocument("riplay", sampleData, "id")).sha256,
    );
  });

  test("An unverified fact carries the sample mark, a verified one does not.", async () => {
    const verified = {
      ...sampleData,
      operator: { ...sampleData.operator, licence: { value: "KEP-1", verified: true } },
    };
    expect(JSON.stringify((await renderDocument("riplay", sampleData, "id")).sections)).toContain(
      "KEP-000/D.05/2099 (contoh)",
    );
    expect(JSON.stringify((await renderDocument("riplay", verified, "id")).sections)).not.toContain("KEP-1 (contoh)");
  });

  test("A letter about a loan that is not paid off cannot be made.", async () => {
    const { paidOff: _, ...unpaid } = sampleData;
    await expect(renderDocument("paid-off-letter", unpaid, "id")).rejects.toThrow("paidOffOn");
  });

  test.skipIf(!hasPdftotext)("A schedule of 200 rows breaks over pages and loses no row.", async () => {
    const [row] = sampleData.schedule;
    if (!row) throw new Error("the sample has no row");
    const schedule = Array.from({ length: 200 }, (_, index) => ({
      ...row,
      number: index + 1,
      principalRupiah: 700_001 + index,
    }));
    const { pdf } = await renderDocument("loan-agreement", { ...sampleData, schedule }, "id");
    const text = textOf(pdf);
    for (let index = 0; index < 200; index += 1) expect(text).toContain(`Rp 700.${String(index + 1).padStart(3, "0")}`);
  });

  test("The evidence is appended: the bytes that were shown stay the beginning, and the page prints their fingerprint.", async () => {
    for (const language of languages) {
      const shown = await renderDocument("loan-agreement", sampleData, language);
      const whole = await appendEvidence(shown.pdf, sampleEvidence, language);
      expect(fingerprint(whole.pdf.subarray(0, shown.pdf.length))).toBe(shown.sha256);
      expect(JSON.stringify(whole.sections)).toContain(shown.sha256);
      const pages = async (pdf: Uint8Array) => (await PDF.load(pdf)).getPageCount();
      expect(await pages(whole.pdf)).toBeGreaterThan(await pages(shown.pdf));
      if (hasPdftotext) expect(textOf(whole.pdf).replace(/\s/g, "")).toContain(shown.sha256);
    }
  });
});

describe("Hostile names", () => {
  const traps = [
    "/JS (app.alert(1))",
    ")>>/OpenAction<<",
    "\\)\\(",
    "%%EOF",
    "endstream endobj",
    "<script>alert(1)</script>",
    "{amount}",
    "**x**",
    "\u202Eevil",
    "\u0000",
    "🙂👨‍👩‍👧",
    "Ñandú Ðỗ",
    "张伟",
    "محمد",
    "Ω≈ç",
    "a\u0301\u0301\u0301\u0301",
  ];
  const name = fc
    .array(
      fc.oneof(
        fc.string({ unit: "binary", maxLength: 40 }),
        fc.string({ unit: "grapheme", maxLength: 40 }),
        fc.string({ maxLength: 40 }),
        fc.constantFrom(...traps),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.join(" "));

  const documents = process.env["TEST_LONG"] === "1" ? 100 : 25;
  test(`${20 * documents} of them leave the PDF sound, without actions, and read back as they were drawn.`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 20, maxLength: 20 }), async (names) => {
        const rows = names.map((one, index) => [`[${index}]`, cleanText(one)]);
        const pdf = await printDocument({
          title: "T",
          subtitle: cleanText(names[0] ?? ""),
          language: "id",
          brandName: cleanText(names[1] ?? ""),
          issuedOn: "2026-11-21",
          verifyAddress: cleanText(names[2] ?? ""),
          sections: [{ language: "id", blocks: [{ kind: "table", header: ["no", "name"], rows, numeric: [] }] }],
        });
        expect((await PDF.load(pdf)).getPageCount()).toBeGreaterThan(0);
        expect(skeletonOf(pdf)).not.toMatch(forbidden);
        if (!hasPdftotext) return;
        const read = letters(textOf(pdf));
        for (const [, cell = ""] of rows) {
          const drawn = [...cell]
            .map((letter) => (canDraw(letter.codePointAt(0) ?? 0) ? letter : missingLetter))
            .join("");
          // Readers may move a mark before its letter and compose it; a name without marks must be returned letter by
          // letter.
          if (!/\p{M}/u.test(drawn.normalize("NFD"))) expect(read).toContain(letters(drawn));
          else for (const word of drawn.split(" ")) if (/^[\x21-\x7e]+$/.test(word)) expect(read).toContain(word);
        }
      }),
      { numRuns: documents },
    );
  }, 120_000);
});

function letters(text: string): string {
  return text.replace(/\s/g, "");
}
