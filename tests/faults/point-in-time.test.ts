/**
 * A wrong delete at a known instant: the commands of docs/operations.md restore the database to before it, and the
 * books balance. // Threat H11
 */
import { spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openDatabase } from "#server/database.server.ts";
import { auditAll } from "#server/ledger/index.ts";
import { migrate } from "#server/postgres/migrate.ts";
import { restorePointInTime } from "#server/postgres/point-in-time.ts";
import { pause } from "#server/work/timers.ts";
import { testApp } from "#tests/support/app.ts";
import { inDatabase, run as runStatement } from "#tests/support/database-server.ts";
import { startDebianPostgres } from "#tests/support/debian-postgres.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { commandsBelow } from "#tests/support/operations-book.ts";

const isLong = process.env["TEST_LONG"] === "1";

it("refuses, in words, what is no base backup", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tunai-no-base-"));
  const input = { base: folder, wal: folder, until: null, into: join(folder, "x"), connection: "postgresql://a@b/c" };
  await expect(restorePointInTime(input)).rejects.toThrow("is no base backup");
  await rm(folder, { recursive: true });
});

// It needs the programs of a server of its own version, which `npm run test:long` installs.
if (isLong)
  it("brings back everything up to the second before a bad delete, by the commands of the book", async () => {
    const root = await mkdtemp(join(tmpdir(), "tunai-point-"));
    // PostgreSQL's own account writes the archive and reads it.
    await chmod(root, 0o711);
    await mkdir(join(root, "wal"));
    await chmod(join(root, "wal"), 0o777);
    const server = await startDebianPostgres(["archive_mode=on", "wal_level=replica"]);
    const environment = {
      DATABASE_URL: inDatabase(server.connection, "lent"),
      DATA_DIR: join(root, "data"),
      SECRETS_DIR: join(root, "secrets"),
    };
    const runAsWritten = (command: string, more: Record<string, string> = {}) =>
      new Promise<{ status: number | null; said: string }>((done) => {
        const child = spawn("sh", ["-c", command.replaceAll("/backup", root)], {
          env: { PATH: process.env["PATH"], APP_ENV: "test", ...environment, ...more },
        });
        let output = "";
        for (const stream of [child.stdout, child.stderr])
          stream.on("data", (text: Buffer) => (output += String(text)));
        child.once("close", (status) => done({ status, said: output }));
      });
    try {
      await runStatement(server.connection, "create database lent");
      await migrate({ connection: environment.DATABASE_URL, folder: join(import.meta.dirname, "../../migrations") });
      const database = openDatabase({ connection: environment.DATABASE_URL, log: () => {} });
      const app = await testApp({ database: { database, connection: environment.DATABASE_URL }, environment });
      const count = async (of: typeof database) =>
        (await sql<{ count: number }>`select count(*)::int as count from ledger_transfer`.execute(of)).rows[0]!.count;
      await activeLoan(app);
      const [before, after] = commandsBelow("To a second, at DATABASE_URL") as [string[], string[]];
      const [archive = "", base = "", drill = ""] = before;
      for (const command of [archive, base]) expect(await runAsWritten(command)).toMatchObject({ status: 0 });

      // Money moves after the backup; then rows are deleted that must never be deleted.
      await activeLoan(app, { amountRupiah: 2_000_000, tenorDays: 60 });
      const kept = await count(database);
      await pause(1_500);
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database);
      await pause(1_500);
      await database.connection().execute(async (one) => {
        await sql`set session_replication_role = replica`.execute(one);
        await sql`delete from ledger_transfer where position > (select min(position) from ledger_transfer)`.execute(
          one,
        );
        await sql`set session_replication_role = default`.execute(one);
      });
      expect((await auditAll(database, app.services.clock.now())).findings).not.toEqual([]);
      const switched = await sql<{ file: string }>`select pg_walfile_name(pg_switch_wal()) as file`.execute(database);
      const { file } = switched.rows[0]!;
      const archived = async () =>
        (
          await sql<{ is: boolean }>`
            select coalesce(last_archived_wal >= ${file}, false) as is from pg_stat_archiver`.execute(database)
        ).rows[0]?.is;
      await expect.poll(archived, { timeout: 20_000 }).toBe(true);
      await app.services.outside.stop();
      await app.services.jobs.stop();
      await database.destroy();

      // The whole archive, including the wrong delete: the drill reports that the books do not balance.
      const whole = await runAsWritten(drill);
      expect(whole.status).toBe(1);
      expect(whole.said).toContain("The copy is removed.");
      const [restore = ""] = after;
      const restored = await runAsWritten(restore, { UNTIL: rows[0]!.now.toISOString() });
      expect(restored).toMatchObject({ status: 0, said: expect.stringContaining(`${kept} transfers`) });
      expect(restored.said).toMatch(/0 findings, 0 differences of books[^]*Restored into/);
      expect([before.length, after.length]).toEqual([3, 1]);
      expect((await runAsWritten(restore, { UNTIL: rows[0]!.now.toISOString() })).said).toContain("is there already");
    } finally {
      await server.stop();
      await rm(root, { recursive: true, force: true });
    }
  }, 240_000);
