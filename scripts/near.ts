/**
 * The tests near a change: `npm run test:near`, with `-- --since <commit>` against another commit than main. Of the
 * files that differ it takes the domains, those that import them and the registries; a change of shared code or of the
 * wiring affects everything, and only `npm test` covers it. It builds nothing and starts no browser: `npm test` stays
 * what a change must pass.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { prepareTestTools } from "./test-tools.ts";
import { nearTests } from "./near-tests.ts";

const { values } = parseArgs({ options: { since: { type: "string" }, list: { type: "boolean", default: false } } });
const git = (...words: string[]): string[] =>
  execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
    .split("\n")
    .filter(Boolean);

const since = values.since ?? base();
const changed = [...git("diff", "--name-only", since), ...git("ls-files", "--others", "--exclude-standard")];
const { files, isFloor } = nearTests(changed);
if (isFloor)
  console.log("What every domain stands on has changed too: `npm test` alone tells whether all of it still holds.");
console.log(files.length > 0 ? files.join("\n") : "No test is near this change.");
if (files.length > 0 && !values.list) {
  const run = ["node_modules/vitest/vitest.mjs", "run", "--project", "server", "--project", "alone", ...files];
  const { status } = spawnSync(process.execPath, run, {
    stdio: "inherit",
    env: { ...process.env, ...prepareTestTools({ isLong: false }) },
  });
  process.exit(status ?? 1);
}

/** Where this branch left main; on main itself, the last commit. */
function base(): string {
  try {
    const [forked] = git("merge-base", "HEAD", "main");
    const [head] = git("rev-parse", "HEAD");
    return forked && forked !== head ? forked : "HEAD";
  } catch {
    return "HEAD";
  }
}
