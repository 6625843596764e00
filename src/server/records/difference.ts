/** The difference between two texts, word by word; for Chinese also by words. */
import { diffArrays } from "diff";
import type { DifferencePart } from "#shared/difference.ts";
import type { Language } from "#shared/texts.ts";

/** Comparing two long texts that share nothing would take very long; then they are shown whole, one after the other. */
const maxMilliseconds = 1_000;

/** Words with the following space, signs, and placeholders (`{{brand}}`) as one piece. */
function wordsOf(text: string, language: Language): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: "word" });
  const words: string[] = [];
  for (const piece of text.split(/(\{\{\w+\}\})/)) {
    for (const { segment } of piece.startsWith("{{") ? [{ segment: piece }] : segmenter.segment(piece)) {
      if (/^ +$/.test(segment) && words.length > 0) words.push(`${words.pop() as string}${segment}`);
      else words.push(segment);
    }
  }
  return words;
}

/** The pieces of two texts in reading order; a single SAME piece when they are equal. All pieces except REMOVED give `after`. */
export function differenceOf(before: string, after: string, language: Language): DifferencePart[] {
  if (before === after) return after === "" ? [] : [{ kind: "SAME", text: after }];
  const changes = diffArrays(wordsOf(before, language), wordsOf(after, language), { timeout: maxMilliseconds });
  if (!changes)
    return [
      { kind: "REMOVED", text: before },
      { kind: "ADDED", text: after },
    ];
  return changes
    .map(
      ({ added, removed, value }) =>
        ({ kind: added ? "ADDED" : removed ? "REMOVED" : "SAME", text: value.join("") }) as const,
    )
    .filter(({ text }) => text !== "");
}
