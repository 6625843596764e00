/** Finds faults in a text before it is published; for staff's proposals and for shipped files. */
import { marked, type Token, type Tokens } from "marked";
import { safePath } from "#shared/safe-url.ts";
import { isBusinessDate } from "#shared/dates.ts";
import { collections, figureNames, type Collection, type CollectionName, type HeadLine } from "../contract.ts";
import { maxMarkdown, maxTitle } from "../draft-contract.ts";
import type { Head } from "./files.ts";
import { unknownFigures } from "./figures.ts";
import { defineQuestion } from "#server/questions.ts";

export interface WrittenText {
  title: string;
  head: Head;
  markdown: string;
}

/** The faulty field, a code with a text in the contract, and values for the text. */
export interface Fault {
  path: HeadLine | "title" | "markdown";
  code:
    | "REQUIRED"
    | "TOO_LONG"
    | "LINE_UNKNOWN"
    | "SECTION_UNKNOWN"
    | "ORDER_FORMAT"
    | "DATE_FORMAT"
    | "UNTIL_BEFORE_PUBLISHED"
    | "PICTURE_FORMAT"
    | "FIGURE_UNKNOWN"
    | "LINK_UNSAFE"
    | "STRUCTURE_WRONG"
    | "STRUCTURE_DIFFERS";
  names?: string;
}

/** The structure of a collection's texts, when a domain reads data out of them. */
export interface ContentStructure {
  collection: CollectionName;
  /** The faulty places of a text, in words that its author can find; empty without faults. */
  wrongIn(text: WrittenText): string[];
  /** The parts that must be the same in every language: equal for two texts that differ only in their words. */
  skeletonOf(text: WrittenText): string;
}

/** Asked by contents: structures of collections, each one domain's. */
export const contentStructures = defineQuestion<readonly ContentStructure[]>("content-structures", "MANY");

const maxLine = 300;

/** All faults of a text of a collection; empty without any. */
export function textFaultsOf(collection: CollectionName, text: WrittenText): Fault[] {
  const rules: Collection = collections[collection];
  const faults: Fault[] = [];
  const wrong = (path: Fault["path"], code: Fault["code"], names?: string) =>
    faults.push({ path, code, ...(names === undefined ? {} : { names }) });
  if (text.title.trim() === "") wrong("title", "REQUIRED");
  if (text.title.length > maxTitle) wrong("title", "TOO_LONG");
  if (text.markdown.trim() === "") wrong("markdown", "REQUIRED");
  if (text.markdown.length > maxMarkdown) wrong("markdown", "TOO_LONG");
  for (const line of rules.required) if (!text.head[line]) wrong(line, "REQUIRED");
  for (const [line, value] of Object.entries(text.head) as [HeadLine, string][]) {
    if (!rules.required.includes(line) && !rules.optional.includes(line)) wrong(line, "LINE_UNKNOWN", line);
    else if (value.length > maxLine) wrong(line, "TOO_LONG");
    else if (value !== "") faults.push(...faultsOfLine(line, value, rules));
  }
  const { published, until } = text.head;
  if (published && until && until < published) wrong("until", "UNTIL_BEFORE_PUBLISHED");
  for (const path of ["title", "summary", "markdown"] as const) {
    const unknown = unknownFigures(path === "summary" ? (text.head.summary ?? "") : text[path], figureNames);
    if (unknown.length > 0) wrong(path, "FIGURE_UNKNOWN", unknown.join(", "));
  }
  const unsafe = linksOf(text.markdown).filter((address) => !isSafe(address));
  if (unsafe.length > 0) wrong("markdown", "LINK_UNSAFE", unsafe.join(", "));
  return faults;
}

