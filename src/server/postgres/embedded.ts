/** A real PostgreSQL as a child of this process, on a socket only, with its data under DATA_DIR. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chown, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pause, realTime } from "#server/work/timers.ts";
import { chooseAccount, postgresEnvironment, reachBinaries, type Account } from "./binaries.ts";
import { endOrphan, ownRole, prepareDataFolder, workingFolder } from "./data-folder.ts";
import { ownDataFolder } from "./owner-lock.ts";

export interface EmbeddedOptions {
  /** DATA_DIR; the server's files live in its folder `postgres`. */
  dataDir: string;
  /** Receives PostgreSQL's own log lines. */
  log: (line: string) => void;
  /** Called when the server ends unexpectedly. It is started again until that succeeds. */
  lost?: (reason: Error) => void;
  /** Called when it is back. */
  returned?: () => void;
  /** Server settings over the defaults; for throwaway servers of tests. */
  settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** A connection URL that pg and pg-boss take; it names the socket's folder. */
  connection: string;
  /** Ends the server's sessions and the server itself (SIGINT, within 2.5 s; else SIGQUIT, after which the next start recovers), then frees the folder. */
  stop(): Promise<void>;
}

/** How long a start is tried again while the remains of a killed server still hold its memory. */
const retryMilliseconds = 10_000;
/** Time for recovery after a crash before the start is given up. */
const recoveryMilliseconds = 60_000;
/** A stop includes a checkpoint; unwritten changes are recovered from the log. */
const endMilliseconds = 2_500;
/** Waits before a server that ended unexpectedly is restarted: short at first, longer while there is no disk space. */
const firstReviveMilliseconds = 250;
const maxReviveMilliseconds = 5_000;
const socketName = ".s.PGSQL.5432";
/** The kernel's limit for a socket's path. */
const maxSocketPath = 107;

