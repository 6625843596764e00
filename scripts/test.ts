/**
 * Every check: `npm test`, and with `--long` also what takes too long for each change.
 * Types, lint and build first; then rules, calls and races on real PostgreSQL; then journeys in real Chromium.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareTestTools } from "./test-tools.ts";
import { runAll, type Step } from "./run-all.ts";

const isLong = process.argv.includes("--long");
const only = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const results = await mkdtemp(join(tmpdir(), "tunai-tests-"));
/** Where the tests note the refusals that they play through pages, for the step after them. */
const refusalsSeen = join(results, "refusals");
await mkdir(refusalsSeen);
/** The files of the last step that had failed tests, one a line. */
const failedFiles = join(results, "failed-files");
const environment: Record<string, string> = {
  ...prepareTestTools({ isLong }),
  TEST_LONG: isLong ? "1" : "",
  TEST_REFUSALS_SEEN: refusalsSeen,
  TEST_FAILED_FILES: failedFiles,
};
/** Vitest's own process hands thousands of modules to the workers: in a heap that begins small a quarter of its work is collecting. */
const runner = ["--max-semi-space-size=64", "--min-semi-space-size=16", "node_modules/vitest/vitest.mjs", "run"];
const vitest = (name: string, ...rest: string[]): Step => ({
  name,
  command: [...runner, ...rest],
  environment,
  alone: true,
  secondTry: () => failedOnceMore(rest),
});

/**
 * A failed file runs once more by itself. A test that a busy machine let down passes then, and the end of the run names
 * it; a fault fails twice. More than six failed files are a fault, and are not tried again.
 */
function failedOnceMore(rest: string[]): string[] | undefined {
  const files = existsSync(failedFiles) ? readFileSync(failedFiles, "utf8").split("\n").filter(Boolean) : [];
  rmSync(failedFiles, { force: true });
  if (files.length === 0 || files.length > 6) return undefined;
  return [...runner, ...rest, "--maxWorkers=1", ...files];
}

const steps: Step[] = [
  { name: "route types", command: ["node_modules/@react-router/dev/bin.cjs", "typegen"], alone: true },
  { name: "types", command: ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."] },
  { name: "lint", command: ["node_modules/oxlint/bin/oxlint", "."] },
  { name: "format", command: ["node_modules/oxfmt/bin/oxfmt", "--check", "."] },
  { name: "database types", command: ["scripts/db-types.ts", "--verify"], alone: true },
  { name: "build", command: ["scripts/build.ts", "--unchecked"], alone: true },
  vitest("rules, calls and races", "--project", "server", "--project", "alone"),
  vitest("refusals on pages", "--project", "after"),
  vitest("journeys", "--project", "journeys"),
  ...(isLong ? [vitest("other browsers", "--project", "engines")] : []),
];
const wanted = only.length > 0 ? steps.filter((step) => only.some((word) => step.name.includes(word))) : steps;
const isGreen = await runAll(wanted);
await rm(results, { recursive: true, force: true });
process.exit(isGreen ? 0 : 1);
