/**
 * Deleting a domain is deleting its folder and its lines in the wiring: shown for complaints, of which two files of the company's
 * site show the figures, and which every other domain knows by what is handed in.
 */
import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { productSources, root } from "#tests/support/house-sources.ts";

const isLong = process.env["TEST_LONG"] === "1";
const folder = "src/features/support/complaint";
const wiring = ["src/api.ts", "src/routes.ts"];
/** They show what complaints publish, by the call's types. */
const showing = [
  "src/features/site/company/parts/complaints-by-year.ts",
  "src/features/site/company/screens/publication-complaint.tsx",
];

it("Nothing but the wiring, and what shows their figures, imports complaints.", () => {
  const importers = productSources
    .filter(({ path, code }) => !path.startsWith(folder) && /from "[^"]*support\/complaint\//.test(code))
    .map(({ path }) => path);
  expect(importers.toSorted()).toEqual([...wiring, ...showing].toSorted());
});

/** The types of the whole product without the domain: half a minute of computing, so in the long run alone. */
async function faultsWithout(): Promise<string[]> {
  const copy = await mkdtemp(join(tmpdir(), "tunai-without-"));
  try {
    for (const part of ["src", ".react-router", "tsconfig.json", "package.json"])
      await cp(join(root, part), join(copy, part), { recursive: true });
    await symlink(join(root, "node_modules"), join(copy, "node_modules"));
    await rm(join(copy, folder), { recursive: true });
    await rm(join(copy, ".react-router/types", folder), { recursive: true, force: true });
    for (const file of wiring) {
      const lines = (await readFile(join(copy, file), "utf8")).split("\n");
      await writeFile(join(copy, file), lines.filter((line) => !/\bcomplaint\b/.test(line)).join("\n"));
    }
    const settings = {
      extends: "./tsconfig.json",
      include: ["src/**/*", ".react-router/types/**/*"],
      exclude: ["src/**/*.test.ts", "src/**/*.test.tsx"],
    };
    await writeFile(join(copy, "tsconfig.without.json"), JSON.stringify(settings));
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", "tsconfig.without.json"],
      { cwd: copy, encoding: "utf8" },
    );
    return [...new Set([...stdout.matchAll(/^(src\/[^(]+)\(/gm)].map(([, path = ""]) => path))];
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

it(
  isLong
    ? "Without their folder and their lines in the wiring the product's types hold, but for what shows their figures."
    : "Their lines in the wiring are lines of their own, so that taking them out is all.",
  { timeout: 900_000 },
  async () => {
    if (isLong) return expect((await faultsWithout()).toSorted()).toEqual(showing);
    for (const file of wiring) {
      const lines = (await readFile(join(root, file), "utf8")).split("\n").filter((line) => /\bcomplaint\b/.test(line));
      expect(lines).toEqual([
        expect.stringMatching(/^import .* from ".*features\/support\/complaint\/.*";$/),
        expect.stringMatching(/^ {2}complaint,$/),
      ]);
    }
  },
);
