/**
 * Each problem that the call of a form declares has been shown to the reader on the form's page, in a test of this run.
 * The tests record the pairs that they cause (`support/refusals-on-pages.ts`); a pair that none causes is listed in
 * `problems-not-provoked.tsv` with its reason.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Call } from "#shared/contract.ts";
import { screensWithForms } from "../support/drawn-screens.ts";
import { notePrefix } from "../support/first-of-run.ts";
import { pairOf } from "../support/refusals-on-pages.ts";

/** The maximum share of pairs in the list, in per cent. */
const maxListed = 5;
/**
 * The maximum share of pairs that one run may miss, in per cent: some are caused by races, which do not happen in each
 * run.
 */
const maxLacking = 0.5;

const declared = (await screensWithForms()).flatMap(({ path, forms }) =>
  forms.flatMap(([form, call]) => problemsOf(call).map((code) => pairOf(path, form, code))),
);
const listed = (await readFile(join(import.meta.dirname, "problems-not-provoked.tsv"), "utf8"))
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [path = "", form = "", code = "", reason = ""] = line.split("\t");
    return { pair: pairOf(path, form, code), reason };
  });

function problemsOf({ problems }: Call): string[] {
  return Object.keys(problems ?? {});
}

/** The pairs shown on their page, each with its broken sentences. */
async function shownPairs(): Promise<Map<string, string[]>> {
  const folder = process.env["TEST_REFUSALS_SEEN"];
  if (!folder) throw new Error("The tests before this one note what they play: run `npm test`.");
  const shown = new Map<string, string[]>();
  for (const name of await readdir(folder)) {
    if (name.startsWith(notePrefix)) continue;
    const noted = await readFile(join(folder, name), "utf8");
    if (noted !== "") shown.set(decodeURIComponent(name), (JSON.parse(noted) as { broken: string[] }).broken);
  }
  return shown;
}

it("causes the problems of the forms through their pages, or says in the list why no test does", async () => {
  const shown = await shownPairs();
  const known = new Set(listed.map(({ pair }) => pair));
  const missing = declared.filter((pair) => !shown.has(pair) && !known.has(pair));
  expect((100 * missing.length) / declared.length, missing.join("\n")).toBeLessThanOrEqual(maxLacking);
});

it("says whole sentences on each of these pages", async () => {
  expect([...(await shownPairs())].filter(([, broken]) => broken.length > 0)).toEqual([]);
});

it("keeps the list short, true and with a reason for each line", () => {
  const all = new Set(declared);
  expect(listed.filter(({ pair, reason }) => !all.has(pair) || reason.length < 10)).toEqual([]);
  expect(listed.length).toBeLessThanOrEqual((declared.length * maxListed) / 100);
});
