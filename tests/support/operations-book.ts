/** The commands of docs/operations.md, as an operator copies them. */
import { readFileSync } from "node:fs";

/** The blocks of commands below a heading, up to the next one: each a list of lines without their comments. */
export function commandsBelow(heading: string): string[][] {
  const [, section] = readFileSync("docs/operations.md", "utf8").split(`\n### ${heading}\n`);
  if (section === undefined) throw new Error(`docs/operations.md has no heading "${heading}".`);
  const [text = ""] = section.split(/\n##/);
  return [...text.matchAll(/```\n([^]*?)```/g)].map(([, block = ""]) =>
    block
      .split("\n")
      .map((line) => line.replace(/\s+#.*$/, "").trim())
      .filter((line) => line !== ""),
  );
}
