/** Brings a database to the present schema: the files of `migrations/`, in the order of their names, each in a transaction of its own. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { getConstructionPlans, getMigrationPlans } from "pg-boss";
import { pause, realTime } from "#server/work/timers.ts";
import { DatabaseClient } from "./client.ts";
import { DatabaseHosts } from "./hosts.ts";

export interface MigrateOptions {
  /** `postgresql://…` with real sessions: the migration lock belongs to a session. */
  connection: string;
  /** Name of that address in errors. */
  name?: string;
  /** Folder of the `.sql` files. */
  folder: string;
  log?: (message: string) => void;
  /** Called once when another process holds the lock. */
  waiting?: (message: string) => void;
  /** How long the lock is waited for. */
  lockWaitMilliseconds?: number;
}

/** An applied file has been edited. Files are forward only: write a new one. */
export class MigrationChanged extends Error {
  override readonly name = "MigrationChanged";
}

/** The schema that pg-boss keeps its tables in. */
export const jobSchema = "pgboss";

/**
 * A migration that waits for a table lock blocks everything that comes after it, even reads. So it waits only briefly,
 * lets the others pass, and retries for as long as a long report may take. // Threat H10
 */
const lockMilliseconds = 1_000;
const lockTries = 120;
const restMilliseconds = 500;

/** Any number; it only has to be the same in every process of an installation. */
const lockNumber = 7_104_115;

/** Longer than a release's migrations take; a longer wait is for a session that was left open. */
const defaultLockWaitMilliseconds = 600_000;

/**
 * Applies missing migrations and returns their names. Processes that start together wait for each other on an advisory
 * lock, ten minutes at most. A file is applied completely or not at all, so after a process was killed mid-way the next
 * start continues. Throws `MigrationChanged` when an applied file was edited.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const hosts = new DatabaseHosts(options.connection, options.name);
  const client = await connectedClient(hosts);
  try {
    await takeLock(client, options);
    await prepareJobs(client);
    return await applyMissing(client, options);
  } finally {
    // Ending the session frees the lock.
    await client.end();
  }
}

/** At the first server that accepts writes. A file may take long, so statements have no time limit. */
async function connectedClient(hosts: DatabaseHosts): Promise<DatabaseClient> {
  for (let tries = 1; ; tries++) {
    const client = new DatabaseClient({
      hosts,
      session: { statementTimeoutMilliseconds: 0, lockTimeoutMilliseconds: 0, idleInTransactionTimeoutMilliseconds: 0 },
      application_name: "tunai-migrate",
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (tries >= hosts.count) throw error;
    }
  }
}

/** Waits in steps of a second, so that the wait can be logged, and ended. */
async function takeLock(client: DatabaseClient, options: MigrateOptions): Promise<void> {
  const maxWait = options.lockWaitMilliseconds ?? defaultLockWaitMilliseconds;
  const begun = realTime().getTime();
  await client.query(`set lock_timeout = ${Math.min(lockMilliseconds, maxWait)}`);
  for (let tries = 1; ; tries++) {
    try {
      await client.query("select pg_advisory_lock($1)", [lockNumber]);
      await client.query("set lock_timeout = 0");
      return;
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (tries === 1) options.waiting?.("the migration waits for another process");
      if (realTime().getTime() - begun >= maxWait)
        throw new Error(
          `Another process has held the lock of migrations for ${maxWait / 1000} s. Look for its session: select pid from pg_locks where locktype = 'advisory' and objid = ${lockNumber}.`,
          { cause: error },
        );
    }
  }
}

async function applyMissing(client: DatabaseClient, options: MigrateOptions): Promise<string[]> {
  await client.query(
    "create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default current_timestamp)",
  );
  const rows = await client.query<{ name: string; checksum: string }>("select name, checksum from schema_migration");
  const applied = new Map(rows.rows.map((row) => [row.name, row.checksum]));
  const done: string[] = [];
  for (const name of (await readdir(options.folder)).filter((file) => file.endsWith(".sql")).sort()) {
    const text = await readFile(join(options.folder, name), "utf8");
    const checksum = createHash("sha256").update(text).digest("hex");
    const known = applied.get(name);
    applied.delete(name);
    if (known === checksum) continue;
    if (known)
      throw new MigrationChanged(`${name} was applied with another content. Restore it and write a new migration.`);
    await applyOne(client, name, text, checksum);
    options.log?.(`migrated ${name}`);
    done.push(name);
  }
  // A newer release may have migrated while this older one still serves: logged, not refused.
  for (const name of applied.keys()) options.log?.(`the database knows a migration that this release lacks: ${name}`);
  return done;
}

async function applyOne(client: DatabaseClient, name: string, text: string, checksum: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query("begin");
      await client.query(`set local lock_timeout = ${lockMilliseconds}`);
      await client.query(text);
      await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [name, checksum]);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      if (!isLocked(error) || tries === lockTries)
        throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error });
      await pause(restMilliseconds);
    }
  }
}

/** A lock that was not given in time, or that PostgreSQL took from one of two sessions that waited for each other. */
const isLocked = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === "55P03" || error.code === "40P01");

/** pg-boss's own schema, made or brought to the version that the installed package needs. Its plans carry their own transaction. */
async function prepareJobs(client: DatabaseClient): Promise<void> {
  const installed = await client.query(`select to_regclass('${jobSchema}.version') is not null as here`);
  if (!installed.rows[0].here) {
    await client.query(getConstructionPlans(jobSchema));
    return;
  }
  const { rows } = await client.query<{ version: number }>(`select version from ${jobSchema}.version`);
  const version = rows[0]?.version;
  if (version !== undefined && version < newestJobVersion()) await client.query(getMigrationPlans(jobSchema, version));
}

/** The schema version of the installed package, read from its plans for a new schema. */
function newestJobVersion(): number {
  const version = /insert into \S*version\s*\(version\)\s*values\s*\('?(\d+)'?\)/i.exec(
    getConstructionPlans(jobSchema),
  )?.[1];
  if (!version)
    throw new Error("pg-boss's construction plans name no version; look at prepareJobs after this upgrade.");
  return Number(version);
}
