/** Axe's findings on a page. It is asked about nothing that it has already judged in this run: all journeys pass the same login. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { inject } from "vitest";
import { readStanding } from "./standing.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A folder for one run: a file for each standing in which axe found nothing. */
    withoutFindings: string;
  }
}

/** Always the same text and nothing more: the browser compiles it once for the pages of a phone, which takes 0.1 s. */
const axeSource = `${readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")};0`;
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Axe's rules by what their judgement depends on. `structure`: all others. */
const rulesOf = {
  layout: ["target-size", "scrollable-region-focusable"],
  colours: ["color-contrast", "link-in-text-block"],
};
export type Kind = "structure" | "layout" | "colours";
const kinds: readonly Kind[] = ["structure", "layout", "colours"];

/** How a page stands in what each kind of rules looks at. */
export interface Standing extends Record<Kind, string> {
  /** Each text's colours with all that lies behind it. Where axe has found all of them good, the page's colours are. */
  texts: string[];
}

/** Violations of WCAG 2.2 AA and best practice, as `rule: element`. */
export async function axeFindings(page: Page): Promise<string[]> {
  return (await askAxe(page, kinds)).findings;
}

/** `known`: texts (`Standing.texts`) that are not measured again. `good`: those that axe has measured and found good. */
export async function askAxe(
  page: Page,
  asked: readonly Kind[],
  known: string[] = [],
): Promise<{ findings: string[]; good: string[] }> {
  const left = (["layout", "colours"] as const).filter((kind) => !asked.includes(kind));
  const options = asked.includes("structure")
    ? {
        runOnly: tags,
        rules: Object.fromEntries(left.flatMap((kind) => rulesOf[kind]).map((rule) => [rule, { enabled: false }])),
        // Its rules about styles are experimental and not asked; for them it would fetch and read each sheet.
        preload: { assets: ["media"] },
      }
    : { runOnly: { type: "rule", values: asked.flatMap((kind) => rulesOf[kind as keyof typeof rulesOf]) } };
  // A page that has not been left holds it already.
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axeSource);
  return page.evaluate(
    `(${judge})(${readStanding},${JSON.stringify({ options, rules: rulesOf.colours, known, isExact })})`,
  );
}

/** Runs in the browser. Axe's own reports would make a selector for each element, and no test reads them. */
async function judge(
  read: typeof readStanding,
  asked: { options: object; rules: string[]; known: string[]; isExact: boolean },
): Promise<{ findings: string[]; good: string[] }> {
  interface Node {
    node: { element: Element };
    any: { data?: { contrastRatio?: number } | null }[];
  }
  interface Judged {
    id: string;
    violations?: Node[];
    passes?: Node[];
    error?: unknown;
  }
  type Matches = (element: Element, ...more: unknown[]) => boolean;
  interface Axe {
    _audit: { getRule(id: string): { matches: Matches; allMatches?: Matches } };
    run(page: Document, options: object): Promise<Judged[]>;
  }
  const { axe } = window as unknown as { axe: Axe };
  const texts = read(asked.isExact).byElement;
  const known = new Set(asked.known);
  for (const id of asked.rules) {
    const rule = axe._audit.getRule(id);
    const all = (rule.allMatches ??= rule.matches);
    rule.matches = function (this: unknown, element, ...more) {
      return !known.has(texts.get(element)?.[id] ?? "") && all.call(this, element, ...more);
    };
  }
  const results = await axe.run(document, { ...asked.options, reporter: (raw: Judged[]) => raw });
  // An invisible text passes too; only a measured one says something about its colours.
  const isMeasured = ({ any }: Node): boolean => any.some(({ data }) => (data?.contrastRatio ?? 0) > 1);
  const good = results
    .filter(({ id }) => asked.rules.includes(id))
    .flatMap(({ id, passes = [] }) =>
      passes.filter(isMeasured).flatMap(({ node }) => texts.get(node.element)?.[id] ?? []),
    );
  const findings = results.flatMap(({ id, violations = [], error }) =>
    error ? [`${id}: ${error}`] : violations.map(({ node }) => `${id}: ${node.element.outerHTML.slice(0, 160)}`),
  );
  return { findings, good: [...new Set(good)] };
}

/** In the long run every wording of a page is asked about by itself. */
const isExact = process.env["TEST_LONG"] === "1";

const hashOf = (...parts: unknown[]): string => createHash("sha256").update(JSON.stringify(parts)).digest("hex");

const textKey = (text: string): string => hashOf("text", text);

/** Answers in the browser with what `standingFrom` names. */
export const standingScript = `(() => { const { shape, texts } = (${readStanding})(${isExact}); return [shape, innerWidth, matchMedia("(prefers-color-scheme: dark)").matches, texts]; })()`;
export type StandingRead = [shape: string, width: number, isDark: boolean, texts: string[]];

/** Names how a page stands in all that axe looks at (`readStanding`). */
export function standingFrom([shape, width, isDark, texts]: StandingRead): Standing {
  return {
    structure: hashOf("structure", shape),
    layout: hashOf("layout", shape, width),
    colours: hashOf("colours", shape, width, isDark, texts),
    texts: isExact ? [] : texts,
  };
}
export const standingOf = async (page: Page): Promise<Standing> =>
  standingFrom((await page.evaluate(standingScript)) as StandingRead);

const known = new Set<string>();
const isGood = (standing: string): boolean => {
  if (known.has(standing)) return true;
  if (!existsSync(join(inject("withoutFindings"), standing))) return false;
  known.add(standing);
  return true;
};
const keepAsGood = (standing: string): void => writeFileSync(join(inject("withoutFindings"), standing), "");

const knownTexts = ({ texts }: Standing): string[] => texts.filter((text) => isGood(textKey(text)));

/** The kinds of rules in which axe has not judged this standing yet. */
export function unknownIn(standing: Standing): Kind[] {
  return kinds.filter(
    (kind) =>
      !isGood(standing[kind]) &&
      (kind !== "colours" || standing.texts.length === 0 || knownTexts(standing).length < standing.texts.length),
  );
}

/** Asks axe in these kinds of rules alone. Its good findings count for the further pages of the run. */
export async function findingsIn(page: Page, standing: Standing, asked: readonly Kind[]): Promise<string[]> {
  const { findings, good } = await askAxe(page, asked, knownTexts(standing));
  if (findings.length > 0) return findings;
  for (const kind of asked) keepAsGood(standing[kind]);
  if (!isExact) for (const text of good) keepAsGood(textKey(text));
  return [];
}
