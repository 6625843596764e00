/**
 * Draws sections on A4 pages through a text API; no HTML and no markup ever comes near the drawing. The PDF is tagged
 * for screen readers, names its language, holds no script, action, link or attachment, and is the same bytes for the
 * same input.
 */
import PDFDocument from "pdfkit";
import { fontOf, registerFonts, type Face } from "#server/media/fonts.ts";
import { pdfBytesOf } from "#server/media/own-pdf.ts";
import { type BusinessDate, instantOf } from "#shared/dates.ts";
import { type Language, say } from "#shared/texts.ts";
import { breakLines, type GlyphCheck, type Line } from "./lines.ts";
import type { Block, RenderedSection, Span } from "./sections.ts";
import { agreementWords } from "./words.ts";

export interface PrintOrder {
  title: string;
  /** Line under the title. */
  subtitle: string;
  language: Language;
  sections: RenderedSection[];
  brandName: string;
  issuedOn: BusinessDate;
  verifyAddress: string;
}

/** Points. A4 with a footer of two lines. */
const page = { width: 595.28, height: 841.89, left: 56, right: 56, top: 60, bottom: 70 };
const textWidth = page.width - page.left - page.right;
const lineHeight = 1.45;
const sizes = {
  title: 17,
  subtitle: 8.5,
  heading2: 11.5,
  heading3: 10,
  body: 9.5,
  original: 8.5,
  table: 8.5,
  foot: 7.5,
};
const colours = { ink: "#1b1f23", soft: "#555b61", line: "#c9ced3", band: "#f1f3f5" };

/** Whether the documents' fonts can draw a code point. */
export function canDraw(codePoint: number): boolean {
  return (["latin", "han"] as const).some((face) => fontOf(face).hasGlyphForCodePoint(codePoint));
}

/** The PDF of a document. */
export async function printDocument(order: PrintOrder): Promise<Uint8Array> {
  return new Printer(order).print();
}

type Structure = ReturnType<PDFKit.PDFDocument["struct"]>;

class Printer {
  private readonly order: PrintOrder;
  private readonly doc: PDFKit.PDFDocument;
  private readonly root: Structure;
  private readonly letters: GlyphCheck;
  private y = page.top;

  constructor(order: PrintOrder) {
    this.order = order;
    this.doc = new PDFDocument({
      size: [page.width, page.height],
      margin: 0,
      pdfVersion: "1.7",
      tagged: true,
      displayTitle: true,
      lang: order.language,
      bufferPages: true,
      info: { Title: order.title, Creator: "Tunai", Producer: "Tunai", CreationDate: instantOf(order.issuedOn) },
    });
    const registered = new Set<Face>();
    const widths = new Map<string, number>();
    const use = (face: Face, size: number) => {
      if (!registered.has(face)) registerFonts(this.doc, { [face]: face });
      registered.add(face);
      this.doc.font(face).fontSize(size);
    };
    this.letters = {
      has: (face, codePoint) => fontOf(face).hasGlyphForCodePoint(codePoint),
      width: (text, face, size) => {
        const key = `${face} ${size} ${text}`;
        const known = widths.get(key);
        if (known !== undefined) return known;
        use(face, size);
        const width = this.doc.widthOfString(text);
        widths.set(key, width);
        return width;
      },
    };
    this.root = this.doc.struct("Document");
    this.doc.addStructure(this.root);
  }

  async print(): Promise<Uint8Array> {
    return new Uint8Array(await pdfBytesOf(this.doc, () => this.draw()));
  }

  private draw(): void {
    const { title, subtitle, language, sections } = this.order;
    this.text("H1", [{ text: title, bold: true }], sizes.title, { language, after: 2 });
    this.text("P", [{ text: subtitle }], sizes.subtitle, { language, after: 12, colour: colours.soft });
    for (const section of sections) this.section(section);
    this.feet();
    this.root.end();
  }

  private section(section: RenderedSection): void {
    const { language } = section;
    const inset = section.isOriginal ? 14 : 0;
    const size = section.isOriginal ? sizes.original : sizes.body;
    const colour = section.isOriginal ? colours.soft : colours.ink;
    if (section.isOriginal)
      this.text("P", [{ text: agreementWords.original[language], bold: true }], sizes.foot, {
        language,
        inset,
        after: 2,
        colour,
        keep: 40,
      });
    for (const block of section.blocks) this.block(block, { language, inset, size, colour });
    this.y += section.isOriginal ? 8 : 4;
  }

