/** A year's statement as a PDF drawn from its figures: tagged, with title and language, marked on every page while it is a sample. */
import { registerFonts } from "#server/media/fonts.ts";
import { pdfBytesOf, newPaper } from "#server/media/own-pdf.ts";
import { formatDate, instantOf } from "#shared/dates.ts";
import { groupThousands } from "#shared/money.ts";
import { lineWords, pdfWords, type PdfLanguage } from "./statement-words.ts";
import { sumsOf, type FinancialStatementFile } from "./statements.ts";

export interface StatementPdfOptions {
  file: FinancialStatementFile;
  /** The year before, for its column; undefined for the first year. */
  before: FinancialStatementFile | undefined;
  language: PdfLanguage;
  companyName: string;
  brandName: string;
}

interface Row {
  label: string;
  /** In rupiah, of the year and of the year before; none for a heading within the table. */
  figures?: readonly number[];
  kind?: "head" | "sum";
}

/** Points on A4. */
const page = { width: 595.28, height: 841.89, margin: 60, bottom: 80 };
const figureWidth = 96;
const rowHeight = 19;
const colours = { ink: "#12302E", soft: "#4A6461", brand: "#0B5A52", line: "#DDE3DC", sample: "#8A5A00" };
const million = 1_000_000n;

/** @returns the bytes; the same for the same figures. */
export async function financialStatementPdf(options: StatementPdfOptions): Promise<Uint8Array> {
  return new Drawing(options).bytes();
}

class Drawing {
  readonly #options: StatementPdfOptions;
  readonly #pdf: PDFKit.PDFDocument;
  readonly #root: ReturnType<PDFKit.PDFDocument["struct"]>;

