/** Processes of `money-worker.ts`, which move money until they are killed. */
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

export interface MoneyProcess {
  child: ChildProcess;
  said: () => string;
}

/** @param environment names the database and the folder of the installation */
export function moneyWorker(environment: () => Record<string, string>) {
  function worker(...words: string[]): MoneyProcess {
    const child = spawn(process.execPath, [join(import.meta.dirname, "money-worker.ts"), ...words], {
      env: { ...process.env, NODE_ENV: "test", APP_ENV: "test", ...environment() },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk));
    return { child, said: () => said };
  }

  /** Runs one mode to its end, and gives the line of JSON that it says last. */
  async function done(...words: string[]): Promise<Record<string, unknown>> {
    const { child, said } = worker(...words);
    const code = await new Promise((ended) => child.once("close", ended));
    const last = said()
      .trim()
      .split("\n")
      .findLast((line) => line.startsWith("{") && !line.includes('"level"'));
    if (code !== 0 || !last) throw new Error(`The worker ended with ${String(code)}:\n${said().slice(-3000)}`);
    return JSON.parse(last) as Record<string, unknown>;
  }
  return { worker, done };
}
