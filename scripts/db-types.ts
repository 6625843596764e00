/** Writes `src/server/database.types.ts` from the migrations, or with `--verify` fails when it is not what they say. */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "#server/postgres/migrate.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded.ts";

const root = join(import.meta.dirname, "..");
const dataDir = await mkdtemp(join(tmpdir(), "tunai-types-"));
const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: "off" } });
try {
  await migrate({ connection: server.connection, folder: join(root, "migrations") });
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/kysely-codegen/dist/cli/bin.js"),
      "--dialect=postgres",
      `--url=${server.connection}`,
      `--out-file=${join(root, "src/server/database.types.ts")}`,
      "--exclude-pattern=pgboss.*",
      // The types follow the parsers of database.server.ts.
      "--date-parser=string",
      "--numeric-parser=number",
      '--type-mapping={"int8":"number"}',
      ...process.argv.slice(2),
    ],
    { stdio: ["ignore", "inherit", "inherit"], cwd: root },
  );
  process.exitCode = status ?? 1;
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
