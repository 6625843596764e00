import pg from "pg";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { whenOver } from "#tests/support/when-over.ts";
import { PreparedQuery, type PreparedStatement } from "./prepared-query.ts";

const { connection } = await testDatabase();
const client = new pg.Client({ connectionString: connection });
await client.connect();
whenOver(() => client.end());

const wide = Array.from({ length: 45 }, (_, at) => `$1::int + ${at} as "column${at}"`).join(", ");
test.each<[string, string, unknown[]]>([
  [
    "columns of each kind, empty ones too",
    `select n, n::text as word, nullif(n, 2) as none, n::numeric as share, now()::date as day, '{1,2}'::int[] as list,
      '{"a":null}'::jsonb as document, true as flag, '\\x01'::bytea as bytes from generate_series(1, $1::int) n`,
    [3],
  ],
  ["more columns than an object keeps by name", `select ${wide}`, [7]],
  [
    "two columns of one name, of which the later counts",
    `select 1 as one, $1::text as twice, null::int as twice`,
    ["a"],
  ],
  ["a name that objects have by themselves", `select $1::int as "__proto__", 2 as "constructor"`, [1]],
  ["no row", `select 1 as one where $1::boolean`, [false]],
  ["no column", `select where $1::boolean`, [true]],
  ["rows of a write", `with made as (select $1::int as n) select n from made`, [4]],
])("A prepared statement answers as the client itself does: %s", async (_what, text, values) => {
  const statement: PreparedStatement = { name: `s${text.length}`, text };
  const own = await client.query<Record<string, unknown>>({ text, values });
  for (const time of [1, 2]) {
    const { rows, rowCount, command } = await client.query(new PreparedQuery(statement, values));
    expect(rows, String(time)).toEqual(own.rows);
    expect(rows.map((row) => Object.keys(row as object))).toEqual(own.rows.map((row) => Object.keys(row)));
    expect([rowCount, command]).toEqual([own.rowCount, own.command]);
  }
});

test("The description of the columns is made once for a statement, and again after they have changed", async () => {
  const statement: PreparedStatement = { name: "kept", text: "select $1::int as one" };
  await client.query(new PreparedQuery(statement, [1]));
  const { shape } = statement;
  expect(shape?.names).toEqual(["one"]);
  await client.query(new PreparedQuery(statement, [2]));
  expect(statement.shape).toBe(shape);
  await client.query("create temporary table pot (id int, word text)");
  await client.query("insert into pot values (1, 'a')");
  const all: PreparedStatement = { name: "all", text: "select * from pot where id = $1" };
  expect((await client.query(new PreparedQuery(all, [1]))).rows).toEqual([{ id: 1, word: "a" }]);
  await client.query("alter table pot alter word type int using 5");
  await client.query("deallocate all");
  const next = { ...all, name: "next" };
  expect((await client.query(new PreparedQuery(next, [1]))).rows).toEqual([{ id: 1, word: 5 }]);
});

test("A statement that fails, and a value that cannot be read, fail alone", async () => {
  const divided: PreparedStatement = { name: "divided", text: "select 6 / $1::int as share" };
  const ask = async (by: number) => (await client.query(new PreparedQuery(divided, [by]))).rows;
  await expect(ask(0)).rejects.toThrow("division by zero");
  expect(await ask(2)).toEqual([{ share: 3 }]);
  const strict = new pg.Client({
    connectionString: connection,
    types: {
      getTypeParser: () => (text: string) => {
        if (text === "2") throw new Error("not readable");
        return text;
      },
    } as unknown as pg.CustomTypesConfig,
  });
  await strict.connect();
  whenOver(() => strict.end());
  const listed: PreparedStatement = { name: "listed", text: "select generate_series(1, $1::int) as n" };
  await expect(strict.query(new PreparedQuery(listed, [3])).then()).rejects.toThrow("not readable");
  expect((await strict.query(new PreparedQuery(listed, [1]))).rows).toEqual([{ n: "1" }]);
});
