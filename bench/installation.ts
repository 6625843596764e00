/**
 * An installation of many borrowers: `sh scripts/node.sh bench/installation.ts --borrowers=300000
 * --folder=/var/tmp/many` loads it, in a folder that stays, and asks every call, sweep and job of it. It reports what
 * takes over 15 ms there, and what reads more pages than it may (`tests/faults/plan-bound.test.ts`). A folder that was
 * loaded before is measured again.
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