  private block(block: Block, style: { language: Language; inset: number; size: number; colour: string }): void {
    if (block.kind === "heading") {
      const size = style.inset > 0 ? style.size : block.level === 2 ? sizes.heading2 : sizes.heading3;
      this.y += 4;
      const strong = block.text.map((span) => ({ ...span, bold: true as const }));
      this.text(block.level === 2 ? "H2" : "H3", strong, size, { ...style, after: 3, keep: 60 });
    } else if (block.kind === "paragraph") {
      this.text("P", block.text, style.size, { ...style, after: 5 });
    } else if (block.kind === "list") {
      this.list(block, style);
    } else {
      this.table(block, style);
    }
  }

  /** A block of running text as one structure element, over as many pages as it takes. */
  private text(
    tag: string,
    spans: Span[],
    size: number,
    style: {
      language: Language;
      inset?: number;
      after?: number;
      keep?: number;
      colour?: string;
      parent?: Structure;
      label?: string;
    },
  ): void {
    const inset = style.inset ?? 0;
    const element = this.doc.struct(tag as "P", { lang: style.language });
    (style.parent ?? this.root).add(element);
    const lines = breakLines(spans, size, textWidth - inset, this.letters);
    this.room(Math.max(style.keep ?? 0, Math.min(2, lines.length) * size * lineHeight));
    let index = 0;
    while (index < lines.length) {
      const content = this.doc.markStructureContent(tag as "P");
      do {
        this.line(lines[index] as Line, page.left + inset, this.y, size, style.colour ?? colours.ink);
        this.y += size * lineHeight;
        index += 1;
      } while (index < lines.length && this.y + size * lineHeight <= page.height - page.bottom);
      this.doc.endMarkedContent();
      element.add(content);
      if (index < lines.length) this.newPage();
    }
    element.end();
    this.y += style.after ?? 0;
  }

  private list(
    block: Extract<Block, { kind: "list" }>,
    style: { language: Language; inset: number; size: number; colour: string },
  ): void {
    const list = this.doc.struct("L");
    this.root.add(list);
    for (const [index, item] of block.items.entries()) {
      this.room(2 * style.size * lineHeight);
      const entry = this.doc.struct("LI");
      list.add(entry);
      const label = this.doc.struct("Lbl");
      entry.add(label);
      const content = this.doc.markStructureContent("Lbl");
      const mark = breakLines(
        [{ text: block.ordered ? `${block.start + index}.` : "•" }],
        style.size,
        40,
        this.letters,
      );
      this.line(mark[0] as Line, page.left + style.inset, this.y, style.size, style.colour);
      this.doc.endMarkedContent();
      label.add(content);
      label.end();
      this.text("LBody", item, style.size, { ...style, inset: style.inset + 20, after: 2, parent: entry });
      entry.end();
    }
    list.end();
    this.y += 3;
  }

  /** A table; a row is never split, and the header row is repeated on every page (there as decoration only). */
  private table(block: Extract<Block, { kind: "table" }>, style: { language: Language; inset: number }): void {
    const left = page.left + style.inset;
    const columns = this.columns(block, textWidth - style.inset);
    const table = this.doc.struct("Table", { lang: style.language } as never);
    this.root.add(table);
    const lay = (cells: string[], bold: boolean) =>
      cells.map((cell, column) =>
        breakLines(
          [{ text: cell, ...(bold && { bold: true as const }) }],
          sizes.table,
          (columns[column] as number) - 10,
          this.letters,
        ),
      );
    const heightOf = (cells: Line[][]) =>
      Math.max(...cells.map((lines) => lines.length)) * sizes.table * lineHeight + 7;
    const header = lay(block.header, true);
    const draw = (cells: Line[][], tag: "TH" | "TD", parent: Structure | undefined) => {
      const height = heightOf(cells);
      this.decoration(() => {
        if (tag === "TH") this.doc.rect(left, this.y, textWidth - style.inset, height).fill(colours.band);
        this.doc
          .moveTo(left, this.y + height)
          .lineTo(left + textWidth - style.inset, this.y + height)
          .lineWidth(0.5)
          .stroke(colours.line);
      });
      let x = left;
      for (const [column, lines] of cells.entries()) {
        const width = columns[column] as number;
        const cell = parent && this.doc.struct(tag, tag === "TH" ? ({ scope: "Column" } as never) : {});
        if (cell) parent.add(cell);
        const content = cell ? this.doc.markStructureContent(tag) : this.artifact();
        for (const [index, line] of lines.entries()) {
          const indent = block.numeric.includes(column) ? width - 5 - line.width : 5;
          this.line(line, x + indent, this.y + 3.5 + index * sizes.table * lineHeight, sizes.table, colours.ink);
        }
        this.doc.endMarkedContent();
        if (cell && content) cell.add(content).end();
        x += width;
      }
      this.y += height;
    };
    const body = block.rows.map((cells) => lay(cells, false));
    this.room(heightOf(header) + heightOf(body[0] ?? header));
    for (const [index, cells] of [header, ...body].entries()) {
      if (index > 0 && this.y + heightOf(cells) > page.height - page.bottom) {
        this.newPage();
        draw(header, "TH", undefined);
      }
      const row = this.doc.struct("TR");
      table.add(row);
      draw(cells, index === 0 ? "TH" : "TD", row);
      row.end();
    }
    table.end();
    this.y += 9;
  }

