/** The project's rules about texts: three languages, decision records, and citations. */
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { languages } from "#shared/texts.ts";
import {
  allFiles,
  declaredTexts,
  none,
  places,
  productSources,
  root,
  sources,
  type Source,
} from "#tests/support/house-sources.ts";
import { citationsOf, earlierNumbers, sourcesListed } from "#tests/support/citations.ts";

describe("the texts", () => {
  const placeholdersOf = (text: string) =>
    [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort().join(", ");

  it("are written in three languages with the same placeholders", async () => {
    const faults = (await declaredTexts()).flatMap(({ where, text }) => [
      ...languages
        .filter((language) => text[language].trim() === "")
        .map((language) => `${where}: empty in ${language}`),
      ...languages
        .filter((language) => placeholdersOf(text[language]) !== placeholdersOf(text.id))
        .map(
          (language) =>
            `${where}: ${language} has {${placeholdersOf(text[language])}}, id has {${placeholdersOf(text.id)}}`,
        ),
    ]);
    none(faults, "Write the text in Indonesian, English and Chinese, with the same placeholders:");
  });

  it("in Chinese are Chinese, and not copies of the English", async () => {
    const faults = (await declaredTexts()).filter(
      ({ text }) => text.en === text.zh && /[a-z]{4,}\s+[a-z]{2,}/.test(text.en),
    );
    none(
      faults.map(({ where, text }) => `${where}: ${text.zh}`),
      "Translate these texts:",
    );
  });

  it("stand in texts.ts, not in markup", () => {
    const markup = productSources.filter(
      ({ path }) => path.endsWith(".tsx") && !/\/examples\.tsx$|\/gallery\.tsx$/.test(path),
    );
    const words = [
      ...places(markup, />\s*[A-Za-zÀ-ÿ][a-zà-ÿ]+(?:\s+[A-Za-zà-ÿ]+)+[.!?]?\s*<\//),
      ...places(markup, /\b(?:aria-label|alt|title|label|hint|placeholder|summary)="[A-Za-z][^"]*\s[^"]*"/),
    ];
    none(words, "People read this in three languages. Put the words into texts.ts and show them with useTexts:");
  });

  it("of the content folder exist in every language", () => {
    const files = allFiles.filter((path) => /^content\/.*\.(?:id|en|zh)\.md$/.test(path));
    const missing = files.flatMap((path) =>
      languages
        .map((language) => path.replace(/\.(?:id|en|zh)\.md$/, `.${language}.md`))
        .filter((other) => !files.includes(other)),
    );
    none(missing, "Write the missing language:");
  });
});

describe("the comments", () => {
  /** Lines that still have to be rewritten, by folder. Each rewrite lowers a number; none ever rises. */
  const allowed: Readonly<Record<string, { beginnings?: number; words?: number }>> = {};
  const faults = {
    // A sentence without a subject, such as "What the row holds." or "Of a loan that runs."
    beginnings: /^[ \t]*(?:\{?\/\*\*?|\*|\/\/) ?(?:What|Of|Who|Whoever)\b.*/gm,
    words: /^[ \t]*(?:\{?\/\*\*?|\*|\/\/).*(?<![`\w])(?:nobody|somebody|whoever|meanwhile|anew)\b.*/gim,
  };

  const commented = sources.filter(({ path }) => /^(?:src|tests|bench|scripts)\/.*\.tsx?$/.test(path));

  it("are plain sentences: subject, verb, object", () => {
    const found: Record<string, Record<string, number>> = {};
    for (const { path, text } of commented)
      for (const [fault, pattern] of Object.entries(faults)) {
        const folder = /^src(?:\/features)?\/\w+(?=\/)/.exec(path)?.[0] ?? path.split("/", 1)[0]!;
        const count = text.match(pattern)?.length ?? 0;
        if (count > 0) (found[folder] ??= {})[fault] = (found[folder][fault] ?? 0) + count;
      }
    expect(found, "Name the subject and the field's noun; after a rewrite, lower the number here.").toEqual(allowed);
  });
});

describe("the records", () => {
  const records = sources.filter(({ path }) => path.startsWith("docs/decisions/"));
  const numbers = records.map(({ path }) => basename(path).slice(0, 3));
  const index = sources.find(({ path }) => path === "docs/decisions.md")?.text ?? "";

  it("of decisions say context, decision, why, alternatives and consequences, each under a number of its own", () => {
    const headings = ["Context", "Decision", "Why", "Alternatives", "Consequences"];
    none(
      records.flatMap(({ path, text }) =>
        headings
          .filter((heading) => !new RegExp(`^#+ ${heading}\\b`, "m").test(text))
          .map((heading) => `${path}: ${heading}`),
      ),
      "Add the missing heading:",
    );
    none(
      records.filter((_, place) => numbers.indexOf(numbers[place] as string) !== place).map(({ path }) => path),
      "Two decisions share a number. Renumber one:",
    );
  });

  it("of decisions are seventy at most, and one that another replaced says so in its first line", () => {
    expect(records.length, "Amend the record of the matter instead of adding one").toBeLessThanOrEqual(70);
    none(
      records
        .filter(({ path, text }) => {
          const [, by] = /^Superseded by (\d{3})\n/.exec(text) ?? [];
          const isCurrent = text.startsWith(`# ${basename(path).slice(0, 3)} `) && !/^Superseded by/m.test(text);
          return by === undefined ? !isCurrent : !numbers.includes(by) || path.includes(`/${by}-`);
        })
        .map(({ path }) => path),
      "Begin with `# NNN Title`, or with `Superseded by NNN` and the number of the record that replaced it:",
    );
  });

  it("of decisions stand once in the index, under a subject, by their titles", () => {
    const [subjects = "", moved = ""] = index.split("## Where earlier numbers went");
    const rows = subjects
      .split(/^## /m)
      .slice(1)
      .flatMap((subject) => [...subject.matchAll(/^\| \[(\d{3})\]\([^)]*\) \| ([^|]+?) \|/gm)])
      .map((row) => `${row[1]} ${row[2]}`);
    const titles = records.map(({ text }) => /^# (.*)$/m.exec(text)?.[1] ?? "");
    expect(rows.toSorted()).toEqual(titles.toSorted());
    none(
      earlierNumbers(moved)
        .filter(([earlier, now]) => numbers.includes(earlier) || !numbers.includes(now))
        .map(([earlier, now]) => `${earlier}: ${now}`),
      "An earlier number is nobody's any more and leads to a record that is there:",
    );
  });

  it("lead one to another by links under which a file is", () => {
    const files = new Set(allFiles);
    const documents = sources.filter(({ path }) => /^(?:docs|bench|src)\/.*\.md$/.test(path));
    none(
      documents.flatMap(({ path, text }) =>
        [...text.matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g)]
          .map((link) => link[1] as string)
          .filter((link) => !files.has(normalize(join(dirname(path), link))) && !existsSync(join(dirname(path), link)))
          .map((link) => `${path}: ${link}`),
      ),
      "These links lead nowhere. Name the file as it is called:",
    );
  });
});

describe("the pages for a newcomer", () => {
  const pages = ["README.md", "docs/architecture.md", "docs/glossary.md"].map((path) => ({
    path,
    text: readFileSync(join(root, path), "utf8"),
  }));
  const codeOf = (path: string): string => sources.find((source) => source.path === path)?.code ?? "";

  it("name files and folders that are there", () => {
    none(
      pages.flatMap(({ path, text }) =>
        [...text.matchAll(/(?:`|\/\/ )((?:src|tests|scripts|bench|docs)\/[\w./-]+)(?=[`\n])/g)]
          .map((match) => match[1] as string)
          .filter((named) => !existsSync(join(root, named)))
          .map((named) => `${path}: ${named}`),
      ),
      "These places are gone. Name the file or folder as it is called:",
    );
  });

  it("name blocks that the code exports", () => {
    const exported = productSources.map(({ code }) => code).join("\n");
    none(
      pages.flatMap(({ path, text }) =>
        [...new Set(text.match(/\bdefine[A-Z]\w*/g))]
          .filter((name) => !new RegExp(`^export (?:function|const) ${name}\\b`, "m").test(exported))
          .map((name) => `${path}: ${name}`),
      ),
      "The code has no such block. Call it by its name:",
    );
  });

  it("show code whose every word stands in the file that its first line names", () => {
    const fences = [...pages[0]!.text.matchAll(/^ *```tsx?\n([^]*?)^ *```$/gm)].map((match) => match[1] as string);
    const pieces = fences.flatMap((fence) => fence.split(/^ *(?=\/\/ src\/)/m));
    expect(pieces.length).toBeGreaterThan(9);
    none(
      pieces.flatMap((piece) => {
        const [head = "", ...lines] = piece.split("\n");
        const path = head.replace("// ", "");
        const known = new Set(codeOf(path).match(/\w+/g));
        return [...new Set(lines.join("\n").match(/\w+/g))]
          .filter((word) => !known.has(word))
          .map((word) => `${path}: ${word}`);
      }),
      "README.md shows code that has changed. Cut it anew from the file:",
    );
  });

  it("have the house on one page", () => {
    const [, { text }] = pages as [unknown, { text: string }];
    expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(900);
  });
});

describe("the citations", () => {
  const listed = sourcesListed(sources.find(({ path }) => path === "docs/sources.md")?.text ?? "");
  const rules = listed.filter((one) => one.startsWith("Field rules: ")).map((one) => one.slice("Field rules: ".length));
  const records = sources
    .filter(({ path }) => path.startsWith("docs/decisions/"))
    .map(({ path }) => `docs/decisions/${basename(path).slice(0, 3)}`);
  const known = new Set([...listed, ...records]);
  const unknown = (files: readonly Pick<Source, "path" | "text">[]): string[] =>
    files
      .flatMap((file) => citationsOf(file, rules))
      .filter(({ cited }) => !known.has(cited))
      .map(({ where, cited }) => `${where}: ${cited}`);

  it("lead a stranger to a line of docs/sources.md, or to a record of a decision", () => {
    const cited = sources.filter(
      ({ path }) =>
        /^(?:src|tests|docs|scripts|bench|migrations)\/|^[\w.-]+\.ts$/.test(path) &&
        path !== "tests/house-words.test.ts" &&
        path !== "tests/support/citations.ts",
    );
    // Applied migrations never change, so their words may differ; their numbers still lead to the record.
    const index = sources.find(({ path }) => path === "docs/decisions.md")?.text ?? "";
    const earlier = new Set(earlierNumbers(index).map(([number]) => `docs/decisions/${number}`));
    none(
      unknown(cited).filter((fault) => {
        const [, said = ""] = /^migrations\/[^ ]*: (.*)$/.exec(fault) ?? [];
        return !said.startsWith("Field rules: ") && !earlier.has(said);
      }),
      "Nobody can look these up. Cite what docs/sources.md lists, or give it a line there:",
    );
    none(
      listed.filter((one, index) => listed.indexOf(one) !== index),
      "docs/sources.md has two lines for these. Keep one:",
    );
  });

  it("of something that no source holds are found, in whatever way they are written", () => {
    const madeUp = [
      "// Spec 2.1, 10 and 8",
      "(product decisions 9)",
      "// Decisions 4, 9",
      "// Security rules 23–25; threat B14",
      "// Threats A1, E4 to E5",
      "/** Threat\n * J1 */",
      "// Field rules: phases of the moon",
      "docs/decisions/999, 998",
      "as Decision 997 says",
      "up to 30 decisions 151 times",
    ];
    const faults = unknown(madeUp.map((text) => ({ path: "made-up.ts", text }))).map((fault) =>
      fault.replace(/^made-up\.ts:\d+: /, ""),
    );
    expect(faults).toEqual([
      "Spec 10",
      "Product decisions 9",
      "Decisions 4",
      "Decisions 9",
      "Security rules 25",
      "Threat B14",
      "Threat E4",
      "Threat E5",
      "Threat J1",
      "Field rules: phases of the moon",
      "docs/decisions/999",
      "docs/decisions/998",
      "docs/decisions/997",
    ]);
  });
});
