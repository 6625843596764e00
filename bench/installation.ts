/**
 * An installation of many borrowers: `sh scripts/node.sh bench/installation.ts --borrowers=300000
 * --folder=/var/tmp/many` loads it into a folder that is kept, and runs every call, sweep and job on it. It reports
 * statements that take over 15 ms, and those that read more pages than allowed (`tests/faults/plan-bound.test.ts`). A
 * folder that was loaded before is measured again.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { option } from "./support/report.ts";

const folder = resolve(option("folder") ?? ".data-many");
if (existsSync(folder) && !existsSync(join(folder, "known.json")))
  throw new Error(`${folder} is there already, and not whole. Remove it to load it.`);
await mkdir(folder, { recursive: true });
const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    "alone",
    "tests/faults/plan-bound.test.ts",
    "--disable-console-intercept=true",
  ],
  {
    stdio: "inherit",
    env: { ...process.env, TEST_BORROWERS: option("borrowers") ?? "300000", TEST_FOLDER: folder },
  },
);
process.exitCode = status ?? 1;
