/** Another browser than the one of the journeys, driven by as little as every engine understands: go there, run this, choose that file. */
import { spawn, type ChildProcess } from "node:child_process";

export interface Engine {
  /** As it calls itself, with its version. */
  name: string;
  goto(address: string): Promise<void>;
  /** Evaluates an expression in the page, waits for its promise, and answers what it came to, as JSON. @throws what the page threw. */
  evaluate(expression: string): Promise<unknown>;
  choose(selector: string, file: string): Promise<void>;
  /** Errors on its console and uncaught exceptions since the start. An engine that cannot report them has none. */
  faults: string[];
  close(): Promise<void>;
}

export interface EngineInput {
  /** The proxy that leads to https origins, `http://127.0.0.1:40123`; its certificate is believed. Without it, straight to plain http of this machine. */
  proxy?: string;
  /** A folder for what the browser keeps. */
  folder: string;
}

/** Starts a browser, and waits until it says what fits. @throws with all that it said where it ends before. */
export function startProcess(
  command: string,
  options: readonly string[],
  said: RegExp,
  environment: Record<string, string> = {},
): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(command, options, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    // Its helpers end with it.
    detached: true,
  });
  return new Promise((ready, failed) => {
    let all = "";
    const hear = (chunk: Buffer): void => {
      all += chunk.toString();
      const found = said.exec(all);
      if (found) ready({ child, said: found[1] ?? "" });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("error", failed);
    child.once("exit", (code) => failed(new Error(`${command} ended with ${code}: ${all}`)));
  });
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  process.kill(-child.pid, "SIGKILL");
  await ended;
}
