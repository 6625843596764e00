/**
 * Lists erased borrowers, so that a restored backup erases them again: `npm run tombstones -- list tombstones.tsv`
 * writes that file with every backup, and after a restore `npm run tombstones -- apply tombstones.tsv` with the newest
 * list there is. A line is a borrower's id and the time; ids alone identify no person. Works beside a running server
 * too.
 */
import { readFile, rename, writeFile } from "node:fs/promises";
import { repeatClosure } from "#features/account/cancellation/server/index.ts";
import { repeatErasures, textLinesOf, tombstonesOf } from "#server/postgres/backup.ts";
import { parseConfig } from "#server/process/config.server.ts";
import { openDatabase } from "#server/database.server.ts";
import { openKeys } from "#server/keys/keys.server.ts";
import { reachDatabase } from "#server/postgres/reach.ts";
import { systemRandom } from "#server/process/random.ts";

const [command, file = ""] = process.argv.slice(2);
if ((command !== "list" && command !== "apply") || file === "") {
  console.error("Say what to do: npm run tombstones -- list FILE, or npm run tombstones -- apply FILE.");
  process.exit(2);
}
const config = parseConfig(process.env);
const server = await reachDatabase(config);
const database = openDatabase({ connection: server.connection, log: console.error });
try {
  const keys = openKeys({ folder: config.secretsDir, random: systemRandom(), mayGenerate: false });
  if (command === "list") {
    const lines = await tombstonesOf(database, keys);
    // Whole or not at all: a truncated list would make a restore erase fewer borrowers.
    await writeFile(`${file}.unfinished`, lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
    await rename(`${file}.unfinished`, file);
    console.log(`${lines.length} tombstones in ${file}.`);
  } else {
    const lines = textLinesOf(await readFile(file, "utf8"));
    const again = await repeatErasures(database, { ...keys, closeAgain: repeatClosure }, lines);
    console.log(`${lines.length} tombstones, ${again} of them forgotten again.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await database.destroy();
  await server.stop();
}
