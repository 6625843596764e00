/** Reads of one turn as one statement: each caller gets what its own statement answers. */
import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import pg from "pg";
import { testDatabase } from "#tests/support/database.ts";
import { ReadScope, readingIn, unitingReads } from "./read-scope.ts";

const { database } = await testDatabase();
await sql`create table kettle (id bigint primary key, litres numeric, word text, at timestamptz, day date, bytes bytea,
  is_hot boolean, tags text[], numbers bigint[], facts jsonb, key uuid, short char(9), address inet)`.execute(database);
await sql`insert into kettle select n, n * 10, e'a "quoted"\\nline, \\\\ 水 ' || n, timestamptz '2026-11-25 23:04:11.123+07' + n * interval '1 minute',
  date '2026-01-01' + n, decode('00ff5c', 'hex'), n % 2 = 0, array['a,b', 'c"d'], array[n, n * 2], '{"a": [1, null]}', gen_random_uuid(),
  'x', '10.0.0.1' from generate_series(1, 200) n`.execute(database);
await sql`insert into kettle (id) values (1000)`.execute(database);

const reads: (() => Promise<unknown>)[] = [
  async () =>
    (
      await sql`select id, litres, word, at, day, bytes, is_hot, tags, numbers, facts, key from kettle where id <= ${20}::bigint order by id desc`.execute(
        database,
      )
    ).rows,
  async () =>
    database
      .selectFrom("kettle" as never)
      .select(["id", "word", "isHot"] as never)
      .where("id" as never, "in", [3, 1000] as never)
      .orderBy("id" as never)
      .execute(),
  async () =>
    (
      await sql`with few as (select id, word from kettle where id < ${4}::bigint) select f.word, 'it''s' as own, ${"$1"}::text as given from few f order by 1 desc limit ${2}::int`.execute(
        database,
      )
    ).rows,
  async () => (await sql`select id from kettle where id = ${-1}::bigint`.execute(database)).rows,
  async () => (await sql`select 1 as one, ${"a"}::text as twice, null::int as twice`.execute(database)).rows,
  // Neither can be cast to the text that the server would send, nor does one of two columns of a name say which it is.
  async () => (await sql`select short, address from kettle where id = ${1}::bigint`.execute(database)).rows,
  async () => (await sql`select word from kettle where word like '$1%' or id = ${2}::bigint`.execute(database)).rows,
];

/** Statements that this work sends. */
async function sent<Result>(work: () => Promise<Result>): Promise<{ result: Result; texts: string[] }> {
  const texts: string[] = [];
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const { text } = given[0] as { text: string };
    // A connection sets its session up as it is opened.
    if (!text.includes("set_config")) texts.push(text);
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as never);
  try {
    return { result: await work(), texts };
  } finally {
    spy.mockRestore();
  }
}
const united = <Result>(work: () => Promise<Result>) => readingIn(new ReadScope(), () => unitingReads(work));
const all = () => Promise.all(reads.map((read) => read()));

it("Rows are those of each statement by itself, of every type that is united, and each statement stays itself before it is known.", async () => {
  const { result: alone, texts: first } = await sent(() => united(all));
  expect(first).toHaveLength(reads.length);
  for (const time of [1, 2]) {
    const { result, texts } = await sent(() => united(all));
    expect(result, String(time)).toEqual(alone);
    expect(JSON.stringify(result)).toBe(JSON.stringify(alone));
    // One for four of them; three are asked by themselves.
    expect(texts).toHaveLength(4);
  }
  const { texts } = await sent(() => united(() => Promise.all(reads.toReversed().map((read) => read()))));
  expect(texts).toHaveLength(4);
  expect((await sent(all)).texts).toHaveLength(reads.length);
  expect((await sent(() => readingIn(new ReadScope(), all))).texts).toHaveLength(reads.length);
});

it("Later turns are statements of their own, and a request's writes are seen.", async () => {
  const { texts } = await sent(() =>
    united(async () => {
      await Promise.all([reads[0]!(), reads[1]!()]);
      await Promise.all([reads[2]!(), reads[3]!()]);
      await sql`update kettle set word = 'new' where id = ${1000}::bigint`.execute(database);
      const [rows] = (await Promise.all([reads[1]!(), reads[3]!()])) as [[unknown, { word: string }], unknown];
      expect(rows[1].word).toBe("new");
    }),
  );
  expect(texts).toHaveLength(4);
  expect(((await united(reads[1]!)) as { word: string }[])[1]!.word).toBe("new");
});

it("Of several reads the one that fails fails alone.", async () => {
  const share = (by: number) =>
    sql<{ share: number }>`select 6 / ${by}::bigint as share from kettle where id = ${1}::bigint`.execute(database);
  await share(1);
  const answers = await united(() => Promise.allSettled([share(1), share(0), share(2), share(3)]));
  expect(answers.map((one) => (one.status === "fulfilled" ? one.value.rows[0]?.share : "failed"))).toEqual([
    6,
    "failed",
    3,
    2,
  ]);
});

it("A column that is added, or dropped, while the process runs changes no other's rows.", async () => {
  await sql`create table cup (id bigint primary key, word text)`.execute(database);
  await sql`insert into cup values (1, 'a')`.execute(database);
  const cups = async () => (await sql<object>`select * from cup where id >= ${1}::bigint`.execute(database)).rows;
  const both = () => united(() => Promise.all([cups(), reads[0]!()]));
  const [, kettles] = await both();
  expect((await both())[0]).toEqual([{ id: 1, word: "a" }]);
  await sql`alter table cup add column size int default 3`.execute(database);
  const [[cup], others] = await both();
  expect(cup).toMatchObject({ id: 1, word: "a" });
  expect(others).toEqual(kettles);
  await sql`alter table cup drop column word`.execute(database);
  expect(await both()).toEqual([[{ id: 1, size: 3 }], kettles]);
});

it("Many reads are several statements, and combinations are kept up to a bound.", async () => {
  const one = (n: number, kind: number) =>
    sql<{ n: number }>`select ${sql.lit(kind)}::int + ${n}::int as n`.execute(database);
  const many = () => Promise.all(Array.from({ length: 60 }, (_, n) => one(n, 7)));
  await many();
  const { result, texts } = await sent(() => united(many));
  expect(result.map(({ rows }) => rows[0]!.n)).toEqual(Array.from({ length: 60 }, (_, n) => n + 7));
  expect(texts).toHaveLength(3);
  for (let kind = 0; kind < 120; kind++) await one(0, 100 + kind);
  for (let kind = 0; kind < 120; kind++)
    expect((await united(() => Promise.all([one(1, 100 + kind), one(2, 7)]))).map(({ rows }) => rows[0]!.n)).toEqual([
      101 + kind,
      9,
    ]);
});
