/**
 * Records the examples of the published API: runs the tests of the domains, records the product's answers, and writes
 * `examples.json` beside the document. Examples that still fit stay as they are; takes as long as these tests. `npm run
 * api:examples -- src/features/credit` runs only the tests of a folder.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { declaredCalls, root } from "#tests/support/house-sources.ts";
import { examplesFrom } from "#tests/support/api-examples.ts";

const file = join(root, "src/features/platform/configuration/server/openapi/examples.json");
/** A folder of answers recorded earlier, or one that the tests fill now. */
const given = process.env["API_ANSWERS"];
const folder = given ?? mkdtempSync(join(tmpdir(), "tunai-api-answers-"));
if (given === undefined) {
  const places = process.argv.length > 2 ? process.argv.slice(2) : ["src/features"];
  const command = ["node_modules/vitest/vitest.mjs", "run", "--project", "server", ...places];
  const env = { ...process.env, API_ANSWERS: folder };
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: ["ignore", "inherit", "inherit"], env });
  process.exitCode = status ?? 1;
}
const calls = [...new Map((await declaredCalls()).map(({ call }) => [call.id, call])).values()];
const present = JSON.parse(readFileSync(file, "utf8"));
const declared = new Set(calls.map(({ id }) => id));
// The calls of desks (`defineDesk`) are no exports of a contract: their recorded examples stay.
const ofDesks = Object.entries(present).filter(([id]) => !declared.has(id));
const examples = { ...examplesFrom(folder, calls, present), ...Object.fromEntries(ofDesks) };
writeFileSync(file, `${JSON.stringify(examples, null, 1)}\n`);
if (given === undefined) rmSync(folder, { recursive: true });
console.log(`${Object.keys(examples).length} of ${calls.length} calls have examples.`);
