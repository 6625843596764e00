/**
 * Each release's migrations on a copy with data: rows of loans, payments, complaints and staff, inserted into an older
 * schema, survive unchanged; the migrations are quick, do not block others, and survive a killed process. // Threat H10
 */
import { spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { migrate } from "#server/postgres/migrate.ts";
import { pause } from "#server/work/timers.ts";
import { auditAll } from "#server/ledger/index.ts";
import { billOf } from "#features/credit/repayment/server/index.ts";
import { openDatabase } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { approvedLoan, ripeBorrower } from "#tests/support/approved-loan.ts";
import { complaintsOf } from "#tests/support/complaint.ts";
import { inDatabase, run } from "#tests/support/database-server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { repaying } from "#tests/support/repaying.ts";
import type { MadeLoan } from "#tests/support/loan.ts";

const isLong = process.env["TEST_LONG"] === "1";
/**
 * How many of the newest files are applied to data, how often a process is killed, minimum rows of a table, maximum ms
 * of one file on them.
 */
const input = isLong
  ? { cuts: Infinity, kills: 40, rows: 20_000, budget: 5_000 }
  : { cuts: 3, kills: 4, rows: 2_000, budget: 2_000 };
const source = join(import.meta.dirname, "../../migrations");
const files = (await readdir(source)).filter((name) => name.endsWith(".sql")).sort();

/** Values of today's rows that an older rule did not allow, with their value before that migration. */
const asBefore: { file: string; table: string; column: string; was: string }[] = [
  {
    file: "20261122-0030-disbursement-returned.sql",
    table: "bank_transfer",
    column: "next_inquiry_at",
    was: "case when ended_at is null then next_inquiry_at end",
  },
];

const made = await testDatabase();
const app = await testApp({ database: made });
let folder: string;
let loan: MadeLoan;
const copies: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tunai-cut-"));
  const { accountAt, bank, running } = repaying(app);
  const paying = await running();
  loan = paying;
  await bank.pay({ virtualAccountNumber: await accountAt(paying.client), amountRupiah: 100_000 });
  await app.settle();
  await approvedLoan(app, await ripeBorrower(app));
  await complaintsOf(app).handedIn();
  const { enter, nextNumber } = loggingIn(app);
  await enter(app.client(), nextNumber());
  await app.settle();
}, 120_000);
afterAll(async () => {
  for (const name of copies)
    await run(inDatabase(made.connection, "postgres"), `drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

async function asking<Result>(connection: string, ask: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: connection, options: "-c timezone=Asia/Jakarta" });
  client.on("error", () => {});
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

interface Table {
  name: string;
  columns: string[];
}

/** Tables with the columns that can be written. `views` too: one that replaces a table still returns its rows. */
async function tablesOf(client: pg.Client, views = false): Promise<Map<string, Table>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select t.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
     from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
     where table_schema = 'public' and t.table_name <> 'schema_migration' and c.is_generated = 'NEVER' and t.table_type = any($1) group by 1`,
    [views ? ["BASE TABLE", "VIEW"] : ["BASE TABLE"]],
  );
  return new Map(rows.map((row) => [row.name, row]));
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");
/** The contents of these columns, in any order of rows. */
const fingerprint = ({ name, columns }: Table): string =>
  `select count(*)::int as rows, coalesce(sum(hashtextextended(row(${quoted(columns)})::text, 0)), 0)::text as sum from "${name}"`;
const fingerprints = async (client: pg.Client, tables: Iterable<Table>): Promise<Record<string, unknown>> => {
  const all: Record<string, unknown> = {};
  for (const table of tables) all[table.name] = (await client.query(fingerprint(table))).rows[0];
  return all;
};

/**
 * A database at the state before `files[cut]`, with the rows of the running product as far as its tables and columns
 * existed.
 */
async function olderCopy(cut: number): Promise<{ connection: string; tables: Table[] }> {
  const name = `cut_${process.pid}_${copies.length}`;
  copies.push(name);
  await run(inDatabase(made.connection, "postgres"), `create database ${name}`);
  const connection = inDatabase(made.connection, name);
  const older = join(folder, name);
  await mkdir(older);
  for (const file of files.slice(0, cut)) await copyFile(join(source, file), join(older, file));
  await migrate({ connection, folder: older });
  const tables = await asking(made.connection, (from) =>
    asking(connection, async (to) => {
      const present = await tablesOf(from, true);
      const shared: Table[] = [];
      const close = await openForLoading(to);
      for (const { name: table, columns } of (await tablesOf(to)).values()) {
        const both = columns.filter((column) => present.get(table)?.columns.includes(column));
        if (both.length === 0) continue;
        shared.push({ name: table, columns: both });
        const { rows } = await from.query<{ rows: string }>(
          `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from (select ${both.map((column) => asItWas(cut, table, column)).join(", ")} from "${table}") t`,
        );
        await to.query(`delete from "${table}"`);
        await to.query(
          `insert into "${table}" (${quoted(both)}) overriding system value select ${quoted(both)} from jsonb_populate_recordset(null::"${table}", $1::jsonb)`,
          [rows[0]!.rows],
        );
        await multiply(to, table, both);
      }
      await close();
      return shared;
    }),
  );
  return { connection, tables };
}

function asItWas(cut: number, table: string, column: string): string {
  const change = asBefore.find((one) => one.table === table && one.column === column && files.indexOf(one.file) >= cut);
  return change ? `${change.was} as "${column}"` : `"${column}"`;
}

/** Prepares loading as for a dump: without triggers; foreign keys are checked afterwards. */
async function openForLoading(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ on: string; name: string; definition: string }>(
    "select conrelid::regclass::text as on, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace",
  );
  const tables = [...(await tablesOf(client)).keys()];
  for (const { on, name } of keys) await client.query(`alter table ${on} drop constraint "${name}"`);
  for (const table of tables) await client.query(`alter table "${table}" disable trigger user`);
  return async () => {
    for (const table of tables) await client.query(`alter table "${table}" enable trigger user`);
    for (const { on, name, definition } of keys)
      await client.query(`alter table ${on} add constraint "${name}" ${definition}`);
  };
}

/** Copies of existing rows under new ids, where only the id distinguishes them. */
async function multiply(client: pg.Client, table: string, columns: string[]): Promise<void> {
  const { rows } = await client.query<{ columns: string[] }>(
    `select array(select a.attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey) and (a.attname <> 'id' or a.atttypid = 'uuid'::regtype)) as columns
     from pg_index i where i.indrelid = $1::regclass and i.indisunique`,
    [`"${table}"`],
  );
  const [only, ...more] = rows;
  // The books are a chain; a copied link would break it.
  if (table.startsWith("ledger_")) return;
  const id = only?.columns.find((column) => column === "id");
  if (!id || more.length > 0) return;
  const rest = columns.filter((column) => column !== id);
  const present = Number(
    (await client.query<{ rows: string }>(`select count(*) as rows from "${table}"`)).rows[0]!.rows,
  );
  if (present === 0) return;
  const times = Math.ceil(input.rows / present);
  await client.query(
    `insert into "${table}" ("${id}", ${quoted(rest)}) overriding system value select gen_random_uuid(), ${quoted(rest)} from "${table}", generate_series(1, ${times})`,
  );
}

/** Columns, keys, checks, indexes, triggers and functions, as text. */
async function schemaOf(connection: string): Promise<string[]> {
  return asking(connection, async (client) => {
    const { rows } = await client.query<{ line: string }>(`
      select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line from information_schema.columns where table_schema = 'public'
      union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' order by 1`);
    return rows.map(({ line }) => line);
  });
}

// Before the eighth there are hardly any tables with rows.
const cuts = [...files.keys()].slice(8).filter((cut) => cut >= files.length - input.cuts || [12, 24].includes(cut));

it.each(cuts)(
  "Rows that lay there before migration %i come through all that follow, within the time, and the product goes on with them.",
  { timeout: 300_000 },
  async (cut) => {
    const { connection, tables } = await olderCopy(cut);
    const before = await asking(connection, (client) => fingerprints(client, tables));
    expect(
      Object.values(before).filter((table) => (table as { rows: number }).rows > 0).length,
      "tables with rows",
    ).toBeGreaterThan(10);
    const times: string[] = [];
    let begun = performance.now();
    const slow: string[] = [];
    const log = (message: string): void => {
      const milliseconds = Math.round(performance.now() - begun);
      times.push(`${message}: ${milliseconds} ms`);
      if (milliseconds > input.budget) slow.push(times.at(-1)!);
      begun = performance.now();
    };
    expect(await migrate({ connection, folder: source, log })).toEqual(files.slice(cut));
    expect(slow, "files that lock their tables for longer than anybody should wait").toEqual([]);
    expect(await asking(connection, (client) => fingerprints(client, tables))).toEqual(before);
    expect(await schemaOf(connection)).toEqual(await schemaOf(inject("templateConnection")));
    const database = openDatabase({ connection, log: () => {} });
    try {
      expect((await auditAll(database, app.clock.now())).findings).toEqual([]);
      // Before payments existed, there is no bill to compare.
      if (!tables.some(({ name }) => name === "repayment_event")) return;
      const services = { ...app.services, database };
      expect(await billOf(services, database, loan.borrowerId, loan.loanId)).toEqual(
        await billOf(app.services, app.services.database, loan.borrowerId, loan.loanId),
      );
    } finally {
      await database.destroy();
    }
  },
);

function worker(connection: string, from: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../support/migrate-worker.ts"), from], {
    env: { ...process.env, DATABASE_URL: connection },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { child, ended: new Promise<number | null>((gone) => child.once("close", gone)) };
}

it(
  `A process that is killed ${input.kills} times while it migrates leaves whole files behind, and the next one goes on.`,
  { timeout: 600_000 },
  async () => {
    const { connection, tables } = await olderCopy(12);
    const before = await asking(connection, (client) => fingerprints(client, tables));
    const applied = () =>
      asking(connection, async (client) =>
        (await client.query<{ name: string }>("select name from schema_migration order by name")).rows.map(
          ({ name }) => name,
        ),
      );
    let cutShort = 0;
    for (let kill = 0; kill < input.kills; kill++) {
      const known = await applied();
      const { child, ended } = worker(connection, source);
      let seen = 0;
      // After its second file, and so in the middle of the third.
      child.stdout.on("data", (chunk: Buffer) => {
        seen += chunk.toString().split("migrated").length - 1;
        if (seen >= 2) child.kill("SIGKILL");
      });
      if ((await ended) === null) cutShort += 1;
      const now = await applied();
      expect(now).toEqual(files.slice(0, now.length));
      expect(now.length).toBeGreaterThanOrEqual(known.length);
    }
    expect(cutShort).toBeGreaterThan(0);
    await migrate({ connection, folder: source });
    expect(await applied()).toEqual(files);
    expect(await schemaOf(connection)).toEqual(await schemaOf(inject("templateConnection")));
    expect(await asking(connection, (client) => fingerprints(client, tables))).toEqual(before);
  },
);

it("A migration that has to wait for a table lets others pass meanwhile; killed there it leaves nothing, and the next one is applied when the table is free.", async () => {
  const { connection } = await olderCopy(files.length);
  const next = join(folder, "next");
  await mkdir(next);
  for (const file of files) await copyFile(join(source, file), join(next, file));
  const name = "99991231-2359-loan-next.sql";
  await writeFile(join(next, name), "create table half_done (n integer);\nalter table loan add column next integer;");
  await asking(connection, async (report) => {
    // A long-running report: its lock allows readers and writers, but no change of the table.
    await report.query("begin");
    await report.query("select count(*) from loan");
    const { child, ended } = worker(connection, next);
    const waits =
      "select count(*)::int as waiting from pg_stat_activity where application_name = 'tunai-migrate' and datname = current_database() and wait_event_type = 'Lock'";
    await asking(connection, (other) =>
      expect
        .poll(async () => (await other.query<{ waiting: number }>(waits)).rows[0]!.waiting, { interval: 20 })
        .toBe(1),
    );
    child.kill("SIGKILL");
    await ended;
    const migrating = migrate({ connection, folder: next });
    // Awaited at the end; if something fails before, its own failure is ignored.
    migrating.catch(() => {});
    const longest = await asking(connection, async (reader) => {
      await reader.query("set statement_timeout = '5s'");
      let most = 0;
      for (const end = performance.now() + 3_500; performance.now() < end; await pause(20)) {
        const begun = performance.now();
        await reader.query("select 1 from loan limit 1");
        most = Math.max(most, performance.now() - begun);
      }
      return most;
    });
    expect(longest).toBeLessThan(2_000);
    expect((await report.query("select to_regclass('half_done') as here")).rows).toEqual([{ here: null }]);
    await report.query("commit");
    expect(await migrating).toEqual([name]);
  });
});
