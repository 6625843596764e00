/**
 * A pooler in front of the database that lends sessions per transaction, or keeps them: Debian's PgBouncer with `npm
 * run test:long`.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { expect, it } from "vitest";
import { createApi, domains, registerWork } from "../../src/api.ts";
import { ConfigFault } from "#server/process/config.server.ts";
import { isDatabaseReady, openDatabase, transact } from "#server/database.server.ts";
import { auditAll } from "#server/ledger/index.ts";
import { openServices } from "#server/open-services.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded.ts";
import { migrate } from "#server/postgres/migrate.ts";
import { readRoleSettings } from "#server/postgres/role-settings.ts";
import { testApp } from "#tests/support/app.ts";
import { run } from "#tests/support/database-server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { startPgBouncer } from "#tests/support/pgbouncer.ts";
import { statementsOf } from "#tests/support/statements.ts";
import { wholeLife } from "#tests/support/whole-life.ts";

const isLong = process.env["TEST_LONG"] === "1";

it("The settings of the role are read at the start, and those that are missing are named with the statement that sets them", async () => {
  const { connection } = await testDatabase();
  const refused = await readRoleSettings(connection).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConfigFault);
  const statements = (refused as ConfigFault).faults.slice(1);
  expect(statements).toHaveLength(4);
  expect((refused as ConfigFault).message).not.toContain(connection);
  // For this database only: the other tests share the role.
  const name = new URL(connection).pathname.slice(1);
  for (const statement of statements) await run(connection, statement.replace(" set ", ` in database ${name} set `));
  expect(await readRoleSettings(connection)).toEqual({
    statementTimeoutMilliseconds: 15_000,
    lockTimeoutMilliseconds: 5_000,
    idleInTransactionTimeoutMilliseconds: 30_000,
  });
});

it("Behind one that lends sessions for a transaction nothing is prepared, and no session sets anything", async () => {
  const { connection } = await testDatabase();
  const database = openDatabase({ connection, hasTransactionPooler: true, log: () => {} });
  const begins: unknown[] = [];
  const { query } = pg.Client.prototype;
  const asked = await statementsOf(async () => {
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      begins.push(given[0]);
      return (query as unknown as (...all: unknown[]) => never).apply(this, given);
    } as never;
    for (const number of [1, 2]) {
      await sql`select ${number}::int`.execute(database);
      await transact(database, (trx) => sql`select ${number}::int`.execute(trx));
    }
  });
  pg.Client.prototype.query = query;
  expect(begins.length + asked.length).toBeGreaterThan(6);
  expect(begins.filter((one) => typeof one === "object" && one !== null && "name" in one)).toEqual([]);
  expect(asked.filter(({ text }) => /set_config|^set /.test(text))).toEqual([]);
  await database.destroy();
});

if (isLong)
  it.each(["transaction", "session"] as const)(
    "With Debian's PgBouncer in %s mode the product starts, and goes all the way to a loan that is paid off",
    async (mode) => {
      const folder = await mkdtemp(join(tmpdir(), "tunai-pooled-"));
      // PgBouncer runs as the database's account, and reaches its socket through this folder.
      await chmod(folder, 0o755);
      const server = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
      const socket = new URL(server.connection).searchParams.get("host") ?? "";
      const bouncer = await startPgBouncer({ host: socket, port: 5432 }, mode);
      try {
        await migrate({ connection: server.connection, folder: join(import.meta.dirname, "../../migrations") });
        const product = { APP_ENV: "test", DATABASE_URL: bouncer.connection, DATA_DIR: join(folder, "app") };
        const environment =
          mode === "transaction"
            ? { ...product, DATABASE_POOLER: "transaction", DATABASE_DIRECT_URL: server.connection }
            : product;
        if (mode === "transaction") {
          await expect(openServices(environment, domains)).rejects.toThrow(
            "alter role tunai set statement_timeout = '15s';",
          );
          const refused = await readRoleSettings(bouncer.connection).catch((error: unknown) => error);
          for (const statement of (refused as ConfigFault).faults.slice(1)) await run(server.connection, statement);
          // PgBouncer reports to clients the time zone of the first session.
          await run(bouncer.connection.replace(/tunai$/, "pgbouncer"), "reconnect");
        }
        const database = openDatabase({
          connection: bouncer.connection,
          ...(mode === "transaction" ? await readRoleSettings(bouncer.connection) : {}),
          hasTransactionPooler: mode === "transaction",
          log: () => {},
        });
        const app = await testApp({
          database: { database, connection: server.connection },
          environment: { DATA_DIR: join(folder, "app") },
          campaigns: true,
        });
        await wholeLife(app);
        expect(await database.selectFrom("loan").select("state").execute()).toEqual([{ state: "PAID_OFF" }]);
        expect(await isDatabaseReady(database)).toBe(true);
        expect((await auditAll(database, app.clock.now())).findings).toEqual([]);
        await app.services.outside.stop();
        await app.services.jobs.stop();
        await database.destroy();
        // The process itself, configured by its variables; it is last, because it uses the real clock.
        const installation = await openServices(environment, domains);
        createApi(installation.services);
        registerWork(installation.services);
        await installation.startWork();
        expect(await isDatabaseReady(installation.services.database)).toBe(true);
        await installation.stop();
      } finally {
        await bouncer.stop();
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      }
    },
    600_000,
  );
