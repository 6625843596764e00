/**
 * A copy of the embedded server's files while it runs, as `pg_basebackup` makes one: copied files may be inconsistent,
 * and the write-ahead log of the copy's duration repairs them at the next start. The packages contain no tool for it,
 * and none is needed: PostgreSQL offers it by functions. // docs/decisions/160
 */
import { spawnSync } from "node:child_process";
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

/** Folders that every start creates again, or that only the running server uses; PostgreSQL needs them to exist and be empty. */
const emptyFolders = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
]);
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|\.s\.PGSQL\..*|pgsql_tmp.*|pg_internal\.init|backup_label.*|tablespace_map.*)$/;
const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name);

export interface BaseBackup {
  /** A connection URL of the running server; the role is replaced by PostgreSQL's own one. */
  connection: string;
  /** The server's data folder. */
  data: string;
  /** A folder that is not there yet. */
  to: string;
}

/** Copies everything committed before it ends. Reading and writing continue during the copy. */
export async function makeBaseBackup({ connection, data, to }: BaseBackup): Promise<void> {
  const url = new URL(connection);
  url.username = "postgres";
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href, application_name: "tunai-backup" });
  client.on("error", () => {});
  await client.connect();
  try {
    // Ends with this session; until then the log written during the copy is kept.
    await client.query("select pg_create_physical_replication_slot($1, true, true)", [`tunai_backup_${process.pid}`]);
    const started = await client.query<{ file: string }>(
      "select pg_walfile_name(pg_backup_start('tunai', true)) as file",
    );
    await copyFolder(data, to);
    const stopped = await client.query<{ file: string; labelfile: string; spcmapfile: string }>(
      "select pg_walfile_name(lsn) as file, labelfile, spcmapfile from pg_backup_stop(true)",
    );
    const [first = "", last = ""] = [started.rows[0]?.file, stopped.rows[0]?.file];
    await writeFile(join(to, "backup_label"), stopped.rows[0]?.labelfile ?? "", { mode: 0o600 });
    if (stopped.rows[0]?.spcmapfile)
      throw new Error("The database has tablespaces of its own, which this backup does not know.");
    const segments = (await readdir(join(data, "pg_wal"))).filter(
      (name) => isSegment(name) && name >= first && name <= last,
    );
    if (!segments.includes(first) || !segments.includes(last))
      throw new Error("The write-ahead log of the backup is not whole.");
    for (const name of segments) await copyFile(join(data, "pg_wal", name), join(to, "pg_wal", name));
  } finally {
    await client.end();
  }
  syncDisk(to);
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leftOut.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory())
      await (emptyFolders.has(entry.name) ? mkdir(target, { mode: 0o700 }) : copyFolder(source, target));
    else if (entry.isFile()) await copyFile(source, target).catch(unlessGone);
    else throw new Error(`${entry.name} in the data folder is neither a file nor a folder.`);
  }
}

/** A table or an old piece of the commit log that was dropped during the copy: the log accounts for it. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

/** A backup is trustworthy only once it is on the disk. */
export function syncDisk(folder: string): void {
  const { status, error } = spawnSync("sync", ["-f", folder]);
  if (status !== 0) throw error ?? new Error(`The disk of ${folder} could not be synced.`);
}