/** Faults in the structure of a content's texts, and differences between languages. */
export function structureFaults<Name extends string>(
  structure: ContentStructure,
  texts: Readonly<Record<Name, WrittenText>>,
): { language: Name; fault: Fault }[] {
  const all = Object.entries(texts) as [Name, WrittenText][];
  const wrong = all.flatMap(([language, text]) => {
    const places = structure.wrongIn(text);
    if (places.length === 0) return [];
    return [{ language, fault: { path: "markdown", code: "STRUCTURE_WRONG", names: places.join(", ") } as const }];
  });
  if (wrong.length > 0) return wrong;
  const [[, first]] = all as [[Name, WrittenText]];
  const skeleton = structure.skeletonOf(first);
  return all
    .filter(([, text]) => structure.skeletonOf(text) !== skeleton)
    .map(([language]) => ({ language, fault: { path: "markdown", code: "STRUCTURE_DIFFERS" } }));
}

function faultsOfLine(path: HeadLine, value: string, rules: Collection): Fault[] {
  if (path === "section" && rules.sections && !rules.sections.includes(value))
    return [{ path, code: "SECTION_UNKNOWN" }];
  if (path === "order" && !/^\d{1,6}$/.test(value)) return [{ path, code: "ORDER_FORMAT" }];
  if ((path === "published" || path === "until") && !isBusinessDate(value)) return [{ path, code: "DATE_FORMAT" }];
  if (path === "picture" && !/^[a-z][a-z0-9-]{0,59}$/.test(value)) return [{ path, code: "PICTURE_FORMAT" }];
  return [];
}

/** Addresses that pages show as links; the renderer silently drops all others, so they are reported here. */
const isSafe = (address: string): boolean =>
  safePath(address) !== null || /^(?:https:\/\/[\w.-]+(?:[/?#]|$)|mailto:|tel:|#)/i.test(address);

function* tokensIn(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    yield token;
    const {
      tokens: inner,
      items,
      header,
      rows,
    } = token as { tokens?: Token[]; items?: Token[]; header?: Tokens.TableCell[]; rows?: Tokens.TableCell[][] };
    yield* tokensIn(inner ?? []);
    yield* tokensIn(items ?? []);
    for (const cell of [...(header ?? []), ...(rows ?? []).flat()]) yield* tokensIn(cell.tokens);
  }
}

/** Addresses of links and pictures, as they are written. */
export function linksOf(markdown: string): string[] {
  return [...tokensIn(marked.lexer(markdown))].flatMap((token) =>
    token.type === "link" || token.type === "image" ? [(token as Tokens.Link).href] : [],
  );
}

/** The depths of the headings in their order: `2 2 3 2`. */
export function headingsOf(markdown: string): string {
  return [...tokensIn(marked.lexer(markdown))]
    .flatMap((token) => (token.type === "heading" ? [(token as Tokens.Heading).depth] : []))
    .join(" ");
}

/** Times and sizes, which rules set: "30 menit", "7 MB". */
const timesAndSizes =
  /(?<![\d.,}])\d[\d.,]{0,9}[ -]?(?:(?:menit|detik|jam|hari|minutes?|seconds?|hours?|days?|MB)\b|分钟|秒|小时|天)/g;

/** Times and sizes written by hand; most of them should be placeholders. */
export const handWrittenTimes = (text: string): string[] =>
  (text.match(timesAndSizes) ?? []).map((written) => written.trim());

/** Rates, amounts, phone numbers and mail addresses. Bounded: thousands of letters in a row would otherwise be matched from each letter. */
const ratesAmountsAndAddresses =
  /\d[\d.,]{0,20}\s?%|\bRp\.?\s?\d[\d.]*|(?:\+62|\b0)\d{1,3}[-\s]?\d{3,}[-\s\d]*\d|[\w.]{1,64}@[\w-]{1,63}\.[\w.]{1,63}/g;

/** Rates, amounts, times, sizes, phone numbers and mail addresses written by hand; most of them should be placeholders. */
export function handWrittenFigures(text: string): string[] {
  const written = (text.match(ratesAmountsAndAddresses) ?? []).map((one) => one.trim().replace(/[.,]$/, ""));
  return [...written, ...handWrittenTimes(text)];
}
