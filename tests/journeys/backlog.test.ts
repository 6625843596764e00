/**
 * A process is told to stop while thousands of rows are due: it ends in time and without a word of complaint, the next one
 * begins at once, and each row is done once by one of the two.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "#server/database.server.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded.ts";
import { migrate } from "#server/postgres/migrate.ts";
import { pause, realTime } from "#server/work/timers.ts";
import { testApp } from "#tests/support/app.ts";
import { approvedLoan, ripeBorrower } from "#tests/support/approved-loan.ts";
import { startProductAt } from "#tests/support/journey-server.ts";
import { multiply, standingIn } from "#tests/support/many-borrowers.ts";

const isLong = process.env["TEST_LONG"] === "1";
const borrowers = isLong ? 50_000 : 2_000;
const maxStopMilliseconds = 10_000;
/** On a quiet machine; beside other tests a start waits for its turn. */
const maxStartMilliseconds = isLong ? 5_000 : 20_000;

const dataDir = await mkdtemp(join(tmpdir(), "tunai-backlog-"));
const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { max_wal_size: "8GB" } });
const environment = { DATABASE_URL: server.connection };
await migrate({ connection: server.connection, folder: "migrations" });
const database = openDatabase({ connection: server.connection, statementTimeoutMilliseconds: 0, log: () => {} });
afterAll(async () => {
  await database.destroy();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Approved loans that were not signed in time, a month ago. */
async function overdue(): Promise<void> {
  const app = await testApp({
    database: { database, connection: server.connection },
    environment: { DATA_DIR: dataDir },
    start: new Date(realTime().getTime() - 30 * 86_400_000).toISOString(),
    isIdle: true,
  });
  await app.services.sweeps.runAllDue(app.services);
  const standing = await standingIn(server.connection);
  await approvedLoan(app, await ripeBorrower(app));
  // As numbers sometimes fall out, without a digit: it is told apart all the same.
  await sql`update loan set number = 'TN-ABCD-EFGH'`.execute(database);
  const superuser = server.connection.replace("//tunai@", "//postgres@");
  // By the clock of long after: everything lies behind, and is due.
  await multiply(superuser, standing, borrowers - 1, realTime());
}

const countOf = async (from: ReturnType<typeof sql>): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from ${from}`.execute(database)).rows[0]!.count;
const left = (): Promise<number> => countOf(sql`loan where state = 'APPROVED'`);

async function timed<Result>(work: Promise<Result>): Promise<{ result: Result; milliseconds: number }> {
  const begun = performance.now();
  return { result: await work, milliseconds: performance.now() - begun };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(100);
}

it(
  "A stop in a backlog is quick and clean, the next start is ready at once, and nothing is lost or done twice.",
  {
    timeout: isLong ? 1_800_000 : 600_000,
  },
  async () => {
    await overdue();
    expect(await left()).toBe(borrowers);

    const first = await startProductAt(dataDir, environment);
    await until(async () => (await left()) < borrowers);
    const stopped = await timed(first.stop("SIGTERM"));
    const leftByFirst = await left();
    expect(leftByFirst).toBeGreaterThan(0);
    expect(stopped.milliseconds).toBeLessThan(maxStopMilliseconds);
    expect(first.child.exitCode).toBe(0);
    expect(complaintsIn(first.said())).toEqual([]);

    const second = await timed(startProductAt(dataDir, environment));
    expect(second.milliseconds).toBeLessThan(maxStartMilliseconds);
    await until(async () => (await left()) === 0);
    // The consequences: subscribers receive the events, and people get their notices.
    await until(async () => (await countOf(sql`domain_event_delivery`)) === 0);
    await second.result.stop("SIGTERM");
    expect(complaintsIn(second.result.said())).toEqual([]);

    expect(await countOf(sql`loan where state = 'CANCELLED'`)).toBe(borrowers);
    expect(await countOf(sql`loan_event where to_state = 'CANCELLED'`)).toBe(borrowers);
    expect(await countOf(sql`credit_limit_reservation where released_at is null`)).toBe(0);
    expect(
      await countOf(
        sql`(select loan_id from loan_event where to_state = 'CANCELLED' group by loan_id having count(*) > 1) as twice`,
      ),
    ).toBe(0);
  },
);

/** Lines of the log above what is said of itself. */
const complaintsIn = (said: string): string[] =>
  said.split("\n").filter((line) => /"level":"(?:warn|error)"|driver has already|Error:/i.test(line));
