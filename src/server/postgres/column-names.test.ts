/** Each column has one name in the code, in both directions. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { openDatabase } from "#server/database.server.ts";
import { whenOver } from "#tests/support/when-over.ts";
import { columnOf, fieldOf } from "./column-names.ts";

const { connection, database } = await testDatabase();

it("names every column of the database as a field, and finds it again", async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`.execute(
    database,
  );
  expect(rows.length).toBeGreaterThan(1_000);
  expect(rows.filter(({ column }) => columnOf(fieldOf(column)) !== column)).toEqual([]);
  const fields = new Map<string, string>();
  for (const { table, column } of rows) {
    const field = `${table}.${fieldOf(column)}`;
    expect(fields.get(field) ?? column).toBe(column);
    fields.set(field, column);
  }
});

it("writes fields as columns, and reads columns as fields: prepared, plain, and behind a pooler", async () => {
  const pooled = openDatabase({ connection, hasTransactionPooler: true, log: () => {} });
  whenOver(() => pooled.destroy());
  for (const reader of [database, pooled]) {
    const query = reader
      .selectFrom("ledger_transfer as t")
      .select(["t.debitAccountId", "t.id as itsOwnId"])
      .where("t.valueDate", "=", "2026-11-28");
    expect(query.compile().sql).toBe(
      'select "t"."debit_account_id", "t"."id" as "its_own_id" from "ledger_transfer" as "t" where "t"."value_date" = $1',
    );
    expect(await query.execute()).toEqual([]);
    const asked = sql<object>`select ${1}::int as "over_0_rupiah", 2 as some_number, 4 as "alreadyOne"`;
    const { rows } = await asked.execute(reader);
    expect(rows.map((row) => Object.entries(row))).toEqual([
      [
        ["over0Rupiah", 1],
        ["someNumber", 2],
        ["alreadyOne", 4],
      ],
    ]);
    expect((await sql<object>`select 2 as some_number`.execute(reader)).rows).toEqual([{ someNumber: 2 }]);
  }
});

it("a row that is read by a column's name fails in tests", async () => {
  const { rows } = await sql<Record<string, number>>`select ${2}::int as some_number`.execute(database);
  expect(rows[0]?.["someNumber"]).toBe(2);
  expect(() => rows[0]?.["some_number"]).toThrow("A row has fields, not columns: some_number.");
});
