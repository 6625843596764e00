/** A lender's statement on paper: A4, tagged, with title and language. The same statement gives the same bytes. */
import { fontOf, registerFonts, type Face } from "#server/media/fonts.ts";
import { bytesOf, newPaper } from "#server/media/own-pdf.ts";
import { formatDate, formatMonth, lastDayOfMonth } from "#shared/dates.ts";
import { formatPpm, groupThousands } from "#shared/money.ts";
import { say, type Language } from "#shared/texts.ts";
import type { LenderStatement } from "../contract.ts";
import { linesOfStatement, type StatementLine, type StatementSection } from "../lines-contract.ts";
import { texts } from "../texts.ts";

/** Points on A4. */
const page = { width: 595.28, height: 841.89, margin: 60, bottom: 70 };
const width = page.width - 2 * page.margin;
const rowHeight = 16;
const figureWidth = 130;
const loansWidth = 70;
const colours = { ink: "#12302e", soft: "#4a6461", line: "#dde3dc" };

export interface StatementPaper {
  statement: LenderStatement;
  language: Language;
  brandName: string;
}

export async function statementPdf({ statement, language, brandName }: StatementPaper): Promise<Uint8Array> {
  const first = `${statement.month}-01`;
  const title = say(texts.paperTitle, language, { month: formatMonth(first, language) });
  const pdf = newPaper({
    title,
    author: brandName,
    madeAt: new Date(statement.closedAt),
    language,
    margins: { top: page.margin, left: page.margin, right: page.margin, bottom: page.bottom },
    bufferPages: true,
  });
  registerFonts(pdf, { latin: "latin", latinBold: "latinBold", han: "han" });
  return bytesOf(pdf, () => {
    const paper = new Paper(pdf, language);
    paper.part("P", brandName, { size: 11, bold: true, after: 14 });
    paper.part("H1", title, { size: 19, bold: true, after: 4 });
    paper.part("P", statement.lenderName, { size: 11, bold: true, after: 2 });
    const until = formatDate(lastDayOfMonth(first), language);
    paper.part("P", say(texts.paperLead, language, { until }), { size: 9, soft: true, after: 14 });
    for (const section of linesOfStatement(statement)) paper.section(section);
    paper.feet(`${brandName} · ${title}`);
    paper.end();
  });
}

interface Style {
  size: number;
  bold?: boolean;
  soft?: boolean;
  after?: number;
}

class Paper {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #language: Language;
  readonly #root: ReturnType<PDFKit.PDFDocument["struct"]>;

  constructor(pdf: PDFKit.PDFDocument, language: Language) {
    this.#pdf = pdf;
    this.#language = language;
    this.#root = pdf.struct("Document");
    pdf.addStructure(this.#root);
  }

  part(tag: "P" | "H1" | "H2", words: string, style: Style): void {
    this.#root.add(
      this.#pdf.struct(tag, {}, () => {
        this.#use(words, style);
        this.#pdf.text(words, page.margin, this.#pdf.y, { width });
      }),
    );
    this.#pdf.y += style.after ?? 0;
  }

  section({ code, note, lines }: StatementSection): void {
    const needed = 40 + Math.max(1, lines.length) * rowHeight;
    if (this.#pdf.y + needed > page.height - page.bottom) this.#pdf.addPage();
    this.part("H2", say(texts[code], this.#language), { size: 11.5, bold: true, after: note === undefined ? 4 : 1 });
    if (note !== undefined) this.part("P", say(texts[note], this.#language), { size: 8.5, soft: true, after: 4 });
    if (lines.length > 0) this.#table(lines);
    this.#pdf.y += 12;
  }

  #table(lines: readonly StatementLine[]): void {
    const pdf = this.#pdf;
    const table = pdf.struct("Table");
    this.#root.add(table);
    for (const line of lines) {
      const y = pdf.y;
      const isSum = line.kind === "SUM";
      this.#rule(y - 1, isSum ? colours.ink : colours.line);
      const row = pdf.struct("TR");
      table.add(row);
      const cell = (tag: "TH" | "TD", words: string, x: number, cellWidth: number, align: "left" | "right") =>
        row.add(
          pdf.struct(tag, tag === "TH" ? ({ scope: "Row" } as never) : {}, () => {
            this.#use(words, { size: 9.5, bold: isSum });
            pdf.text(words, x, y + 2, { width: cellWidth, align, lineBreak: false });
          }),
        );
      cell("TH", say(texts[line.code], this.#language), page.margin, width - figureWidth - loansWidth, "left");
      if (line.loans !== undefined)
        cell(
          "TD",
          say(texts.loansCount, this.#language, { count: line.loans }),
          page.width - page.margin - figureWidth - loansWidth,
          loansWidth,
          "right",
        );
      cell("TD", figureOf(line, this.#language), page.width - page.margin - figureWidth, figureWidth, "right");
      row.end();
      pdf.x = page.margin;
      pdf.y = y + rowHeight;
    }
    table.end();
  }

  #rule(y: number, colour: string): void {
    this.#pdf.markContent("Artifact", { type: "Layout" });
    this.#pdf
      .moveTo(page.margin, y)
      .lineTo(page.width - page.margin, y)
      .lineWidth(0.5)
      .stroke(colour);
    this.#pdf.endMarkedContent();
  }

  /** The font that has every letter of the words. There is no bold Chinese one. */
  #use(words: string, { size, bold = false, soft = false }: Style): void {
    const latin: Face = bold ? "latinBold" : "latin";
    const isLatin = [...words].every((letter) => fontOf(latin).hasGlyphForCodePoint(letter.codePointAt(0)!));
    this.#pdf
      .font(isLatin ? latin : "han")
      .fontSize(size)
      .fillColor(soft ? colours.soft : colours.ink);
  }

  feet(words: string): void {
    const { count } = this.#pdf.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      this.#pdf.switchToPage(index);
      // Below the margin pdfkit would begin a new page.
      this.#pdf.page.margins.bottom = 0;
      this.#pdf.markContent("Artifact", { type: "Pagination" });
      const foot = `${words} · ${index + 1}/${count}`;
      this.#use(foot, { size: 8, soft: true });
      this.#pdf.text(foot, page.margin, page.height - 42, { width, lineBreak: false });
      this.#pdf.endMarkedContent();
    }
  }

  end(): void {
    this.#root.end();
  }
}

/** Accounting's way to write: `(1.234)` below zero. */
function figureOf({ amount, kind }: StatementLine, language: Language): string {
  if (kind === "RATE") return formatPpm(amount, language);
  return amount < 0 ? `(${groupThousands(-amount)})` : groupThousands(amount);
}
