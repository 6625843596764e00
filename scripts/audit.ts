/**
 * Audits the whole ledger: re-adds every transfer, walks the chain of seals, prints what it found and the newest seal's
 * hash. Ends with 1 when something is broken; money writes are stopped then.
 */
import { parseConfig } from "#server/config.server.ts";
import { openSandboxClock, realClock } from "#server/clock.ts";
import { openDatabase } from "#server/database.server.ts";
import { auditAll, openStop, sealNew } from "#server/ledger/index.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded.ts";

const config = parseConfig(process.env);
// Beside a running server the embedded data folder has an owner already: then DATABASE_URL names the database to audit.
const embedded = config.databaseUrl === "" ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => {} }) : null;
const database = openDatabase({ connection: embedded?.connection ?? config.databaseUrl, statementTimeoutMilliseconds: 0, log: console.error });
const sandboxClock = config.appEnv === "prod" ? null : await openSandboxClock(database, console.error);
const clock = sandboxClock ?? realClock;
try {
  let sealed = 0;
  for (let count = -1; count !== 0; sealed += count) count = (await sealNew(database, clock.now(), "all")).transfers;
  const report = await auditAll(database, clock.now());
  for (const { code, about, expected, found } of report.findings) {
    console.error(`${code} ${about}${expected === undefined ? "" : `: expected ${expected}, found ${found}`}`);
  }
  const stop = await openStop(database);
  console.log(`${report.transfers} transfers, ${sealed} newly sealed, ${report.findings.length} findings, root ${report.root}`);
  if (stop) console.error(`money writes are stopped since ${stop.since.toISOString()}`);
  process.exitCode = report.findings.length > 0 || stop ? 1 : 0;
} finally {
  await sandboxClock?.stop();
  await database.destroy();
  await embedded?.stop();
}
