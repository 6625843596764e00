/**
 * One Indonesian word for each thing: the word chosen in `docs/words.md` is used in every text, and its synonyms in
 * none.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { allFiles, productSources, root } from "#tests/support/house-sources.ts";

/** Each row of the table names the word, followed by those that it replaces. */
function chosenWords(): { word: string; instead: string[] }[] {
  const rows = readFileSync(join(root, "docs/words.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| *"));
  return rows.map((row) => {
    const [, word = "", , , instead = ""] = row.split("|").map((cell) => cell.trim().replaceAll("*", ""));
    return {
      word,
      instead: instead
        .split(",")
        .map((one) => one.trim())
        .filter((one) => one !== "" && one !== "–"),
    };
  });
}

/**
 * Texts that people read in Indonesian: `id: "…"` of the sources, the examples of the gallery, and the content files.
 */
function indonesianTexts(): { path: string; text: string }[] {
  const inSources = productSources.flatMap(({ path, code }) =>
    [...code.matchAll(/\bid: (["`])((?:(?!\1)[^\\]|\\.)*)\1/g)].map((match) => ({ path, text: match[2] as string })),
  );
  const examples = productSources
    .filter(({ path }) => path.endsWith("/examples.tsx"))
    .map(({ path, code }) => ({ path, text: code.replace(/\bname="[^"]*"/g, "") }));
  const contents = allFiles.filter((path) => path.startsWith("content/") && path.endsWith(".id.md"));
  return [
    ...inSources,
    ...examples,
    ...contents.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") })),
  ];
}

it("names each thing by the one word that was chosen for it", () => {
  const chosen = chosenWords();
  expect(chosen.length).toBeGreaterThan(8);
  const texts = indonesianTexts();
  expect(texts.length).toBeGreaterThan(500);
  const found = chosen.flatMap(({ word, instead }) =>
    instead.flatMap((other) =>
      texts.flatMap(({ path, text }) =>
        [...text.matchAll(new RegExp(`(?<!\\()\\b${other}\\b`, "gi"))].map(
          (match) => `${path}: "${match[0]}" instead of "${word}"`,
        ),
      ),
    ),
  );
  expect([...new Set(found)]).toEqual([]);
});
