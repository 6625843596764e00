import { sql } from "kysely";
import pg from "pg";
import * as v from "valibot";
import { afterAll, expect, test, vi } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { transact } from "#server/database.server.ts";
import { defineJob, openJobs } from "./jobs.ts";
import { createLog, silentLog } from "#server/process/log.server.ts";

const { database, connection } = await testDatabase();
const greet = defineJob("test-greet", v.strictObject({ personId: v.string() }));
const stumble = defineJob("test-stumble", v.strictObject({ rowId: v.string() }), { retryDelay: 1 });
const race = defineJob("test-race", v.strictObject({ rowId: v.string() }));

const jobs = await openJobs({ database, connection, log: silentLog });
const other = await openJobs({ database, connection, log: silentLog });
const greeted: string[] = [];
jobs.handle(greet, async ({ personId }) => void greeted.push(personId));
afterAll(async () => {
  await jobs.stop();
  await other.stop();
});

test("A job exists exactly if its business transaction commits", async () => {
  await transact(database, (trx) => jobs.send(trx, greet, { personId: "kept" }));
  await transact(database, async (trx) => {
    await jobs.send(trx, greet, { personId: "lost" });
    throw new Error("refused");
  }).catch(() => {});
  expect(await jobs.waiting(greet)).toEqual([{ personId: "kept" }]);
  expect(await jobs.drain()).toBe(1);
  expect(greeted).toEqual(["kept"]);
  expect(await jobs.waiting(greet)).toEqual([]);
});

test("A payload of another shape, or with a long text, is refused when it is sent", async () => {
  const send = (data: { personId: string }) => transact(database, (trx) => jobs.send(trx, greet, data));
  await expect(send({ personId: "a", name: "Siti" } as never)).rejects.toThrow("name");
  await expect(send({ personId: "x".repeat(101) })).rejects.toThrow("payloads carry ids only");
});

test("A job that fails waits for its next try, is not due until then, and keeps no words of the error", async () => {
  let attempts: number[] = [];
  jobs.handle(stumble, async (_data, { attempt }) => {
    attempts.push(attempt);
    if (attempt === 1) throw new TypeError("0812 3456 7890 does not answer");
  });
  await transact(database, (trx) => jobs.send(trx, stumble, { rowId: "r" }));
  await jobs.drain();
  expect(attempts).toEqual([1]);
  expect(await jobs.waiting(stumble)).toHaveLength(1);
  const kept = await sql<{ output: unknown }>`select output from pgboss.job where name = ${stumble.name}`.execute(
    database,
  );
  expect(kept.rows[0]?.output).toEqual({ name: "TypeError" });
  await sql`update pgboss.job set start_after = start_after - interval '1 hour' where name = ${stumble.name}`.execute(
    database,
  );
  await jobs.drain();
  expect(attempts).toEqual([1, 2]);
  expect(await jobs.waiting(stumble)).toEqual([]);
});

test("Two processes share the jobs: workers of both and a drain do each of 200 jobs once", async () => {
  const done = new Map<string, number>();
  const count = async ({ rowId }: { rowId: string }) => void done.set(rowId, (done.get(rowId) ?? 0) + 1);
  jobs.handle(race, count);
  other.handle(race, count);
  await jobs.work();
  await other.work();
  await transact(database, async (trx) => {
    for (let n = 0; n < 200; n++) await jobs.send(trx, race, { rowId: String(n) });
  });
  await other.drain();
  expect(done.size).toBe(200);
  expect(new Set(done.values())).toEqual(new Set([1]));
});

test("A worker begins a committed job at once instead of at its next poll", async () => {
  greeted.length = 0;
  const begun = performance.now();
  for (let n = 1; n <= 15; n++) {
    await transact(database, (trx) => jobs.send(trx, greet, { personId: `quick-${n}` }));
    await expect.poll(() => greeted.length, { interval: 1 }).toBe(n);
  }
  // One after the other they would wait fifteen seconds on average with a poll every two; notified of each, they need
  // only moments on a busy machine.
  expect(performance.now() - begun).toBeLessThan(8_000);
});

test("A try whose time comes later is begun by itself, and one that nobody told of too", async () => {
  greeted.length = 0;
  await transact(database, (trx) => jobs.send(trx, greet, { personId: "later" }, { startAfterSeconds: 1 }));
  // As written by a process whose notification was lost.
  await sql`insert into pgboss.job (name, data) values (${greet.name}, '{"personId":"untold"}')`.execute(database);
  await expect.poll(() => greeted.toSorted()).toEqual(["later", "untold"]);
});

test("What waits is asked for by one question a round, however many kinds there are", async () => {
  const many = await openJobs({ database, connection, log: silentLog });
  for (let n = 0; n < 60; n++) many.handle(defineJob(`test-kind-${n}`, v.strictObject({})), async () => {});
  let [rounds, fetches] = [0, 0];
  const { query } = pg.Client.prototype;
  const asked = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const text = String((given[0] as { text?: string }).text ?? given[0]);
    if (text.includes("kind.name")) rounds++;
    else if (text.includes("test-kind-") && /with\s+next/i.test(text)) fetches++;
    return (query as unknown as (...all: unknown[]) => never).apply(this, given);
  } as never);
  await many.work();
  // Each kind polls once at its start.
  await expect.poll(() => fetches).toBe(60);
  const begun = rounds;
  // Those of the jobs above are counted too.
  await expect.poll(() => rounds).toBeGreaterThan(begun + 6);
  expect(fetches).toBe(60);
  asked.mockRestore();
  await many.stop();
});

test("The log says why pg-boss could not ask", async () => {
  const { database: broken, connection: own } = await testDatabase();
  const lines: string[] = [];
  const log = createLog({ level: "warn", now: () => new Date(0), sink: (line) => void lines.push(line) });
  const alone = await openJobs({ database: broken, connection: own, log });
  alone.handle(defineJob("test-broken", v.strictObject({})), async () => {});
  await sql`alter table pgboss.job_common rename to job_gone`.execute(broken);
  await alone.work();
  await expect.poll(() => lines.join()).toContain('relation \\"pgboss.job_common\\" does not exist');
  expect(lines.join()).not.toContain("[object]");
  await alone.stop();
});

test("A job has one handler", () => {
  expect(() => jobs.handle(greet, async () => {})).toThrow("two handlers");
});

test("The last try that fails is an error that people hear of, and the ones before are not", async () => {
  const lines: string[] = [];
  const tries: string[] = [];
  const log = createLog({ level: "warn", now: () => new Date(0), sink: (line) => void lines.push(line) });
  const tally = { add: (_metric: string, end: string) => void tries.push(end), write: async () => {} };
  const third = await openJobs({ database, connection, log, tally });
  const hopeless = defineJob("test-hopeless", v.strictObject({ rowId: v.string() }), { retryLimit: 1, retryDelay: 1 });
  third.handle(hopeless, async () => {
    throw new Error("No.");
  });
  await transact(database, (trx) => third.send(trx, hopeless, { rowId: "r" }));
  await third.drain();
  expect(tries).toEqual(["AGAIN"]);
  // A job that waits for its retry counts as waiting.
  expect(await third.backlog()).toMatchObject({ waiting: 1 });
  await sql`update pgboss.job set start_after = start_after - interval '1 hour' where name = ${hopeless.name}`.execute(
    database,
  );
  await third.drain();
  expect(tries).toEqual(["AGAIN", "FAILED"]);
  expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(["warn", "error"]);
  await third.stop();
});
