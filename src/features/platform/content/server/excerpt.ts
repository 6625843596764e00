/** An excerpt around the searched words. Plain text: the page that shows it escapes it. */
import type { Language } from "#shared/texts.ts";

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** Tags within a sentence: the sign after one belongs to its word. */
const inLine = /<\/?(?:a|abbr|b|code|em|i|mark|span|strong|sub|sup)\b[^>]*>/g;

/** The words of our own rendered HTML, without its tags. */
export function plainWords(html: string): string {
  return html
    .replace(inLine, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_whole, name: string) => entities[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Length of an excerpt in letters; Chinese needs fewer. */
const lengthOf = (language: Language): number => (language === "zh" ? 70 : 160);

/** The text around the first matched word, else the beginning; whole words, with an ellipsis where text was cut. */
export function searchExcerptOf(text: string, matched: readonly string[], language: Language): string {
  const most = lengthOf(language);
  if (text.length <= most) return text;
  const small = text.toLowerCase();
  const places = matched.map((word) => small.indexOf(word)).filter((at) => at >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const start = Math.max(0, Math.min(first - Math.floor(most / 3), text.length - most));
  const isBorder = (at: number) =>
    at <= 0 || at >= text.length || language === "zh" || text[at - 1] === " " || text[at] === " ";
  let from = start;
  while (!isBorder(from)) from--;
  let to = Math.min(text.length, from + most);
  while (!isBorder(to)) to--;
  if (to <= from) to = Math.min(text.length, from + most);
  return `${from > 0 ? "… " : ""}${text.slice(from, to).trim()}${to < text.length ? " …" : ""}`;
}
