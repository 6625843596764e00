import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { migrate, MigrationChanged } from "./migrate.ts";

const { database, connection } = await testDatabase();
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tunai-migrations-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFile(join(folder, name), text);

test("Files are applied once, in the order of their names, also when processes start together", async () => {
  await write("20260102-0900-late.sql", "insert into early values (2);");
  await write("20260101-0900-early.sql", "create table early (n int);\ninsert into early values (1);");
  const applied = await Promise.all([1, 2, 3].map(() => migrate({ connection, folder })));
  expect(applied.flat()).toEqual(["20260101-0900-early.sql", "20260102-0900-late.sql"]);
  const { rows } = await sql<{ n: number }>`select n from early order by n`.execute(database);
  expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
});

test("A file that fails leaves nothing, and the next start applies it whole", async () => {
  await write("20260103-0900-half.sql", "create table half (n int);\nselect 1 / 0;");
  await expect(migrate({ connection, folder })).rejects.toThrow("20260103-0900-half.sql failed: division by zero");
  expect((await sql`select to_regclass('half') as here`.execute(database)).rows).toEqual([{ here: null }]);
  await write("20260103-0900-half.sql", "create table half (n int);");
  expect(await migrate({ connection, folder })).toEqual(["20260103-0900-half.sql"]);
});

test("A process killed in the middle of a file leaves nothing, and the next start applies it whole", async () => {
  await write("20260104-0900-killed.sql", "create table killed (n int);\nselect pg_sleep(1);");
  const first = migrate({ connection, folder }).catch((error: Error) => error);
  const asleep = sql<{
    pid: number;
  }>`select pid from pg_stat_activity where application_name = 'tunai-migrate' and wait_event = 'PgSleep' and datname = current_database()`;
  let pid: number | undefined;
  while (pid === undefined) pid = (await asleep.execute(database)).rows[0]?.pid;
  await sql`select pg_terminate_backend(${pid})`.execute(database);
  expect(await first).toBeInstanceOf(Error);
  expect((await sql`select to_regclass('killed') as here`.execute(database)).rows).toEqual([{ here: null }]);
  expect(await migrate({ connection, folder })).toEqual(["20260104-0900-killed.sql"]);
});

test("An applied file that was edited is refused by name", async () => {
  await write("20260101-0900-early.sql", "create table early (n bigint);");
  const refused = migrate({ connection, folder });
  await expect(refused).rejects.toThrow(MigrationChanged);
  await expect(refused).rejects.toThrow("20260101-0900-early.sql");
});

test("An older release starts on a database that a newer one has migrated, and says so", async () => {
  await rm(join(folder, "20260101-0900-early.sql"));
  const said: string[] = [];
  expect(await migrate({ connection, folder, log: (message) => said.push(message) })).toEqual([]);
  expect(said).toContain("the database knows a migration that this release lacks: 20260101-0900-early.sql");
});

test("A process that waits for another one's migration says so, and gives up in the end", async () => {
  const other = new pg.Client({ connectionString: connection });
  await other.connect();
  await other.query("select pg_advisory_lock(7104115)");
  const said: string[] = [];
  const waiting = (message: string) => said.push(message);
  await expect(migrate({ connection, folder, waiting, lockWaitMilliseconds: 100 })).rejects.toThrow(
    "Another process has held the lock of migrations for 0.1 s",
  );
  expect(said).toEqual(["the migration waits for another process"]);
  const patient = migrate({ connection, folder, waiting });
  await expect.poll(() => said.length, { interval: 20 }).toBe(2);
  await other.end();
  expect(await patient).toEqual([]);
});

test("A database that cannot be reached is named by its variable, without its password", async () => {
  const away = { connection: "postgresql://me:s3cret@127.0.0.1:1/x", name: "DATABASE_DIRECT_URL", folder };
  await expect(migrate(away)).rejects.toThrow(
    /^DATABASE_DIRECT_URL cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1\.$/,
  );
});
