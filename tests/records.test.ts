/**
 * A table is described once: each table of a domain with records has one record type, each column of it is described,
 * and codes and documents match the database. // docs/decisions/246
 */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { erasurePartsOf } from "#features/account/privacy/server/erasing.ts";
import { askOf } from "#server/questions.ts";
import { columnOf, fieldOf } from "#server/postgres/column-names.ts";
import { codesHeld, recordsHeld } from "#server/records/record.ts";
import { languages } from "#shared/texts.ts";
import { domains } from "../src/api.ts";
import { linkTable } from "../src/features/account/linking/server/records.ts";
import { scoreTable } from "../src/features/credit/limit/server/records.ts";
import { testDatabase } from "./support/database.ts";
import { tableOwners } from "./support/house-sources.ts";

const { database } = await testDatabase();
const ask = askOf(domains);
const ofDomains = ask(recordsHeld);
const records = ofDomains.flat();
const { rows } = await sql<{ table: string; column: string; type: string }>`
  select table_name as table, column_name as column, data_type as type from information_schema.columns
  where table_schema = current_schema()`.execute(database);
const columns = rows.map((row) => ({ ...row, column: fieldOf(row.column) }));

it("has each table of such a domain in exactly one record", () => {
  const described = records.map(({ table }): string => table);
  expect(described.filter((table, index) => described.indexOf(table) !== index)).toEqual([]);
  const owners = tableOwners();
  const missing = ofDomains.flatMap((own) => {
    const domain = owners.get(own[0]!.table);
    return [...owners].flatMap(([table, owner]) =>
      owner === domain && columns.some((one) => one.table === table) && !described.includes(table) ? [table] : [],
    );
  });
  expect(missing, "defineRecord in the domain's server/records.ts").toEqual([]);
});

it("describes each column, and as JSON those alone that hold it", () => {
  const faults = records.flatMap(({ table, columns: own }) => {
    const there = columns.filter((one) => one.table === table);
    return [
      ...there.filter(({ column }) => !(column in own)).map(({ column }) => `${table}.${column} is not described`),
      ...Object.keys(own)
        .filter((name) => !there.some(({ column }) => column === name))
        .map((name) => `${table}.${name} is not there`),
      ...there
        .filter(({ column, type }) => (own[column]?.isJson === true) !== type.startsWith("json"))
        .map(({ column, type }) => `${table}.${column} is ${type}`),
    ];
  });
  expect(faults).toEqual([]);
});

it("knows the codes that the table's checks allow, each with words", async () => {
  const { rows } = await sql<{ table: string; rule: string }>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as rule from pg_constraint
    where contype = 'c' and connamespace = current_schema()::regnamespace`.execute(database);
  const compared = records.flatMap(({ table, columns: own }) =>
    Object.entries(own).flatMap(([column, { codes }]) => {
      const allowed = rows
        .filter((one) => one.table === table)
        .filter(({ rule }) => new RegExp(`\\(\\(?${columnOf(column)} (?:IS NULL|= ANY)`).test(rule))
        .map(({ rule }) => [...rule.matchAll(/'(\w+)'::text/g)].map(([, code]) => code!))
        // Another check may name some of them.
        .reduce((longest, one) => (one.length > longest.length ? one : longest), []);
      if (!codes || allowed.length === 0) return [];
      return [[`${table}.${column}`, codes.codes.toSorted(), allowed.toSorted()] as const];
    }),
  );
  expect(compared.length).toBeGreaterThan(5);
  for (const [column, codes, allowed] of compared) expect(codes, column).toEqual(allowed);
  const lists = ask(codesHeld).flat();
  const names = new Map(lists.map((list) => [list.name, list]));
  for (const list of lists) expect(names.get(list.name), `two lists are named ${list.name}`).toBe(list);
  for (const { texts } of lists)
    for (const text of Object.values(texts)) for (const language of languages) expect(text[language]).not.toBe("");
});

it("is the table's entry in the registry of personal data", () => {
  const tables = erasurePartsOf({ ask } as never).flatMap((part) => part.tables);
  for (const { table, personal } of records) expect(tables.find((one) => one.table === table)).toBe(personal);
});

it("gives rows back as they are, and writes documents as JSON", () => {
  for (const record of records) {
    const { read, values } = record as typeof linkTable;
    const row = Object.fromEntries(Object.keys(record.columns).map((column) => [column, `value of ${column}`]));
    const written = values(read(row as never) as never) as Record<string, unknown>;
    for (const [column, { isJson }] of Object.entries(record.columns))
      expect(written[column], column).toBe(isJson ? JSON.stringify(row[column]) : row[column]);
    expect(Object.keys(written)).toEqual(Object.keys(row));
  }
  const factors = [{ code: "BUREAU" as const, points: 4, until: null }];
  expect(scoreTable.set({ factors, band: undefined as never })).toEqual({ factors: JSON.stringify(factors) });
  expect(scoreTable.one(undefined)).toBeNull();
});

it("seals at the column's place", () => {
  const sealer = { seal: (text: string, place: object) => JSON.stringify([text, place]) };
  expect(JSON.parse(linkTable.seal("factsSealed").seal(sealer, "7", { masked: "1", months: [] }))).toEqual([
    '{"masked":"1","months":[]}',
    linkTable.place("factsSealed", "7"),
  ]);
});
