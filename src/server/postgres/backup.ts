/**
 * Backup and restore of an installation with the embedded database: the database, the stored objects, the list of
 * deleted borrowers, and hashes of its secrets (these are backed up separately). A restored one is accepted when its
 * ledger is consistent and contains the seal that was noted with the backup. // Threat H11, docs/decisions/160
 */
import { createHash } from "node:crypto";
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { sql } from "kysely";
import * as v from "valibot";
import { openDatabase, transact, type Database, type Transaction } from "#server/database.server.ts";
import type { Keys } from "#server/keys/keys.server.ts";
import { auditAll, sealAll } from "#server/ledger/index.ts";
import { makeBaseBackup, syncDisk } from "./base-backup.ts";
import { reachDatabase } from "./reach.ts";

const manifestSchema = v.strictObject({
  version: v.literal(1),
  madeAt: v.string(),
  /** PostgreSQL's major version: others cannot read these files. */
  postgres: v.number(),
  /** The newest migration: this release or a later one can restore it. */
  migration: v.string(),
  ledger: v.strictObject({ transfers: v.number(), root: v.string(), findings: v.number() }),
  /** Null when the objects are in a bucket, which has its own backup. */
  objects: v.nullable(v.number()),
  /** SHA-256 of each file of SECRETS_DIR: shows which are missing or different, but nothing about their content. */
  secrets: v.record(v.string(), v.string()),
});
export type BackupManifest = v.InferOutput<typeof manifestSchema>;

/** A backup or restore that cannot be done; the message is for the operator. */
export class BackupFault extends Error {
  override readonly name = "BackupFault";
}

export interface Installed {
  databaseUrl: string;
  dataDir: string;
  secretsDir: string;
}
const names = {
  manifest: "backup.json",
  database: "postgres",
  objects: "objects",
  tombstones: "tombstones.tsv",
} as const;

const pgDumpAdvice =
  "This is for the embedded database. Of a server at DATABASE_URL take pg_dump or a base backup (docs/operations.md).";

export interface BackupOptions {
  installed: Installed;
  keys: Pick<Keys, "borrowerKeys">;
  /** A folder that is not there yet: it is there when the backup is whole. */
  to: string;
  hasBucket: boolean;
  now: Date;
}

