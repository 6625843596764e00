/**
 * The import graph, including types: domains and files can be read, moved and deleted separately only without cycles.
 */
import { describe, expect, it } from "vitest";
import { circlesOf, circlesOfDomains, circlesOfFiles, importsBetween } from "#tests/support/import-graph.ts";

type Circles = ReturnType<typeof circlesOfDomains>;
const described = (circles: Circles): string =>
  circles
    .map(({ members, imports }) => `${members.join(", ")}\n${imports.map((one) => `  - ${one}`).join("\n")}`)
    .join("\n");

describe("the graph of imports", () => {
  it("of domains has no circle", () => {
    const circles = circlesOfDomains();
    expect(
      circles.length,
      `Move a file to the domain that all its users may import, or ask a question (src/server/questions.ts):\n${described(circles)}`,
    ).toBe(0);
  });

  it("of files has no circle", () => {
    const circles = circlesOfFiles();
    expect(circles.length, `Move the shared name to a file of its own, below both:\n${described(circles)}`).toBe(0);
  });

  it("sees a circle that types make, over several files, and none where there is none", () => {
    const file = (path: string, code: string) => ({ path, text: code, code });
    const edges = importsBetween([
      file("src/a.ts", 'import type { B } from "./b.ts";\nimport { f } from "./f.ts";'),
      file("src/b.ts", 'export * from "#c/c.ts";'),
      file("src/c/c.ts", 'const late = () => import("../a.ts");'),
      file("src/d.ts", 'import { a } from "./a.ts";\nimport "./e.ts";'),
      file("src/e.ts", 'export { d } from "./d.ts";'),
      file("src/f.ts", "export const f = 1;"),
    ]);
    expect(circlesOf(edges)).toEqual([
      ["src/a.ts", "src/b.ts", "src/c/c.ts"],
      ["src/d.ts", "src/e.ts"],
    ]);
  });
});
