/** Complete starts in real folders. Tests that need root or an ordinary user state it and are skipped otherwise. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pause } from "#server/work/timers.ts";
import { reachBinaries } from "./binaries.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded.ts";

const isRoot = process.getuid?.() === 0;
/** For tests whose set-up needs root: they are declared only for root, so an ordinary user sees no skipped test. */
const testAsRoot: typeof test = isRoot ? test : (((): void => {}) as unknown as typeof test);
let folder = "";
const started: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tunai-embedded-"));
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await chmod(folder, 0o755);
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
});

async function start(dataDir = folder, lost?: (reason: Error) => void): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, ...(lost ? { lost } : {}) });
  started.push(server);
  return server;
}

async function ask(connection: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: connection });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that owns the folder; resolves with its connection once its server is ready. */
async function startElsewhere(
  environment: NodeJS.ProcessEnv = process.env,
): Promise<{ child: ChildProcess; connection: string }> {
  const text = `import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, "embedded.ts"))};
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(folder)}, log: () => {} });
    console.log(server.connection);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", text], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const connection = await new Promise<string>((ready, failed) => {
    child.stdout?.once("data", (line: Buffer) => ready(String(line).trim()));
    child.once("exit", (code) => failed(new Error(`ended with ${code}`)));
  });
  return { child, connection };
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await ended;
}

const serverPid = async () => Number((await readFile(join(folder, "postgres/postmaster.pid"), "utf8")).split("\n")[0]);
/** A process that has ended but was not yet collected (state Z) counts as ended. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

test("Data outlives a stop, writes reach the disk, and nothing listens on the network", async () => {
  const first = await start();
  await ask(first.connection, "create table kept (n int); insert into kept values (7)");
  await first.stop();
  started.length = 0;
  const second = await start();
  expect(await ask(second.connection, "select n from kept")).toEqual([{ n: 7 }]);
  const settings = await ask(
    second.connection,
    "select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding",
  );
  expect(settings).toEqual([{ fsync: "on", addresses: "", encoding: "UTF8" }]);
  expect(await ask(second.connection, "select rolsuper from pg_roles where rolname = current_user")).toEqual([
    { rolsuper: false },
  ]);
  expect((await stat(join(folder, "postgres"))).mode & 0o077).toBe(0);
});

test("A second owner is refused soon and told who the first one is, also through another path", async () => {
  const { child } = await startElsewhere();
  const alias = `${folder}-alias`;
  await symlink(folder, alias);
  for (const path of [folder, alias]) {
    const begun = performance.now();
    await expect(startEmbeddedPostgres({ dataDir: path, log: () => {} })).rejects.toThrow(`pid ${child.pid}`);
    expect(performance.now() - begun).toBeLessThan(5_000);
  }
  await rm(alias);
});

test("After kill -9 of its owner the server ends by itself, and the next start has the committed data", async () => {
  const { child, connection } = await startElsewhere();
  await ask(connection, "create table kept (n int); insert into kept values (1)");
  const pid = await serverPid();
  await killed(child);
  const latest = performance.now() + 5_000;
  while (isAlive(pid) && performance.now() < latest) await pause(10);
  expect(isAlive(pid)).toBe(false);
  expect(await ask((await start()).connection, "select n from kept")).toEqual([{ n: 1 }]);
});

test("After kill -9 of owner and server together the next start recovers within ten seconds", async () => {
  const { child, connection } = await startElsewhere();
  await ask(connection, "create table kept (n int); insert into kept values (1)");
  const pid = await serverPid();
  process.kill(pid, "SIGKILL");
  await killed(child);
  expect(await ask((await start()).connection, "select n from kept")).toEqual([{ n: 1 }]);
});

test("Without setpriv the server outlives a killed owner, and the next start ends it and takes over", async () => {
  const bare = join(folder, "path");
  await mkdir(bare);
  for (const program of ["sh", "chown", "chmod", "locale"]) {
    const found = (process.env["PATH"] ?? "")
      .split(delimiter)
      .map((place) => join(place, program))
      .find((path) => spawnSync("test", ["-x", path]).status === 0);
    if (found) await symlink(found, join(bare, program));
  }
  const { child, connection } = await startElsewhere({ PATH: bare });
  await ask(connection, "create table kept (n int); insert into kept values (1)");
  const pid = await serverPid();
  await killed(child);
  await pause(300);
  expect(isAlive(pid)).toBe(true);
  expect(await ask((await start()).connection, "select n from kept")).toEqual([{ n: 1 }]);
  expect(isAlive(pid)).toBe(false);
});

test("A note whose number now belongs to another program does not keep the server from starting", async () => {
  const first = await start();
  await first.stop();
  started.length = 0;
  const stranger = spawn("sleep", ["60"]);
  children.push(stranger);
  await writeFile(
    join(folder, "postgres/postmaster.pid"),
    `${stranger.pid}\n${folder}/postgres\n1\n5432\n\n\n0 0\nready\n`,
  );
  expect(await ask((await start()).connection, "select 1 as n")).toEqual([{ n: 1 }]);
  expect(stranger.exitCode).toBeNull();
});

test("An interrupted first start leaves no half-made data behind", async () => {
  await mkdir(join(folder, "postgres.init-1"));
  await writeFile(join(folder, "postgres.init-1/PG_VERSION"), "18\n");
  expect(await ask((await start()).connection, "select 1 as n")).toEqual([{ n: 1 }]);
  await expect(stat(join(folder, "postgres.init-1"))).rejects.toThrow("ENOENT");
});

test("A folder whose path is too long for a socket works", async () => {
  const long = join(folder, "d".repeat(60), "e".repeat(60));
  expect(await ask((await start(long)).connection, "select 1 as n")).toEqual([{ n: 1 }]);
});

test("A server that ends unasked is reported, one that was stopped is not", async () => {
  const reasons: string[] = [];
  const server = await start(folder, (reason) => reasons.push(reason.message));
  process.kill(await serverPid(), "SIGKILL");
  while (reasons.length === 0) await pause(10);
  expect(reasons).toEqual(["PostgreSQL ended unexpectedly (SIGKILL)."]);
  await server.stop();
  started.length = 0;
  const again = await start(folder, (reason) => reasons.push(reason.message));
  await again.stop();
  started.length = 0;
  expect(reasons).toHaveLength(1);
});

test("A server that ended by itself is started again on the same socket, with everything that it had acknowledged", async () => {
  let isBack = false;
  const server = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, returned: () => (isBack = true) });
  started.push(server);
  await ask(server.connection, "create table kept (n int)");
  await ask(server.connection, "insert into kept values (7)");
  for (const signal of ["SIGKILL", "SIGQUIT"] as const) {
    isBack = false;
    process.kill(await serverPid(), signal);
    while (!isBack) await pause(20);
    expect(await ask(server.connection, "select n from kept")).toEqual([{ n: 7 }]);
  }
});

test("A server that is asked to end while it is being started again ends, and stays ended", async () => {
  const server = await start();
  process.kill(await serverPid(), "SIGKILL");
  await pause(300);
  await server.stop();
  started.length = 0;
  await pause(700);
  await expect(ask(server.connection, "select 1")).rejects.toThrow();
});

testAsRoot("As root, data below a folder that only root may enter works", async () => {
  await chmod(folder, 0o700);
  const server = await start(join(folder, "checkout/.data"));
  expect(await ask(server.connection, "select 1 as n")).toEqual([{ n: 1 }]);
  expect((await stat(join(folder, "checkout/.data/postgres"))).uid).not.toBe(0);
});

testAsRoot(
  "As root, binaries below a folder that only root may enter are copied to where the account reaches them",
  async () => {
    const installed = await reachBinaries({});
    const hidden = join(folder, "hidden");
    await mkdir(hidden, { mode: 0o700 });
    spawnSync("cp", ["-a", join(installed.folder, ".."), join(hidden, "native")]);
    const account = { uid: 65_534, gid: 65_534 };
    const version = `test-${process.pid}`;
    const reached = await reachBinaries(account, { native: join(hidden, "native"), version });
    expect(reached.folder.startsWith(hidden)).toBe(false);
    expect(spawnSync(join(reached.folder, "postgres"), ["--version"], { ...account, cwd: "/" }).status).toBe(0);
    await reached.dispose();
    await rm(`/var/lib/tunai/postgres-${version}`, { recursive: true, force: true });
  },
);

testAsRoot("Data restored by root is given back to the server's account", async () => {
  const first = await start();
  await first.stop();
  started.length = 0;
  spawnSync("chown", ["-R", "0:0", join(folder, "postgres")]);
  expect(await ask((await start()).connection, "select 1 as n")).toEqual([{ n: 1 }]);
});

testAsRoot("An ordinary user starts it in a folder of its own", async () => {
  const account = { uid: 65_534, gid: 65_534 };
  spawnSync("chown", ["-R", "65534:65534", folder]);
  const text = `import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, "embedded.ts"))};
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(join(folder, "own"))}, log: () => {} });
    await server.stop();`;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", text], {
    ...account,
    cwd: folder,
    env: { PATH: process.env["PATH"] },
  });
  expect(String(run.stderr)).toBe("");
  expect(run.status).toBe(0);
  expect((await stat(join(folder, "own/postgres"))).uid).toBe(account.uid);
});
