/** The changes of the published API as data: each entry has its day, and is readable for programs and people. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./support/house-sources.ts";

const text = readFileSync(join(root, "docs/api-changelog.md"), "utf8");
const versions = [...text.matchAll(/^## (\d+\.\d+\.\d+)\n\n([\s\S]*?)(?=\n## |$(?![\s\S]))/gm)].map(
  ([, version = "", body = ""]) => ({ version, lines: body.trim().split("\n") }),
);

it("Every entry of the API's changelog has a day and a subject; docs/api-changelog.json holds the same.", async () => {
  const read = versions.map(({ version, lines }) => ({
    version,
    entries: lines.map((line) => {
      const [, date, subject, change] = /^- (\d{4}-\d\d-\d\d) \*\*([^*]+)\.\*\* (.+)$/.exec(line) ?? [];
      return { date, subject, change };
    }),
  }));
  expect(read.map(({ version }) => version)).toEqual(["2.0.0", "1.2.0", "1.1.0", "1.0.0"]);
  for (const { entries } of read)
    for (const entry of entries)
      expect(entry).toEqual({
        date: expect.stringMatching(/^20/),
        subject: expect.any(String),
        change: expect.any(String),
      });
  await expect(`${JSON.stringify({ versions: read }, null, 1)}\n`).toMatchFileSnapshot(
    join(root, "docs/api-changelog.json"),
  );
});
