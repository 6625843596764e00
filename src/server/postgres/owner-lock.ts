/** One owner for a data folder, guaranteed by the kernel: it is free again the moment its process ends, in whatever way. */
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";

/** Another process uses the folder; the message names it and says what to do. */
export class DataFolderInUse extends Error {
  override readonly name = "DataFolderInUse";
}

export interface OwnerLock {
  release(): Promise<void>;
}

/**
 * Locks the folder for this process or throws `DataFolderInUse` at once. `owner.pid` next to the data only serves the
 * message.
 */
export async function ownDataFolder(folder: string): Promise<OwnerLock> {
  const lock = await tryHold(folder, "data");
  const note = join(folder, "owner.pid");
  if (!lock) {
    const pid = (await readFile(note, "utf8").catch(() => "")).trim() || "unknown";
    throw new DataFolderInUse(
      `${folder} is in use by another Tunai process (pid ${pid}). Stop it first, or give this one its own DATA_DIR, or let both share a server with DATABASE_URL.`,
    );
  }
  await writeFile(note, `${process.pid}\n`);
  return {
    async release() {
      await rm(note, { force: true });
      await lock.release();
    },
  };
}

/**
 * Locks a folder for one purpose; undefined while another process has it. The lock is a socket in Linux's abstract
 * namespace named by the folder's device and inode: two paths to one folder are one lock, and no stale file can remain.
 * Other systems have no such names (and no embedded server): there everyone gets the lock.
 */
export async function tryHold(folder: string, purpose: string): Promise<OwnerLock | undefined> {
  if (process.platform !== "linux") return { release: async () => {} };
  const { dev, ino } = await stat(folder);
  const server = createServer((socket) => socket.destroy());
  try {
    await listen(server, `\0tunai-${purpose}-${dev}-${ino}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return undefined;
    throw error;
  }
  server.unref();
  return { release: () => new Promise((closed) => server.close(() => closed())) };
}

function listen(server: Server, name: string): Promise<void> {
  return new Promise((listening, failed) => {
    server.once("error", failed);
    server.listen(name, () => {
      server.off("error", failed);
      listening();
    });
  });
}
