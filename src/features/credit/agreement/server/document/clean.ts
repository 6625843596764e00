/** Makes typed text safe to print: it reads exactly as it is stored. */

const maxCharacters = 500;

/**
 * One line of text: NFC, no control, format, direction, private or unpaired characters, single spaces, at most three
 * marks on a letter and 500 characters. Direction marks could make a name read differently from what is stored, piles
 * of marks would cover the lines above, and control characters break readers.
 */
export function cleanText(text: string): string {
  const bare = text
    .slice(0, maxCharacters * 4)
    .replace(/\p{Z}|[\t\n\v\f\r\u0085]/gu, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\uFE00-\uFE0F]/gu, "")
    .normalize("NFC")
    .replace(/(\p{M}{3})\p{M}+/gu, "$1")
    .replace(/ {2,}/g, " ")
    .trim();
  return [...bare].slice(0, maxCharacters).join("").trim();
}
