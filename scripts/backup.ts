/**
 * Backs up an installation with the embedded database, beside its running server too:
 * `npm run backup -- FOLDER`. Copy FOLDER to another machine, and SECRETS_DIR apart from it.
 */
import { BackupFault, makeBackup } from "#server/postgres/backup.ts";
import { parseConfig } from "#server/process/config.server.ts";
import { openKeys } from "#server/keys/keys.server.ts";
import { systemRandom } from "#server/process/random.ts";
import { realTime } from "#server/work/timers.ts";
import { resolve } from "node:path";

const [to = ""] = process.argv.slice(2);
if (to === "" || to.startsWith("-")) {
  console.error("Say where to: npm run backup -- FOLDER (a folder that is not there yet).");
  process.exit(2);
}
try {
  const config = parseConfig(process.env);
  const keys = openKeys({ folder: config.secretsDir, random: systemRandom(), mayGenerate: false });
  const { ledger, objects } = await makeBackup({
    installed: config,
    keys,
    to: resolve(to),
    hasBucket: process.env["STORAGE_ADAPTER"] === "s3",
    now: realTime(),
  });
  console.log(
    `${to}: ${ledger.transfers} transfers, ${objects === null ? "objects in their bucket" : `${objects} objects`}, root ${ledger.root}`,
  );
  console.log(`Note the root elsewhere, and keep ${config.secretsDir} apart: without it the backup cannot be read.`);
  if (ledger.findings > 0) {
    console.error(
      `The ledger has ${ledger.findings} findings: npm run audit names them. The backup holds it as it is.`,
    );
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof BackupFault ? error.message : error);
  process.exitCode = 1;
}
