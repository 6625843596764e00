/** The words of a mail's HTML part, as a program shows them. */

const shownSign = (html: string): string =>
  html.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));

/** Paragraphs and lines below the brand's band, as in the text part. */
export function wordsOfMail(html: string): string {
  const body = /<td class="surface"[^>]*>(.*)<\/td>/s.exec(html)?.[1] ?? "";
  return shownSign(
    body
      .replace(/<br>/g, "\n")
      .replace(/<\/p>(?=<p)/g, "\n\n")
      .replace(/<[^>]+>/g, ""),
  );
}

/** The addresses to which it leads, and those that it would fetch. */
export const linksOfMail = (html: string): string[] =>
  [...html.matchAll(/\s(?:href|src|background)="([^"]*)"/g)].map(([, address = ""]) => shownSign(address));
