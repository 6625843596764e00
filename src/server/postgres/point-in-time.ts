/**
 * A copy of a PostgreSQL cluster at an instant: a base backup and the archived write-ahead log are replayed up to it by
 * the programs of the server's own version, on a socket that this machine alone reaches. // docs/decisions/160
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { appendFile, chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { pause } from "#server/work/timers.ts";
import { BackupFault } from "./backup.ts";
import { chooseAccount, postgresEnvironment, type Account } from "./binaries.ts";

export interface PointInTime {
  /** A folder that `pg_basebackup` wrote in its plain format. */
  base: string;
  /** The folder of `archive_command`. */
  wal: string;
  /** Everything that committed before this instant; null: everything that was archived. */
  until: Date | null;
  /** The folder that becomes the copy; it must not exist. */
  into: string;
  /** `postgresql://role@…/database`: role and database of the product in it. */
  connection: string;
}

export interface PointInTimeCopy {
  connection: string;
  /** When the newest transfer of its ledger was posted, in business time; null without any. */
  last: Date | null;
  stop(): Promise<void>;
}

/** The copy archives nothing, and no client connects before the replay has ended, so it needs none of the server's own settings. */
const others = { ssl: "off", archive_mode: "off", hot_standby: "off" };
const set = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

const replayMilliseconds = 6 * 3_600_000;

/** Restores and starts it. @throws BackupFault with the server's own words */
export async function restorePointInTime({
  base,
  wal,
  until,
  into,
  connection,
}: PointInTime): Promise<PointInTimeCopy> {
  const programs = await programsOf(base);
  if (await isThere(into)) throw new BackupFault(`${into} is there already: name a folder that is not.`);
  await mkdir(into, { mode: 0o700 });
  await cp(base, into, { recursive: true });
  const account = await chooseAccount("");
  const socket = await mkdtemp(join(tmpdir(), "tunai-socket-"));
  await appendFile(join(into, "postgresql.auto.conf"), settings(resolve(wal), until));
  await writeFile(join(into, "recovery.signal"), "");
  // Reached by the socket alone, whose folder only its account and root may enter. Its files stay out of the copy, which
  // keeps the settings that it has; Debian keeps a cluster's settings elsewhere.
  const [rules, none] = [join(socket, "pg_hba.conf"), join(socket, "postgresql.conf")];
  await writeFile(rules, "local all all trust\n");
  await writeFile(none, "");
  own([into, socket], account);
  await chmod(socket, 0o700);
  const server = spawn(
    join(programs, "postgres"),
    ["-D", into, "-k", socket, ...set({ config_file: none, hba_file: rules, listen_addresses: "", ...others })],
    { ...account, cwd: into, env: postgresEnvironment, stdio: ["ignore", "ignore", "pipe"] },
  );
  let output = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-4_000)));
  const stop = async (): Promise<void> => {
    await end(server);
    await rm(socket, { recursive: true, force: true });
  };
  const reached = reachedBy(connection, socket);
  try {
    await replayed(server, reached, () => output);
    return { connection: reached, last: await lastOf(reached), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Debian has the programs of each version in a folder of its own. */
async function programsOf(base: string): Promise<string> {
  const version = (await readFile(join(base, "PG_VERSION"), "utf8").catch(() => "")).trim();
  if (version === "") throw new BackupFault(`${base} is no base backup: it has no PG_VERSION.`);
  const folder = `/usr/lib/postgresql/${version}/bin`;
  if (!(await isThere(join(folder, "postgres"))))
    throw new BackupFault(`PostgreSQL ${version} is needed on this machine: apt-get install postgresql-${version}`);
  return folder;
}

/** The instant itself is excluded, because the fault may have happened in it. */
function settings(wal: string, until: Date | null): string {
  const target =
    until === null ? [] : [`recovery_target_time = '${until.toISOString().replace("T", " ").replace("Z", "+00")}'`];
  return `${["", `restore_command = 'cp "${wal}/%f" "%p"'`, ...target, "recovery_target_inclusive = off", "recovery_target_action = promote"].join("\n")}\n`;
}

function own(places: readonly string[], { uid, gid }: Account): void {
  if (uid === undefined) return;
  spawnSync("chown", ["-R", `${uid}:${gid ?? uid}`, ...places]);
}

function reachedBy(connection: string, socket: string): string {
  const { username, pathname } = new URL(connection.replace(/@[^/?]*/, "@localhost"));
  return `postgresql://${username}@localhost${pathname}?host=${encodeURIComponent(socket)}`;
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function queryOne<Row extends object>(connection: string, statement: string): Promise<Row> {
  const client = new pg.Client({ connectionString: connection });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows[0]!;
  } finally {
    await client.end();
  }
}

async function replayed(server: ChildProcess, connection: string, output: () => string): Promise<void> {
  for (let waited = 0; waited < replayMilliseconds; waited += 200) {
    if (server.exitCode !== null) throw new BackupFault(`PostgreSQL ended while it replayed:\n${output()}`);
    const recovery = await queryOne<{ replays: boolean }>(connection, "select pg_is_in_recovery() as replays").catch(
      () => null,
    );
    if (recovery?.replays === false) return;
    await pause(200);
  }
  throw new BackupFault(`PostgreSQL still replays after ${replayMilliseconds / 3_600_000} hours:\n${output()}`);
}

async function lastOf(connection: string): Promise<Date | null> {
  const newest = "select (select posted_at from ledger_transfer order by position desc limit 1) as last";
  return (await queryOne<{ last: Date | null }>(connection, newest)).last;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((done) => server.once("exit", done));
  server.kill("SIGINT");
  await ended;
}