  constructor(options: StatementPdfOptions) {
    this.#options = options;
    const { file, language, companyName } = options;
    this.#pdf = newPaper({
      title: this.#say("title", { year: file.year }),
      author: companyName,
      madeAt: instantOf(file.signedOn),
      language,
      margins: { top: page.margin, left: page.margin, right: page.margin, bottom: page.bottom },
      bufferPages: true,
    });
    registerFonts(this.#pdf, { plain: "latin", bold: "latinBold" });
    this.#root = this.#pdf.struct("Document");
    this.#pdf.addStructure(this.#root);
  }

  #say(key: keyof typeof pdfWords, parameters: Readonly<Record<string, string | number>> = {}): string {
    return pdfWords[key][this.#options.language].replace(/\{(\w+)\}/g, (whole, name: string) =>
      String(parameters[name] ?? whole),
    );
  }

  bytes(): Promise<Uint8Array> {
    return pdfBytesOf(this.#pdf, () => this.#draw());
  }

  #draw(): void {
    const pdf = this.#pdf;
    const { file, before, language, companyName, brandName } = this.#options;
    this.#part("P", brandName, "bold", 12, colours.brand, 1.2);
    this.#part("H1", this.#say("title", { year: file.year }), "bold", 22, colours.ink, 0.3);
    this.#part("P", companyName, "bold", 12, colours.ink, 0.2);
    this.#part("P", this.#say("period", { year: file.year }), "plain", 10, colours.soft, 0.8);
    if (!file.verified)
      this.#part("P", `${this.#say("sample")}. ${this.#say("sampleNote")}`, "bold", 10, colours.sample, 0.8);
    const opinion = this.#say(file.opinion);
    this.#part(
      "P",
      this.#say("auditor", { auditor: file.auditor, opinion, date: formatDate(file.signedOn, language) }),
      "plain",
      10,
      colours.ink,
      1,
    );
    this.#table(
      "position",
      positionRows(file, before, (key) => this.#say(key), language),
    );
    pdf.addPage();
    this.#table(
      "income",
      incomeRows(file, before, (key) => this.#say(key), language),
    );
    this.#table(
      "changes",
      changeRows(file, before, (key) => this.#say(key)),
    );
    this.#part("P", this.#say("apart"), "plain", 9, colours.soft, 0.5);
    this.#root.end();
    this.#marks();
  }

  #part(
    tag: "P" | "H1" | "H2",
    words: string,
    face: "plain" | "bold",
    size: number,
    colour: string,
    after: number,
  ): void {
    const pdf = this.#pdf;
    this.#root.add(
      pdf.struct(tag, {}, () => {
        pdf
          .font(face)
          .fontSize(size)
          .fillColor(colour)
          .text(words, page.margin, pdf.y, { width: page.width - 2 * page.margin });
      }),
    );
    pdf.moveDown(after);
  }

  #table(name: "position" | "income" | "changes", rows: readonly Row[]): void {
    const pdf = this.#pdf;
    const { file, before } = this.#options;
    this.#part("H2", this.#say(name), "bold", 14, colours.ink, 0.1);
    this.#part("P", this.#say("inMillions"), "plain", 9, colours.soft, 0.4);
    const years = [file.year, ...(before && name !== "changes" ? [before.year] : [])].map(String);
    const table = pdf.struct("Table");
    this.#root.add(table);
    const draw = (cells: readonly string[], kind: Row["kind"] | "columns") => {
      const y = pdf.y;
      const isStrong = kind !== undefined;
      if (kind !== "head") this.#rule(y + rowHeight - 3, kind === "sum" ? colours.ink : colours.line);
      const row = pdf.struct("TR");
      table.add(row);
      for (const [index, words] of cells.entries()) {
        const isFirst = index === 0;
        const x = isFirst ? page.margin : page.width - page.margin - figureWidth * (cells.length - index);
        const width = isFirst ? page.width - 2 * page.margin - figureWidth * years.length : figureWidth;
        const tag = kind === "columns" || isFirst ? "TH" : "TD";
        row.add(
          pdf.struct(tag, tag === "TH" ? ({ scope: kind === "columns" ? "Column" : "Row" } as never) : {}, () => {
            pdf
              .font(isStrong ? "bold" : "plain")
              .fontSize(10)
              .fillColor(kind === "columns" ? colours.soft : colours.ink)
              .text(words, x, y, { width, align: isFirst ? "left" : "right", lineBreak: false });
          }),
        );
      }
      row.end();
      pdf.x = page.margin;
      pdf.y = y + rowHeight;
    };
    draw([this.#say("line"), ...years], "columns");
    for (const { label, figures, kind } of rows)
      draw(
        [
          label,
          ...(figures ?? years.map(() => "")).map((figure) =>
            typeof figure === "string" ? figure : inMillions(figure),
          ),
        ],
        kind,
      );
    table.end();
    pdf.moveDown(1.2);
  }

  #rule(y: number, colour: string): void {
    const pdf = this.#pdf;
    pdf.markContent("Artifact", { type: "Layout" });
    pdf
      .moveTo(page.margin, y)
      .lineTo(page.width - page.margin, y)
      .lineWidth(0.6)
      .stroke(colour);
    pdf.endMarkedContent();
  }

  /** The sample's mark across every page, and the page's number, drawn last because only then their count is known. */
  #marks(): void {
    const pdf = this.#pdf;
    const { count } = pdf.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      pdf.switchToPage(index);
      // Below the margin pdfkit would begin a new page.
      pdf.page.margins.bottom = 0;
      pdf.markContent("Artifact", { type: "Pagination" });
      if (!this.#options.file.verified) {
        pdf
          .save()
          .rotate(-35, { origin: [page.width / 2, page.height / 2] })
          .font("bold")
          .fontSize(54)
          .fillColor(colours.sample, 0.12);
        pdf
          .text(this.#say("sample"), 0, page.height / 2 - 30, { width: page.width, align: "center", lineBreak: false })
          .restore();
      }
      pdf.font("plain").fontSize(8).fillColor(colours.soft, 1);
      pdf.text(
        `${this.#options.companyName} · ${this.#say("page", { page: index + 1, count })}`,
        page.margin,
        page.height - 46,
        { width: page.width - 2 * page.margin, lineBreak: false },
      );
      pdf.endMarkedContent();
    }
  }
}

