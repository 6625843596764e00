import { expect, test } from "vitest";
import { fixedClock } from "#server/process/clock.ts";
import { silentLog, type LogFields } from "#server/process/log.server.ts";
import type { Services } from "#server/services.ts";
import { createSweeps, eachDue, pausesOf, runUntilIdle } from "./sweeps.ts";

const services = (parts: Partial<Services> = {}) =>
  ({
    log: silentLog,
    outside: { sandbox: null },
    tally: { add() {}, write: async () => {} },
    clock: fixedClock(),
    ...parts,
  }) as Services;

test("All sweeps run until none finds anything due, also what one makes due for another", async () => {
  const sweeps = createSweeps();
  const due = { first: 3, second: 0 };
  sweeps.add({ name: "second", everySeconds: 60, run: async () => (due.second > 0 ? (due.second--, 1) : 0) });
  sweeps.add({
    name: "first",
    everySeconds: 60,
    run: async () => {
      if (due.first === 0) return 0;
      due.first -= 1;
      due.second += 1;
      return 1;
    },
  });
  expect(await sweeps.runAllDue(services())).toBe(6);
  expect(due).toEqual({ first: 0, second: 0 });
});

test("Settling ends only when sweeps and jobs both have nothing left", async () => {
  const sweeps = createSweeps();
  let rows = 2;
  let jobsWaiting = 0;
  sweeps.add({ name: "rows", everySeconds: 60, run: async () => (rows > 0 ? (rows--, jobsWaiting++, 1) : 0) });
  // A job's work makes one more row due, once.
  let extra = 1;
  let worked = 0;
  const jobs = {
    worked: () => worked,
    drain: async () => {
      const done = jobsWaiting;
      jobsWaiting = 0;
      worked += done;
      if (done && extra) rows += extra--;
      return done;
    },
  } as Services["jobs"];
  await runUntilIdle(services({ sweeps, jobs }));
  expect({ rows, jobsWaiting, extra }).toEqual({ rows: 0, jobsWaiting: 0, extra: 0 });
});

test("A sweep that fails is logged and does not keep the others from running", async () => {
  const sweeps = createSweeps();
  const failed: unknown[] = [];
  const ran = Promise.withResolvers<void>();
  sweeps.add({ name: "bad", everySeconds: 60, run: () => Promise.reject(new Error("no")) });
  sweeps.add({ name: "good", everySeconds: 60, run: async () => (ran.resolve(), 0) });
  sweeps.start(services({ log: { ...silentLog, error: (_message, fields) => failed.push(fields?.sweep) } }));
  await ran.promise;
  await sweeps.stop();
  expect(failed).toEqual(["bad"]);
});

test("A start lets the first rounds come a few at a time, and one that hangs holds up the others no more than a moment", async () => {
  const sweeps = createSweeps();
  let [under, most, ran] = [0, 0, 0];
  const [all, stuck] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  for (let index = 0; index < 40; index++)
    sweeps.add({
      name: `sweep ${index}`,
      everySeconds: 3_600,
      async run() {
        most = Math.max(most, ++under);
        await (index === 7 ? stuck.promise : new Promise((next) => setImmediate(next)));
        under -= 1;
        if (++ran === 39) all.resolve();
        return 0;
      },
    });
  sweeps.start(services());
  await all.promise;
  stuck.resolve();
  await sweeps.stop();
  expect(ran).toBe(40);
  // The hanging one is among them.
  expect(most).toBeLessThanOrEqual(4);
});

test("Sweeps with one interval are spread over it after a start, and one that failed comes again within a minute", () => {
  const pauses = (share: number, everySeconds: number) =>
    pausesOf({ name: "one", everySeconds, run: async () => 0 }, share);
  const [early, late] = [pauses(0.25, 60), pauses(1, 60)];
  expect([early.next(), early.next(), late.next(), late.next()]).toEqual([15_000, 60_000, 60_000, 60_000]);
  const hourly = pauses(1, 3_600);
  hourly.failed();
  expect([hourly.next(), hourly.next()]).toEqual([60_000, 3_600_000]);
  const often = pauses(1, 5);
  often.failed();
  expect(often.next()).toBe(5_000);
});

test("A backlog of fifty thousand rows comes to rest, and the idle sweeps are not asked again for each of its rounds", async () => {
  const sweeps = createSweeps();
  let rows = 50_000;
  let requestCount = 0;
  const take = async () => {
    const taken = Math.min(rows, 20);
    rows -= taken;
    return taken;
  };
  sweeps.add({ name: "backlog", everySeconds: 60, run: take });
  sweeps.add({ name: "idle", everySeconds: 60, run: async () => (requestCount++, 0) });
  expect(await sweeps.runAllDue(services())).toBe(50_000);
  expect([rows, requestCount]).toEqual([0, 2]);
});

test("A sweep that comes round seldom is not asked twice in an instant, and is asked again once time has gone by", async () => {
  const sweeps = createSweeps();
  const input = { hourly: 0, minute: 0 };
  let old = 2;
  sweeps.add({ name: "hourly", everySeconds: 3_600, run: async () => (input.hourly++, old > 0 ? (old--, 1) : 0) });
  sweeps.add({ name: "minute", everySeconds: 60, run: async () => (input.minute++, 0) });
  const clock = fixedClock();
  const all = services({ clock });
  expect(await sweeps.runAllDue(all)).toBe(2);
  expect([old, input]).toEqual([0, { hourly: 3, minute: 2 }]);
  await sweeps.runAllDue(all);
  expect(input).toEqual({ hourly: 3, minute: 3 });
  clock.advance(1);
  await sweeps.runAllDue(all);
  expect(input).toEqual({ hourly: 4, minute: 4 });
});

