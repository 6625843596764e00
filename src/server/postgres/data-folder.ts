/** The folder that PostgreSQL's files live in: made whole or not at all, and cleared of an orphaned server. */
import { spawn, spawnSync } from "node:child_process";
import { chown, mkdir, readFile, readdir, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pause, realTime } from "#server/work/timers.ts";
import { postgresEnvironment, type Account } from "./binaries.ts";

/**
 * PostgreSQL always gets its working folder under this name. The folder is entered before root's rights are dropped, so
 * the account needs no right to the folders above it (a DATA_DIR below /root works).
 */
export const workingFolder = "/proc/self/cwd";

/** The role and the database of the product; the role is no superuser, so it cannot bypass the ledger's rules by accident. */
export const ownRole = "tunai";

/** Creates the data folder unless it exists: initdb with the product's role and database in a neighbouring folder, then one rename. */
export async function prepareDataFolder(data: string, binaries: string, account: Account): Promise<void> {
  const parent = dirname(data);
  for (const name of await readdir(parent)) {
    if (name.startsWith("postgres.init-")) await rm(join(parent, name), { recursive: true, force: true });
  }
  const existing = await stat(data).catch(() => undefined);
  if (existing) {
    // A backup restored by root belongs to root; PostgreSQL wants its own account to own it.
    if (account.uid !== undefined && existing.uid !== account.uid)
      spawnSync("chown", ["-R", `${account.uid}:${account.gid}`, data]);
    return;
  }
  const unfinished = join(parent, `postgres.init-${process.pid}`);
  await mkdir(unfinished, { mode: 0o700 });
  if (account.uid !== undefined) await chown(unfinished, account.uid, account.gid ?? account.uid);
  await run(
    join(binaries, "initdb"),
    [
      "-D",
      workingFolder,
      "-U",
      "postgres",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--auth-local=trust",
      "--auth-host=reject",
    ],
    unfinished,
    account,
  );
  const setup = `CREATE ROLE ${ownRole} LOGIN CREATEDB;\nCREATE DATABASE ${ownRole} OWNER ${ownRole};\n`;
  await run(join(binaries, "postgres"), ["--single", "-D", workingFolder, "postgres"], unfinished, account, setup);
  await rename(unfinished, data);
}

/**
 * Ends a server that outlived its owner (kill -9 where the kernel could not be asked to end it) and removes its note
 * when the number in it now belongs to another program. Call only as owner of the folder.
 */
export async function endOrphan(data: string): Promise<void> {
  const note = join(data, "postmaster.pid");
  const pid = Number((await readFile(note, "utf8").catch(() => "")).split("\n")[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1 || !isAlive(pid)) return;
  const place = await realpath(data);
  const isOurs = async () => (await readlink(`/proc/${pid}/cwd`).catch(() => "")) === place;
  if (!(await isOurs())) {
    await rm(note, { force: true });
    return;
  }
  process.kill(pid, "SIGINT");
  const giveUp = realTime().getTime() + 10_000;
  while (isAlive(pid) && (await isOurs())) {
    if (realTime().getTime() > giveUp)
      throw new Error(`A PostgreSQL left over from an earlier run (pid ${pid}) does not end.`);
    await pause(20);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function run(program: string, parameters: string[], cwd: string, account: Account, input = ""): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(program, parameters, { ...account, cwd, env: postgresEnvironment });
    let output = "";
    child.stdout.on("data", (text: Buffer) => (output += text));
    child.stderr.on("data", (text: Buffer) => (output += text));
    child.on("error", failed);
    child.on("close", (code) => (code === 0 ? done() : failed(new Error(`${program} failed:\n${output.trim()}`))));
    child.stdin.end(input);
  });
}
