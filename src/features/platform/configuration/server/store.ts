/** All SQL of configuration: values by version. */
import { sql } from "kysely";
import type { Database, Reader, Transaction } from "#server/database.server.ts";

/** Values in force of the public names among `names`. */
export async function findPublicConfigs(
  database: Database,
  names: readonly string[],
): Promise<{ name: string; value: string }[]> {
  const rows = await database
    .selectFrom("app_config")
    .select(["name", "value", "isPublic"])
    .distinctOn("name")
    .where("name", "in", [...names])
    .orderBy("name")
    .orderBy("version", "desc")
    .execute();
  return rows.filter((row) => row.isPublic);
}

export interface ConfigRow {
  name: string;
  version: number;
  value: string;
  isPublic: boolean;
  at: Date;
  makerId: string | null;
  checkerId: string | null;
}

/** The values in force by name, after the given name. */
export async function listNewest(reader: Reader, after: string | undefined, most: number): Promise<ConfigRow[]> {
  let query = reader
    .selectFrom("app_config")
    .selectAll()
    .distinctOn("name")
    .orderBy("name")
    .orderBy("version", "desc")
    .limit(most);
  if (after !== undefined) query = query.where("name", ">", after);
  return (await query.execute()).map(rowOf);
}

/** Every version of a name, the newest first. */
export async function listVersions(reader: Reader, name: string): Promise<ConfigRow[]> {
  const rows = await reader
    .selectFrom("app_config")
    .selectAll()
    .where("name", "=", name)
    .orderBy("version", "desc")
    .execute();
  return rows.map(rowOf);
}

function rowOf(row: {
  name: string;
  version: number;
  value: string;
  isPublic: boolean;
  createdAt: Date;
  createdBy: string | null;
  checkedBy: string | null;
}): ConfigRow {
  const { name, version, value } = row;
  return {
    name,
    version,
    value,
    isPublic: row.isPublic,
    at: row.createdAt,
    makerId: row.createdBy,
    checkerId: row.checkedBy,
  };
}

export async function addConfig(
  trx: Transaction,
  { name, version, value, isPublic, at, makerId, checkerId }: ConfigRow,
): Promise<void> {
  await trx
    .insertInto("app_config")
    .values({ name, version, value, isPublic, createdAt: at, createdBy: makerId, checkedBy: checkerId })
    .execute();
}

/** Counts the version of all configuration up. It also queues writers: the row is locked until the transaction ends. */
export async function countUp(trx: Transaction): Promise<void> {
  await trx
    .updateTable("configuration_version")
    .set({ version: sql<number>`version + 1` })
    .execute();
}

/** Grows with every change of configuration or texts. */
export async function configurationVersion(database: Database): Promise<number> {
  const row = await database.selectFrom("configuration_version").select("version").executeTakeFirstOrThrow();
  return row.version;
}

/** The value in force of one name and its beginning; null when it is unknown or not public. */
export async function newestPublicConfig(
  database: Database,
  name: string,
): Promise<{ value: string; at: Date } | null> {
  const row = await database
    .selectFrom("app_config")
    .select(["value", "isPublic", "createdAt"])
    .where("name", "=", name)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.isPublic ? { value: row.value, at: row.createdAt } : null;
}