test("What a sweep makes due for one that comes round seldom is done before all come to rest, while the clock runs", async () => {
  const sweeps = createSweeps();
  const clock = fixedClock();
  const due = { closed: 3, forgotten: 0 };
  let requestCount = 0;
  const forget = async () => (requestCount++, clock.advance(1), due.forgotten > 0 ? due.forgotten-- && 1 : 0);
  sweeps.add({ name: "forget", everySeconds: 3_600, run: forget });
  let kept = 0;
  sweeps.add({ name: "keep", everySeconds: 3_600, isUpkeep: true, run: async () => (kept++, 0) });
  sweeps.add({
    name: "close",
    everySeconds: 60,
    run: async () => (due.closed > 0 ? (due.closed--, due.forgotten++, 1) : 0),
  });
  await runUntilIdle(
    services({ sweeps, clock, jobs: { worked: () => 0, drain: async () => 0 } as unknown as Services["jobs"] }),
  );
  expect(due).toEqual({ closed: 0, forgotten: 0 });
  // Once at first and once when quiet: three that it deletes, one that finds nothing, and one when it is quiet again.
  expect(requestCount).toBe(6);
  // No other work makes a row due for it.
  expect(kept).toBe(1);
});

test("Stopping ends a backlog after the round under way, and a round after the row under way", async () => {
  const sweeps = createSweeps();
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done: number[] = [];
  const run = async () =>
    eachDue(
      [1, 2, 3],
      async (row) => {
        begun.resolve();
        await go.promise;
        done.push(row);
        return true;
      },
      { log: silentLog, failure: "no", idOf: String },
    );
  sweeps.add({ name: "backlog", everySeconds: 60, run });
  sweeps.start(services());
  await begun.promise;
  const stopped = sweeps.stop();
  go.resolve();
  await stopped;
  expect(done).toEqual([1]);
});

test("Stopping ends a sweep that goes from page to page, and what the end of the database cuts off is no failure", async () => {
  const sweeps = createSweeps();
  const failed: unknown[] = [];
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let pages = 0;
  const options = {
    log: { ...silentLog, error: (message: string) => failed.push(message) },
    failure: "row failed",
    idOf: String,
  };
  const act = async () => {
    begun.resolve();
    await go.promise;
    throw new Error("driver has already been destroyed");
  };
  sweeps.add({
    name: "pages",
    everySeconds: 60,
    async run() {
      for (;;) {
        pages += 1;
        await eachDue([1, 2], act, options);
      }
    },
  });
  sweeps.start({ ...services(), log: options.log });
  await begun.promise;
  const stopped = sweeps.stop();
  go.resolve();
  await stopped;
  expect([pages, failed]).toEqual([1, []]);
});

test("A row that fails in every round is said once and counted each time; another failure is said too", async () => {
  const said: unknown[] = [];
  const log = { ...silentLog, error: (message: string, fields?: LogFields) => said.push([message, fields?.reference]) };
  const fails = () => Promise.reject(new Error("no"));
  for (let round = 0; round < 100; round++) await eachDue([1, 2], fails, { log, failure: "not done", idOf: String });
  await eachDue([1], fails, { log, failure: "not sent", idOf: String });
  expect(said).toEqual([
    ["not done", "1"],
    ["not done", "2"],
    ["not sent", "1"],
  ]);
});

test("Rows are done side by side in as many lanes as are said, each once; one that fails is put off and counts as changed", async () => {
  let [under, most] = [0, 0];
  const [done, off, told] = [[] as number[], [] as number[], [] as unknown[]];
  const rows = Array.from({ length: 40 }, (_, index) => index);
  const changed = await eachDue(
    rows,
    async (row) => {
      most = Math.max(most, ++under);
      await new Promise((next) => setImmediate(next));
      under -= 1;
      if (row % 10 === 3) throw new Error("no");
      done.push(row);
      return row % 10 !== 4;
    },
    {
      log: { ...silentLog, error: (_message, fields) => told.push(fields?.reference) },
      failure: "no",
      idOf: (row) => `row ${row}`,
      lanes: 4,
      putOff: async (row) => void off.push(row),
    },
  );
  expect([most, changed, done.length, off, told.length]).toEqual([4, 36, 36, [3, 13, 23, 33], 4]);
});

test("A sweep that never comes to rest is an error, not an endless loop", async () => {
  const sweeps = createSweeps();
  sweeps.add({ name: "restless", everySeconds: 60, run: async () => 1 });
  await expect(sweeps.runAllDue(services())).rejects.toThrow("do not come to rest");
});

test("A row that fails is counted as failed, those beside it as done", async () => {
  const counted: Record<string, number> = {};
  const tally = {
    add: (_metric: string, end: string, count = 1) => void (counted[end] = (counted[end] ?? 0) + count),
    write: async () => {},
  };
  const sweeps = createSweeps();
  let due = ["a", "b", "c"];
  sweeps.add({
    name: "rows",
    everySeconds: 60,
    run: ({ log }) => {
      const rows = due;
      due = [];
      const act = async (row: string) => {
        if (row === "b") throw new Error("No.");
        return true;
      };
      return eachDue(rows, act, { log, failure: "row", idOf: (row) => row });
    },
  });
  await sweeps.runAllDue(services({ tally }));
  expect(counted).toEqual({ DONE: 2, FAILED: 1 });
});
