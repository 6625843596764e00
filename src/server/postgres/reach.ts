/** Connects an operator's command to the installation's database, also while a server runs on the same data folder. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#server/process/config.server.ts";
import { ownRole } from "./data-folder.ts";
import { startEmbeddedPostgres } from "./embedded.ts";
import { DataFolderInUse } from "./owner-lock.ts";

export interface Reached {
  connection: string;
  /** Ends the embedded server if this call started it. */
  stop(): Promise<void>;
}

/** A command works past a pooler: its statements take as long as they need. */
export async function reachDatabase({
  databaseUrl,
  databaseDirectUrl = databaseUrl,
  dataDir,
}: Pick<Config, "databaseUrl" | "dataDir"> & Partial<Pick<Config, "databaseDirectUrl">>): Promise<Reached> {
  if (databaseUrl !== "") return { connection: databaseDirectUrl, stop: async () => {} };
  try {
    return await startEmbeddedPostgres({ dataDir, log: () => {} });
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    // PostgreSQL's own note names its socket's folder, as its account sees it: its working folder is the data folder.
    const note = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8").catch(() => "");
    const named = note.split("\n")[4]?.trim() ?? "";
    const folder = named.startsWith("/tmp/") ? named : join(dataDir, "postgres");
    return {
      connection: `postgresql://${ownRole}@localhost/${ownRole}?host=${encodeURIComponent(folder)}`,
      stop: async () => {},
    };
  }
}
