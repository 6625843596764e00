import { mkdtempSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { testApp } from "#tests/support/app.ts";
import { companyFiles, onlyVerified } from "./company-files.ts";
import { financialStatementPdf } from "./statement-pdf.ts";
import { briefOf, faultsOfStatement, sumsOf, type FinancialStatementFile } from "./statements.ts";

const app = await testApp();

const statementOf = (year: number): FinancialStatementFile => {
  const file = companyFiles("tunai").statements.find((one) => one.year === year);
  if (!file) throw new Error(`There is no statement of ${year}.`);
  return file;
};

/** The words of a PDF, page by page. */
async function wordsOf(pdf: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const words = [...document.pages()].map((page) => page.getText());
  document.destroy();
  library.destroy();
  return words;
}

describe("the statements of a company", () => {
  it("are there for 2020 to 2024, marked as samples, the newest first", async () => {
    const { status, body } = await app.client().get("/api/company/statements");
    expect(status).toBe(200);
    expect(body.items.map(({ year }: { year: number }) => year)).toEqual([2024, 2023, 2022, 2021, 2020]);
    expect(body.items.every(({ verified }: { verified: boolean }) => !verified)).toBe(true);
    expect(body.items[0]).toMatchObject({ totalAssetsRupiah: 110_773_000_000, profitRupiah: 20_760_000_000 });
  });

  it("agree with themselves and with the year before", () => {
    for (const file of companyFiles("tunai").statements) {
      expect(
        faultsOfStatement(
          file,
          companyFiles("tunai").statements.find(({ year }) => year === file.year - 1),
        ),
      ).toEqual([]);
      expect(briefOf(file).totalAssetsRupiah).toBe(
        briefOf(file).totalLiabilitiesRupiah + briefOf(file).totalEquityRupiah,
      );
    }
  });

  it("are refused when a figure is moved", () => {
    const file = statementOf(2024);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000 }),
        fc.constantFrom("cash", "equipment", "receivables"),
        (more, line) => {
          const { assets } = file.position;
          const moved = {
            ...file,
            position: { ...file.position, assets: { ...assets, [line]: assets[line as "cash"] + more } },
          };
          expect(faultsOfStatement(moved, statementOf(2023))).not.toEqual([]);
        },
      ),
    );
    const richer = {
      ...file,
      position: {
        ...file.position,
        equity: { ...file.position.equity, retained: file.position.equity.retained + 1 },
        assets: { ...file.position.assets, cash: file.position.assets.cash + 1 },
      },
    };
    expect(faultsOfStatement(richer, statementOf(2023))[0]).toContain("retained earnings");
  });

  it("come as a PDF of two pages in either language, with the sample's mark on each", async () => {
    for (const [language, title, profit] of [
      ["id", "Laporan keuangan tahunan 2020", "(4.770)"],
      ["en", "Annual financial statements 2020", "(4.770)"],
    ] as const) {
      const { status, headers } = await app.client().get(`/api/company/statements/2020/pdf?language=${language}`);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("application/pdf");
      const pdf = await financialStatementPdf({
        file: statementOf(2020),
        before: undefined,
        language,
        companyName: "PT Contoh",
        brandName: "Tunai",
      });
      const pages = await wordsOf(pdf);
      expect(pages).toHaveLength(2);
      expect(pages[0]).toContain(title);
      for (const page of pages) expect(page).toContain("CONTOH / SAMPLE");
      expect(pages[1]).toContain(profit);
      expect(Buffer.from(pdf).toString("latin1")).toContain(`/Lang (${language})`);
    }
  });

  it("carry no mark once they are verified", async () => {
    const pages = await wordsOf(
      await financialStatementPdf({
        file: { ...statementOf(2024), verified: true },
        before: statementOf(2023),
        language: "en",
        companyName: "PT Contoh",
        brandName: "Tunai",
      }),
    );
    for (const page of pages) expect(page).not.toContain("SAMPLE");
    expect(pages[0]).toContain("91.853");
    expect(sumsOf(statementOf(2024)).profitRupiah).toBe(20_760_000_000);
  });

  it("of another year answer STATEMENT_UNKNOWN", async () => {
    const { status, body } = await app.client().get("/api/company/statements/2019/pdf");
    expect([status, body.status.code]).toEqual([404, "STATEMENT_UNKNOWN"]);
  });
});

describe("the files of a company", () => {
  it("name the file that is wrong", () => {
    const root = mkdtempSync(join(tmpdir(), "tunai-brands-"));
    mkdirSync(join(root, "other", "company", "statements"), { recursive: true });
    const file = join(root, "other", "company", "statements", "2023.json");
    writeFileSync(file, JSON.stringify(statementOf(2024)));
    expect(() => companyFiles("other", root)).toThrow(/2023\.json.*another year/);
  });

  it("may hold the company's own PDF, and may be missing", () => {
    const root = mkdtempSync(join(tmpdir(), "tunai-brands-"));
    mkdirSync(join(root, "own", "company", "statements"), { recursive: true });
    writeFileSync(join(root, "own", "company", "statements", "2024.id.pdf"), "%PDF-1.7");
    expect(Buffer.from(companyFiles("own", root).ownPdf(2024, "id") ?? []).toString()).toBe("%PDF-1.7");
    expect(companyFiles("own", root).ownPdf(2024, "en")).toBeNull();
    expect(companyFiles("nobody", root)).toMatchObject({ executives: [], statements: [] });
  });
});

it("leaves out in prod what nobody verified", () => {
  const files = companyFiles("tunai");
  expect(onlyVerified(files)).toMatchObject({ executives: [], statements: [] });
  const [newest] = files.statements;
  expect(onlyVerified({ ...files, statements: newest ? [{ ...newest, verified: true }] : [] }).statements).toHaveLength(
    1,
  );
});

describe("the people who lead a company", () => {
  it("are told with their part in the reader's language, and are samples without names", async () => {
    const { body } = await app.client({ "Accept-Language": "zh-CN" }).get("/api/company/executives");
    expect(body.items).toHaveLength(6);
    expect(body.items[0]).toMatchObject({ board: "DIRECTORS", name: null, verified: false, role: "总裁" });
  });
});

it("lists news, events and sections of questions among the website's pages", async () => {
  const { body } = await app.client().get("/api/site/pages");
  const paths = body.items.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(["/news/three-languages", "/social-events/anti-fraud-booth", "/about/faq/bewareOfFraud"]),
  );
  expect(body.items.find(({ path }: { path: string }) => path === "/news/three-languages").title).not.toContain("{{");
});
