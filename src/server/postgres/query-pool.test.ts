import { Socket } from "node:net";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import {
  CommitUnknown,
  furtherPool,
  isDatabaseReady,
  openDatabase,
  transact,
  waitForConnection,
} from "#server/database.server.ts";
import { inDatabase, run } from "#tests/support/database-server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { openRelay, type Relay } from "#tests/support/silent-relay.ts";
import { whenOver } from "#tests/support/when-over.ts";
import { DatabaseHosts, urlsOf } from "./hosts.ts";
import { ConnectionLost, DatabaseUnreachable } from "./lost-connection.ts";
import { queryPool } from "./query-pool.ts";
import { isPlainRead } from "./statements.ts";

const { database, connection } = await testDatabase();
await sql`create table kettle (id bigint primary key, litres bigint not null)`.execute(database);
await sql`insert into kettle select n, n * 10 from generate_series(1, 1000) n`.execute(database);

/** One connection for transactions, one for reads: this shows what waits for the other. */
async function narrow() {
  const { database: alone, connection: own } = await testDatabase({ poolSize: 1 });
  await sql`create table kettle (id bigint primary key, litres bigint not null)`.execute(alone);
  return { alone, own };
}

const processOf = async (reader: typeof database): Promise<number> =>
  // A function that excludes a query from sharing is hidden in the text, so that the query is shared here.
  (
    await sql<{
      pid: number;
    }>`select pid from pg_stat_activity where query like ${"%who asks this%"} limit 1 -- who asks this`.execute(reader)
  ).rows[0]?.pid ?? 0;

/** After one turn of the event loop, queries are sent and answers are delivered. */
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

test("Reads of one turn of the event loop leave on one connection in one write, those of a later one on an idle connection", async () => {
  const { database: alone } = await testDatabase({ readConnections: 2 });
  // Node's socket flushes its buffered writes by this method; the client alone writes once per statement.
  const written: unknown[] = [];
  const { _writev: handOver } = Socket.prototype;
  const spy = vi.spyOn(Socket.prototype, "_writev").mockImplementation(function (this: Socket, ...given) {
    written.push(this);
    return handOver?.apply(this, given);
  });
  whenOver(async () => void spy.mockRestore());
  const read = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => sql<{ n: number }>`select ${at}::int as n`.execute(alone)));
  // Opens the connections, and prepares the statement on each.
  const slow = sql`select count(*) from generate_series(1, ${1_000_000}::int) n`.execute(alone);
  await aTurn();
  await read(1);
  await slow;
  await aTurn();
  written.length = 0;
  // These ticks do not read sockets, so no answer can have arrived.
  const settled = async () => {
    for (let ticks = 0; ticks < 3; ticks++) await new Promise<void>((done) => process.nextTick(done));
  };
  const first = read(9);
  await settled();
  expect(written).toHaveLength(1);
  const second = read(9);
  await settled();
  expect(written).toHaveLength(2);
  expect(written[1]).not.toBe(written[0]);
  const expected = Array.from({ length: 9 }, (_, n) => n);
  for (const answers of [await first, await second]) expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(expected);
});

