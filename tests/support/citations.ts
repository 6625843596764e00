/** Citations in comments, tests and records, as `docs/sources.md` writes it: `Spec 2.1`, `Product decisions 4`, `Field rules: NIK`, `Threat A1`. */
import type { Source } from "#tests/support/house-sources.ts";

export interface Citation {
  /** `src/shared/money.ts:12` */
  where: string;
  /** The source with its number, id or name, in the words of `docs/sources.md`. */
  cited: string;
}

const words = {
  spec: "Spec",
  "product decisions": "Product decisions",
  "security rules": "Security rules",
  threat: "Threat",
} as const;

/** A list of what belongs to the word before it: `4, 5`, `2 to 4`, `2.1, 3 and 8`, `A4, G6`. */
const listOf = (item: string) => `${item}(?:(?:, | and | to |–)${item})*`;
// One digit and no more: three are a record's number, and a word that merely comes before a figure is no citation.
const numbered = new RegExp(
  String.raw`\b(spec|(?:product )?decisions|security rules)\s+(${listOf(String.raw`\d{1,2}(?!\d)(?:\.\d)?`)})`,
  "gi",
);
const threats = new RegExp(String.raw`\b(threat)s?\s+(${listOf(String.raw`[A-Z]\d{1,2}[a-z]?\b`)})`, "gi");
const named = /\bfield rules: ([^\n]*)/gi;

/** `2–4` and `B4 to B7` stand for all between. */
function spread(list: string): string[] {
  return list.split(/, | and /).flatMap((part) => {
    const [, letter = "", from = "", to] = /^([A-Z]?)(\d+)(?: to |–)[A-Z]?(\d+)$/.exec(part) ?? [];
    return to === undefined
      ? [part]
      : Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${letter}${Number(from) + index}`);
  });
}

/** Everything that a file cites. `rules` are the field rules' names: one that a citation begins with is the one cited. */
export function citationsOf({ path, text }: Pick<Source, "path" | "text">, rules: readonly string[]): Citation[] {
  const where = (index: number) => `${path}:${text.slice(0, index).split("\n").length}`;
  // A comment that goes on in the next line may part a word from its number.
  const flat = text.replace(/\n\s*(?:\*|\/\/|--)(?= )/g, (gap) => "\n".padEnd(gap.length));
  return [
    ...[numbered, threats].flatMap((pattern) =>
      [...flat.matchAll(pattern)].flatMap((match) => {
        const said = (match[1] as string).toLowerCase();
        // Only what can no longer be changed may say `decisions 4` and leave open whose they are.
        const word =
          words[
            (path.startsWith("migrations/")
              ? said.replace(/^decisions$/, "product decisions")
              : said) as keyof typeof words
          ] ?? "Decisions";
        return spread(match[2] as string).map((item) => ({ where: where(match.index), cited: `${word} ${item}` }));
      }),
    ),
    ...[...flat.matchAll(named)].map((match) => {
      const said = match[1] as string;
      return {
        where: where(match.index),
        cited: `Field rules: ${rules.find((rule) => said.toLowerCase().startsWith(rule.toLowerCase())) ?? said}`,
      };
    }),
    ...[...flat.matchAll(/(?:docs\/decisions\/|\b[Dd]ecision )(\d{3}(?:, \d{3})*)\b/g)].flatMap((match) =>
      (match[1] as string)
        .split(", ")
        .map((number) => ({ where: where(match.index), cited: `docs/decisions/${number}` })),
    ),
  ];
}

/** Where earlier numbers of decisions went, as the last table of `docs/decisions.md` says: `["011", "010"]`. */
export const earlierNumbers = (index: string): [earlier: string, now: string][] =>
  [...index.matchAll(/^\| (\d{3}) \| \[(\d{3})\]/gm)].map((row) => [row[1] as string, row[2] as string]);

/** The sources that a table of `docs/sources.md` has a line for. */
export const sourcesListed = (page: string): string[] =>
  [
    ...page.matchAll(/^\| ((?:Spec|Product decisions|Security rules|Threat) [A-Z]?[\d.]+t?|Field rules: [^|]+?) \|/gm),
  ].map((match) => match[1] as string);
