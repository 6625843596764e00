/** Builds the document from the rendered tree: used CSS inline, one small script (on form pages preceded by the mark that scripts run), the content policy. */
import { createHash } from "node:crypto";
import { formChoice, type FormChoice, type ScriptPart } from "#web/enhance/form-choice.ts";
import { pagePolicyParts, type PageParts } from "#web/rendering/policy.ts";
import { usedCss, type StyleSheet } from "#web/rendering/used-css.ts";
import type { RichBuild } from "#web/rich/build.ts";
import { titleId } from "#web/ui/text/title-id.ts";

export interface DocumentOptions {
  html: string;
  kind: "reading" | "form" | "rich";
  /** Hashes instead of a nonce make the page cacheable. */
  nonce: string | null;
  /** Parts of the form script that the page's components need. */
  scriptParts: ReadonlySet<ScriptPart>;
  /** Brand tokens that replace the kit's. */
  brandCss: string;
  scripts: {
    form: Record<FormChoice, string>;
    reading: string;
    /** Files that take over the rich parts of a page, by the part's name. */
    rich: RichBuild["scripts"];
    /** Script of a page that fetches no file after its first paint. */
    console: string;
    /** `null`: the console, whose policy lets only the page's own inline script run. */
    afterLoadUrl: string | null;
    /** The host simulator's side of the bridge, before everything else; null outside its frame. */
    hostPortUrl: string | null;
  };
  styles: StyleSheet;
}

/** Fetches the script after load, and only when the browser is idle: it would delay both loading and the answer to a tap on a slow phone. Safari has no idle callback. // docs/decisions/036, 183 */
const fetchAfterLoad = (url: string): string =>
  `addEventListener("load",()=>(self.requestIdleCallback||setTimeout)(()=>{let s=document.createElement("script");s.src=${JSON.stringify(url)};document.head.append(s)},{timeout:500}));`;

/** Marks that scripts run before the first layout, for elements that look different with a script: set by the script at the end, a slow phone would lay the page out twice. */
const scriptsRun = `document.documentElement.dataset.enhanced=""`;

/**
 * After its first slice of parsing a slow phone has only the styles, and would paint an empty background. So painting
 * waits until the title has been parsed; browsers that do not know this attribute paint as before.
 * // docs/decisions/183
 */
const paintFromTitle = `<link rel="expect" href="#${titleId}" blocking="render">`;

/**
 * @returns the document's text, the script and style sources of its content policy, and the pieces of the text that pages
 * of its kind have in common, in their order: its styles, and all from its script on.
 */
export function finishDocument(options: DocumentOptions): { text: string; parts: PageParts; common: string[] } {
  const { kind, nonce, scripts, styles } = options;
  // React separates neighbouring texts by a comment for hydration; this page is not hydrated.
  const html = kind === "rich" ? options.html : options.html.replaceAll("<!-- -->", "");
  const css = (kind === "rich" ? styles.whole : usedCss(styles, html)) + options.brandCss;
  const first =
    kind === "reading" ? scripts.reading : scripts.form[kind === "rich" ? "whole" : formChoice(options.scriptParts)];
  const script = `${first};${scripts.afterLoadUrl === null ? scripts.console : fetchAfterLoad(scripts.afterLoadUrl)}`;
  const mark = nonce ? ` nonce="${nonce}"` : "";
  const early = kind === "reading" ? [] : [scriptsRun];
  const expected = kind !== "reading" && html.includes(` id="${titleId}"`) ? paintFromTitle : "";
  const port = scripts.hostPortUrl === null ? "" : `<script src="${scripts.hostPortUrl}"></script>`;
  const head = `${expected}${port}${early.map((source) => `<script${mark}>${source}</script>`).join("")}<style${mark}>${css}</style>`;
  const text = `<!DOCTYPE html>${html.replace("</head>", () => `${head}</head>`).replace("</body>", () => `<script${mark}>${script}</script>${kind === "rich" ? richScripts(html, scripts.rich) : ""}</body>`)}`;
  return {
    text,
    common: [css, text.slice(text.lastIndexOf(script))],
    parts: nonce ? pagePolicyParts.nonce(nonce) : pagePolicyParts.hashes([...early, script].map(hash), [hash(css)]),
  };
}

/** The files of the rich parts in the page. They load after the page is parsed; shared files are fetched in parallel. */
function richScripts(html: string, rich: RichBuild["scripts"]): string {
  const names = new Set([...html.matchAll(/ data-rich="([\w-]+)"/g)].map(([, name = ""]) => name));
  const parts = [...names].flatMap((name) => rich[name] ?? []);
  const shared = new Set(parts.flatMap((part) => part.shared));
  return [
    ...[...shared].map((path) => `<link rel="modulepreload" href="${path}">`),
    ...parts.map(({ own }) => `<script type="module" src="${own}"></script>`),
  ].join("");
}

function hash(source: string): string {
  return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
}
