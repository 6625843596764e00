/** All SQL of configuration. */
import { sql } from "kysely";
import type { Database, Transaction } from "#server/database.server.ts";

/** Values in force of the public names among `names`. */
export async function findPublicConfigs(database: Database, names: readonly string[]): Promise<{ name: string; value: string }[]> {
  const rows = await database
    .selectFrom("app_config")
    .select(["name", "value", "is_public"])
    .distinctOn("name")
    .where("name", "in", [...names])
    .orderBy("name")
    .orderBy("version", "desc")
    .execute();
  return rows.filter((row) => row.is_public);
}

export interface NewConfig {
  name: string;
  value: string;
  isPublic: boolean;
  staffId: string;
  now: Date;
}

/** Adds a version; returns its number. Two writers at once get two numbers, because each counts up the one row first. */
export async function addConfig(trx: Transaction, config: NewConfig): Promise<number> {
  await countUp(trx);
  const newest = await trx
    .selectFrom("app_config")
    .select((row) => row.fn.max("version").as("version"))
    .where("name", "=", config.name)
    .executeTakeFirst();
  const version = Number(newest?.version ?? 0) + 1;
  await trx
    .insertInto("app_config")
    .values({ name: config.name, version, value: config.value, is_public: config.isPublic, created_at: config.now, created_by: config.staffId })
    .execute();
  return version;
}

/** Counts the version of all configuration up. It also queues writers: the row is locked until the transaction ends. */
export async function countUp(trx: Transaction): Promise<void> {
  await trx.updateTable("configuration_version").set({ version: sql<number>`version + 1` }).execute();
}

/** Grows with every change of configuration or texts. */
export async function configurationVersion(database: Database): Promise<number> {
  const row = await database.selectFrom("configuration_version").select("version").executeTakeFirstOrThrow();
  return row.version;
}
