/**
 * Connections to the database that become silent, as when its address moved or it is frozen: no error is reported, and
 * no answer arrives. Payments, calls, jobs and sweeps recover by themselves, and readiness reports the truth all the
 * time.
 */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openDatabase, transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { createLog } from "#server/process/log.server.ts";
import { createOutage } from "#server/postgres/outage.ts";
import { auditAll } from "#server/ledger/index.ts";
import { defineJob } from "#server/work/jobs.ts";
import { pause } from "#server/work/timers.ts";
import { billOf } from "#features/credit/repayment/server/index.ts";
import * as v from "valibot";
import { testApp } from "#tests/support/app.ts";
import { testDatabase } from "#tests/support/database.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { openRelay } from "#tests/support/silent-relay.ts";
import { whenOver } from "#tests/support/when-over.ts";

/** The product's own time-outs take half a minute; shorter ones prove the same. */
const isLong = process.env["TEST_LONG"] === "1";
const limits = isLong
  ? { back: 20_000, options: {} }
  : {
      back: 6_000,
      options: {
        // Longer than readiness takes, so that it answers first.
        statementTimeoutMilliseconds: 1_300,
        graceMilliseconds: 400,
        lockTimeoutMilliseconds: 500,
        connectTimeoutMilliseconds: 1_000,
      },
    };

const { connection } = await testDatabase();
const relay = await openRelay(connection);
const lines: { message: string; count?: number; reason?: string; error?: { name: string } }[] = [];
/** Its seconds of silence are shortened by the same factor as the time-outs. */
const outage = createOutage(() => performance.now() * (isLong ? 1 : 10));
const log = createLog({
  now: () => new Date(0),
  sink: (line) => lines.push(JSON.parse(line) as never),
  withholds: outage.withholds,
});
outage.tellTo(log);
const database = openDatabase({ connection: relay.connection, log: () => {}, watch: outage, ...limits.options });
whenOver(async () => {
  await relay.close();
  await database.destroy();
});

let [swept, greeted] = [0, 0];
const greet = defineJob("test-greet", v.strictObject({ number: v.number() }));
const domain: Domain = {
  work(services) {
    services.jobs.handle(greet, async () => void greeted++);
    services.sweeps.add({
      name: "test-sweep",
      everySeconds: 0.1,
      async run({ database: of }) {
        await sql`select 1 where pg_backend_pid() > ${0}`.execute(of);
        swept++;
        return 0;
      },
    });
  },
};
const app = await testApp({ database: { database, connection: relay.connection }, domains: [domain], log });
const { services } = app;
const bank = services.outside.sandbox!.bank;

/** Repeats it; returns when it last failed and how often it succeeded. */
function again(act: () => Promise<unknown>) {
  const seen = { done: 0, failedAt: -Infinity, faults: [] as unknown[] };
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      try {
        await act();
        seen.done++;
      } catch (error) {
        seen.failedAt = performance.now();
        seen.faults.push(error);
      }
      await pause(25);
    }
  })();
  return {
    seen,
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}
const readiness = async () => {
  const begun = performance.now();
  const { status } = await app.client().get("/readyz");
  return { status, milliseconds: performance.now() - begun };
};

