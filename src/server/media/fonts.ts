/** The shipped fonts: Noto Sans for Latin letters, Noto Sans SC for Chinese. Each is read once for a process. */
import { readFileSync } from "node:fs";
import * as fontkit from "fontkit";
import { contentFile } from "#server/process/content-file.ts";

const files = {
  latin: "NotoSans-Regular.subset.ttf",
  latinBold: "NotoSans-Bold.subset.ttf",
  han: "NotoSansSC-Regular.subset.ttf",
} as const;
export type Face = keyof typeof files;

const opened = new Map<Face, fontkit.Font>();

/** A font parsed by fontkit. Its tables are decoded on demand and cached. */
export function fontOf(face: Face): fontkit.Font {
  const known = opened.get(face);
  if (known) return known;
  const font = fontkit.create(readFileSync(contentFile("fonts", files[face])));
  if (!("hasGlyphForCodePoint" in font)) throw new Error(`${files[face]} is not a single font.`);
  opened.set(face, font);
  return font;
}

/**
 * Registers fonts for a document under these names; call it synchronously before drawing. It passes the open font:
 * from bytes, pdfkit would parse the tables again, which is most of the cost of a text page. (pdfkit accepts any
 * object with `layout`; its types do not say so.)
 */
export function registerFonts(pdf: PDFKit.PDFDocument, faces: Readonly<Record<string, Face>>): void {
  for (const [name, face] of Object.entries(faces)) pdf.registerFont(name, withoutGlyphs(fontOf(face)) as never);
}

/**
 * A glyph remembers the letters for which it was first made, by which a PDF's text is read back. Letters of another document
 * that are drawn alike must not stay there, so each begins with none; the tables stay. fontkit has no call for it.
 */
function withoutGlyphs(font: fontkit.Font): fontkit.Font {
  if (!("_glyphs" in font)) throw new Error("fontkit keeps its glyphs elsewhere now: see src/server/fonts.ts.");
  font._glyphs = {};
  return font;
}
