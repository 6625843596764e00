import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { CommitUnknown, isDatabaseReady, openDatabase, transact, violated } from "./database.server.ts";

const { database, connection } = await testDatabase();
await sql`create table counter (name text primary key, value bigint not null check (value >= 0))`.execute(database);
await sql`insert into counter values ('a', 0), ('b', 0)`.execute(database);

async function answer(expression: string): Promise<unknown> {
  const result = await sql<{ value: unknown }>`select (${sql.raw(expression)}) as value`.execute(database);
  return result.rows[0]?.value;
}

test("Whole numbers arrive as numbers, business dates as strings, instants as dates", async () => {
  expect(await answer("9007199254740991::bigint")).toBe(9007199254740991);
  expect(await answer("select sum(x) from (values (2::bigint), (3)) as v (x)")).toBe(5);
  expect(await answer("array[1, 2]::bigint[]")).toEqual([1, 2]);
  expect(await answer("'2026-11-21'::date")).toBe("2026-11-21");
  expect(await answer("array['2026-11-21']::date[]")).toEqual(["2026-11-21"]);
  for (const instant of [
    "2026-11-21T09:00:00.000Z",
    "2026-11-20T17:00:00.120Z",
    "1999-12-31T16:59:59.999Z",
    // Jakarta had another time zone then.
    "1945-08-17T03:00:00.000Z",
    "1899-12-31T00:00:00.000Z",
    "0099-01-01T00:00:00.000Z",
  ])
    expect(await answer(`'${instant}'::timestamptz`)).toEqual(new Date(instant));
  expect(await answer("'2026-11-21T09:00:00.123987Z'::timestamptz")).toEqual(new Date("2026-11-21T09:00:00.123Z"));
  expect(await answer("'infinity'::timestamptz")).toBe(Infinity);
  expect(await answer("'2026-11-21T00:00:00Z'::timestamptz")).toEqual(new Date("2026-11-21T00:00:00Z"));
});

test("A number that would lose digits, or a fraction, is an error and is never rounded", async () => {
  await expect(answer("9007199254740992::bigint")).rejects.toThrow("no safe whole number");
  await expect(answer("1.5::numeric")).rejects.toThrow("no safe whole number");
});

test("The day of an instant is the day in Jakarta", async () => {
  expect(await answer("('2026-11-20T17:30:00Z'::timestamptz)::date")).toBe("2026-11-21");
});

test("Increments that collide under serializable isolation are tried again until each has counted once", async () => {
  const increment = () =>
    transact(
      database,
      async (trx) => {
        const { rows } = await sql<{ value: number }>`select value from counter where name = 'a'`.execute(trx);
        await sql`update counter set value = ${(rows[0]?.value ?? 0) + 1} where name = 'a'`.execute(trx);
      },
      { isolation: "serializable", tries: 50 },
    );
  await Promise.all(Array.from({ length: 8 }, increment));
  expect(await answer("select value from counter where name = 'a'")).toBe(8);
});

test("Two transactions that lock each other out both finish in the end", async () => {
  const touch = (first: string, second: string) =>
    transact(database, async (trx) => {
      await sql`update counter set value = value + 1 where name = ${first}`.execute(trx);
      await sql`select pg_sleep(0.05)`.execute(trx);
      await sql`update counter set value = value + 1 where name = ${second}`.execute(trx);
    });
  await Promise.all([touch("a", "b"), touch("b", "a")]);
  expect(await answer("select value from counter where name = 'b'")).toBe(2);
});

test("A connection lost before the commit is replaced and the work done once", async () => {
  const other = openDatabase({ connection, log: () => {} });
  let runs = 0;
  await transact(database, async (trx) => {
    runs += 1;
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    if (runs === 1) await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other);
    await sql`update counter set value = value + 100 where name = 'b'`.execute(trx);
  });
  await other.destroy();
  expect(runs).toBe(2);
  expect(await answer("select value from counter where name = 'b'")).toBe(102);
});

test("A connection lost while committing is never tried again", async () => {
  await sql`
    create function end_own_session() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(database);
  await sql`create constraint trigger lost after insert on counter deferrable initially deferred for each row execute function end_own_session()`.execute(
    database,
  );
  let runs = 0;
  const work = transact(database, async (trx) => {
    runs += 1;
    await sql`insert into counter values ('c', 1)`.execute(trx);
  });
  await expect(work).rejects.toThrow(CommitUnknown);
  expect(runs).toBe(1);
});

test("An error of the work rolls back and is passed on at once; a broken constraint is known by its name", async () => {
  let runs = 0;
  const error = await transact(database, async (trx) => {
    runs += 1;
    await sql`update counter set value = -1 where name = 'a'`.execute(trx);
  }).catch((caught: unknown) => caught);
  expect(runs).toBe(1);
  expect(violated(error, "23514")).toBe("counter_value_check");
  expect(violated(error, "23505")).toBeUndefined();
});

test("A statement and a wait for a lock end by their time-outs", async () => {
  const hasty = openDatabase({
    connection,
    statementTimeoutMilliseconds: 100,
    lockTimeoutMilliseconds: 50,
    log: () => {},
  });
  await expect(sql`select pg_sleep(5)`.execute(hasty)).rejects.toMatchObject({ code: "57014" });
  await database.transaction().execute(async (trx) => {
    await sql`update counter set value = 1 where name = 'a'`.execute(trx);
    await expect(sql`update counter set value = 2 where name = 'a'`.execute(hasty)).rejects.toMatchObject({
      code: "55P03",
    });
  });
  await hasty.destroy();
});

test("Readiness tells a database that answers from one that does not", async () => {
  expect(await isDatabaseReady(database)).toBe(true);
  const nowhere = openDatabase({ connection: "postgresql://nobody@localhost/nothing?host=/nowhere", log: () => {} });
  expect(await isDatabaseReady(nowhere)).toBe(false);
  await nowhere.destroy();
});
