/**
 * Restores a backup of `npm run backup` into an empty DATA_DIR, erases again the borrowers who were erased since, and
 * audits the ledger: `npm run restore -- FOLDER [--tombstones NEWEST.tsv]`. With `--drill` it is restored into a
 * temporary folder, the built server is started on it with sandbox ports only, asked whether it is ready, and
 * everything is removed: do that every month.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { repeatClosure } from "#features/account/cancellation/server/index.ts";
import { BackupFault, restoreBackup } from "#server/postgres/backup.ts";
import { parseConfig } from "#server/process/config.server.ts";
import { openKeys } from "#server/keys/keys.server.ts";
import { systemRandom } from "#server/process/random.ts";
import { realTime } from "#server/work/timers.ts";
import { build } from "./build.ts";
import { startCopy } from "./start-copy.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tombstones: { type: "string" }, drill: { type: "boolean", default: false } },
});
const [from = ""] = positionals;
if (from === "" || positionals.length > 1) {
  console.error("Say what to restore: npm run restore -- FOLDER [--tombstones NEWEST.tsv] [--drill].");
  process.exit(2);
}
const config = parseConfig(process.env);
const drillFolder = values.drill ? await mkdtemp(join(process.env["TMPDIR"] || tmpdir(), "tunai-drill-")) : undefined;
const installed =
  drillFolder === undefined ? config : { databaseUrl: "", dataDir: drillFolder, secretsDir: config.secretsDir };
try {
  const keys = () => openKeys({ folder: config.secretsDir, random: systemRandom(), mayGenerate: false });
  const report = await restoreBackup({
    from: resolve(from),
    installed,
    keys,
    closeAgain: repeatClosure,
    tombstones: values.tombstones,
    now: realTime(),
  });
  console.log(
    `${report.transfers} transfers, ${report.findings} findings, ${report.manifest.objects ?? "no"} objects, ${report.forgottenAgain} forgotten again; the seal of ${report.manifest.madeAt} is in its ledger.`,
  );
  for (const name of report.changedSecrets)
    console.log(`${name} is not the one of the backup: right if keys were rotated since.`);
  if (report.findings > 0) throw new BackupFault("The ledger does not add up: npm run audit names what is wrong.");
  if (drillFolder !== undefined) {
    await build({ always: false });
    console.log(await startCopy(drillFolder, config.secretsDir));
  } else console.log(`Restored into ${config.dataDir}. Start the server.`);
} catch (error) {
  console.error(error instanceof BackupFault ? error.message : error);
  process.exitCode = 1;
} finally {
  if (drillFolder !== undefined) await rm(drillFolder, { recursive: true, force: true });
}
