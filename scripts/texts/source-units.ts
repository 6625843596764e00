/** The texts in TypeScript: every object with the string literals `id`, `en` and `zh`, found in the syntax tree by its place. */
import { readFileSync } from "node:fs";
import { parseSync } from "vite";
import type { PlacedUnit, TargetLanguage } from "./units.ts";

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** The units of one source file; `path` from `root`. @throws Error where a file with texts cannot be parsed. */
export function unitsOfSource(root: string, path: string, language: TargetLanguage): PlacedUnit[] {
  const code = readFileSync(`${root}/${path}`, "utf8");
  // A text has the key `zh`. Three files in four have none, and reading their syntax trees takes most of the time.
  if (!/\bzh\b/.test(code)) return [];
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const units: PlacedUnit[] = [];
  const occurrences = new Map<string, number>();
  const found = (place: string, source: string, target: Node) => {
    // Two texts at one place (a list of objects) are distinguished by their number.
    const count = (occurrences.get(place) ?? 0) + 1;
    occurrences.set(place, count);
    units.push({
      file: path,
      place: count === 1 ? place : `${place}~${count}`,
      source,
      target: literal(target) ?? "",
      targetFile: path,
      start: target.start,
      end: target.end,
      written: literalWriter(target, code),
    });
  };
  walk(program as unknown as Node, "", language, found);
  return units;
}

function walk(
  node: Node,
  place: string,
  language: TargetLanguage,
  found: (place: string, source: string, target: Node) => void,
): void {
  if (node.type === "ObjectExpression") {
    const properties = new Map(
      (node["properties"] as Node[]).flatMap((property) =>
        property.type === "Property" ? [[keyOf(property), property["value"] as Node] as const] : [],
      ),
    );
    const [source, ...others] = [properties.get("id"), properties.get("en"), properties.get("zh")];
    const target = properties.get(language);
    const words = source && literal(source);
    if (words !== undefined && target && others.every((one) => one && literal(one) !== undefined))
      return found(place || "text", words, target);
  }
  const here = nameOf(node);
  const below = here === null ? place : place === "" ? here : `${place}.${here}`;
  for (const [key, value] of Object.entries(node)) {
    if (key === "parent") continue;
    for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) walk(inner, below, language, found);
  }
}

/** The name that a node adds to the path of its texts: a property's key, a variable's name. */
function nameOf(node: Node): string | null {
  if (node.type === "Property" || node.type === "PropertyDefinition") return keyOf(node);
  const id = node["id"];
  if (
    (node.type === "VariableDeclarator" || node.type === "FunctionDeclaration") &&
    isNode(id) &&
    id.type === "Identifier"
  )
    return String(id["name"]);
  return null;
}

function keyOf(property: Node): string {
  const key = property["key"] as Node;
  return key.type === "Identifier" ? String(key["name"]) : key.type === "Literal" ? String(key["value"]) : "";
}

/**
 * The words of a string literal or a template; a template's placeholders are `{$0}`, `{$1}` … Undefined for everything
 * else.
 */
function literal(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type !== "TemplateLiteral") return undefined;
  return (node["quasis"] as { value: { cooked: string } }[])
    .map(({ value }, index) => (index === 0 ? value.cooked : `{$${index - 1}}${value.cooked}`))
    .join("");
}

/** A literal in the quotes of the one that it replaces, with a template's own placeholders. */
function literalWriter(target: Node, code: string): (words: string) => string {
  if (target.type === "TemplateLiteral") {
    const holes = (target["expressions"] as Node[]).map(({ start, end }) => `\${${code.slice(start, end)}}`);
    return (words) =>
      `\`${words.replace(/[\\`]|\$(?=\{)/g, "\\$&").replace(/\{\$(\d+)\}/g, (whole, index: string) => holes[Number(index)] ?? whole)}\``;
  }
  if (code[target.start] === "'") return (words) => `'${words.replace(/[\\']/g, "\\$&").replaceAll("\n", "\\n")}'`;
  return (words) => JSON.stringify(words);
}
