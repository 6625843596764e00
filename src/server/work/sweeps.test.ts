import { expect, test } from "vitest";
import { silentLog } from "#server/log.server.ts";
import type { Services } from "#server/services.ts";
import { createSweeps, settle } from "./sweeps.ts";

const services = (parts: Partial<Services> = {}) =>
  ({ log: silentLog, outside: { sandbox: null }, ...parts }) as Services;

test("All sweeps run until none finds anything due, also what one makes due for another", async () => {
  const sweeps = createSweeps();
  const due = { first: 3, second: 0 };
  sweeps.add({ name: "second", everySeconds: 60, run: async () => due.second && due.second-- });
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
  const jobs = {
    drain: async () => {
      const done = jobsWaiting;
      jobsWaiting = 0;
      if (done && extra) rows += extra--;
      return done;
    },
  } as Services["jobs"];
  await settle(services({ sweeps, jobs }));
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

test("A sweep that never comes to rest is an error, not an endless loop", async () => {
  const sweeps = createSweeps();
  sweeps.add({ name: "restless", everySeconds: 60, run: async () => 1 });
  await expect(sweeps.runAllDue(services())).rejects.toThrow("do not come to rest");
});
