/** Reads the legal texts from `content/agreement/` and binds data into them. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Token, type Tokens, marked } from "marked";
import type { Language } from "#shared/texts.ts";
import { cleanText } from "./clean.ts";
import { contentFile } from "#server/process/content-file.ts";
import type { Block, RenderedSection, Span } from "./sections.ts";

export interface Template {
  key: string;
  title: string;
  version: string;
  /** Split at every heading of level two; text before the first heading is a section too. */
  sections: Token[][];
}

/** Placeholders that a template may use: `{amount}` within a sentence, `{table:schedule}` as a paragraph of its own. */
export interface Bindings {
  values: Readonly<Record<string, string>>;
  tables: Readonly<Record<string, Block>>;
}

const read = new Map<string, Template>();

/** The template of a document in one language. Throws if the file is missing or has no front matter: a fault of the release. */
export function templateOf(key: string, language: Language): Template {
  const name = `${key}.${language}.md`;
  const known = read.get(name);
  if (known) return known;
  const template = parseTemplate(readFileSync(contentFile("agreement", name), "utf8"));
  if (template.key !== key) throw new Error(`content/agreement/${name} says that its key is ${template.key}.`);
  read.set(name, template);
  return template;
}

/** SHA-256 of the words of a template, with the Indonesian ones next to a translation: another text is another document. */
export function templateFingerprint(key: string, language: Language): string {
  const words = [templateOf(key, language), templateOf(key, "id")].map(({ title, version, sections }) => [
    title,
    version,
    sections.map((tokens) => tokens.map((token) => token.raw)),
  ]);
  return createHash("sha256").update(JSON.stringify(words)).digest("hex");
}

export function parseTemplate(source: string): Template {
  const parts = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source.replace(/\r\n/g, "\n"));
  if (!parts) throw new Error("A template starts with front matter: key, title, version.");
  const front = new Map(
    (parts[1] ?? "")
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(":")).trim(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const [key, title, version] = ["key", "title", "version"].map((name) => front.get(name));
  if (!key || !title || !version) throw new Error("A template's front matter names key, title and version.");
  const sections: Token[][] = [];
  for (const token of marked.lexer(parts[2] ?? "")) {
    if (token.type === "space") continue;
    if (sections.length === 0 || (token.type === "heading" && token.depth === 2)) sections.push([]);
    sections.at(-1)?.push(token);
  }
  return { key, title, version, sections };
}

/**
 * One section with its data. Values are put in after the markdown was understood, so a name full of asterisks and
 * brackets stays a name. Throws on a placeholder without data: a contract with a gap must not exist.
 */
export function bindSection(
  tokens: Token[],
  bindings: Bindings,
  language: Language,
  isOriginal: boolean,
): RenderedSection {
  return {
    language,
    ...(isOriginal && { isOriginal: true as const }),
    blocks: tokens.map((token) => bindBlock(token as Tokens.Generic, bindings)),
  };
}

function bindBlock(token: Tokens.Generic, bindings: Bindings): Block {
  switch (token.type) {
    case "heading":
      return { kind: "heading", level: token.depth === 2 ? 2 : 3, text: spansOf(token.tokens ?? [], bindings) };
    case "paragraph": {
      const table = /^\{table:([\w-]+)\}$/.exec(token.raw.trim())?.[1];
      if (table === undefined) return { kind: "paragraph", text: spansOf(token.tokens ?? [], bindings) };
      const bound = bindings.tables[table];
      if (!bound) throw new Error(`A template names the table ${table}, which this document does not have.`);
      return bound;
    }
    case "list": {
      const list = token as Tokens.List;
      const items = list.items.map((item) => spansOf(item.tokens, bindings));
      return { kind: "list", ordered: list.ordered, start: list.start === "" ? 1 : list.start, items };
    }
    case "table": {
      const table = token as Tokens.Table;
      const cell = (one: Tokens.TableCell) =>
        spansOf(one.tokens, bindings)
          .map((span) => span.text)
          .join("");
      const numeric = table.align.flatMap((align, column) => (align === "right" ? [column] : []));
      return { kind: "table", header: table.header.map(cell), rows: table.rows.map((row) => row.map(cell)), numeric };
    }
    default:
      throw new Error(`A template uses ${token.type}, which documents do not have.`);
  }
}

function spansOf(tokens: Token[], bindings: Bindings, bold = false): Span[] {
  return tokens.flatMap((token) => {
    const inner = (token as Tokens.Generic).tokens;
    if (token.type === "strong") return spansOf(inner ?? [], bindings, true);
    if (inner && (token.type === "text" || token.type === "paragraph")) return spansOf(inner, bindings, bold);
    if (token.type === "text" || token.type === "escape") {
      return [{ text: fill((token as Tokens.Text).text, bindings), ...(bold && { bold: true as const }) }];
    }
    throw new Error(`A template uses ${token.type}, which documents do not have.`);
  });
}

function fill(text: string, bindings: Bindings): string {
  return text.replace(/\n/g, " ").replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = bindings.values[name];
    if (value === undefined) throw new Error(`A template names {${name}}, which this document does not have.`);
    return cleanText(value);
  });
}