  /** Column widths: the width of the widest cell if all fit, else shared in proportion. */
  private columns(block: Extract<Block, { kind: "table" }>, width: number): number[] {
    const wants = block.header.map((title, column) => {
      const cells = block.rows.map((row) => row[column] ?? "");
      const faces = [{ text: title, bold: true as const }, ...cells.map((text) => ({ text }))];
      return (
        12 + Math.max(...faces.map((span) => breakLines([span], sizes.table, 10_000, this.letters)[0]?.width ?? 0))
      );
    });
    const total = wants.reduce((sum, want) => sum + want, 0);
    if (total <= width) return wants.map((want) => want + (width - total) / wants.length);
    const least = Math.min(90, width / wants.length);
    const spare = wants.map((want) => Math.max(0, Math.min(want, width) - least));
    const spareTotal = spare.reduce((sum, one) => sum + one, 0) || 1;
    return wants.map((_, column) => least + ((width - least * wants.length) * (spare[column] as number)) / spareTotal);
  }

  private line(line: Line, x: number, y: number, size: number, colour: string): void {
    let at = x;
    for (const run of line.runs) {
      this.letters.width("", run.face, size);
      this.doc.font(run.face).fontSize(size).fillColor(colour);
      // Chinese has no bold font here; a thin outline in the same colour makes its strokes heavier.
      const outlined = run.strong && run.face === "han";
      if (outlined) this.doc.strokeColor(colour).lineWidth(size / 32);
      this.doc.text(run.text, at, y, {
        lineBreak: false,
        baseline: -size * 1.05,
        ...(outlined && { stroke: true, fill: true }),
      });
      at += run.width;
    }
  }

  private room(height: number): void {
    if (this.y + height > page.height - page.bottom) this.newPage();
  }

  private newPage(): void {
    this.doc.addPage();
    this.y = page.top;
  }

  private artifact(): undefined {
    this.doc.markContent("Artifact", { type: "Pagination" });
  }

  private decoration(draw: () => void): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    draw();
    this.doc.endMarkedContent();
  }

  /** Footer of every page, drawn last because only then the number of pages is known. */
  private feet(): void {
    const { start, count } = this.doc.bufferedPageRange();
    const { language, verifyAddress, title, brandName } = this.order;
    for (let index = 0; index < count; index += 1) {
      this.doc.switchToPage(start + index);
      this.artifact();
      const foot = [
        `${brandName} · ${title} · ${say(agreementWords.page, language, { page: index + 1, pages: count })}`,
        say(agreementWords.check, language, { address: verifyAddress }),
      ];
      const y = page.height - page.bottom + 22;
      this.doc
        .moveTo(page.left, y - 5)
        .lineTo(page.width - page.right, y - 5)
        .lineWidth(0.5)
        .stroke(colours.line);
      for (const [row, text] of foot.entries()) {
        const [line] = breakLines([{ text }], sizes.foot, textWidth, this.letters);
        if (line) this.line(line, page.left, y + row * sizes.foot * lineHeight, sizes.foot, colours.soft);
      }
      this.doc.endMarkedContent();
    }
  }
}