it("is given up: payments, calls, jobs and sweeps go on by themselves, nothing is lost or doubled, and /readyz says how it is", async () => {
  const loans = [
    await activeLoan(app, { amountRupiah: 5_000_000 }),
    await activeLoan(app, { amountRupiah: 5_000_000 }),
  ];
  const numbers = await Promise.all(
    loans.map(async ({ borrowerId }) => {
      const client = await app.loggedIn(borrowerId);
      return (await client.post("/api/repayment/virtual-account", { bankCode: "014" })).body
        .virtualAccountNumber as string;
    }),
  );
  const borrower = await app.loggedIn(loans[0]!.borrowerId);
  services.sweeps.start(services);
  bank.start();
  const ok = async (path: string) => {
    const { status, headers } = await borrower.get(path);
    if (status === 200) return;
    expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
    throw new Error(path);
  };
  const works = {
    payments: again(() => bank.pay({ virtualAccountNumber: numbers[0]!, amountRupiah: 1_000 })),
    otherPayments: again(() => bank.pay({ virtualAccountNumber: numbers[1]!, amountRupiah: 1_000 })),
    calls: again(() => ok("/api/credit/limits")),
    publicCalls: again(() => ok("/api/loan/products")),
    jobs: again(() => transact(database, (trx) => services.jobs.send(trx, greet, { number: 1 }))),
  };
  const moving = again(async () => app.clock.advance(25));
  await expect
    .poll(() => Math.min(...Object.values(works).map(({ seen }) => seen.done), swept, greeted))
    .toBeGreaterThan(5);
  expect(await readiness()).toMatchObject({ status: 200 });

  /** Each kind of work succeeds again within the limit, and none fails later. */
  const comesBack = async (since: number): Promise<void> => {
    const before = [swept, greeted, ...Object.values(works).map(({ seen }) => seen.done)];
    const counts = () => [swept, greeted, ...Object.values(works).map(({ seen }) => seen.done)];
    await expect
      .poll(() => counts().every((count, n) => count > before[n]! + 3), { interval: 20, timeout: limits.back + 10_000 })
      .toBe(true);
    expect(performance.now() - since).toBeLessThan(limits.back);
    const [wasSwept, wasGreeted] = [swept, greeted];
    await expect.poll(() => swept > wasSwept + 3 && greeted > wasGreeted + 3).toBe(true);
    for (const [name, { seen }] of Object.entries(works)) expect(seen.failedAt - since, name).toBeLessThan(limits.back);
  };

  // The address has moved: open connections are silent, new ones succeed.
  let since = performance.now();
  relay.silence();
  // It queries on a silent connection and reports that in time; where all are in use, on a new one, which answers.
  const first = await readiness();
  expect([200, 503]).toContain(first.status);
  expect(first.milliseconds).toBeLessThan(2_500);
  await expect.poll(async () => (await readiness()).status, { interval: 20 }).toBe(200);
  await comesBack(since);

  // The server is frozen for a while: each probe is answered in time, and truthfully.
  relay.silence({ isForAll: true });
  for (let questions = 0; questions < 3; questions++) {
    const { status, milliseconds } = await readiness();
    expect(status).toBe(503);
    expect(milliseconds).toBeLessThan(2_000);
  }
  relay.speak();
  relay.silence();
  since = performance.now();
  await comesBack(since);
  expect(await readiness()).toMatchObject({ status: 200 });

  for (const one of [...Object.values(works), moving]) await one.stop();
  await services.sweeps.stop();
  app.clock.advance(120_000);
  await app.settle();
  // As in the bank's books: a payment whose answer was lost may exist.
  for (const [n, { borrowerId, loanId }] of loans.entries()) {
    const booked = await database
      .selectFrom("sandbox_payment")
      .select(({ fn }) => [fn.sum<number>("amountRupiah").as("rupiah"), fn.countAll<number>().as("count")])
      .where("reference", "=", numbers[n]!)
      .executeTakeFirstOrThrow();
    const acknowledged = [works.payments, works.otherPayments][n]!.seen.done;
    expect(Number(booked.count)).toBeGreaterThanOrEqual(acknowledged);
    const paidRupiah = async () => (await billOf(services, database, borrowerId, loanId))?.paidRupiah;
    // A report whose processing was interrupted is retried after increasing waits.
    for (let minute = 0; minute < 60 && (await paidRupiah()) !== Number(booked.rupiah); minute++) {
      app.clock.advance(60_000);
      await app.settle();
    }
    expect(await paidRupiah()).toBe(Number(booked.rupiah));
  }
  expect((await auditAll(database, services.clock.now())).findings).toEqual([]);
  // Logged once at its beginning and once at its end, with the reason and the number of suppressed lines.
  const lastSaid = () => lines.findLast(({ message }) => message.startsWith("the database is"))?.message;
  await expect
    .poll(async () => {
      await sql`select 1`.execute(database);
      return lastSaid();
    })
    .toBe("the database is back");
  const said = lines.filter(({ message }) => message.startsWith("the database is"));
  expect(said.map(({ message }) => message)).toEqual(
    said.flatMap((_line, n) => (n % 2 === 0 ? [] : ["the database is away", "the database is back"])),
  );
  expect(said.length).toBeLessThanOrEqual(4);
  expect(said[0]?.reason).toMatch(/^DATABASE_URL/);
  expect(Math.max(...said.map(({ count }) => count ?? 0))).toBeGreaterThan(3);
  // Other lines are about something else: a held lock, a commit whose answer was lost.
  expect(lines.filter(({ error }) => /^(?:ConnectionLost|DatabaseUnreachable)$/.test(error?.name ?? ""))).toEqual([]);
});