test("Reads are answered while every connection for transactions is taken", async () => {
  const { alone } = await narrow();
  await transact(alone, async (trx) => {
    await sql`insert into kettle values (1, 10)`.execute(trx);
    const { rows } = await sql<{ n: number }>`select count(*) as n from kettle where id = ${1}`.execute(alone);
    // It sees committed rows, and this transaction also its own writes.
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
    await expect.poll(() => told.join()).toContain("a connection for reads was lost");
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
  // It computes for a while, without a function that would exclude it from sharing.
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
  const queries = queryPool({
    connection: { hosts: new DatabaseHosts(connection), session: null },
    size: 1,
    maxShared: 1,
    isPrepared: true,
    watch: { answered: () => {}, lost: () => {} },
  });
  const one = await queries.connect();
  const other = await queries.connect();
  expect(other).not.toBe(one);
  one.release();
  expect(() => one.release()).toThrow("let go of twice");
  expect(await queries.connect()).toBe(one);
  await queries.end();
});

/** A database through a relay, with short time-outs: a statement without an answer is aborted after 0.4 s. */
async function throughRelay() {
  const relay = await openRelay(connection);
  const lost: string[] = [];
  const far = openDatabase({
    connection: relay.connection,
    poolSize: 2,
    statementTimeoutMilliseconds: 300,
    graceMilliseconds: 100,
    connectTimeoutMilliseconds: 400,
    log: (message) => lost.push(message),
  });
  whenOver(async () => {
    await relay.close();
    await far.destroy();
  });
  // Both pools are open.
  await Promise.all([1, 2].map(() => sql`select pg_sleep(0.02)`.execute(far)));
  await Promise.all([1, 2].map((id) => sql`select * from kettle where id = ${id}`.execute(far)));
  return { relay, far, lost };
}

test("A statement that is never answered is given up with its connection, the rest of its transaction is refused, and the next one goes through", async () => {
  const { relay, far, lost } = await throughRelay();
  const faults: unknown[] = [];
  const begun = performance.now();
  const work = far.transaction().execute(async (trx) => {
    await sql`insert into kettle values (2001, 1)`.execute(trx);
    relay.silence();
    for (const litres of [1, 2])
      await sql`update kettle set litres = ${litres} where id = 2001`
        .execute(trx)
        .catch((error: unknown) => faults.push(error));
  });
  await expect(work).rejects.toThrow(ConnectionLost);
  expect(faults).toMatchObject([
    { code: "08006", message: expect.stringContaining("was not answered") },
    { code: "08006", message: expect.stringContaining("after it were not sent") },
  ]);
  // The second idle connection is silent as well, and no caller waits for it.
  await Promise.all([1, 2].map(() => sql`select pg_sleep(0.01)`.execute(far)));
  expect(performance.now() - begun).toBeLessThan(4_000);
  expect(lost.join()).toMatch(/DATABASE_URL: a statement was not answered/);
  expect((await sql`select * from kettle where id = 2001`.execute(far)).rows).toEqual([]);
});

test("A transaction on a silent connection is done again on another one, once", async () => {
  const { relay, far } = await throughRelay();
  let runs = 0;
  await transact(far, async (trx) => {
    runs += 1;
    if (runs === 1) relay.silence();
    await sql`insert into kettle values (2002, 1)`.execute(trx);
  });
  expect(runs).toBe(2);
  expect((await sql`select * from kettle where id = 2002`.execute(database)).rows).toHaveLength(1);
});

test("A commit, and a write of its own, that are never answered leave it open whether they happened", async () => {
  const { relay, far } = await throughRelay();
  const committing = transact(far, async (trx) => {
    await sql`insert into kettle values (2003, 1)`.execute(trx);
    relay.silence();
  });
  await expect(committing).rejects.toThrow(CommitUnknown);
  await sql`select pg_sleep(0)`.execute(far);
  relay.silence();
  await expect(sql`insert into kettle values (2004, 1)`.execute(far)).rejects.toThrow(CommitUnknown);
});

test("Reads that are never answered are asked again of another connection", async () => {
  const { relay, far } = await throughRelay();
  relay.silence();
  const read = (id: number) => sql<{ litres: number }>`select litres from kettle where id = ${id}`.execute(far);
  const answers = await Promise.all([1, 2, 3, 4, 5].map(read));
  expect(answers.map(({ rows }) => rows[0]?.litres)).toEqual([10, 20, 30, 40, 50]);
  // A pool without shared connections does the same.
  await read(1);
  const few = furtherPool(far, 1);
  await sql`select litres from kettle where id = ${1}`.execute(few);
  relay.silence();
  expect((await sql<{ litres: number }>`select litres from kettle where id = ${7}`.execute(few)).rows[0]?.litres).toBe(
    70,
  );
});

test("Readiness says within its time that a silent database is none, and that another connection answers again", async () => {
  const { relay, far } = await throughRelay();
  expect(await isDatabaseReady(far, 200)).toBe(true);
  relay.silence({ isForAll: true });
  for (const question of [1, 2, 3]) {
    const begun = performance.now();
    expect(await isDatabaseReady(far, 200), String(question)).toBe(false);
    expect(performance.now() - begun).toBeLessThan(1_000);
  }
  relay.speak();
  relay.silence();
  await expect.poll(() => isDatabaseReady(far, 200), { interval: 20 }).toBe(true);
});

test("Readiness waits for no free connection where those that are taken are answered", async () => {
  const { alone } = await narrow();
  let isOver = false;
  const busy = transact(alone, async (trx) => {
    while (!isOver) await sql`select pg_sleep(0.01)`.execute(trx);
  });
  await aTurn();
  expect(await isDatabaseReady(alone, 200)).toBe(true);
  isOver = true;
  await busy;
});

test("A server that takes no writes is not ready, and its connections are replaced", async () => {
  const { alone, own } = await narrow();
  const name = new URL(own).pathname.slice(1);
  const alter = (setting: string) => run(inDatabase(own, "postgres"), `alter database ${name} ${setting}`);
  const write = (id: number) => transact(alone, (trx) => sql`insert into kettle values (${id}, 1)`.execute(trx));
  await write(1);
  const [before] = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(alone)).rows;
  await alter("set default_transaction_read_only = on");
  // Its old sessions can still write until they are at a server that has become a standby.
  await sql`select set_config('default_transaction_read_only', 'on', false)`.execute(alone);
  expect(await isDatabaseReady(alone)).toBe(false);
  await expect(write(2)).rejects.toMatchObject({ code: "08006", message: expect.stringContaining("takes no writes") });
  await alter("reset default_transaction_read_only");
  await write(3);
  expect(await isDatabaseReady(alone)).toBe(true);
  expect((await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(alone)).rows[0]?.pid).not.toBe(
    before?.pid,
  );
});

test("A server that the readiness check finds to take no writes is left before any write meets it", async () => {
  const { alone } = await narrow();
  const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(alone)).rows[0]?.pid;
  const before = await pid();
  // Like a server that has become a standby: old sessions cannot write, and new ones reach another server.
  await sql`select set_config('default_transaction_read_only', 'on', false)`.execute(alone);
  expect(await pid()).toBe(before);
  expect(await isDatabaseReady(alone)).toBe(false);
  await transact(alone, (trx) => sql`insert into kettle values (4, 1)`.execute(trx));
  expect(await pid()).not.toBe(before);
  expect(await isDatabaseReady(alone)).toBe(true);
});

