/** Processes that work in the rewards and are killed in the middle of it, and what is left behind. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testDatabase } from "./database.ts";
import type { Answered, RewardBooks } from "./reward-books.ts";
import { whenOver } from "./when-over.ts";

/** Processes of one script, and what they answered: each line of JSON with a `kind` is an operation that succeeded. */
export interface KilledWorkers<Answer extends { kind: string }> {
  /** Runs a mode to its end; answers its last line. */
  done(mode: string, count?: number, input?: string): Promise<Record<string, unknown>>;
  /** Starts a mode and kills it after so many answered operations and so many milliseconds more; false where it had ended by itself. */
  kill(mode: string, when: { operations?: number; milliseconds: number }): Promise<boolean>;
  /** Everything that was answered with success so far. */
  answered: Answer[];
  /** Answers of 500 and more. */
  faults: string[];
}

export type RewardWorkers = KilledWorkers<Answered>;
export const rewardWorkers = (): Promise<RewardWorkers> => killedWorkers<Answered>("reward-worker.ts");

/** @param worker the script, in this folder. */
export async function killedWorkers<Answer extends { kind: string }>(worker: string): Promise<KilledWorkers<Answer>> {
  const script = join(import.meta.dirname, worker);
  const { connection } = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), "tunai-killed-"));
  whenOver(() => rm(folder, { recursive: true, force: true }));
  const environment = {
    ...process.env,
    NODE_ENV: "test",
    APP_ENV: "test",
    DATABASE_URL: connection,
    DATA_DIR: folder,
  };
  const answered: Answer[] = [];
  const faults: string[] = [];
  const start = (mode: string, count = 0): ChildProcess =>
    spawn(process.execPath, [script, mode, String(count)], { env: environment, stdio: ["pipe", "pipe", "pipe"] });

  /** Whole lines that a process said; a killed one's last may be cut off, and then its operation was not answered. */
  function listen(child: ChildProcess, heard: (line: string) => void): void {
    let rest = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) heard(line);
    });
  }
  const note = (line: string): boolean => {
    if (!line.startsWith("{") || line.includes('"level"')) return false;
    const said = JSON.parse(line) as Partial<Answer> & { fault?: string };
    if (said.fault !== undefined) faults.push(said.fault);
    if (said.kind === undefined) return false;
    answered.push(said as Answer);
    return true;
  };

  return {
    answered,
    faults,
    async done(mode, count, input = "") {
      const child = start(mode, count);
      child.stdin?.end(input);
      const errors: string[] = [];
      let last: string | undefined;
      listen(child, (line) => {
        if (line.startsWith("{") && !line.includes('"level"')) last = line;
      });
      child.stderr?.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
      const code = await new Promise((ended) => child.once("close", ended));
      if (code !== 0 || !last) throw new Error(`${mode} ended with ${String(code)}:\n${errors.join("").slice(-4_000)}`);
      return JSON.parse(last) as Record<string, unknown>;
    },
    async kill(mode, { operations = 0, milliseconds }) {
      const child = start(mode);
      const ended = new Promise((gone) => child.once("close", gone));
      let seen = 0;
      let isWorking = false;
      const { promise: reached, resolve } = Promise.withResolvers<void>();
      listen(child, (line) => {
        if (note(line)) seen += 1;
        if (line === "working") isWorking = true;
        if (isWorking && seen >= operations) resolve();
      });
      await Promise.race([reached, ended]);
      await new Promise((later) => setTimeout(later, milliseconds));
      const isAlive = child.exitCode === null;
      child.kill("SIGKILL");
      await ended;
      return isAlive;
    },
  };
}

/** Kills the process that freezes, draws and pays one day, again and again, and lets the last one finish. */
export async function killedDraws(kills: number): Promise<RewardBooks & { killed: number }> {
  const workers = await rewardWorkers();
  await workers.done("seed-draw");
  let killed = 0;
  // The moments are spread over what a process does from its first sweep on; who was done before is asked again sooner.
  for (let number = 0; number < kills; number++)
    if (await workers.kill("draw", { milliseconds: 40 + number * 60 })) killed += 1;
  await workers.done("finish");
  const books = (await workers.done("verify", 0, "[]")) as unknown as RewardBooks;
  return { ...books, killed };
}
