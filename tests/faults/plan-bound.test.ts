/**
 * The number of pages that a query reads may grow with its result, never with the table: with many borrowers each query
 * of calls, sweeps and jobs stays below a limit of pages. Calls, sweeps and tables come from the product's own lists,
 * so new ones are covered automatically; screens make the same calls.
 */
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "#server/database.server.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded.ts";
import { auditAll, sealAll } from "#server/ledger/index.ts";
import { migrate } from "#server/postgres/migrate.ts";
import { staffRoles } from "#shared/staff-permissions.ts";
import { testApp, type TestApp, type TestClient } from "#tests/support/app.ts";
import type { Call } from "#shared/contract.ts";
import { comingToUs, type Known } from "#tests/support/coming-to-us.ts";
import { run } from "#tests/support/database-server.ts";
import { fundHouse, multiply, standingIn } from "#tests/support/many-borrowers.ts";

const isLong = process.env["TEST_LONG"] === "1";
const borrowers = Number(process.env["TEST_BORROWERS"] ?? (isLong ? 50_000 : 10_000));
/** Pages of 8 KB that one execution of a query may read, besides those of the rows that it returns or changes. */
const maxPages = 100;
const maxPagesPerRow = 30;
/** Limit for a connection's first use of a table, when it reads the catalogue with keys and triggers. */
const maxPagesAtFirst = 60;
/** Queries with another limit, which does not grow either. */
const wider: readonly { query: RegExp; pages: number; why: string }[] = [
  {
    query: /^\s*with sealed_up_to as materialized/,
    pages: 12_000,
    why: "A balance of the house looks through the last 10,000 transfers for those that are not sealed yet (ledger/sealing.ts).",
  },
  {
    query: /^\s*select ledger_post\(/,
    pages: 1_000,
    why: "A function that posts all transfers of a booking; each of its statements is held to the common bound.",
  },
  {
    query: /^\s*select name from \(values \(case when exists/,
    pages: 5_000,
    why: "What the sandbox's clock asks of all sweeps: 85 pages of some eighty tables, whose catalogue each connection reads at first.",
  },
  {
    query: /^\s*with chosen as materialized/,
    pages: 3_000,
    why: "Adds up to 5,000 notes of awards, and answers one row.",
  },
  {
    query: /^\s*select account_kind as "accountKind", transfer_kind/,
    pages: 3_000,
    why: "The trial balance adds up the transfers of the last hour or so; hours and days before it are folded into rows.",
  },
  {
    query: /^\s*insert into "complaint" /,
    pages: 200,
    why: "Its trigger counts for the public, and what the trigger is made of is read once a connection; it is held to the common bound itself.",
  },
];
const boundOf = (query: string): number => wider.find((one) => one.query.test(query))?.pages ?? maxPages;

/** If `bench/installation.ts` says so, the loaded installation is kept, and the product can be started on it. */
const kept = process.env["TEST_FOLDER"];
/** It was loaded by an earlier run, and is measured again. */
const isLoaded = kept !== undefined && existsSync(join(kept, "known.json"));
const dataDir = kept ?? (await mkdtemp(join(tmpdir(), "tunai-bound-")));
const server = await startEmbeddedPostgres({
  dataDir,
  log: () => {},
  settings: {
    fsync: "off",
    full_page_writes: "off",
    autovacuum: "off",
    // A kept installation fills its disk with its rows, and not with the log of their loading.
    ...(kept ? { shared_buffers: "2GB", max_wal_size: "2GB" } : { shared_buffers: "256MB", max_wal_size: "8GB" }),
    shared_preload_libraries: "pg_stat_statements",
    "pg_stat_statements.max": "10000",
    "pg_stat_statements.track_utility": "off",
    // Statements inside functions are measured too, each by itself.
    "pg_stat_statements.track": "all",
  },
});
await migrate({ connection: server.connection, folder: "migrations" });
/**
 * As the server's own superuser: the product's role may neither install an extension nor leave references unchecked.
 */
const superuser = server.connection.replace("//tunai@", "//postgres@");
const database = openDatabase({ connection: server.connection, statementTimeoutMilliseconds: 0, log: () => {} });
const app: TestApp = await testApp({
  everySweep: true,
  campaigns: true,
  database: { database, connection: server.connection },
  ...(kept ? { environment: { DATA_DIR: kept } } : {}),
});
const { services, clock } = app;
const people = comingToUs(app);
afterAll(async () => {
  await database.destroy();
  await server.stop();
  if (!kept) await rm(dataDir, { recursive: true, force: true });
});

interface Read {
  query: string;
  calls: number;
  pages: number;
  rows: number;
  milliseconds: number;
}
/** The statements since the last call, the most expensive first. */
async function reads(): Promise<Read[]> {
  const { rows } = await sql<Read>`select query, calls::int, rows::int,
      ((shared_blks_hit + shared_blks_read)::float / calls) as pages, mean_exec_time as milliseconds from pg_stat_statements s
    where dbid = (select oid from pg_database where datname = current_database()) order by 4 desc`.execute(database);
  await sql`select pg_stat_statements_reset()`.execute(database);
  return rows.filter(({ query }) => !/pg_stat_statements|\bpgboss\b/.test(query));
}
/** Printed while an installation of many is loaded: how long each part took, and how large the database is. */
async function tellLoading(part: string, begunMilliseconds: number): Promise<void> {
  if (!kept) return;
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(database);
  const seconds = Math.round((performance.now() - begunMilliseconds) / 1000);
  console.log(`${part}: ${seconds} s, ${(Number(rows[0]?.bytes) / 1e9).toFixed(1)} GB.`);
}
/** Printed where an installation with many rows is loaded: a time depends on this machine, so it is no test. */
const maxMilliseconds = 15;
function tellSlow(found: readonly Read[]): void {
  for (const { query, calls, milliseconds } of found)
    if (milliseconds > maxMilliseconds)
      console.log(`${milliseconds.toFixed(1)} ms, ${calls} times: ${query.replace(/\s+/g, " ").slice(0, 300)}`);
}
const tooMany = (found: readonly Read[]): string[] => {
  if (kept) tellSlow(found);
  return found
    .filter(
      ({ query, pages, rows, calls }) => pages > boundOf(query) + maxPagesAtFirst + (maxPagesPerRow * rows) / calls,
    )
    .map(
      ({ query, calls, pages, rows }) =>
        `${Math.round(pages)} pages, ${rows / calls} rows: ${query.replace(/\s+/g, " ").slice(0, 400)}`,
    );
};

let known: Known;
/** People of an earlier run, logged in without a code: who had a loan, and a coupon. */
async function peopleOfBefore(folder: string): Promise<Known> {
  const params = JSON.parse(await readFile(join(folder, "known.json"), "utf8")) as Known["params"];
  const coupon = await database
    .selectFrom("coupon")
    .select("borrowerId")
    .where("id", "=", params["couponId"]!)
    .executeTakeFirstOrThrow();
  const ids = [params["borrowerId"]!, coupon.borrowerId];
  return { params, clients: await Promise.all(ids.map((id) => app.loggedIn(id))) };
}

beforeAll(async () => {
  await run(
    superuser,
    "create extension if not exists pg_stat_statements; grant pg_read_all_stats to tunai; grant execute on function pg_stat_statements_reset to tunai",
  );
  await services.sweeps.runAllDue(services);
  if (isLoaded) {
    known = await peopleOfBefore(dataDir);
    await reads();
    return;
  }
  const current = await standingIn(server.connection);
  known = await people(1);
  const begun = performance.now();
  const rows = await multiply(superuser, current, Math.ceil(borrowers / known.clients.length), clock.now());
  expect(rows).toBeGreaterThan(30 * borrowers);
  await tellLoading(`${rows} rows loaded and vacuumed`, begun);
  await fundHouse(superuser);
  // As they are sealed every minute.
  const sealing = performance.now();
  await sealAll(database, clock.now());
  await tellLoading("Sealed", sealing);
  const auditing = performance.now();
  expect((await auditAll(database, clock.now())).findings.slice(0, 5)).toEqual([]);
  await tellLoading("Audited", auditing);
  if (kept) await writeFile(join(kept, "known.json"), JSON.stringify(known.params));
  await reads();
}, 7_200_000);

/** The query strings of a list: none, and each choice of each of its filters. */
function queriesOf({ input, path }: Call): string[] {
  const { entries = {} } = input as { entries?: Record<string, { wrapped?: unknown; options?: unknown }> };
  const choices = Object.entries(entries).flatMap(([name, field]) => {
    const { options } = (field.wrapped ?? field) as { options?: unknown };
    if (path.includes(`{${name}}`) || !Array.isArray(options)) return [];
    return options.filter((option) => typeof option === "string").map((option) => `?${name}=${option}`);
  });
  return ["", ...choices];
}

/** Every reading call with known ids; any other id is looked up without result, by the same index. */
async function readAll(client: TestClient, isMine: (who: string) => boolean): Promise<number> {
  let answered = 0;
  for (const { call } of app.api.calls()) {
    if (call.method !== "GET" || !isMine(call.policy.who) || call.path.startsWith("/api/sandbox")) continue;
    const path = call.path.replace(/\{(\w+)\}/g, (_all, name: string) => known.params[name] ?? services.random.uuid());
    for (const query of queriesOf(call)) {
      const { status } = await client.get(path + query);
      expect(status, path + query).toBeLessThan(500);
      if (status === 200) answered += 1;
    }
  }
  return answered;
}

it("What a borrower asks for reads a bounded number of pages.", { timeout: 300_000 }, async () => {
  for (const client of known.clients) expect(await readAll(client, (who) => who !== "staff")).toBeGreaterThan(70);
  expect(tooMany(await reads())).toEqual([]);
});

it("What staff ask for reads a bounded number of pages.", { timeout: 300_000 }, async () => {
  const client = await app.staff("0190cccc-0000-7000-8000-000000000001", [...staffRoles]);
  expect(await readAll(client, (who) => who === "staff")).toBeGreaterThan(50);
  expect(tooMany(await reads())).toEqual([]);
});

it("The wing's rows are among the many.", async () => {
  const many = await sql<{ name: string; rows: number }>`select relname as name, reltuples::int as rows from pg_class
    where relname in ('campaign_award', 'campaign_counter', 'campaign_check_in', 'campaign_draw_entry', 'campaign_entrant', 'campaign_help',
      'campaign_task', 'campaign_ticket', 'coupon', 'points_record', 'wallet_record', 'wallet_withdrawal') and reltuples < 1000`.execute(
    database,
  );
  expect(many.rows).toEqual([]);
});

it("Sweeps and jobs read a bounded number of pages.", { timeout: 300_000 }, async () => {
  clock.advance(60_000);
  await services.sweeps.runAllDue(services);
  // And those that the clock skips because they find nothing.
  for (const sweep of services.sweeps.list()) await sweep.run(services);
  await services.jobs.drain();
  expect(tooMany(await reads())).toEqual([]);
});

// They can happen once.
if (!isLoaded)
  it("What people do reads a bounded number of pages.", { timeout: 300_000 }, async () => {
    await people(2);
    expect(tooMany(await reads())).toEqual([]);
  });
