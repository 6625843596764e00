/**
 * The CSS that a page uses, for inlining: all style sheets of the product are parsed once, and a rule stays when every
 * class it names occurs in the page. States are attributes, so a script never needs a rule that the server omitted.
 */
import postcss, { type AtRule, type ChildNode, type Container, type Rule } from "postcss";

interface UsedRule {
  kind: "rule";
  /** One entry per selector of the list: the classes it needs and its text. */
  selectors: { classes: string[]; text: string }[];
  body: string;
}
interface UsedGroup {
  kind: "group";
  head: string;
  children: Node[];
}
interface Always {
  kind: "always";
  text: string;
}
type Node = UsedRule | UsedGroup | Always;

export interface StyleSheet {
  nodes: Node[];
  whole: string;
}

/** Parses and minifies the sheets in their order (tokens first). */
export function parseSheets(sheets: readonly string[]): StyleSheet {
  const nodes = sheets.flatMap((sheet) => nodesOf(postcss.parse(sheet)));
  return { nodes, whole: nodes.map((node) => pick(node, null)).join("") };
}

function nodesOf(container: Container): Node[] {
  return (container.nodes ?? []).flatMap((child) => nodeOf(child as ChildNode));
}

function nodeOf(child: ChildNode): Node[] {
  if (child.type === "rule") return [ruleOf(child)];
  if (child.type !== "atrule") return [];
  const { name, params } = child;
  if (["media", "supports", "layer", "container"].includes(name) && child.nodes) {
    return [{ kind: "group", head: `@${name} ${squeeze(params)}`, children: nodesOf(child) }];
  }
  return [{ kind: "always", text: atRuleText(child) }];
}

function atRuleText(rule: AtRule): string {
  const inner = (rule.nodes ?? []).map((node) =>
    node.type === "rule"
      ? `${squeeze(node.selector)}{${bodyOf(node)}}`
      : node.type === "decl"
        ? `${node.prop}:${squeeze(node.value)};`
        : "",
  );
  return `@${rule.name} ${squeeze(rule.params)}{${inner.join("")}}`;
}

function ruleOf(rule: Rule): UsedRule {
  const selectors = rule.selectors.map((selector) => ({
    classes: [...selector.replace(/:not\([^)]*\)/g, "").matchAll(/\.([\w-]+)/g)].map((match) => match[1] as string),
    text: squeeze(selector).replace(/\s*([>+~,])\s*/g, "$1"),
  }));
  return { kind: "rule", selectors, body: bodyOf(rule) };
}

function bodyOf(rule: Rule): string {
  return rule.nodes
    .flatMap((node) =>
      node.type === "decl" ? [`${node.prop}:${squeeze(node.value)}${node.important ? "!important" : ""}`] : [],
    )
    .join(";");
}

const squeeze = (text: string): string =>
  text
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .trim();

function pick(node: Node, used: ReadonlySet<string> | null): string {
  if (node.kind === "always") return node.text;
  if (node.kind === "group") {
    const inner = node.children.map((child) => pick(child, used)).join("");
    return inner === "" ? "" : `${node.head}{${inner}}`;
  }
  const selectors =
    used === null
      ? node.selectors
      : node.selectors.filter((selector) => selector.classes.every((name) => used.has(name)));
  return selectors.length === 0 ? "" : `${selectors.map((selector) => selector.text).join(",")}{${node.body}}`;
}

/** At most this many sets of classes are cached; pages of one kind share theirs. */
const maxRemembered = 500;
const remembered = new WeakMap<StyleSheet, Map<string, string>>();

/** The rules that the page's HTML can use, as one minified text. */
export function usedCss(sheet: StyleSheet, html: string): string {
  const names = new Set<string>();
  for (const match of html.matchAll(/ class="([^"]+)"/g))
    for (const name of (match[1] as string).split(" ")) names.add(name);
  // Drawings name their colours themselves.
  const drawn = [...new Set(html.match(namedToken))];
  const key = [...names, ...drawn].sort().join(" ");
  let bySet = remembered.get(sheet);
  if (!bySet) remembered.set(sheet, (bySet = new Map()));
  const known = bySet.get(key);
  if (known !== undefined) return known;
  const css = withUsedTokens(withUsedKeyframes(sheet.nodes.map((node) => pick(node, names)).join("")), drawn);
  if (bySet.size >= maxRemembered) bySet.clear();
  bySet.set(key, css);
  return css;
}

/** Drops animations that no remaining rule uses. */
function withUsedKeyframes(css: string): string {
  return css.replace(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (whole, name: string) =>
    new RegExp(`animation(?:-name)?:[^;}]*\\b${name}\\b`).test(css) ? whole : "",
  );
}

const namedToken = /var\(--[\w-]+/g;

/** Drops tokens that neither a remaining rule nor a drawing of the page uses. */
function withUsedTokens(css: string, drawn: readonly string[]): string {
  const named = new Set([...drawn, ...(css.match(namedToken) ?? [])].map((use) => use.slice("var(".length)));
  return css.replace(/(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (whole, name: string) =>
    named.has(name) ? whole : "",
  );
}