/** Also works while the server runs. Objects are written before the rows that name them and deleted after them, so they are copied last. */
export async function makeBackup({ installed, keys, to, hasBucket, now }: BackupOptions): Promise<BackupManifest> {
  if (installed.databaseUrl !== "") throw new BackupFault(pgDumpAdvice);
  if (await isThere(to)) throw new BackupFault(`${to} is there already; name a new folder.`);
  const unfinished = join(dirname(to), `.${basename(to)}.unfinished-${process.pid}`);
  const server = await reachDatabase(installed);
  const database = openDatabase({
    connection: server.connection,
    poolSize: 2,
    statementTimeoutMilliseconds: 0,
    log: () => {},
  });
  try {
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    const ledger = await audited(database, now);
    await makeBaseBackup({
      connection: server.connection,
      data: join(installed.dataDir, names.database),
      to: join(unfinished, names.database),
    });
    const tombstones = await tombstonesOf(database, keys);
    await writeFile(join(unfinished, names.tombstones), tombstones.map((line) => `${line}\n`).join(""), {
      mode: 0o600,
    });
    if (!hasBucket) await copyObjects(join(installed.dataDir, names.objects), join(unfinished, names.objects));
    const manifest: BackupManifest = {
      version: 1,
      madeAt: now.toISOString(),
      ...(await versionsOf(database)),
      ledger,
      objects: hasBucket ? null : (await filesBelow(join(unfinished, names.objects))).length,
      secrets: await fingerprints(installed.secretsDir),
    };
    await writeFile(join(unfinished, names.manifest), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    syncDisk(unfinished);
    await rename(unfinished, to);
    return manifest;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await database.destroy();
    await server.stop();
  }
}

export interface RestoreReport {
  manifest: BackupManifest;
  transfers: number;
  findings: number;
  forgottenAgain: number;
  /** Secrets with another content than at the time of the backup: right after `keys rotate`, wrong otherwise. */
  changedSecrets: string[];
}

/** Restores a backup into an empty DATA_DIR, deletes again the data of deleted borrowers, and audits. The server may start on it afterwards. */
export async function restoreBackup(options: {
  from: string;
  installed: Installed;
  keys: () => Pick<Keys, "borrowerKeys">;
  closeAgain: RepeatClosure;
  tombstones: string | undefined;
  now: Date;
}): Promise<RestoreReport> {
  const { from, installed, now } = options;
  if (installed.databaseUrl !== "") throw new BackupFault(pgDumpAdvice);
  const manifest = await readManifest(from);
  const [data, objects] = [join(installed.dataDir, names.database), join(installed.dataDir, names.objects)];
  for (const place of [data, objects])
    if (await isThere(place))
      throw new BackupFault(`${place} is there already. A backup is restored into an empty DATA_DIR.`);
  const present = await fingerprints(installed.secretsDir);
  const missing = Object.keys(manifest.secrets).filter((name) => present[name] === undefined);
  if (missing.length > 0)
    throw new BackupFault(
      `Put the secrets back first: ${missing.join(", ")} missing in ${installed.secretsDir}. What is sealed opens with them alone.`,
    );
  await mkdir(installed.dataDir, { recursive: true });
  if (manifest.objects !== null) await copyObjects(join(from, names.objects), objects);
  const unfinished = `${data}.init-${process.pid}`;
  await cp(join(from, names.database), unfinished, { recursive: true });
  await chmod(unfinished, 0o700);
  await rename(unfinished, data);
  const server = await reachDatabase(installed);
  const database = openDatabase({ connection: server.connection, statementTimeoutMilliseconds: 0, log: () => {} });
  try {
    const lines = textLinesOf(await readFile(options.tombstones ?? join(from, names.tombstones), "utf8"));
    const forgottenAgain = await repeatErasures(database, { ...options.keys(), closeAgain: options.closeAgain }, lines);
    const { transfers, findings } = await audited(database, now);
    await mustHoldSeal(database, manifest);
    const changedSecrets = Object.entries(manifest.secrets).flatMap(([name, hash]) =>
      present[name] === hash ? [] : [name],
    );
    return { manifest, transfers, findings, forgottenAgain, changedSecrets };
  } finally {
    await database.destroy();
    await server.stop();
  }
}

async function readManifest(from: string): Promise<BackupManifest> {
  const text = await readFile(join(from, names.manifest), "utf8").catch(() => "null");
  const parsed = v.safeParse(manifestSchema, JSON.parse(text));
  if (!parsed.success) throw new BackupFault(`${from} holds no whole backup (${names.manifest}).`);
  return parsed.output;
}

/** Seals new transfers, so that the root covers everything, and adds everything up again. */
async function audited(database: Database, now: Date): Promise<BackupManifest["ledger"]> {
  await sealAll(database, now, 0);
  const { transfers, root, findings } = await auditAll(database, now);
  return { transfers, root, findings: findings.length };
}

/** A chain that was rewritten elsewhere is consistent too; only the seal that was noted outside distinguishes it from ours. */
async function mustHoldSeal(database: Database, { ledger }: BackupManifest): Promise<void> {
  if (ledger.transfers === 0) return;
  const { rows } = await sql<{
    one: number;
  }>`select 1 as one from ledger_seal where hash = decode(${ledger.root}, 'hex')`.execute(database);
  if (rows.length === 0)
    throw new BackupFault(
      "The ledger adds up, but it is not the one of this backup: it does not hold the seal that was noted.",
    );
}

async function versionsOf(database: Database): Promise<Pick<BackupManifest, "postgres" | "migration">> {
  const { rows } = await sql<{ version: string; migration: string }>`
    select current_setting('server_version_num') as version, (select max(name) from schema_migration) as migration`.execute(
    database,
  );
  return { postgres: Math.floor(Number(rows[0]?.version) / 10_000), migration: rows[0]?.migration ?? "" };
}

/** Lines `borrower id, tab, time`: an id alone identifies no person. */
export async function tombstonesOf(
  database: Database,
  { borrowerKeys }: Pick<Keys, "borrowerKeys">,
): Promise<string[]> {
  const lines: string[] = [];
  for (let afterId: string | undefined; ;) {
    const page = await borrowerKeys.tombstones(database, {
      limit: 1_000,
      ...(afterId === undefined ? {} : { afterId }),
    });
    lines.push(...page.map(({ borrowerId, shreddedAt }) => `${borrowerId}\t${shreddedAt.toISOString()}`));
    if (page.length === 0) return lines;
    afterId = page.at(-1)?.borrowerId;
  }
}

export const textLinesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/**
 * Starts the deletion of a borrower's data again, and the server finishes it: data under retention rules is encrypted
 * again, then the key is destroyed, then the rows are deleted. Null for a key owner of another kind, whose key is the
 * only thing to destroy; false when it was started or done before.
 */
export type RepeatClosure = (trx: Transaction, borrowerId: string, at: Date) => Promise<boolean | null>;

/** Deletes again the data of the listed borrowers; returns how many had come back. */
export async function repeatErasures(
  database: Database,
  { borrowerKeys, closeAgain }: Pick<Keys, "borrowerKeys"> & { closeAgain: RepeatClosure },
  lines: readonly string[],
): Promise<number> {
  const entries = lines.map((line) => line.split("\t"));
  const wrong = entries.find(([id = "", at = ""]) => !/^[0-9a-f-]{36}$/.test(id) || Number.isNaN(Date.parse(at)));
  if (wrong) throw new BackupFault(`This is no line of a list of tombstones: ${wrong.join(" ")}`);
  let again = 0;
  for (const [id = "", at = ""] of entries) {
    const forgottenAt = new Date(at);
    const isAgain = await transact(
      database,
      async (trx) => (await closeAgain(trx, id, forgottenAt)) ?? borrowerKeys.shred(trx, id, forgottenAt),
    );
    if (isAgain) again++;
  }
  return again;
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function copyObjects(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  // A draft is an object whose key was never given out.
  if (await isThere(from)) await cp(from, to, { recursive: true, filter: (path) => !path.endsWith(".draft") });
}

/** Paths below a folder, relative to it; none when it does not exist. */
async function filesBelow(folder: string): Promise<string[]> {
  if (!(await isThere(folder))) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

async function fingerprints(folder: string): Promise<Record<string, string>> {
  const files = (await filesBelow(folder)).filter((name) => !/\.(?:lock|draft)/.test(name));
  return Object.fromEntries(
    await Promise.all(
      files.map(async (name) => [
        name,
        createHash("sha256")
          .update(await readFile(join(folder, name)))
          .digest("hex"),
      ]),
    ),
  );
}
