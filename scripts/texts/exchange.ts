/** Texts on their way to translators and back: XLIFF 1.2 or gettext's PO. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { po } from "gettext-parser";
import { jsToXliff12, xliff12ToJs } from "xliff";
import { unitsOfContent } from "./content-units.ts";
import { unitsOfSource } from "./source-units.ts";
import { placeholderFaults, type PlacedUnit, type TargetLanguage, type Unit } from "./units.ts";

export const formats = ["xliff", "po"] as const;
export type Format = (typeof formats)[number];
export const targetLanguages = ["en", "zh"] as const satisfies readonly TargetLanguage[];

/** Every text of the repository at `root`, in the order of its files. */
export function allUnits(root: string, language: TargetLanguage): PlacedUnit[] {
  const sources = filesBelow(root, "src").filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$|\/examples\.tsx$|\/gallery\.tsx$/.test(path),
  );
  const contents = filesBelow(root, "content").filter((path) => path.endsWith(".id.md"));
  return [
    ...sources.flatMap((path) => unitsOfSource(root, path, language)),
    ...contents.flatMap((path) => unitsOfContent(root, path, language)),
  ];
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

export async function written(units: readonly Unit[], language: TargetLanguage, format: Format): Promise<string> {
  if (format === "po") return catalogue(units, language);
  const resources: Parameters<typeof jsToXliff12>[0]["resources"] = {};
  // Line breaks of a list or a table are part of the text.
  for (const { file, place, source, target } of units)
    (resources[file] ??= {})[place] = { source, target, additionalAttributes: { "xml:space": "preserve" } };
  return jsToXliff12({ resources, sourceLanguage: "id", targetLanguage: language });
}

function catalogue(units: readonly Unit[], language: TargetLanguage): string {
  const entries: Record<
    string,
    Record<string, { msgctxt: string; msgid: string; msgstr: string[]; comments: { reference: string } }>
  > = {};
  for (const { file, place, source, target } of units) {
    const context = `${file}#${place}`;
    entries[context] = {
      [source]: { msgctxt: context, msgid: source, msgstr: [target], comments: { reference: file } },
    };
  }
  const headers = {
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    Language: language,
  };
  return po.compile({ charset: "utf-8", headers, translations: entries }, { foldLength: 0 }).toString("utf8");
}

/**
 * Reads a returned file. @throws Error if it has neither of the two formats, or a target language that the product does
 * not have.
 */
export async function read(text: string): Promise<{ language: TargetLanguage; units: Unit[] }> {
  if (!text.trimStart().startsWith("<")) return readCatalogue(text);
  const { targetLanguage, resources } = await xliff12ToJs(text);
  const units = Object.entries(resources).flatMap(([file, places]) =>
    Object.entries(places).map(([place, { source, target = "" }]) => ({
      file,
      place,
      source: plain(source),
      target: plain(target),
    })),
  );
  return { language: knownLanguage(targetLanguage), units };
}

/** A translator's program may add markup to a text; ours have none, so such a target is rejected. */
function plain(text: unknown): string {
  if (typeof text === "string") return text;
  if (text === undefined || text === null) return "";
  throw new Error(`A text has marked-up parts, which none of ours has: ${JSON.stringify(text).slice(0, 120)}`);
}

function readCatalogue(text: string): { language: TargetLanguage; units: Unit[] } {
  const { headers, translations } = po.parse(text);
  const units = Object.values(translations).flatMap((entries) =>
    Object.values(entries).flatMap(({ msgctxt, msgid, msgstr }) => {
      const at = msgctxt?.indexOf("#") ?? -1;
      return msgctxt && at > 0
        ? [{ file: msgctxt.slice(0, at), place: msgctxt.slice(at + 1), source: msgid, target: msgstr[0] ?? "" }]
        : [];
    }),
  );
  return { language: knownLanguage(headers["Language"] ?? headers["language"]), units };
}

function knownLanguage(language: string | undefined): TargetLanguage {
  const known = targetLanguages.find((one) => one === language?.slice(0, 2).toLowerCase());
  if (!known)
    throw new Error(
      `The target language is ${language ?? "missing"}; texts are translated to ${targetLanguages.join(" or ")}.`,
    );
  return known;
}

export interface Imported {
  /** Units whose target has changed. */
  changed: Unit[];
  /** The reasons why nothing was written, each with its place. */
  faults: string[];
}

/**
 * Writes translated targets back to their places, all or none: a broken placeholder, an emptied target, a text that has
 * changed since the export or is gone refuses the whole file with a list. Unchanged texts are not touched.
 */
export function importUnits(root: string, language: TargetLanguage, units: readonly Unit[]): Imported {
  const placed = new Map(allUnits(root, language).map((unit) => [`${unit.file}#${unit.place}`, unit]));
  const faults: string[] = [];
  const changed: { unit: PlacedUnit; target: string }[] = [];
  for (const { file, place, source, target } of units) {
    const name = `${file}#${place}`;
    const unit = placed.get(name);
    if (!unit) faults.push(`${name}: is not there any more`);
    else if (unit.source !== source) faults.push(`${name}: the Indonesian text has changed since the export`);
    else if (target.trim() === "") faults.push(`${name}: the translation is empty`);
    else if (target !== unit.target) {
      faults.push(...placeholderFaults(source, target).map((fault) => `${name}: the translation ${fault}`));
      changed.push({ unit, target });
    }
  }
  if (faults.length === 0) writeTargets(root, changed);
  return {
    changed: changed.map(({ unit, target }) => ({ file: unit.file, place: unit.place, source: unit.source, target })),
    faults,
  };
}

function writeTargets(root: string, changed: readonly { unit: PlacedUnit; target: string }[]): void {
  for (const file of new Set(changed.map(({ unit }) => unit.targetFile))) {
    let text = readFileSync(join(root, file), "utf8");
    // From the end, so that earlier positions stay valid.
    for (const { unit, target } of changed
      .filter((one) => one.unit.targetFile === file)
      .sort((a, b) => b.unit.start - a.unit.start)) {
      text = text.slice(0, unit.start) + unit.written(target) + text.slice(unit.end);
    }
    writeFileSync(join(root, file), text);
  }
}
