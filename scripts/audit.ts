/**
 * Audits the whole ledger: re-adds every transfer, walks the chain of seals, prints what it found and the newest seal's
 * hash. Ends with 1 when something is broken; money writes are stopped then. Works beside a running server too.
 * `npm run audit -- --lift --by "Your Name" --reason "…"` lets money move again, once the audit finds nothing any more.
 */
import { parseArgs } from "node:util";
import { parseConfig } from "#server/config.server.ts";
import { openSandboxClock, realClock } from "#server/clock.ts";
import { openDatabase, transact } from "#server/database.server.ts";
import { auditAll, liftStop, openStop, sealNew } from "#server/ledger/index.ts";
import { reachDatabase } from "#server/postgres/reach.ts";

const { values } = parseArgs({
  options: {
    lift: { type: "boolean", default: false },
    by: { type: "string", default: "" },
    reason: { type: "string", default: "" },
  },
});
if (values.lift && (values.by.trim() === "" || values.reason.trim() === "")) {
  console.error('Say who lifts the stop and why: npm run audit -- --lift --by "Your Name" --reason "…"');
  process.exit(2);
}
const config = parseConfig(process.env);
const server = await reachDatabase(config);
const database = openDatabase({ connection: server.connection, statementTimeoutMilliseconds: 0, log: console.error });
const sandboxClock = config.appEnv === "prod" ? null : await openSandboxClock(database, console.error);
const clock = sandboxClock ?? realClock;
try {
  let sealed = 0;
  for (let count = -1; count !== 0; sealed += count) count = (await sealNew(database, clock.now(), "all")).transfers;
  const report = await auditAll(database, clock.now());
  for (const { code, about, expected, found } of report.findings) {
    console.error(`${code} ${about}${expected === undefined ? "" : `: expected ${expected}, found ${found}`}`);
  }
  if (values.lift && report.findings.length === 0)
    await transact(database, (trx) => liftStop(trx, clock.now(), values.by, values.reason));
  const stop = await openStop(database);
  console.log(
    `${report.transfers} transfers, ${sealed} newly sealed, ${report.findings.length} findings, root ${report.root}`,
  );
  if (stop) console.error(`money writes are stopped since ${stop.since.toISOString()}`);
  process.exitCode = report.findings.length > 0 || stop ? 1 : 0;
} finally {
  await sandboxClock?.stop();
  await database.destroy();
  await server.stop();
}
