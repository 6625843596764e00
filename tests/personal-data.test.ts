/**
 * The registry of personal data is complete: every table with a borrower's id belongs to one domain, every column of it
 * is shown, withheld with a reason, or the owner's id, and stored or sealed values are declared as such.
 * // docs/decisions/246
 */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import {
  personalFieldsOf,
  personalDataHeld,
  personalDataOf,
  retentionRules,
  type PersonalTable,
} from "#server/personal-data/index.ts";
import { domains } from "../src/api.ts";
import { testDatabase } from "./support/database.ts";
import { fieldOf } from "#server/postgres/column-names.ts";
import { askOf } from "#server/questions.ts";

const { database } = await testDatabase();
const tables = askOf(domains)(personalDataHeld).flatMap((held) => held.tables);
const { rows } = await sql<{ table: string; column: string }>`
  select table_name as table, column_name as column from information_schema.columns
  join information_schema.tables using (table_schema, table_name)
  where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(database);
const columns = rows.map(({ table, column }) => ({ table, column: fieldOf(column) }));

/** Every column that a table's entry accounts for. */
const columnsOf = ({ owner, through, shows, sealed, objects, withholds }: PersonalTable): string[] => [
  through ? through.column : (owner ?? "borrowerId"),
  ...shows,
  ...Object.keys(sealed ?? {}),
  ...Object.keys(objects ?? {}),
  ...Object.values(withholds ?? {}).flat(),
];

it("claims each table with a borrower's id once", () => {
  const claimed = tables.map(({ table }) => table);
  expect(claimed.filter((name, index) => claimed.indexOf(name) !== index)).toEqual([]);
  const owned = new Set(columns.filter(({ column }) => column === "borrowerId").map(({ table }) => table));
  const unclaimed = [...owned].filter((name) => !claimed.includes(name));
  expect(unclaimed, "personalData of the domain whose tables these are").toEqual([]);
  expect(claimed.filter((name) => !columns.some(({ table }) => table === name))).toEqual([]);
});

it("accounts for each column of such a table once", () => {
  const faults = tables.flatMap((entry) => {
    const there = columns.filter(({ table }) => table === entry.table).map(({ column }) => column);
    const named = columnsOf(entry);
    return [
      ...there.filter((column) => !named.includes(column)).map((column) => `${entry.table}.${column} is not named`),
      ...named.filter((column) => !there.includes(column)).map((column) => `${entry.table}.${column} is not there`),
      ...named
        .filter((one, index) => named.indexOf(one) !== index)
        .map((one) => `${entry.table}.${one} is named twice`),
    ];
  });
  expect(faults, "shows, sealed, objects or withholds of the table's entry").toEqual([]);
});

it("knows what is sealed and stored by the names of the columns, and shows no index, key or hash of a secret", () => {
  const faults = tables.flatMap(({ table, shows, sealed = {}, withholds = {} }) => [
    ...columns
      .filter((one) => one.table === table && one.column.endsWith("Sealed"))
      .filter(({ column }) => !(column in sealed))
      .filter(({ column }) => ![...(withholds.STORAGE ?? []), ...(withholds.SECRET ?? [])].includes(column))
      .map(({ column }) => `${table}.${column} is sealed`),
    ...shows.filter((column) => /Index$|Sealed$|objectKey|token|Token|passwordHash|^reasonKey$/.test(column)),
  ]);
  expect(faults).toEqual([]);
  for (const entry of tables) {
    const names = personalFieldsOf(entry);
    expect(new Set(names).size, `${entry.table} names a field twice`).toBe(names.length);
  }
});

it("keeps by rules that have a row with years and source", async () => {
  const rules = await database.selectFrom("retention_rule").select("rule").distinct().execute();
  expect(rules.map(({ rule }) => rule).toSorted()).toEqual(retentionRules.toSorted());
});

it("empties in rows that stay what must not stay, of this person alone, and takes the rows away where nothing keeps them", async () => {
  await sql`create table kept_row (borrower_id uuid not null, secret text, reason text)`.execute(database);
  const [person, other] = ["0190aaaa-0000-7000-8000-00000000000a", "0190aaaa-0000-7000-8000-00000000000b"];
  for (const owner of [person, person, other])
    await sql`insert into kept_row values (${owner}, 'sealed', 'typed')`.execute(database);
  const kept: PersonalTable = {
    ...tables[0]!,
    table: "kept_row",
    keeps: "LOAN",
    empties: { secret: null, reason: "-" },
  };
  delete kept.through;
  delete kept.owner;
  delete kept.objects;
  const erase = (loans: boolean) =>
    transact(database, (trx) => personalDataOf([kept]).erase({} as never, trx, person, { loans } as never));
  const rows = async () =>
    (await sql`select borrower_id = ${person} as own, secret, reason from kept_row order by 1, 2`.execute(database))
      .rows;
  const untouched = { own: false, secret: "sealed", reason: "typed" };
  expect(await erase(true)).toBe(2);
  const emptied = { own: true, secret: null, reason: "-" };
  expect(await rows()).toEqual([untouched, emptied, emptied]);
  expect(await erase(true)).toBe(0);
  expect(await erase(false)).toBe(2);
  expect(await rows()).toEqual([untouched]);
});
