/** PDFs of our own: tagged, with title and language, so that screen readers can read them. */
import PDFDocument from "pdfkit";

export interface PaperOptions {
  title: string;
  author: string;
  /** Written into the file: the same contents and moment give the same bytes. */
  madeAt: Date;
  language: string;
  margins: { top: number; left: number; right: number; bottom: number };
  /** Pages can be drawn on again, for numbers at their feet. */
  bufferPages?: boolean;
}

/** An A4 document; its first page is there. */
export const newPaper = ({ title, author, madeAt, language, margins, bufferPages = false }: PaperOptions) =>
  new PDFDocument({
    size: "A4",
    margins,
    lang: language,
    displayTitle: true,
    tagged: true,
    bufferPages,
    pdfVersion: "1.7",
    info: { Title: title, Author: author, CreationDate: madeAt, ModDate: madeAt },
  });

/** Draws, ends the document and collects its bytes. */
export async function pdfBytesOf(pdf: PDFKit.PDFDocument, draw: () => void): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const done = new Promise<void>((ended, failed) =>
    pdf
      .on("data", (chunk: Uint8Array) => chunks.push(chunk))
      .on("end", ended)
      .on("error", failed),
  );
  draw();
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}
