import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentFiles } from "#features/platform/content/server/files.ts";
import { structureFaults } from "#features/platform/content/server/checks.ts";
import { languages } from "#shared/texts.ts";
import { questionLists, writtenAs } from "#tests/support/questions.ts";
import { eventTypes, maxOptions } from "../contract.ts";
import { parseDefinition, skeletonOf, wrongIn } from "./definition.ts";

const faultsOf = (markdown: string) => parseDefinition(markdown).faults;
const choice = "## Which?\n`key=which; type=single; required; use=PRODUCT`\n- `a` One\n- `b` Other\n";

describe("a definition", () => {
  it("is read as it is written, whatever is asked", () => {
    fc.assert(
      fc.property(questionLists, fc.option(fc.integer({ min: 1, max: 9_999_999 })), (questions, quota) => {
        expect(parseDefinition(writtenAs(questions, quota))).toEqual({ quota, questions, faults: [] });
      }),
    );
  });

  it.each([
    ["nothing at all", "", ["##"]],
    ["words before the first question", `Hello\n\n${choice}`, ["quota"]],
    ["a quota of none", `\`quota=0\`\n\n${choice}`, ["quota"]],
    ["no settings", "## Which?\n- `a` One\n- `b` Other", ["1: key", "1: type", "1: use", "1: options"]],
    ["a setting that there is not", choice.replace("required", "needed"), ["which: needed"]],
    ["a key twice", choice + choice, ["which: key"]],
    ["one option", choice.replace("- `b` Other\n", ""), ["which: options"]],
    [
      "more options than a page holds",
      choice + Array.from({ length: maxOptions - 1 }, (_, index) => `- \`more${index}\` More\n`).join(""),
      ["which: options"],
    ],
    ["an option twice", choice.replace("`b`", "`a`"), ["which: options"]],
    ["an option without its words", choice.replace("`b` Other", "`b`"), ["which: options"]],
    ["a use that there is not", choice.replace("PRODUCT", "SCORING"), ["which: use"]],
    ["a scale without end", "## How?\n`key=how; type=scale; from=1; use=PRODUCT`", ["how: from, to"]],
    ["a scale of twelve steps", "## How?\n`key=how; type=scale; from=1; to=12; use=PRODUCT`", ["how: from, to"]],
    [
      "words in the middle of a scale",
      "## How?\n`key=how; type=scale; from=1; to=5; use=PRODUCT`\n- `3` So so",
      ["how: options"],
    ],
    ["a text with options", "## Why?\n`key=why; type=text; use=PRODUCT`\n- `a` One", ["why: options"]],
    [
      "a condition on nothing",
      `${choice}\n## Why?\n\`key=why; type=text; use=PRODUCT; show-if=other:a\``,
      ["why: show-if"],
    ],
    [
      "a condition on an answer that there is not",
      `${choice}\n## Why?\n\`key=why; type=text; use=PRODUCT; show-if=which:c\``,
      ["why: show-if"],
    ],
    [
      "a condition on a later question",
      `## Why?\n\`key=why; type=text; use=PRODUCT; show-if=which:a\`\n\n${choice}`,
      ["why: show-if"],
    ],
    [
      "a condition on a condition",
      `${choice}\n## More?\n\`key=more; type=single; use=PRODUCT; show-if=which:a\`\n- \`a\` A\n- \`b\` B\n\n## Why?\n\`key=why; type=text; use=PRODUCT; show-if=more:a\``,
      ["why: show-if"],
    ],
    [
      "a question between two that belong together",
      `${choice}\n## How many?\n\`key=many; type=number; from=0; to=9; use=PRODUCT\`\n\n## Why?\n\`key=why; type=text; use=PRODUCT; show-if=which:a\``,
      ["why: show-if"],
    ],
    [
      "a condition on words",
      "## What?\n`key=what; type=text; use=PRODUCT`\n\n## Why?\n`key=why; type=text; use=PRODUCT; show-if=what:a`",
      ["why: show-if"],
    ],
  ])("is refused with %s", (_what, markdown, faults) => expect(faultsOf(markdown)).toEqual(faults));

  it("of a survey asks nothing for the credit review: it knows nobody to read it about", () => {
    const text = { title: "T", markdown: choice.replace("PRODUCT", "UNDERWRITING_REVIEW") };
    expect(wrongIn({ ...text, head: { section: "SURVEY" } })).toEqual(["which: use"]);
    expect(wrongIn({ ...text, head: { section: "AFTER_PAYOUT" } })).toEqual([]);
  });

  it("has one structure in every language", () => {
    const text = (markdown: string) => ({ title: "T", markdown, head: { section: "AFTER_PAYOUT" } });
    const structure = { collection: "questionnaire", wrongIn, skeletonOf } as const;
    const other = choice.replace("Which?", "Yang mana?").replace("One", "Satu");
    expect(structureFaults(structure, { id: text(other), en: text(choice), zh: text(choice) })).toEqual([]);
    const short = text(other.replace("required; ", ""));
    expect(structureFaults(structure, { id: text(choice), en: short, zh: text(choice) })).toMatchObject([
      { language: "en", fault: { path: "markdown", code: "STRUCTURE_DIFFERS" } },
    ]);
    expect(structureFaults(structure, { id: text(choice), en: text(""), zh: text(choice) })).toMatchObject([
      { language: "en", fault: { code: "STRUCTURE_WRONG", names: "##" } },
    ]);
  });
});

describe("what ships", () => {
  const files = [...contentFiles("questionnaire").values()];
  it("is right, and the same in each language", () => {
    for (const key of new Set(files.map((file) => file.key))) {
      const own = files.filter((file) => file.key === key);
      expect(own.map(({ language }) => language).toSorted()).toEqual([...languages].toSorted());
      for (const file of own) expect([file.key, wrongIn(file)]).toEqual([file.key, []]);
      expect(new Set(own.map(skeletonOf)).size, key).toBe(1);
    }
  });
  it("asks after each event, and everybody by a survey", () => {
    const sections = new Set(files.map(({ head }) => head.section));
    expect([...sections].toSorted()).toEqual([...eventTypes, "SURVEY"].toSorted());
  });
});
