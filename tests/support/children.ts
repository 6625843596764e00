import { readdir, readFile } from "node:fs/promises";

/** Processes whose parent this is. */
export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(
    pids.map(async (pid) => [pid, await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")] as const),
  );
  return stats
    .filter(([, stat]) => Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent)
    .map(([pid]) => Number(pid));
}

/** Sends a signal to processes that may have ended by themselves. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
}
