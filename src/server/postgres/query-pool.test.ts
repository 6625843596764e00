import fc from "fast-check";
import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { openDatabase, transact, waitForConnection } from "#server/database.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { isPlainRead, queryPool } from "./query-pool.ts";

const { database, connection } = await testDatabase();
await sql`create table kettle (id bigint primary key, litres bigint not null)`.execute(database);
await sql`insert into kettle select n, n * 10 from generate_series(1, 1000) n`.execute(database);

/** One connection for transactions, one for reads: what waits for the other shows. */
async function narrow() {
  const { database: alone, connection: own } = await testDatabase({ poolSize: 1 });
  await sql`create table kettle (id bigint primary key, litres bigint not null)`.execute(alone);
  return { alone, own };
}

const processOf = async (reader: typeof database): Promise<number> =>
  // A function of the kind that a read does not share is hidden in the text, so that it shares here.
  (
    await sql<{
      pid: number;
    }>`select pid from pg_stat_activity where query like ${"%who asks this%"} limit 1 -- who asks this`.execute(reader)
  ).rows[0]?.pid ?? 0;

/** What was asked has been sent by then, and what was answered told. */
const aTurn = () => new Promise<void>((done) => setImmediate(done));

test("Answers belong to their questions, however many are asked at once and in whatever order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 1100 }), { maxLength: 60 }), async (ids) => {
      const answers = await Promise.all(
        ids.map((id) => sql<{ litres: number }>`select litres from kettle where id = ${id}`.execute(database)),
      );
      expect(answers.map(({ rows }) => rows[0]?.litres)).toEqual(ids.map((id) => (id > 1000 ? undefined : id * 10)));
    }),
    { numRuns: 20 },
  );
});

test("A read that fails leaves those around it alone", async () => {
  const ask = (divisor: number) =>
    sql<{ share: number }>`select litres / ${divisor}::bigint as share from kettle where id = ${1}`.execute(database);
  const settled = await Promise.allSettled([1, 0, 2, 0, 5, 10].map(ask));
  expect(settled.map((one) => (one.status === "fulfilled" ? one.value.rows[0]?.share : "failed"))).toEqual([
    10,
    "failed",
    5,
    "failed",
    2,
    1,
  ]);
});

test("Reads are answered while every connection for transactions is taken", async () => {
  const { alone } = await narrow();
  await transact(alone, async (trx) => {
    await sql`insert into kettle values (1, 10)`.execute(trx);
    const { rows } = await sql<{ n: number }>`select count(*) as n from kettle where id = ${1}`.execute(alone);
    // It sees what is committed, and this transaction what it wrote itself.
    expect(rows[0]?.n).toBe(0);
    expect((await sql<{ n: number }>`select count(*) as n from kettle where id = ${1}`.execute(trx)).rows[0]?.n).toBe(
      1,
    );
  });
});

test("A migration that changes the columns of a statement stops neither reads nor transactions", async () => {
  const { alone } = await narrow();
  const all = (reader: typeof alone) => sql<object>`select * from kettle where id > ${0}`.execute(reader);
  await sql`insert into kettle values (1, 10)`.execute(alone);
  for (const reader of [1, 2, 3]) expect((await all(alone)).rows, String(reader)).toEqual([{ id: 1, litres: 10 }]);
  await sql`alter table kettle add column colour text`.execute(alone);
  expect((await all(alone)).rows).toEqual([{ id: 1, litres: 10, colour: null }]);
  await transact(alone, all);
  await sql`alter table kettle add column lid boolean`.execute(alone);
  expect((await transact(alone, all)).rows).toEqual([{ id: 1, litres: 10, colour: null, lid: null }]);
});

test("An upsert finds its partial index however often it is asked", async () => {
  const { alone } = await narrow();
  await sql`create unique index one_small on kettle (litres) where id < 100`.execute(alone);
  for (let id = 1; id <= 12; id++)
    await sql`insert into kettle values (${id}, ${7}) on conflict (litres) where id < ${100} do nothing`.execute(alone);
  expect((await sql<{ n: number }>`select count(*) as n from kettle`.execute(alone)).rows[0]?.n).toBe(1);
});

test("A shared connection that is lost is told, and the next read has another", async () => {
  const told: string[] = [];
  const other = openDatabase({ connection, log: (message) => told.push(message), poolSize: 2 });
  try {
    const before = await processOf(other);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid = ${before}`.execute(database);
    await expect.poll(() => told.join()).toContain("database connection for reads lost");
    const after = await processOf(other);
    expect(after).toBeGreaterThan(0);
    expect(after).not.toBe(before);
  } finally {
    await other.destroy();
  }
});

test("Whoever waits for a connection waits for the reads that are shared too, and for nobody when all are idle", async () => {
  const { alone } = await narrow();
  await waitForConnection(alone);
  let isAnswered = false;
  // It computes for a while, without a function that keeps it from sharing.
  const slow = sql`select count(*) from generate_series(1, ${3_000_000}::int) n`
    .execute(alone)
    .then(() => (isAnswered = true));
  await aTurn();
  await waitForConnection(alone);
  await aTurn();
  expect(isAnswered).toBe(true);
  await slow;
});

test("A connection that is let go of is used again, and one that is let go of twice is an error, not two callers' own", async () => {
  const pool = new pg.Pool({ connectionString: connection, max: 1 });
  const queries = queryPool({ pool, connection: { connectionString: connection }, maxShared: 1, lost: () => {} });
  const one = await queries.connect();
  const other = await queries.connect();
  expect(other).not.toBe(one);
  one.release();
  expect(() => one.release()).toThrow("let go of twice");
  expect(await queries.connect()).toBe(one);
  await queries.end();
});

test.each([
  ["select 1", true],
  ["with a as (select 1) select * from a", true],
  ['select "updated_at" from "loan" where "share_id" = $1', true],
  ["select id from loan where id = $1 for update", false],
  ["select id from loan for no key update skip locked", false],
  ["select id from loan for share", false],
  ["with gone as (delete from loan returning id) select * from gone", false],
  ["with gone as (select id from loan) insert into kettle select id from gone", false],
  ["select pg_sleep(1)", false],
  ["select pg_advisory_lock(1)", false],
  ["select set_config('a', 'b', false)", false],
  ["insert into kettle values (1, 2)", false],
  ["update kettle set litres = 1", false],
  ["begin", false],
])("%s: shared is %s", (text, isRead) => {
  expect(isPlainRead(text)).toBe(isRead);
});
