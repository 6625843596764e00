/** The rate table on paper: one A4 page, tagged, with title and language, so that screen readers can read it. */
import { registerFonts } from "#server/media/fonts.ts";
import { pdfBytesOf, newPaper } from "#server/media/own-pdf.ts";
import type { RateSheet } from "./rates.ts";

const ink = "#12302e";
const soft = "#4a6461";
const line = "#c9d5cf";
const margin = 64;

export async function ratePdf(sheet: RateSheet, drawnAt: Date): Promise<Uint8Array> {
  const { language, brandName, title } = sheet;
  const margins = { top: margin, left: margin, right: margin, bottom: margin };
  const pdf = newPaper({ title, author: brandName, madeAt: drawnAt, language, margins });
  registerFonts(pdf, { plain: "latin", bold: "latinBold" });
  return pdfBytesOf(pdf, () => draw(pdf, sheet));
}

function draw(
  pdf: PDFKit.PDFDocument,
  { brandName, colours, title, rows, caps, since, personal, operator }: RateSheet,
): void {
  const width = pdf.page.width - 2 * margin;
  const part = (tag: string, act: () => void) => pdf.addStructure(pdf.struct(tag, {}, act));
  // Lines carry no meaning: a screen reader passes over them.
  const rule = () => {
    pdf.moveDown(0.6).markContent("Artifact", { type: "Layout" });
    pdf
      .moveTo(margin, pdf.y)
      .lineTo(margin + width, pdf.y)
      .lineWidth(0.75)
      .stroke(line);
    pdf.endMarkedContent().moveDown(0.8);
  };
  part("P", () => pdf.font("bold").fontSize(14).fillColor(colours.brand).text(brandName, margin, margin).moveDown(1.4));
  part("H1", () => pdf.font("bold").fontSize(24).fillColor(ink).text(title));
  rule();
  for (const { label, note, value } of rows) {
    const top = pdf.y;
    part("P", () =>
      pdf
        .font("plain")
        .fontSize(14)
        .fillColor(ink)
        .text(label, margin, top, { width: width * 0.6 }),
    );
    part("P", () =>
      pdf
        .font("plain")
        .fontSize(11)
        .fillColor(soft)
        .text(note, { width: width * 0.6 }),
    );
    const bottom = pdf.y;
    part("P", () => pdf.font("bold").fontSize(24).fillColor(ink).text(value, margin, top, { width, align: "right" }));
    pdf.x = margin;
    pdf.y = Math.max(bottom, pdf.y);
    rule();
  }
  for (const cap of caps)
    part("P", () => pdf.font("plain").fontSize(12).fillColor(ink).text(cap, margin, pdf.y, { width }).moveDown(0.3));
  part("P", () => pdf.text(personal, { width }).moveDown(1));
  part("P", () => pdf.font("bold").fontSize(12).text(since, { width }).moveDown(2));
  part("P", () => pdf.font("plain").fontSize(10).fillColor(soft).text(operator, { width }));
}
