/**
 * Writes `src/server/database.types.ts` from the migrations; with `--verify` it fails if the file differs from them.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "#server/postgres/migrate.ts";
import { fieldOf, snakeCase } from "#server/postgres/column-names.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded.ts";

const root = join(import.meta.dirname, "..");
const file = join(root, "src/server/database.types.ts");
const dataDir = await mkdtemp(join(tmpdir(), "tunai-types-"));
const made = join(dataDir, "made.types.ts");
const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: "off" } });
try {
  await migrate({ connection: server.connection, folder: join(root, "migrations") });
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/kysely-codegen/dist/cli/bin.js"),
      "--dialect=postgres",
      `--url=${server.connection}`,
      `--out-file=${made}`,
      "--exclude-pattern=pgboss.*",
      // The types follow the parsers of database.server.ts.
      "--date-parser=string",
      "--numeric-parser=number",
      '--type-mapping={"int8":"number"}',
    ],
    { stdio: ["ignore", "ignore", "inherit"], cwd: root },
  );
  if (status !== 0) throw new Error("kysely-codegen failed.");
  const types = withFields(await readFile(made, "utf8"));
  if (!process.argv.includes("--verify")) await writeFile(file, types);
  else if (types !== (await readFile(file, "utf8"))) {
    console.error("src/server/database.types.ts is not what the migrations say: npm run db:types");
    process.exitCode = 1;
  }
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Columns by the names of the code (`src/server/postgres/column-names.ts`); tables keep theirs. */
function withFields(types: string): string {
  const [columns, tables] = types.split("export interface DB {") as [string, string];
  const irregular = new Map<string, string>();
  const fields = columns.replaceAll(/^ {2}([a-z]\w*): /gm, (_, column: string) => {
    const field = fieldOf(column);
    if (snakeCase(field) !== column) irregular.set(field, column);
    return `  ${field}: `;
  });
  const lines = [...irregular].map(([field, column]) => `  ${field}: "${column}",`);
  return `${fields}export interface DB {${tables}
/** Columns that their fields do not name by the rule. */
export const irregularColumns = {
${lines.join("\n")}
} as const;
`;
}