/** Accounting's way to write: `(1.234)` below zero. The figures of our files are whole millions; others are cut. */
function inMillions(rupiah: number): string {
  const millions = Number(BigInt(rupiah) / million);
  return millions < 0 ? `(${groupThousands(millions)})` : groupThousands(millions);
}

type Say = (key: keyof typeof pdfWords) => string;
type Years = readonly FinancialStatementFile[];
const yearsOf = (file: FinancialStatementFile, before: FinancialStatementFile | undefined): Years => [
  file,
  ...(before ? [before] : []),
];

function linesOf(
  words: Readonly<Record<string, Readonly<Record<PdfLanguage, string>>>>,
  language: PdfLanguage,
  years: Years,
  part: (file: FinancialStatementFile) => Readonly<Record<string, number>>,
): Row[] {
  return Object.entries(words).map(([key, label]) => ({
    label: label[language],
    figures: years.map((file) => part(file)[key] ?? 0),
  }));
}

function positionRows(
  file: FinancialStatementFile,
  before: FinancialStatementFile | undefined,
  say: Say,
  language: PdfLanguage,
): Row[] {
  const years = yearsOf(file, before);
  const sums = years.map(sumsOf);
  return [
    { label: say("assets"), kind: "head" },
    ...linesOf(lineWords.assets, language, years, ({ position }) => position.assets),
    { label: say("totalAssets"), figures: sums.map(({ assetsRupiah }) => assetsRupiah), kind: "sum" },
    { label: say("liabilities"), kind: "head" },
    ...linesOf(lineWords.liabilities, language, years, ({ position }) => position.liabilities),
    { label: say("totalLiabilities"), figures: sums.map(({ liabilitiesRupiah }) => liabilitiesRupiah), kind: "sum" },
    { label: say("equity"), kind: "head" },
    ...linesOf(lineWords.equity, language, years, ({ position }) => position.equity),
    { label: say("totalEquity"), figures: sums.map(({ equityRupiah }) => equityRupiah), kind: "sum" },
    {
      label: say("totalBoth"),
      figures: sums.map(({ liabilitiesRupiah, equityRupiah }) => liabilitiesRupiah + equityRupiah),
      kind: "sum",
    },
  ];
}

function incomeRows(
  file: FinancialStatementFile,
  before: FinancialStatementFile | undefined,
  say: Say,
  language: PdfLanguage,
): Row[] {
  const years = yearsOf(file, before);
  const sums = years.map(sumsOf);
  return [
    { label: say("revenue"), kind: "head" },
    ...linesOf(lineWords.revenue, language, years, ({ income }) => income.revenue),
    { label: say("totalRevenue"), figures: sums.map(({ revenueRupiah }) => revenueRupiah), kind: "sum" },
    { label: say("expenses"), kind: "head" },
    ...linesOf(lineWords.expenses, language, years, ({ income }) => income.expenses),
    { label: say("totalExpenses"), figures: sums.map(({ expensesRupiah }) => expensesRupiah), kind: "sum" },
    { label: say("beforeTax"), figures: sums.map(({ beforeTaxRupiah }) => beforeTaxRupiah), kind: "sum" },
    { label: say("tax"), figures: years.map(({ income }) => income.tax) },
    { label: say("profit"), figures: sums.map(({ profitRupiah }) => profitRupiah), kind: "sum" },
  ];
}

function changeRows(file: FinancialStatementFile, before: FinancialStatementFile | undefined, say: Say): Row[] {
  const carried = before?.position.equity.retained ?? file.position.equity.retained - sumsOf(file).profitRupiah;
  const { profitRupiah } = sumsOf(file);
  const paidOut = file.position.equity.retained - carried - profitRupiah;
  return [
    { label: say("carried"), figures: [carried] },
    { label: say("profit"), figures: [profitRupiah] },
    ...(paidOut === 0 ? [] : [{ label: say("paidOut"), figures: [paidOut] }]),
    { label: say("atEnd"), figures: [file.position.equity.retained], kind: "sum" },
  ];
}
