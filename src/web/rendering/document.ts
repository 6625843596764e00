/** Turns the rendered tree into the document that leaves: used CSS inline, one small script, the content policy. */
import { createHash } from "node:crypto";
import { formChoice, type FormChoice } from "#web/enhance/form-choice.ts";
import { pagePolicyParts, type PageParts } from "#web/rendering/policy.ts";
import { usedCss, type StyleSheet } from "#web/rendering/used-css.ts";

export interface DocumentWish {
  html: string;
  kind: "reading" | "form" | "rich";
  /** Hashes instead of a nonce make the page cacheable. */
  nonce: string | null;
  /** Brand tokens that replace the kit's. */
  brandCss: string;
  scripts: {
    form: Record<FormChoice, string>;
    reading: string;
    /** What a page runs that fetches no file after its first paint. */
    console: string;
    /** `null`: the console, whose policy lets only the page's own inline script run. */
    afterLoadUrl: string | null;
  };
  styles: StyleSheet;
}

/** Not before: a script that arrives beside the first paint holds up the paint and the first touch on a slow phone. // docs/decisions/178 */
const fetchAfterLoad = (url: string): string => `addEventListener("load",()=>{let s=document.createElement("script");s.src=${JSON.stringify(url)};document.head.append(s)});`;

/** @returns the document's text and the script and style sources of its content policy. */
export function finishDocument(wish: DocumentWish): { text: string; parts: PageParts } {
  const { kind, nonce, scripts, styles } = wish;
  // React parts neighbouring texts by a comment, for a script that continues the page; nobody does here.
  const html = kind === "rich" ? wish.html : wish.html.replaceAll("<!-- -->", "");
  const css = (kind === "rich" ? styles.whole : usedCss(styles, html)) + wish.brandCss;
  const first = kind === "reading" ? scripts.reading : scripts.form[kind === "rich" ? "whole" : formChoice(html)];
  const script = `${first};${scripts.afterLoadUrl === null ? scripts.console : fetchAfterLoad(scripts.afterLoadUrl)}`;
  const mark = nonce ? ` nonce="${nonce}"` : "";
  const head = `<style${mark}>${css}</style>`;
    const text = `<!DOCTYPE html>${html.replace("</head>", () => `${head}</head>`).replace("</body>", () => `<script${mark}>${script}</script></body>`)}`;
  return { text, parts: nonce ? pagePolicyParts.nonce(nonce) : pagePolicyParts.hashes([hash(script)], [hash(css)]) };
}

function hash(source: string): string {
  return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
}
