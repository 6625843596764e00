import parse, { domToReact, Element, type DOMNode, type HTMLReactParserOptions } from "html-react-parser";
import type { ReactNode } from "react";
import { safePath } from "#shared/safe-url.ts";

/** Elements allowed in long texts; other elements lose their tag and keep their words, scripts and styles lose the words too. */
const allowed = new Set([
  "h2",
  "h3",
  "h4",
  "p",
  "ul",
  "ol",
  "li",
  "strong",
  "em",
  "br",
  "hr",
  "blockquote",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
  "a",
  "code",
  "pre",
]);
const silent = new Set(["script", "style", "template", "iframe", "object", "svg", "math"]);

const options: HTMLReactParserOptions = {
  replace(node) {
    if (!(node instanceof Element)) return undefined;
    if (silent.has(node.name)) return <></>;
    const children = domToReact(node.children as DOMNode[], options);
    if (!allowed.has(node.name)) return <>{children}</>;
    // No attribute is kept except a heading's anchor, a list's start and a harmless link.
    const id =
      /^h[234]$/.test(node.name) && /^[\w-]{1,100}$/.test(node.attribs["id"] ?? "") ? node.attribs["id"] : undefined;
    const Tag = node.name as "p";
    if (node.name !== "a") return isVoid(node.name) ? <Tag /> : <Tag id={id}>{children}</Tag>;
    const to = linkOf(node.attribs["href"] ?? "");
    if (to === null) return <>{children}</>;
    // Another site: a native app opens it in a view of its own, if the page lists its host.
    return to.startsWith("https:") ? (
      <a href={to} data-open-in-app="">
        {children}
      </a>
    ) : (
      <a href={to}>{children}</a>
    );
  },
};

const isVoid = (name: string): boolean => name === "br" || name === "hr";

/** Own paths, anchors of the same page, https addresses, a number to call and an address to write to. */
function linkOf(target: string): string | null {
  if (/^#[\w-]{1,100}$/.test(target)) return target;
  if (/^https:\/\/[\w.-]+(?:\/[\w./%?=&#-]*)?$/.test(target)) return target;
  if (/^tel:\+?\d{3,15}$|^mailto:[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+$/.test(target)) return target;
  return safePath(target);
}

/**
 * Long text (agreements, help, blog). `html` is our own content rendered from Markdown; it is parsed tag by tag into
 * React elements, so only elements of the list above can reach the page.
 */
export function Prose({ html, children }: { html?: string; children?: ReactNode }) {
  // An amount never breaks over two lines.
  return (
    <div className="prose">
      {html === undefined ? children : parse(html.replace(/Rp (?=\d)/g, "Rp\u00a0"), options)}
    </div>
  );
}
