/** Text as outlines of the shipped fonts, so that it looks the same on every machine. */
import type * as fontkit from "fontkit";
import { fontOf, type Face } from "./fonts.ts";

/** Runs of text that one font can draw. A letter without a font is drawn as Noto's empty box. */
function runsOf(text: string, bold: boolean): { face: Face; text: string }[] {
  const latin: Face = bold ? "latinBold" : "latin";
  const runs: { face: Face; text: string }[] = [];
  for (const letter of text) {
    const codePoint = letter.codePointAt(0) as number;
    const face =
      !fontOf(latin).hasGlyphForCodePoint(codePoint) && fontOf("han").hasGlyphForCodePoint(codePoint) ? "han" : latin;
    const last = runs.at(-1);
    if (last?.face === face) last.text += letter;
    else runs.push({ face, text: letter });
  }
  return runs;
}

const advance = (face: Face, text: string, size: number): number =>
  (fontOf(face).layout(text).advanceWidth * size) / fontOf(face).unitsPerEm;

/** Width in pixels. */
export function textWidth(text: string, size: number, bold: boolean): number {
  return runsOf(text, bold).reduce((sum, run) => sum + advance(run.face, run.text, size), 0);
}

export interface LettersOptions {
  x: number;
  /** Height of the base line. */
  y: number;
  size: number;
  bold: boolean;
  fill: string;
}

/** Draws a line of text on a page of pdfkit. There is no bold Chinese font: its letters get a thin outline of their own colour. */
export function drawText(sheet: PDFKit.PDFDocument, text: string, { x, y, size, bold, fill }: LettersOptions): void {
  let at = x;
  for (const run of runsOf(text, bold)) {
    const font = fontOf(run.face);
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(run.text);
    sheet
      .save()
      .translate(at, y)
      .transform(scale, 0, 0, -scale, 0, 0)
      .lineWidth(font.unitsPerEm / 28)
      .lineJoin("round");
    let pen = 0;
    glyphs.forEach((glyph, index) => {
      const { xAdvance, xOffset, yOffset } = positions[index] as fontkit.GlyphPosition;
      const outline = glyph.path.translate(pen + xOffset, yOffset).toSVG();
      pen += xAdvance;
      if (outline === "") return;
      if (bold && run.face === "han") sheet.path(outline).fillAndStroke(fill, fill);
      else sheet.path(outline).fill(fill);
    });
    sheet.restore();
    at += pen * scale;
  }
}
