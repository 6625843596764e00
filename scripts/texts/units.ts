/** One text to translate, with its source and target. */
import type { Language } from "#shared/texts.ts";

export type TargetLanguage = Exclude<Language, "id">;

export interface Unit {
  /** The file that holds it, from the root. */
  file: string;
  /** Its place in the file: `texts.balance`, `getContent.problems.CONTENT_UNKNOWN.text`, `body.3`. Unique with the file. */
  place: string;
  /** Indonesian. */
  source: string;
  target: string;
}
/** A unit and the position of its target in the text of its own file. */
export interface PlacedUnit extends Unit {
  /** The file with the target; another one than `file` for contents. */
  targetFile: string;
  start: number;
  end: number;
  /** How a new target is written there. */
  written: (target: string) => string;
}

/** `{count}`, `{{figure}}` and a template's placeholders `{$0}` of a text, each as often as it occurs. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{\{\s*\w+\s*\}\}|\{\$?\w+\}/g)].map((match) => match[0]).sort();
}

/**
 * A translation may move placeholders and must keep all of them; returns missing and unknown ones, empty if there are
 * none.
 */
export function placeholderFaults(source: string, target: string): string[] {
  const [wanted, there] = [new Set(placeholdersOf(source)), new Set(placeholdersOf(target))];
  return [
    ...[...wanted].filter((one) => !there.has(one)).map((one) => `lacks ${one}`),
    ...[...there].filter((one) => !wanted.has(one)).map((one) => `has ${one}`),
  ];
}
