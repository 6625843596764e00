import { inject } from "vitest";
import { openDatabase, type Database, type DatabaseOptions } from "#server/database.server.ts";
import { inDatabase, run } from "./database-server.ts";
import { whenOver } from "./when-over.ts";

let made = 0;

/** Each connection reads the catalogue and plans its statements by itself, and a file of tests asks few of them at a time: a tenth of the work was that. */
const fewConnections: Partial<DatabaseOptions> = { poolSize: 3, readConnections: 1, apartConnections: 1 };

/**
 * A migrated database of its own for a test file, dropped at its end; or for one test. Call it at the top of the
 * file or in a test, as `const { database } = await testDatabase();`: a database opened in a `beforeAll` is not closed.
 */
export async function testDatabase(
  options: Partial<DatabaseOptions> = {},
): Promise<{ database: Database; connection: string }> {
  const template = inject("templateConnection");
  const name = `test_${process.pid}_${++made}`;
  const maintenance = inDatabase(template, "postgres");
  // By copying files: through the log, which is the default, it takes twice as long.
  await run(maintenance, `create database ${name} template ${new URL(template).pathname.slice(1)} strategy file_copy`);
  const connection = inDatabase(template, name);
  // A test that says how many it takes has the product's own proportions.
  const few = options.poolSize === undefined ? fewConnections : {};
  const database = openDatabase({ connection, log: () => {}, ...few, ...options });
  whenOver(async () => {
    await database.destroy();
    await run(maintenance, `drop database ${name}`);
  });
  return { database, connection };
}
