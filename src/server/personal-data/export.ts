/** All data held about a borrower, by the registry. */
import type { Reader } from "#server/database.server.ts";
import { sql } from "kysely";
import type { Sealer } from "#server/keys/keys.server.ts";
import type { Services } from "#server/services.ts";
import {
  personalFieldsOf,
  ownedBy,
  type ObjectColumn,
  type PersonalFile,
  type PersonalSection,
  type PersonalTable,
  type Retaining,
  type PersonalRow,
  type SealedFields,
} from "./registry.ts";

const idOf = (row: PersonalRow): string => String(row["id"]);

/** The section of one table; files are read on demand. @throws BorrowerShredded, SealBroken */
export async function exportTable(
  services: Services,
  reader: Reader,
  borrowerId: string,
  table: PersonalTable,
): Promise<PersonalSection> {
  const rows = await readRows(reader, borrowerId, table, table.where);
  const ciphers = await boxesFor(services, reader, borrowerId, table, rows);
  const files: PersonalFile[] = [];
  const shown = rows.map((row, index) => {
    const fields = fieldsOfRow(services, ciphers, table, row, { staffs: false });
    for (const { holds, load } of objectsOf(services, ciphers, table, row)) {
      const path = `files/${table.table}/${index + 1}-${holds}`;
      fields[holds] = path;
      files.push({ path, load });
    }
    return fields;
  });
  return {
    name: table.table,
    title: table.title,
    fields: personalFieldsOf(table),
    rows: shown,
    files,
    inWords: table.inWords ?? {},
    labels: table.labels ?? {},
  };
}

/** Encrypts again, row by row, the data of a table that a retention rule keeps; rows that are done are not read again. */
export async function retainTable(
  services: Services,
  borrowerId: string,
  table: PersonalTable,
  retaining: Retaining,
): Promise<void> {
  const { retains } = table;
  if (!retains || !retaining.hadLoan) return;
  const { kind, rule } = retains;
  const { database } = services;
  const rows = await readRows(database, borrowerId, table, retains.where ?? table.where);
  const ciphers = await boxesFor(services, database, borrowerId, table, rows);
  for (const row of rows) {
    const source = (retains.source ?? idOf)(row);
    const mark = retains.mark === undefined ? undefined : row[retains.mark];
    if (!(await retaining.has(kind, source)))
      await retaining.seal({
        kind,
        rule,
        source,
        value: fieldsOfRow(services, ciphers, table, row, { staffs: true }),
        ...(typeof mark === "string" ? { mark } : {}),
      });
    for (const { holds, load } of objectsOf(services, ciphers, table, row)) {
      const name = `${source}:${holds}`;
      if (await retaining.has(kind, name)) continue;
      const object = await load();
      if (object) await retaining.seal({ kind, rule, source: name, object });
    }
  }
}

/** By their ids, which begin with the time at which they were made. */
async function readRows(
  reader: Reader,
  borrowerId: string,
  table: PersonalTable,
  where: PersonalTable["where"],
): Promise<PersonalRow[]> {
  const owned = ownedBy({ ...table, ...(where ? { where } : {}) }, borrowerId);
  const { rows } = await sql<PersonalRow>`select * from ${sql.table(table.table)} where ${owned}`.execute(reader);
  return rows.toSorted((a, b) => idOf(a).localeCompare(idOf(b)));
}

interface Ciphers {
  own: Sealer | null;
  /** For values under another owner's key, by that owner. */
  others: ReadonlyMap<string, Sealer>;
}

/** A key is not created by a lookup: without rows nothing is opened. */
async function boxesFor(
  { keys: { borrowerKeys } }: Services,
  reader: Reader,
  borrowerId: string,
  { sealed = {}, objects = {} }: PersonalTable,
  rows: readonly PersonalRow[],
): Promise<Ciphers> {
  if (rows.length === 0) return { own: null, others: new Map() };
  const columns = [...Object.values(sealed), ...Object.values(objects)];
  const owners = columns.flatMap(({ keyOf }) => rows.flatMap((row) => keyOf?.(row) ?? []));
  return {
    own: await borrowerKeys.cipher(reader, borrowerId),
    others: await borrowerKeys.ciphers(reader, [...new Set(owners)]),
  };
}

function fieldsOfRow(
  services: Services,
  ciphers: Ciphers,
  table: PersonalTable,
  row: PersonalRow,
  { staffs }: { staffs: boolean },
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const column of table.shows) fields[column] = row[column] ?? null;
  for (const [column, sealed] of Object.entries(table.sealed ?? {}))
    if (staffs || !sealed.isStaffs)
      Object.assign(fields, opened(services, ciphers, { table: table.table, column, row }, sealed));
  for (const { holds } of Object.values(table.objects ?? {})) fields[holds] = null;
  return fields;
}

function objectsOf(services: Services, ciphers: Ciphers, table: PersonalTable, row: PersonalRow) {
  return Object.entries(table.objects ?? {}).flatMap(([column, object]) => {
    const key = row[column];
    if (typeof key !== "string") return [];
    const item = { table: table.table, column, row, key };
    return [{ holds: object.holds, load: () => loaded(services, ciphers, item, object) }];
  });
}

interface Held {
  table: string;
  column: string;
  row: PersonalRow;
}

function opened(services: Services, ciphers: Ciphers, { table, column, row }: Held, sealed: SealedFields): PersonalRow {
  const names = typeof sealed.holds === "string" ? [sealed.holds] : sealed.holds;
  const value = row[column];
  const { byInstallation, keyOf, place } = sealed;
  const cipher = keyOf ? (ciphers.others.get(keyOf(row) ?? "") ?? null) : ciphers.own;
  const sealer = byInstallation === true || byInstallation?.(row) ? services.keys : cipher;
  // Empty when the data was deleted before, as in an old complaint.
  if (typeof value !== "string" || value === "" || !sealer)
    return Object.fromEntries(names.map((name) => [name, null]));
  const text = sealer.open(value, place?.(row) ?? { table, column, row: (sealed.row ?? idOf)(row) });
  if (typeof sealed.holds === "string") return { [sealed.holds]: sealed.isJson ? (JSON.parse(text) as unknown) : text };
  const parsed = JSON.parse(text) as PersonalRow;
  return Object.fromEntries(names.map((name) => [name, parsed[name] ?? null]));
}

async function loaded(
  services: Services,
  ciphers: Ciphers,
  { table, column, row, key }: Held & { key: string },
  object: ObjectColumn,
) {
  const { keyOf } = object;
  const cipher = keyOf ? (ciphers.others.get(keyOf(row) ?? "") ?? null) : ciphers.own;
  const stored = await services.outside.storage.get(key);
  if (!stored || object.row === null || !cipher) return stored ?? null;
  const place = { table, column, row: (object.row ?? idOf)(row) };
  return { contentType: stored.contentType, bytes: new Uint8Array(cipher.openBytes(stored.bytes, place)) };
}

/** Number of sealed or stored values of a borrower: those that become unreadable with the key. */
export async function sealedValues(reader: Reader, borrowerId: string, table: PersonalTable): Promise<number> {
  const columns = [...Object.keys(table.sealed ?? {}), ...Object.keys(table.objects ?? {})];
  if (columns.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(num_nonnulls(${sql.join(columns.map((column) => sql.ref(column)))})), 0)::int as count
    from ${sql.table(table.table)} where ${ownedBy(table, borrowerId)}`.execute(reader);
  return rows[0]?.count ?? 0;
}
