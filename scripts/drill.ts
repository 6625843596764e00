/**
 * Brings a database at DATABASE_URL back to an instant, from a base backup and the archived write-ahead log, and audits it:
 * `npm run drill -- BASE --wal FOLDER [--until 2026-11-21T03:14:07+07:00] [--into FOLDER]`. Without `--into` it is a drill:
 * the copy is audited and removed. With it the folder stays, as the data of a server that has left recovery.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { domains } from "../src/api.ts";
import { openDatabase } from "#server/database.server.ts";
import { checkBooks } from "#server/ledger/book-checks.ts";
import { auditAll, sealAll } from "#server/ledger/index.ts";
import { BackupFault } from "#server/postgres/backup.ts";
import { restorePointInTime, type PointInTimeCopy } from "#server/postgres/point-in-time.ts";
import { parseConfig } from "#server/process/config.server.ts";
import { askOf } from "#server/questions.ts";
import { realTime } from "#server/work/timers.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { wal: { type: "string" }, until: { type: "string" }, into: { type: "string" } },
});
const [base = ""] = positionals;
const until = values.until === undefined ? null : new Date(values.until);
if (base === "" || positionals.length > 1 || !values.wal || (until && Number.isNaN(until.getTime()))) {
  console.error("Say from what: npm run drill -- BASE --wal FOLDER [--until INSTANT] [--into FOLDER].");
  process.exit(2);
}
const config = parseConfig(process.env);
const connection = config.databaseDirectUrl || config.databaseUrl;
if (!connection) {
  console.error("This is for a database at DATABASE_URL; of the embedded one: npm run restore -- FOLDER --drill.");
  process.exit(2);
}
const own = values.into === undefined ? await mkdtemp(join(process.env["TMPDIR"] || tmpdir(), "tunai-drill-")) : null;
// PostgreSQL runs under another account if we are root, and needs access to its own folder.
if (own !== null) await chmod(own, 0o711);
const begun = performance.now();
let copy: PointInTimeCopy | undefined;
try {
  const into = own === null ? resolve(values.into!) : join(own, "data");
  copy = await restorePointInTime({ base: resolve(base), wal: values.wal, until, into, connection });
  await audit(copy, into);
} catch (error) {
  console.error(error instanceof BackupFault ? error.message : error);
  process.exitCode = 1;
} finally {
  await copy?.stop();
  if (own !== null) await rm(own, { recursive: true, force: true });
}

/** Every transfer is added up again, and every domain's rows are compared with the ledger. */
async function audit(restored: PointInTimeCopy, into: string): Promise<void> {
  const database = openDatabase({
    connection: restored.connection,
    statementTimeoutMilliseconds: 0,
    log: console.error,
  });
  try {
    await sealAll(database, realTime(), 0);
    const { findings, transfers, root } = await auditAll(database, realTime());
    const differences = await checkBooks({ ask: askOf(domains) }, database);
    for (const { code, about } of findings) console.error(`${code} ${about}`);
    for (const { check, about } of differences) console.error(`BOOKS_DIFFER ${check} ${about}`);
    console.log(
      `${transfers} transfers, the last one of ${restored.last?.toISOString() ?? "no time"}, ${findings.length} findings, ${differences.length} differences of books, root ${root}; ${Math.round((performance.now() - begun) / 1000)} s.`,
    );
    console.log(own === null ? `Restored into ${into}.` : "The copy is removed.");
    if (findings.length + differences.length > 0) process.exitCode = 1;
  } finally {
    await database.destroy();
  }
}
