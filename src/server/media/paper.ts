/** A sheet of text on paper: A4, tagged, in a font that has every letter. For statements and letters. */
import { fontOf, registerFonts, type Face } from "./fonts.ts";
import { pdfBytesOf, newPaper } from "./own-pdf.ts";
import type { Language } from "#shared/texts.ts";

/** Points on A4. */
export const a4Page = { width: 595.28, height: 841.89, margin: 60, bottom: 70 };
export const textWidthOfPage = a4Page.width - 2 * a4Page.margin;
export const paperColours = { ink: "#12302e", soft: "#4a6461", line: "#dde3dc" };

export interface PaperStyle {
  /** Points. */
  size: number;
  bold?: boolean;
  soft?: boolean;
  /** Room below, points. */
  after?: number;
}

export interface PaperHead {
  title: string;
  author: string;
  /** Written into the file: the same contents and moment give the same bytes. */
  madeAt: Date;
  language: Language;
}

/** Writes a document onto a sheet, with page numbers at its feet. @returns its bytes */
export async function writePaper<Sheet extends Paper>(
  { title, author, madeAt, language }: PaperHead,
  make: (pdf: PDFKit.PDFDocument, language: Language) => Sheet,
  write: (sheet: Sheet) => void,
): Promise<Uint8Array> {
  const pdf = newPaper({
    title,
    author,
    madeAt,
    language,
    margins: { top: a4Page.margin, left: a4Page.margin, right: a4Page.margin, bottom: a4Page.bottom },
    bufferPages: true,
  });
  registerFonts(pdf, { latin: "latin", latinBold: "latinBold", han: "han" });
  return pdfBytesOf(pdf, () => {
    const sheet = make(pdf, language);
    write(sheet);
    sheet.feet(`${author} · ${title}`);
    sheet.end();
  });
}

export class Paper {
  protected readonly pdf: PDFKit.PDFDocument;
  protected readonly language: Language;
  protected readonly root: ReturnType<PDFKit.PDFDocument["struct"]>;

  constructor(pdf: PDFKit.PDFDocument, language: Language) {
    this.pdf = pdf;
    this.language = language;
    this.root = pdf.struct("Document");
    pdf.addStructure(this.root);
  }

  part(tag: "P" | "H1" | "H2", words: string, style: PaperStyle): void {
    this.root.add(
      this.pdf.struct(tag, {}, () => {
        this.use(words, style);
        this.pdf.text(words, a4Page.margin, this.pdf.y, { width: textWidthOfPage });
      }),
    );
    this.pdf.y += style.after ?? 0;
  }

  /** The font that has every letter of the words. There is no bold Chinese one. */
  protected use(words: string, { size, bold = false, soft = false }: PaperStyle): void {
    const latin: Face = bold ? "latinBold" : "latin";
    const isLatin = [...words].every((letter) => fontOf(latin).hasGlyphForCodePoint(letter.codePointAt(0)!));
    this.pdf
      .font(isLatin ? latin : "han")
      .fontSize(size)
      .fillColor(soft ? paperColours.soft : paperColours.ink);
  }

  feet(words: string): void {
    const { count } = this.pdf.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      this.pdf.switchToPage(index);
      // Below the margin pdfkit would begin a new page.
      this.pdf.page.margins.bottom = 0;
      this.pdf.markContent("Artifact", { type: "Pagination" });
      const foot = `${words} · ${index + 1}/${count}`;
      this.use(foot, { size: 8, soft: true });
      this.pdf.text(foot, a4Page.margin, a4Page.height - 42, { width: textWidthOfPage, lineBreak: false });
      this.pdf.endMarkedContent();
    }
  }

  end(): void {
    this.root.end();
  }
}
