/** A long text split at its headings, for pages that show each part next to its own picture. */
export interface GuidePart {
  /** Anchor of the heading. */
  id: string;
  title: string;
  /** Safe HTML below the heading. */
  body: string;
}

const signs: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** The text before the first level-two heading, and the parts. `html` is a content's body, made by our own Markdown. */
export function guidePartsOf(html: string): { intro: string; parts: GuidePart[] } {
  const [intro = "", ...rest] = html.split(/(?=<h2[ >])/);
  const parts = rest.map((part) => {
    const [, attributes = "", title = "", body = ""] = /^<h2([^>]*)>([^]*?)<\/h2>([^]*)$/.exec(part) ?? [];
    const words = title.replace(/<[^>]*>/g, "").replace(/&(?:amp|lt|gt|quot|#39);/g, (sign) => signs[sign] as string);
    return { id: / id="([^"]*)"/.exec(attributes)?.[1] ?? "", title: words, body: body.trim() };
  });
  return { intro: intro.trim(), parts };
}
