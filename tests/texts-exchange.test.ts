/** Texts are exported for translators and imported back to their places. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { declaredTexts } from "#tests/support/house-sources.ts";
import { allUnits, formats, importUnits, read, targetLanguages, written } from "../scripts/texts/exchange.ts";
import type { TargetLanguage, Unit } from "../scripts/texts/units.ts";

const root = resolve(import.meta.dirname, "..");
const known = new Map<TargetLanguage, readonly Unit[]>();
/** The texts of the product, which no test changes: read once for a language, and cached without their syntax trees. */
function productUnits(language: TargetLanguage): readonly Unit[] {
  const units =
    known.get(language) ??
    allUnits(root, language).map(({ file, place, source, target }) => ({ file, place, source, target }));
  known.set(language, units);
  return units;
}
const copy = mkdtempSync(join(tmpdir(), "tunai-texts-"));
for (const folder of [
  "src/features/credit/limit",
  "src/features/platform/content",
  "content/static-text",
  "src/web/shells",
]) {
  mkdirSync(join(copy, folder), { recursive: true });
  cpSync(join(root, folder), join(copy, folder), { recursive: true });
}
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it("holds every text of the product: those of the text modules and of the calls' problems, and the contents", async () => {
  const units = productUnits("en");
  const exported = new Set(units.map(({ target }) => target));
  // A composed text contains other texts; the export holds only the words around them.
  const composed = units
    .filter(({ target }) => /\{\$?\w+\}/.test(target))
    .map(
      ({ target }) =>
        new RegExp(
          `^${target
            .split(/\{\$?\w+\}/)
            .map((words) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
            .join(".*")}$`,
        ),
    );
  // A list of words is composed of separate texts.
  const alone = new Set([...exported].map((text) => text.toLowerCase()));
  const isList = (text: string): boolean => text.split(/, |; /).every((part) => alone.has(part.toLowerCase()));
  const missing = (await declaredTexts())
    .filter(({ text }) => !exported.has(text.en) && !composed.some((pattern) => pattern.test(text.en)))
    .filter(({ text }) => !isList(text.en) && !isList(text.en.replaceAll(" per month", "")))
    .map(({ where }) => where);
  expect(missing).toEqual([]);
  expect(new Set(units.map(({ file, place }) => `${file}#${place}`)).size).toBe(units.length);
  expect(units.some(({ file }) => file === "content/static-text/terms.id.md")).toBe(true);
});

it.each(formats.flatMap((format) => targetLanguages.map((language) => [format, language] as const)))(
  "comes back from %s in %s as it went, and then changes nothing",
  async (format, language) => {
    const units = productUnits(language);
    const back = await read(await written(units, language, format));
    expect(back.language).toBe(language);
    const byName = (a: { file: string; place: string }, b: { file: string; place: string }) =>
      `${a.file}#${a.place}` < `${b.file}#${b.place}` ? -1 : 1;
    expect([...back.units].sort(byName)).toEqual([...units].sort(byName));
    const before = allUnits(copy, language);
    expect(importUnits(copy, language, before)).toEqual({ changed: [], faults: [] });
  },
);

it("writes a changed translation at its place and leaves everything else as it is", async () => {
  const change = (file: string, place: string, target: string) => {
    const units = allUnits(copy, "en").map((unit) =>
      unit.file === file && unit.place === place ? { ...unit, target } : unit,
    );
    return importUnits(copy, "en", units);
  };
  const shells = join(copy, "src/web/shells/staff-texts.ts");
  const before = readFileSync(shells, "utf8");
  expect(change("src/web/shells/staff-texts.ts", "consoleShellTexts.notAllowed", 'Not "allowed"').faults).toEqual([]);
  expect(readFileSync(shells, "utf8")).toBe(before.replace('en: "Not allowed"', 'en: "Not \\"allowed\\""'));
  const text = join(copy, "content/static-text/terms.en.md");
  const [first] = allUnits(copy, "en").filter(
    ({ file, place }) => file === "content/static-text/terms.id.md" && place === "body.1",
  );
  const written = readFileSync(text, "utf8");
  expect(change("content/static-text/terms.id.md", "body.1", "Another beginning.").changed).toHaveLength(1);
  expect(readFileSync(text, "utf8")).toBe(written.replace(first?.target ?? "", "Another beginning."));
});

it("writes nothing at all where a placeholder is broken, a translation empty, or the Indonesian changed meanwhile", () => {
  const units = allUnits(copy, "zh");
  const [withPlaceholder] = units.filter(
    ({ source, file }) => source.includes("{version}") && file.endsWith("texts.ts"),
  );
  const read = () => readFileSync(join(copy, withPlaceholder!.file), "utf8");
  const before = read();
  const attempt = (change: object) =>
    importUnits(
      copy,
      "zh",
      units.map((unit) => (unit === withPlaceholder ? { ...unit, ...change } : unit)),
    ).faults;
  expect(attempt({ target: "版本 {versi}" }).map((fault) => fault.split(": ").at(-1))).toEqual(
    expect.arrayContaining(["the translation lacks {version}", "the translation has {versi}"]),
  );
  expect(attempt({ target: " " })[0]).toContain("is empty");
  expect(attempt({ source: "Lain" })[0]).toContain("has changed since");
  expect(attempt({ place: "texts.noSuchText" })[0]).toContain("not there any more");
  expect(read()).toBe(before);
});

it("takes a placeholder of a figure for one too", () => {
  const units = allUnits(copy, "en");
  const figure = units.find(({ source }) => source.includes("{{collectionHours}}"));
  expect(
    importUnits(
      copy,
      "en",
      units.map((unit) =>
        unit === figure ? { ...unit, target: unit.target.replace("{{collectionHours}}", "8 to 20") } : unit,
      ),
    ).faults,
  ).toHaveLength(1);
});

it("keeps the other texts that a composed one holds", () => {
  const file = "src/composed/texts.ts";
  mkdirSync(join(copy, "src/composed"), { recursive: true });
  writeFileSync(
    join(copy, file),
    "export const texts = { most: { id: `${a.id}. Paling banyak {most}.`, en: `${a.en}. At most {most}.`, zh: `${a.zh}。最多 {most}。` } };\n",
  );
  const translated = (target: string) =>
    importUnits(
      copy,
      "en",
      allUnits(copy, "en").map((unit) => (unit.file === file ? { ...unit, target } : unit)),
    );
  expect(translated("No more than {most}.").faults).toEqual([`${file}#texts.most: the translation lacks {$0}`]);
  expect(translated("{$0}: no more than {most} `now`.").changed).toHaveLength(1);
  expect(readFileSync(join(copy, file), "utf8")).toContain("en: `${a.en}: no more than {most} \\`now\\`.`");
});

it("refuses a file that names no language of ours", async () => {
  await expect(read('msgid ""\nmsgstr "Language: fr\\n"\n')).rejects.toThrow("fr");
});