test("An address that cannot be reached is named by its variable and its reason, never by its password", async () => {
  const away = openDatabase({ connection: "postgresql://me:s3cret%20word@127.0.0.1:1/none", log: () => {} });
  const fault = await sql`select 1`.execute(away).catch((error: unknown) => error);
  expect(fault).toMatchObject({
    code: "08001",
    message: "DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1.",
  });
  expect(JSON.stringify(fault) + String(fault)).not.toMatch(/s3cret/);
  await expect(transact(away, (trx) => sql`select 1`.execute(trx))).rejects.toThrow(DatabaseUnreachable);
  await away.destroy();
  expect(() => new DatabaseHosts("postgres//me:s3cret@x")).toThrow(/^(?!.*s3cret).*DATABASE_URL is no connection URL/);
  const talkative = new DatabaseHosts("postgresql://me:s3cret%20word@db/x").unreachable(
    new Error("no s3cret word here"),
  );
  expect(talkative.message).toBe("DATABASE_URL cannot be reached: no … here.");
});

test("Among several servers the one that writes is found, also where it is another one later", async () => {
  const url = new URL(connection);
  const [first, second] = [await openRelay(connection), await openRelay(connection)];
  const portOf = (relay: Relay) => new URL(relay.connection).host;
  const readOnly = "options=-c%20default_transaction_read_only%3Don";
  expect(urlsOf(`postgresql://a:b@${portOf(first)},${portOf(second)}/x?application_name=y`)).toEqual([
    `postgresql://a:b@${portOf(first)}/x?application_name=y`,
    `postgresql://a:b@${portOf(second)}/x?application_name=y`,
  ]);
  const several = openDatabase({
    connection: `postgresql://${url.username}@127.0.0.1:1,${portOf(first)},${portOf(second)}${url.pathname}`,
    log: () => {},
    statementTimeoutMilliseconds: 300,
    graceMilliseconds: 100,
  });
  const write = (id: number) => transact(several, (trx) => sql`insert into kettle values (${id}, 1)`.execute(trx));
  await write(2101);
  // The first server stops; its connections end, and it accepts no new one.
  await first.close();
  await write(2102);
  expect((await sql`select * from kettle where id = 2102`.execute(several)).rows).toHaveLength(1);
  await several.destroy();
  const standby = openDatabase({
    connection: `postgresql://${url.username}@127.0.0.1:1,${portOf(second)}${url.pathname}?${readOnly}`,
    log: () => {},
  });
  await expect(sql`insert into kettle values (2103, 1)`.execute(standby)).rejects.toThrow(
    "none of its servers takes writes",
  );
  await expect(sql`select * from kettle where id = 1`.execute(standby)).rejects.toThrow(
    "DATABASE_URL cannot be reached",
  );
  await standby.destroy();
  await second.close();
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
