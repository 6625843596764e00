/** Breaks text into lines of glyph runs: finds the font for each letter, and the places where a line may end (UAX 14). */
import LineBreaker from "linebreak";
import type { Span } from "./sections.ts";

import type { Face } from "#server/media/fonts.ts";

/** Letters of one line that one font draws. `strong` letters without a bold font are drawn with a thin outline. */
export interface Run {
  text: string;
  face: Face;
  strong: boolean;
  width: number;
}

export interface Line {
  runs: Run[];
  width: number;
}

export interface GlyphCheck {
  /** Whether a font can draw a code point. */
  has(face: Face, codePoint: number): boolean;
  /** Width in points. */
  width(text: string, face: Face, size: number): number;
}

/** Shown for a letter that none of our fonts has. */
export const missingLetter = "\ufffd";

interface Piece {
  runs: Run[];
  /** Ends where the text wants a new line. */
  required: boolean;
}

/** Lines of at most `width` points. A word that is wider than a line is cut between letters. */
export function breakLines(spans: Span[], size: number, width: number, letters: GlyphCheck): Line[] {
  const lines: Line[] = [];
  let line: Line = { runs: [], width: 0 };
  const close = () => {
    lines.push(trimmed(line, size, letters));
    line = { runs: [], width: 0 };
  };
  for (const piece of pieces(spans, size, letters)) {
    const parts =
      visibleWidth(piece.runs, size, letters) > width ? cut(piece.runs, size, width, letters) : [piece.runs];
    for (const runs of parts) {
      if (line.runs.length > 0 && line.width + visibleWidth(runs, size, letters) > width) close();
      for (const run of runs) add(line, run);
    }
    if (piece.required) close();
  }
  if (line.runs.length > 0 || lines.length === 0) close();
  return lines;
}

function add(line: Line, run: Run): void {
  const last = line.runs.at(-1);
  if (last && last.face === run.face && last.strong === run.strong) {
    last.text += run.text;
    last.width += run.width;
  } else {
    line.runs.push({ ...run });
  }
  line.width += run.width;
}

function visibleWidth(runs: Run[], size: number, letters: GlyphCheck): number {
  const last = runs.at(-1);
  const total = runs.reduce((sum, run) => sum + run.width, 0);
  if (!last) return 0;
  return total - last.width + letters.width(last.text.trimEnd(), last.face, size);
}

function trimmed(line: Line, size: number, letters: GlyphCheck): Line {
  const last = line.runs.at(-1);
  if (!last) return line;
  const text = last.text.trimEnd();
  const width = letters.width(text, last.face, size);
  return { runs: [...line.runs.slice(0, -1), { ...last, text, width }], width: line.width - last.width + width };
}

/** The pieces between two possible line breaks, each with its runs. */
function pieces(spans: Span[], size: number, letters: GlyphCheck): Piece[] {
  const text = spans.map((span) => span.text).join("");
  const found: Piece[] = [];
  const breaker = new LineBreaker(text);
  let from = 0;
  for (let at = breaker.nextBreak(); at; at = breaker.nextBreak()) {
    found.push({
      runs: runsBetween(spans, from, at.position, size, letters),
      required: at.required === true && at.position < text.length,
    });
    from = at.position;
  }
  return found;
}

function runsBetween(spans: Span[], from: number, to: number, size: number, letters: GlyphCheck): Run[] {
  const runs: Run[] = [];
  let start = 0;
  for (const span of spans) {
    const text = span.text.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += span.text.length;
    let pending: { text: string; face: Face } | undefined;
    const flush = () => {
      if (pending)
        runs.push({ ...pending, strong: span.bold === true, width: letters.width(pending.text, pending.face, size) });
    };
    for (const letter of text) {
      const drawn = drawable(letter, span.bold === true, letters);
      if (pending?.face === drawn.face) pending.text += drawn.text;
      else {
        flush();
        pending = drawn;
      }
    }
    flush();
  }
  return runs;
}

function drawable(letter: string, bold: boolean, letters: GlyphCheck): { text: string; face: Face } {
  const codePoint = letter.codePointAt(0) ?? 0;
  const latin = bold ? "latinBold" : "latin";
  if (letters.has(latin, codePoint)) return { text: letter, face: latin };
  if (letters.has("han", codePoint)) return { text: letter, face: "han" };
  return { text: missingLetter, face: latin };
}

function cut(runs: Run[], size: number, width: number, letters: GlyphCheck): Run[][] {
  const rows: Run[][] = [[]];
  let used = 0;
  for (const run of runs) {
    for (const letter of run.text) {
      const one = { ...run, text: letter, width: letters.width(letter, run.face, size) };
      if (used > 0 && used + one.width > width) {
        rows.push([]);
        used = 0;
      }
      rows.at(-1)?.push(one);
      used += one.width;
    }
  }
  return rows;
}
