/**
 * Where a test run keeps what it throws away: databases, data folders, profiles of browsers. In memory where there is
 * plenty, for a database is a thousand files, and each test file has one of its own; else where the system keeps such things.
 */
import { mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const memory = "/dev/shm";
const prefix = "tunai-tests-";
/** Minimal free space of the file system, and free memory of the machine (bytes). */
const minRoomBytes = 8 * 2 ** 30;

/** Leads `tmpdir()` of this process and of those that it starts into memory. What runs that were killed have left there goes. */
export function scratchInMemory(): void {
  if (!hasRoom()) return;
  for (const name of readdirSync(memory))
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))))
      rmSync(join(memory, name), { recursive: true, force: true });
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  process.env["TMPDIR"] = folder;
  // Dozens of processes read the same sources: what the first has compiled and stripped of types, the others take.
  process.env["NODE_COMPILE_CACHE"] ??= join(folder, "compiled");
  // A server that the run has started may still write while it ends: what stays is the next run's to remove.
  process.on("exit", () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    } catch (error) {
      console.warn(`${folder} is left behind`, error);
    }
  });
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, process.availableMemory()) >= minRoomBytes;
  } catch {
    return false;
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
