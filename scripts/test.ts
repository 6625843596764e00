/**
 * Every check: `npm test`, and with `--long` also what takes too long for each change.
 * Types, lint and build first; then rules, calls and races on real PostgreSQL; then journeys in real Chromium.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareTestTools } from "./test-tools.ts";
import { runAll, type Step } from "./run-all.ts";

const isLong = process.argv.includes("--long");
const only = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
/** Where the tests note the refusals that they play through pages, for the step after them. */
const refusalsSeen = await mkdtemp(join(tmpdir(), "tunai-refusals-"));
const environment: Record<string, string> = {
  ...prepareTestTools({ isLong }),
  TEST_LONG: isLong ? "1" : "",
  TEST_REFUSALS_SEEN: refusalsSeen,
};
const vitest = (name: string, ...rest: string[]): Step => ({
  name,
  command: ["node_modules/vitest/vitest.mjs", "run", ...rest],
  environment,
  alone: true,
});

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
await rm(refusalsSeen, { recursive: true, force: true });
process.exit(isGreen ? 0 : 1);
