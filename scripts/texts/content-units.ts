/** The texts of contents: title, summary and body, paragraph by paragraph if both languages have the same number. */
import { existsSync, readFileSync } from "node:fs";
import type { PlacedUnit, TargetLanguage } from "./units.ts";

interface Piece {
  place: string;
  text: string;
  start: number;
  end: number;
}

/**
 * The units of one content; `path` is its Indonesian file from `root`. A content without the other language has none:
 * it has to be written first.
 */
export function unitsOfContent(root: string, path: string, language: TargetLanguage): PlacedUnit[] {
  const targetFile = path.replace(/\.id\.md$/, `.${language}.md`);
  if (!existsSync(`${root}/${targetFile}`)) return [];
  const [source, target] = [readFileSync(`${root}/${path}`, "utf8"), readFileSync(`${root}/${targetFile}`, "utf8")];
  const [paragraphs, others] = [bodyPieces(source), bodyPieces(target)];
  const bySame = paragraphs.length === others.length;
  const sources = [...headPieces(source), ...(bySame ? paragraphs : wholeBody(source))];
  const targets = new Map(
    [...headPieces(target), ...(bySame ? others : wholeBody(target))].map((piece) => [piece.place, piece]),
  );
  return sources.flatMap(({ place, text }) => {
    const there = targets.get(place);
    if (!there) return [];
    const written = place.startsWith("body")
      ? (words: string) => words
      : (words: string) => words.replace(/\s*\n\s*/g, " ");
    return [
      { file: path, place, source: text, target: there.text, targetFile, start: there.start, end: there.end, written },
    ];
  });
}

/** Where the head ends: after its second line of three hyphens. */
function bodyStart(text: string): number {
  const head = /^---\n[^]*?\n---\n/.exec(text);
  return head ? head[0].length : 0;
}

function headPieces(text: string): Piece[] {
  const head = text.slice(0, bodyStart(text));
  return [...head.matchAll(/^(title|summary):[ \t]*(.+)$/gm)].map((match) => {
    const words = match[2] as string;
    const start = match.index + match[0].length - words.length;
    return { place: match[1] as string, text: words, start, end: start + words.length };
  });
}

/** Paragraphs between empty lines. */
function bodyPieces(text: string): Piece[] {
  const from = bodyStart(text);
  const body = text.slice(from);
  return [...body.matchAll(/[^\n]+(?:\n[^\n]+)*/g)].map((match, index) => ({
    place: `body.${index + 1}`,
    text: match[0],
    start: from + match.index,
    end: from + match.index + match[0].length,
  }));
}

function wholeBody(text: string): Piece[] {
  const from = bodyStart(text);
  const body = text.slice(from);
  const lead = body.length - body.trimStart().length;
  const words = body.trim();
  return [{ place: "body", text: words, start: from + lead, end: from + lead + words.length }];
}