/**
 * Starts the embedded server, making its data on the first start (under a second). Throws `DataFolderInUse` at once
 * when another process owns the folder. Works as root (see `binaries.ts`) and as an ordinary user.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const lock = await ownDataFolder(dataDir);
  const undo: Array<() => Promise<void>> = [() => lock.release()];
  const undoAll = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    const data = join(dataDir, "postgres");
    const account = await chooseAccount(data);
    const binaries = await reachBinaries(account);
    undo.push(() => binaries.dispose());
    await prepareDataFolder(data, binaries.folder, account);
    await endOrphan(data);
    const socket = await socketFolder(data, account);
    undo.push(() => socket.dispose());
    const server = await keepServer(
      (stopping) => startServer(join(binaries.folder, "postgres"), data, socket.setting, account, options, stopping),
      options,
    );
    undo.push(server.end);
    return {
      connection: `postgresql://${ownRole}@localhost/${ownRole}?host=${encodeURIComponent(socket.folder)}`,
      stop: undoAll,
    };
  } catch (error) {
    await undoAll();
    throw error;
  }
}

/** The socket lies in the data folder, or in a short temporary one when its path would be too long for the kernel. */
async function socketFolder(
  data: string,
  account: Account,
): Promise<{ folder: string; setting: string; dispose(): Promise<void> }> {
  if (Buffer.byteLength(join(data, socketName)) <= maxSocketPath)
    return { folder: data, setting: workingFolder, dispose: async () => {} };
  const folder = await mkdtemp("/tmp/tunai-");
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid);
  return { folder, setting: folder, dispose: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Starts the server, and restarts it whenever it ends unexpectedly: no disk space for its log, killed for its memory.
 * Its recovery restores everything it had acknowledged, and all pools find it at the same socket. // Threats H2, H4
 */
async function keepServer(
  begin: (stopping: AbortSignal) => Promise<ChildProcess>,
  options: Pick<EmbeddedOptions, "log" | "lost" | "returned">,
): Promise<{ end(): Promise<void> }> {
  const stopping = new AbortController();
  let reviving: Promise<void> | undefined;
  let server = await begin(stopping.signal);
  const revive = async (): Promise<void> => {
    for (
      let wait = firstReviveMilliseconds;
      !stopping.signal.aborted;
      wait = Math.min(2 * wait, maxReviveMilliseconds)
    ) {
      await pause(wait, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        server = await begin(stopping.signal);
        watch(server);
        options.returned?.();
        return;
      } catch (error) {
        options.log(error instanceof Error ? error.message : String(error));
      }
    }
  };
  const watch = (watched: ChildProcess): void => {
    const ended = (code: number | null, signal: string | null): void => {
      if (isEnding(watched)) return;
      options.lost?.(new Error(`PostgreSQL ended unexpectedly (${signal ?? `exit ${code}`}).`));
      reviving = revive();
    };
    // It may have ended before the listener was added.
    if (hasEnded(watched)) ended(watched.exitCode, watched.signalCode);
    else watched.once("exit", ended);
  };
  watch(server);
  return {
    async end() {
      stopping.abort();
      await reviving;
      await endServer(server);
    },
  };
}

async function startServer(
  program: string,
  data: string,
  socket: string,
  account: Account,
  options: EmbeddedOptions,
  stopping: AbortSignal,
): Promise<ChildProcess> {
  const settings = {
    listen_addresses: "",
    unix_socket_directories: socket,
    fsync: "on",
    max_connections: "200",
    log_checkpoints: "off",
    ...options.settings,
  };
  const parameters = [
    "-D",
    workingFolder,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  const begun = realTime().getTime();
  for (;;) {
    const output: string[] = [];
    const server = launch(program, parameters, data, account, (line) => {
      if (output.length < 50) output.push(line);
      options.log(line);
    });
    if (await becomesReady(server, data, stopping)) return server;
    const reason = output.join("\n");
    // The children of a killed server hold its memory for a moment; anything else will not pass by waiting.
    const passes = /shared memory block|lock file|is another postmaster/i.test(reason);
    if (!passes || stopping.aborted || realTime().getTime() - begun > retryMilliseconds)
      throw new Error(`PostgreSQL did not start:\n${reason}`);
    await pause(250);
  }
}

/**
 * The kernel ends the server with its parent (`setpriv --pdeathsig`) where the system supports it; elsewhere the next
 * start ends a leftover. It leads its own session, so a Ctrl+C at the terminal reaches us, not it: we drain first.
 */
function launch(
  program: string,
  parameters: string[],
  data: string,
  account: Account,
  log: (line: string) => void,
): ChildProcess {
  const [command = program, ...rest] = endsWithParent()
    ? ["setpriv", "--pdeathsig", "INT", "--", program, ...parameters]
    : [program, ...parameters];
  const server = spawn(command, rest, {
    ...account,
    cwd: data,
    env: postgresEnvironment,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  server.on("error", (error) => log(error.message));
  let unfinished = "";
  server.stderr?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (unfinished + text).split("\n");
    unfinished = lines.pop() ?? "";
    lines.forEach(log);
  });
  return server;
}

function endsWithParent(): boolean {
  return spawnSync("setpriv", ["--pdeathsig", "INT", "true"], { stdio: "ignore" }).status === 0;
}

/** True when the server says so in its own note (as pg_ctl reads it), false when it ended instead. */
async function becomesReady(server: ChildProcess, data: string, stopping: AbortSignal): Promise<boolean> {
  const lastTry = realTime().getTime() + recoveryMilliseconds;
  while (realTime().getTime() < lastTry && !stopping.aborted) {
    if (hasEnded(server)) {
      // The last words arrive with the closing of the pipe.
      await pause(10);
      return false;
    }
    const note = (await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
    if (Number(note[0]) === server.pid && note[7]?.trim() === "ready") return true;
    await pause(10);
  }
  await endServer(server);
  return false;
}

const ending = new WeakSet<ChildProcess>();
const isEnding = (server: ChildProcess) => ending.has(server);
const hasEnded = (server: ChildProcess) =>
  server.pid === undefined || server.exitCode !== null || server.signalCode !== null;

async function endServer(server: ChildProcess): Promise<void> {
  ending.add(server);
  if (hasEnded(server)) return;
  const ended = new Promise<void>((done) => server.once("exit", () => done()));
  // SIGTERM would wait for all clients to disconnect.
  server.kill("SIGINT");
  const ceased = new AbortController();
  void ended.then(() => ceased.abort());
  await pause(endMilliseconds, ceased.signal);
  if (!hasEnded(server)) server.kill("SIGQUIT");
  await ended;
}
