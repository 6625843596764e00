/** How many connections a process opens: as many as DATABASE_POOL allows, under any load. */
import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { domains } from "../../src/api.ts";
import { secondPool, transact } from "#server/database.server.ts";
import { openServices } from "#server/open-services.ts";
import { poolSizesOf } from "#server/postgres/pool-sizes.ts";
import { testDatabase } from "#tests/support/database.ts";
import { whenOver } from "#tests/support/when-over.ts";

const { database: other, connection } = await testDatabase();

it.each([
  [12, false, { poolSize: 5, readConnections: 2, apartConnections: 4 }],
  [20, false, { poolSize: 10, readConnections: 5, apartConnections: 4 }],
  [20, true, { poolSize: 8, readConnections: 4, apartConnections: 4 }],
  [12, true, { poolSize: 3, readConnections: 1, apartConnections: 4 }],
])("%s connections, with the sandbox's: %s", (connections, hasSandbox, sizes) => {
  expect(poolSizesOf(connections, hasSandbox)).toEqual(sizes);
});

it("A process under load holds as many as DATABASE_POOL says, and its log says which process it is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tunai-connections-"));
  const installation = await openServices(
    { APP_ENV: "test", DATABASE_URL: connection, DATABASE_POOL: "14", DATA_DIR: folder },
    domains,
  );
  whenOver(async () => {
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const { database, outside, log } = installation.services;
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  log.info("a line");
  const line = String(written.mock.lastCall?.[0]);
  written.mockRestore();
  expect(JSON.parse(line)).toMatchObject({
    service: "tunai",
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    process: process.pid,
    host: hostname(),
  });
  const asleep = (number: number) => `select ${number} from (select pg_sleep(0.5)) as nothing`;
  const all = Array.from({ length: 40 }, (_none, number) => number);
  const working = Promise.all([
    ...all.map((number) => transact(database, (trx) => sql.raw(asleep(number)).execute(trx)).catch(() => {})),
    ...all.map((number) =>
      transact(secondPool(database), (trx) => sql.raw(asleep(number)).execute(trx)).catch(() => {}),
    ),
    ...all.map(() => sql`select count(*) from generate_series(1, ${200_000}::int) n`.execute(database)),
    ...all.map(() => outside.sandbox!.messages.list({ to: "081200000000" })),
  ]);
  let most = 0;
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and application_name in ('tunai', 'tunai-listen') and pid not in (
        select pid from pg_stat_activity where query like '%this very question%')`.execute(other);
    most = Math.max(most, rows[0]?.count ?? 0);
    return most;
  };
  let isOver = false;
  void working.finally(() => (isOver = true));
  while (!isOver) await count();
  expect(most).toBe(14);
});
