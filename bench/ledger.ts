/**
 * The auditor's time as the ledger grows: sealing, the audit of a day and the whole audit, and the balance of an account
 * with the most history. `sh scripts/node.sh bench/ledger.ts 500000` loads half a million transfers by SQL, in ten parts, and
 * prints the rate of sealing of each part: it must not fall.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { parseConfig } from "#server/process/config.server.ts";
import { openDatabase } from "#server/database.server.ts";
import { account, auditAll, auditRecent, balanceOf, sealAll } from "#server/ledger/index.ts";
import { migrate } from "#server/postgres/migrate.ts";
import { reachDatabase } from "#server/postgres/reach.ts";

const total = Number(process.argv[2] ?? 500_000);
const parts = 10;
const part = Math.floor(total / parts);
const now = new Date("2026-11-21T09:00:00+07:00");
const data = await mkdtemp(join(tmpdir(), "tunai-ledger-"));
const server = await reachDatabase(parseConfig({ APP_ENV: "dev", DATA_DIR: data }));
const database = openDatabase({ connection: server.connection, statementTimeoutMilliseconds: 0, log: console.error });

async function timed<Result>(name: string, work: () => Promise<Result>, count?: number): Promise<Result> {
  const begin = performance.now();
  const result = await work();
  const seconds = (performance.now() - begin) / 1000;
  console.log(`${name}: ${seconds.toFixed(2)} s${count ? `, ${Math.round(count / seconds)} a second` : ""}`);
  return result;
}

/**
 * Each wallet is given seven rewards of 1,000 rupiah from one budget, whose balance is the sum of the same transfers.
 */
async function load(first: number, count: number): Promise<void> {
  const wallet = (n: string) => sql.raw(`'WALLET/b' || (${n}) / 7`);
  await sql`insert into ledger_account (id, kind, asset, limited, opened_at)
    select distinct ${wallet("n")}, 'WALLET', 'RUPIAH', true, ${now}::timestamptz from generate_series(${first}::int, ${first + count - 1}::int) n on conflict do nothing`.execute(
    database,
  );
  await sql`insert into ledger_transfer (id, phase, asset, debit_account_id, credit_account_id, amount, kind, reference, value_date, posted_at)
    select 'bench_' || n, 'PLAIN', 'RUPIAH', 'PROMOTION_COST', ${wallet("n")}, 1000, 'REWARD', 'bench', '2026-11-21', ${now}::timestamptz
    from generate_series(${first}::int, ${first + count - 1}::int) n`.execute(database);
  await sql`insert into ledger_balance (account_id, posted)
    select credit_account_id, sum(amount) from ledger_transfer where id in (select 'bench_' || n from generate_series(${first}::int, ${first + count - 1}::int) n)
    group by credit_account_id on conflict (account_id) do update set posted = ledger_balance.posted + excluded.posted`.execute(
    database,
  );
  await sql`analyze ledger_transfer, ledger_account, ledger_balance`.execute(database);
}

try {
  await migrate({ connection: server.connection, folder: "migrations" });
  await sql`insert into ledger_account (id, kind, asset, limited, opened_at) values ('PROMOTION_COST', 'PROMOTION_COST', 'RUPIAH', false, ${now}) on conflict do nothing`.execute(
    database,
  );
  for (let index = 0; index < parts; index++) {
    await load(index * part, part);
    await timed(`seal part ${index + 1}`, () => sealAll(database, now), part);
  }
  const report = ({ transfers, findings }: { transfers: number; findings: unknown[] }) =>
    console.log(`  ${transfers} transfers, ${findings.length} findings`);
  report(await timed("whole audit", () => auditAll(database, now)));
  await load(total, 10_000);
  await timed("seal a day of 10,000", () => sealAll(database, now), 10_000);
  report(await timed("audit since the last proof", () => auditRecent(database, now)));
  await timed("balance of the account with all history", () => balanceOf(database, account("PROMOTION_COST")));
} finally {
  await database.destroy();
  await server.stop();
  await rm(data, { recursive: true, force: true });
}
