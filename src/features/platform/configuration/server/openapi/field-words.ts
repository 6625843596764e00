/**
 * Descriptions of properties in the published API. A contract's own `v.description` comes first, and shared fields
 * state their unit; this file holds names with the same meaning everywhere, each once, and endings with a fixed meaning.
 * They are not in the contracts, because contracts are sent to browsers.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Json } from "./components.ts";

/** Names with their meaning, a line each. */
const named: ReadonlyMap<string, string> = new Map(
  readFileSync(resolve("src/features/platform/configuration/server/openapi/fields.tsv"), "utf8")
    .trim()
    .split("\n")
    .map((line): [string, string] => {
      const [name = "", meaning = ""] = line.split("\t");
      return [name, meaning];
    }),
);

/** `nextDueDate` → `next due date` */
const words = (name: string): string =>
  name
    .replaceAll(/[A-Z]+(?![a-z])|[A-Z]/g, (part) => ` ${part.toLowerCase()}`)
    .replaceAll(/\bid(s?)\b/g, "id$1")
    .trim();
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
/** `bankAccountId`, `Id` → `bank account` */
const before = (name: string, ending: string): string => words(name.slice(0, -ending.length));

/** Name endings with a fixed meaning, and the unit that they leave open; tried in this order. */
const endings: readonly [RegExp, (name: string) => string][] = [
  [/^is[A-Z]/, (name) => `Whether it is ${words(name.slice(2))}.`],
  [/^has[A-Z]/, (name) => `Whether it has ${words(name.slice(3))}.`],
  [/^(?:may|can)[A-Z]/, (name) => `Whether this is allowed or possible: ${words(name.replace(/^may|^can/, ""))}.`],
  [/^(?:asks|needs)[A-Z]/, (name) => `Whether it ${words(name)}.`],
  [/Rupiah$/, (name) => `${sentence(before(name, "Rupiah"))} In whole rupiah.`],
  [/Ppm$/, (name) => `${sentence(before(name, "Ppm"))} In parts per million: 10,000 are 1 %.`],
  [/At$/, (name) => sentence(`when: ${before(name, "At")}`)],
  [/Until$/, (name) => sentence(`until when: ${before(name, "Until")}`)],
  [/On$/, (name) => sentence(`the business date: ${before(name, "On")}`)],
  [/(?:Date|Day)$/, (name) => sentence(`the ${words(name)}`)],
  [/(?:Days|Hours|Minutes|Seconds|Months|Years)$/, (name) => `${sentence(words(name))} A whole number.`],
  [/Ids$/, (name) => sentence(`ids of each ${before(name, "Ids")}`)],
  [/Id$/, (name) => sentence(`id of the ${before(name, "Id")}`)],
  [/Left$/, (name) => sentence(`how many are left: ${before(name, "Left")}`)],
  [/Count$/, (name) => sentence(`how many: ${before(name, "Count")}`)],
  [/Text$/, (name) => `${sentence(before(name, "Text"))} In words, in the language of the request.`],
  [/Path$/, (name) => `${sentence(before(name, "Path"))} A path of this origin.`],
  [/Url$/, (name) => `${sentence(before(name, "Url"))} An address.`],
  [/(?:Number|Name|Key|Code|Hash|Version|State|Kind|Label|Title|Reason|By)$/, (name) => sentence(`the ${words(name)}`)],
];

/** The meaning of a property by its name; undefined when the name has no fixed meaning. */
function meaningOf(name: string): string | undefined {
  return named.get(name) ?? endings.find(([pattern]) => pattern.test(name))?.[1](name);
}

/** Names with a meaning in the table. */
export const namesWithMeaning = (): string[] => [...named.keys()];

/** A document, or a part of it, in which every property and parameter has a description. */
export function withMeanings<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(withMeanings) as Part;
  if (typeof part !== "object" || part === null) return part;
  const made = Object.fromEntries(
    Object.entries(part as Json).map(([key, value]) => {
      // Examples are answers: their contents get no descriptions.
      if (key === "example" || key === "examples") return [key, value];
      return [
        key,
        key === "properties" && typeof value === "object" ? describedAll(value as Json) : withMeanings(value),
      ];
    }),
  );
  return (typeof made["in"] === "string" && "schema" in made ? describedParameter(made) : made) as Part;
}

const describedAll = (properties: Json): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, described(name, withMeanings(schema as Json))]),
  );

/** A parameter has its own description, and its schema the unit. */
function describedParameter(parameter: Json): Json {
  const { name, description, schema } = parameter;
  if (description !== undefined) return parameter;
  const { description: meaning } = described(String(name), schema as Json);
  return meaning === undefined ? parameter : { ...parameter, description: meaning };
}

/** The schema of a property with its description, followed by the schema's own statement of the unit. */
function described(name: string, schema: Json): Json {
  const own = ownWords(schema);
  const meaning = meaningOf(name);
  if (meaning === undefined) return own === undefined ? schema : { ...schema, description: own };
  const description = own === undefined || own.startsWith(meaning) ? (own ?? meaning) : `${meaning} ${own}`;
  return { ...schema, description };
}

/** A schema's own description, or that of its only choice that is not null. */
function ownWords({ description, anyOf }: Json): string | undefined {
  if (typeof description === "string") return description;
  const descriptions = ((anyOf ?? []) as Json[])
    .map((choice) => choice["description"])
    .filter((one) => typeof one === "string");
  return new Set(descriptions).size === 1 ? descriptions[0] : undefined;
}
