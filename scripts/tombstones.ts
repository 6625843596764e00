/**
 * Who was forgotten, so that a restored backup forgets them again: `npm run tombstones -- list > tombstones.tsv` beside
 * every backup, and after a restore `npm run tombstones -- apply tombstones.tsv` with the newest list there is. A line is
 * a borrower's id and the time; ids alone say nothing about anybody. Works beside a running server too.
 */
import { readFile } from "node:fs/promises";
import { parseConfig } from "#server/config.server.ts";
import { openDatabase, transact } from "#server/database.server.ts";
import { openKeys } from "#server/keys.server.ts";
import { reachDatabase } from "#server/postgres/reach.ts";
import { systemRandom } from "#server/random.ts";

const [command, file = ""] = process.argv.slice(2);
if (command !== "list" && !(command === "apply" && file !== "")) {
  console.error("Say what to do: npm run tombstones -- list, or npm run tombstones -- apply FILE.");
  process.exit(2);
}
const config = parseConfig(process.env);
const server = await reachDatabase(config);
const database = openDatabase({ connection: server.connection, log: console.error });
try {
  const { borrowerKeys } = openKeys({ folder: config.secretsDir, random: systemRandom(), mayGenerate: false });
  if (command === "list") {
    let afterId: string | undefined;
    for (;;) {
      const page = await borrowerKeys.tombstones(database, { limit: 1_000, ...(afterId === undefined ? {} : { afterId }) });
      for (const { borrowerId, shreddedAt } of page) console.log(`${borrowerId}\t${shreddedAt.toISOString()}`);
      if (page.length === 0) break;
      afterId = page.at(-1)?.borrowerId;
    }
  } else {
    const entries = (await readFile(file, "utf8")).split("\n").filter((line) => line.trim() !== "").map((line) => line.trim().split("\t"));
    const wrong = entries.find(([id = "", at = ""]) => !/^[0-9a-f-]{36}$/.test(id) || Number.isNaN(Date.parse(at)));
    if (wrong) throw new Error(`This is no line of a list of tombstones: ${wrong.join(" ")}`);
    let again = 0;
    for (const [id = "", at = ""] of entries) if (await transact(database, (trx) => borrowerKeys.shred(trx, id, new Date(at)))) again++;
    console.log(`${entries.length} tombstones, ${again} of them forgotten again.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await database.destroy();
  await server.stop();
}
