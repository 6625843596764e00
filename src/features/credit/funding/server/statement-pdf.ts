/** A lender's statement on paper: A4, tagged, with title and language. The same statement gives the same bytes. */
import { a4Page, Paper, paperColours as colours, textWidthOfPage as width, writePaper } from "#server/media/paper.ts";
import { formatDate, formatMonth, lastDayOfMonth } from "#shared/dates.ts";
import { formatPpm, groupThousands } from "#shared/money.ts";
import { say, type Language } from "#shared/texts.ts";
import type { LenderStatement } from "../contract.ts";
import { linesOfStatement, type LenderStatementLine, type StatementSection } from "../lines-contract.ts";
import { texts } from "../texts.ts";

const rowHeight = 16;
const figureWidth = 130;
const loansWidth = 70;

export interface StatementPaper {
  statement: LenderStatement;
  language: Language;
  brandName: string;
}

export async function lenderStatementPdf({ statement, language, brandName }: StatementPaper): Promise<Uint8Array> {
  const first = `${statement.month}-01`;
  const title = say(texts.paperTitle, language, { month: formatMonth(first, language) });
  return writePaper(
    { title, author: brandName, madeAt: new Date(statement.closedAt), language },
    (pdf) => new StatementSheet(pdf, language),
    (paper) => {
      paper.part("P", brandName, { size: 11, bold: true, after: 14 });
      paper.part("H1", title, { size: 19, bold: true, after: 4 });
      paper.part("P", statement.lenderName, { size: 11, bold: true, after: 2 });
      const until = formatDate(lastDayOfMonth(first), language);
      paper.part("P", say(texts.paperLead, language, { until }), { size: 9, soft: true, after: 14 });
      for (const section of linesOfStatement(statement)) paper.section(section);
    },
  );
}

class StatementSheet extends Paper {
  section({ code, note, lines }: StatementSection): void {
    const needed = 40 + Math.max(1, lines.length) * rowHeight;
    if (this.pdf.y + needed > a4Page.height - a4Page.bottom) this.pdf.addPage();
    this.part("H2", say(texts[code], this.language), { size: 11.5, bold: true, after: note === undefined ? 4 : 1 });
    if (note !== undefined) this.part("P", say(texts[note], this.language), { size: 8.5, soft: true, after: 4 });
    if (lines.length > 0) this.#table(lines);
    this.pdf.y += 12;
  }

  #table(lines: readonly LenderStatementLine[]): void {
    const pdf = this.pdf;
    const table = pdf.struct("Table");
    this.root.add(table);
    for (const line of lines) {
      const y = pdf.y;
      const isSum = line.kind === "SUM";
      this.#rule(y - 1, isSum ? colours.ink : colours.line);
      const row = pdf.struct("TR");
      table.add(row);
      const cell = (tag: "TH" | "TD", words: string, x: number, cellWidth: number, align: "left" | "right") =>
        row.add(
          pdf.struct(tag, tag === "TH" ? ({ scope: "Row" } as never) : {}, () => {
            this.use(words, { size: 9.5, bold: isSum });
            pdf.text(words, x, y + 2, { width: cellWidth, align, lineBreak: false });
          }),
        );
      cell("TH", say(texts[line.code], this.language), a4Page.margin, width - figureWidth - loansWidth, "left");
      if (line.loans !== undefined)
        cell(
          "TD",
          say(texts.loansCount, this.language, { count: line.loans }),
          a4Page.width - a4Page.margin - figureWidth - loansWidth,
          loansWidth,
          "right",
        );
      cell("TD", figureOf(line, this.language), a4Page.width - a4Page.margin - figureWidth, figureWidth, "right");
      row.end();
      pdf.x = a4Page.margin;
      pdf.y = y + rowHeight;
    }
    table.end();
  }

  #rule(y: number, colour: string): void {
    this.pdf.markContent("Artifact", { type: "Layout" });
    this.pdf
      .moveTo(a4Page.margin, y)
      .lineTo(a4Page.width - a4Page.margin, y)
      .lineWidth(0.5)
      .stroke(colour);
    this.pdf.endMarkedContent();
  }
}

/** Accounting's way to write: `(1.234)` below zero. */
function figureOf({ amount, kind }: LenderStatementLine, language: Language): string {
  if (kind === "RATE") return formatPpm(amount, language);
  return amount < 0 ? `(${groupThousands(-amount)})` : groupThousands(amount);
}
