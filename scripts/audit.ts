/**
 * Audits the ledger: the transfers since the last audit without findings, or with `--whole` every transfer and the
 * whole chain of seals. Prints what it found and the newest seal's hash. Ends with 1 when something is broken; money
 * writes are stopped then. Works beside a running server too. The whole audit also asks the domains whether their rows
 * say the same as the ledger; a difference is reported and ends with 1, but money writes continue. The whole audit goes
 * by ranges: `--lanes 4` checks so many side by side (2 by default), and with `--progress FILE` an audit that was cut
 * off goes on with the ranges that are not proven yet. `npm run audit -- --lift --by "Your Name" --reason "…"` lets
 * money move again, once the audit finds nothing any more.
 */
import { parseArgs } from "node:util";
import { domains } from "../src/api.ts";
import { parseConfig } from "#server/process/config.server.ts";
import { openSandboxClock, realClock } from "#server/process/clock.ts";
import { openDatabase, transact } from "#server/database.server.ts";
import { auditAll, auditRecent, liftStop, openAuditProgress, openStop, sealAll } from "#server/ledger/index.ts";
import { checkBooks } from "#server/ledger/book-checks.ts";
import { reachDatabase } from "#server/postgres/reach.ts";
import { askOf } from "#server/questions.ts";

const { values } = parseArgs({
  options: {
    whole: { type: "boolean", default: false },
    lanes: { type: "string", default: "2" },
    progress: { type: "string", default: "" },
    lift: { type: "boolean", default: false },
    by: { type: "string", default: "" },
    reason: { type: "string", default: "" },
  },
});
if (values.lift && (values.by.trim() === "" || values.reason.trim() === "")) {
  console.error('Say who lifts the stop and why: npm run audit -- --lift --by "Your Name" --reason "…"');
  process.exit(2);
}
const lanes = Number(values.lanes);
if (!Number.isSafeInteger(lanes) || lanes < 1 || lanes > 32) {
  console.error("--lanes is a whole number from 1 to 32.");
  process.exit(2);
}
const config = parseConfig(process.env);
const server = await reachDatabase(config);
const database = openDatabase({
  connection: server.connection,
  statementTimeoutMilliseconds: 0,
  readConnections: lanes,
  log: console.error,
});
const sandboxClock = config.appEnv === "prod" ? null : await openSandboxClock(database, console.error);
const clock = sandboxClock ?? realClock;
try {
  // Only the whole audit finds rows that committed so late that the audit every minute has passed them; lifting a stop
  // requires it.
  const isWhole = values.whole || values.lift;
  const sealed = await sealAll(database, clock.now(), isWhole ? 0 : undefined);
  const progress = isWhole && values.progress !== "" ? await openAuditProgress(values.progress) : undefined;
  const report = isWhole
    ? await auditAll(database, clock.now(), { lanes, ...(progress ? { progress } : {}) })
    : await auditRecent(database, clock.now());
  for (const { code, about, expected, found } of report.findings) {
    console.error(`${code} ${about}${expected === undefined ? "" : `: expected ${expected}, found ${found}`}`);
  }
  const differences = isWhole ? await checkBooks({ ask: askOf(domains) }, database) : [];
  for (const { check, about, expected, found } of differences)
    console.error(`BOOKS_DIFFER ${check} ${about}: rows say ${expected}, the ledger ${found}`);
  if (values.lift && report.findings.length === 0)
    await transact(database, (trx) => liftStop(trx, clock.now(), values.by, values.reason));
  const stop = await openStop(database);
  console.log(
    `${isWhole ? "whole: " : ""}${report.transfers} transfers, ${sealed} newly sealed, ${report.findings.length} findings, ${isWhole ? `${differences.length} differences of books, ` : ""}root ${report.root}`,
  );
  if (stop) console.error(`money writes are stopped since ${stop.since.toISOString()}`);
  process.exitCode = report.findings.length > 0 || differences.length > 0 || stop ? 1 : 0;
} finally {
  await sandboxClock?.stop();
  await database.destroy();
  await server.stop();
}
