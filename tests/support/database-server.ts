/**
 * Once for a run: a throwaway embedded server (or the one that TEST_DATABASE_URL names) with a migrated template
 * that every test file clones.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "#server/postgres/migrate.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The migrated database that `testDatabase` clones; no connection to it may stay open. */
    templateConnection: string;
  }
}

export default async function prepareServer(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"];
  const server = given ? { connection: given, stop: async () => {} } : await startThrowawayServer();
  // Two projects of one run may share a server that was given.
  const template = `tunai_template_${project.name}_${process.pid}`;
  await run(server.connection, `create database ${template}`);
  const templateConnection = inDatabase(server.connection, template);
  await migrate({ connection: templateConnection, folder: join(import.meta.dirname, "../../migrations") });
  project.provide("templateConnection", templateConnection);
  return async () => {
    if (given) await run(server.connection, `drop database ${template}`);
    await server.stop();
  };
}

async function startThrowawayServer(): Promise<{ connection: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "tunai-test-"));
  // Thrown away at the end, so nothing is gained by waiting for the disk, nor by a log of writes that could mend it or be sent on.
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    wal_level: "minimal",
    max_wal_senders: "0",
    shared_buffers: "64MB",
  };
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
  return {
    connection: server.connection,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The same server, another database. */
export function inDatabase(connection: string, name: string): string {
  const url = new URL(connection);
  url.pathname = `/${name}`;
  return url.href;
}

/** One statement on a connection of its own. */
export async function run(connection: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: connection });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
