/**
 * Applies the migrations of this release and ends: `npm run migrate`. Every start does the same; an installation whose
 * servers shall not wait for it runs it before them, as the job of deploy/kubernetes.yaml does.
 */
import { join } from "node:path";
import { parseConfig } from "#server/process/config.server.ts";
import { migrate } from "#server/postgres/migrate.ts";
import { reachDatabase } from "#server/postgres/reach.ts";

const server = await reachDatabase(parseConfig(process.env));
try {
  const folder = join(import.meta.dirname, "../migrations");
  const applied = await migrate({ connection: server.connection, folder, waiting: console.log });
  console.log(applied.length === 0 ? "Every migration was applied before." : `Applied ${applied.join(", ")}.`);
} finally {
  await server.stop();
}
