/** Runs the steps of a check, two at a time, and prints each one's output whole when it ends. */
import { spawn } from "node:child_process";

export interface Step {
  name: string;
  /** A Node script and its arguments, run by this process's own Node. */
  command: string[];
  /** Runs before and after everything else, never beside it. */
  alone?: boolean;
  environment?: Record<string, string>;
}

/** @returns true when every step succeeded. A failed step does not stop the others, so one run shows everything. */
export async function runAll(steps: readonly Step[], mostAtOnce = 2): Promise<boolean> {
  const failed: string[] = [];
  const waiting = [...steps];
  const running = new Set<Promise<void>>();
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting[0];
    if (next && running.size < mostAtOnce && (!next.alone || running.size === 0)) {
      waiting.shift();
      const done: Promise<void> = runStep(next)
        .then((code) => void (code === 0 || failed.push(next.name)))
        .finally(() => running.delete(done));
      running.add(done);
      if (next.alone) await done;
      continue;
    }
    await Promise.race(running);
  }
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(", ")}`);
  return failed.length === 0;
}

function runStep(step: Step): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, step.command, { env: { ...process.env, ...step.environment }, stdio: ["ignore", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((done) => {
    child.on("close", (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stdout.write(`\n── ${step.name}: ${code === 0 ? "ok" : "FAILED"} (${seconds} s)\n${Buffer.concat(chunks).toString()}`);
      done(code ?? 1);
    });
  });
}
