/** Converts Markdown to safe HTML: no foreign markup, only own paths, https, mail and telephone addresses. */
import { Marked } from "marked";
import { safePath } from "#shared/safe-url.ts";

const isAllowed = (address: string): boolean =>
  safePath(address) !== null || /^(https:\/\/[\w.-]+([/?#]|$)|mailto:|tel:|#)/i.test(address);

const escaped = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[sign] as string,
  );

const renderer = new Marked({
  async: false,
  gfm: true,
  renderer: {
    // Markup in a text is shown as the words it is made of.
    html: ({ text }) => escaped(text),
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      if (!isAllowed(href)) return words;
      const leaves = /^https:/i.test(href) ? ` rel="noopener noreferrer"` : "";
      return `<a href="${escaped(href)}"${leaves}>${words}</a>`;
    },
    image: ({ href, text }) =>
      safePath(href) !== null ? `<img src="${escaped(href)}" alt="${escaped(text)}" loading="lazy">` : escaped(text),
    // The page has its own h1, so a text begins at h2.
    heading({ tokens, depth }) {
      const level = Math.min(depth + (depth === 1 ? 1 : 0), 6);
      const words = this.parser.parseInline(tokens);
      return `<h${level} id="${anchorOf(words)}">${words}</h${level}>\n`;
    },
    // GFM's alignment of table cells is not used here.
    tablecell({ tokens, header }) {
      const tag = header ? "th" : "td";
      return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>\n`;
    },
  },
});

/** The HTML of a text in Markdown. It never contains a script, an event attribute or a style. */
export function renderMarkdown(markdown: string): string {
  return renderer.parse(markdown) as string;
}

/** `Hak Anda & data` → `hak-anda-data`; letters of every script stay. */
export function anchorOf(words: string): string {
  return words
    .replace(/<[^>]*>|&\w+;|&#\d+;/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
