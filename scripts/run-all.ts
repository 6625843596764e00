/** Runs the steps of a check, two at a time, and prints the complete output of each when it ends. */
import { spawn } from "node:child_process";

export interface Step {
  name: string;
  /** A Node script and its arguments, run by this process's own Node. */
  command: string[];
  /** Runs before and after everything else, never beside it. */
  alone?: boolean;
  environment?: Record<string, string>;
  /** After a failure: the command that retries the failed part, or undefined if the failure is final. */
  secondTry?: () => string[] | undefined;
}

/** @returns true when every step succeeded. A failed step does not stop the others, so one run shows everything. */
export async function runAll(steps: readonly Step[], maxAtOnce = 2): Promise<boolean> {
  const failed: { name: string; printed: string }[] = [];
  const unsteady: string[] = [];
  const waiting = [...steps];
  const running = new Set<Promise<void>>();
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting[0];
    if (next && running.size < maxAtOnce && (!next.alone || running.size === 0)) {
      waiting.shift();
      const done: Promise<void> = runStep(next)
        .then(async ({ code, printed }) => {
          if (code === 0) return;
          const command = next.secondTry?.();
          const name = `${next.name}, once more`;
          const again = command && (await runStep({ ...next, name, command }));
          if (again?.code === 0) unsteady.push(`${next.name}:\n${lastOf(printed)}`);
          else failed.push({ name: next.name, printed }, ...(again ? [{ name, printed: again.printed }] : []));
        })
        .finally(() => running.delete(done));
      running.add(done);
      if (next.alone) await done;
      continue;
    }
    await Promise.race(running);
  }
  // Printed again at the end: of a long run often only the end is stored, and the failure may have been printed long
  // before.
  for (const { name, printed } of failed) console.error(`\n── ${name}, how it ended:\n${lastOf(printed)}`);
  for (const step of unsteady) console.error(`\n── Failed first, passed when tried once more: ${step}`);
  if (failed.length > 0) console.error(`\nFailed: ${failed.map(({ name }) => name).join(", ")}`);
  return failed.length === 0;
}

const maxLines = 120;
/** From the beginning of the tests' own list of failures; otherwise the last lines. */
const lastOf = (printed: string): string => {
  const lines = printed.trimEnd().split("\n");
  const failures = lines.findIndex((line) => /⎯ ?.*Failed (Tests|Suites) /.test(line));
  return (failures < 0 ? lines.slice(-maxLines) : lines.slice(failures, failures + maxLines)).join("\n");
};

function runStep(step: Step): Promise<{ code: number; printed: string }> {
  const started = performance.now();
  const child = spawn(process.execPath, step.command, {
    env: { ...process.env, ...step.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((done) => {
    child.on("close", (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const printed = Buffer.concat(chunks).toString();
      process.stdout.write(`\n── ${step.name}: ${code === 0 ? "ok" : "FAILED"} (${seconds} s)\n${printed}`);
      done({ code: code ?? 1, printed });
    });
  });
}
