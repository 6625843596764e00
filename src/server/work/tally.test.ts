/** Counts reach the table once, from any number of processes, and none is lost while the database is unavailable. */
import { expect, it } from "vitest";
import { fixedClock } from "#server/process/clock.ts";
import type { Database } from "#server/database.server.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { testDatabase } from "#tests/support/database.ts";
import { createTally, talliesBetween } from "./tally.ts";

const { database } = await testDatabase();
const clock = fixedClock();
const today = dateInWib(clock.now());
const told = async (from = today, to = today) =>
  (await talliesBetween(database, { from, to }))
    .map(({ day, metric, dimension, count }) => `${day} ${metric} ${dimension} ${count}`)
    .toSorted();

it("adds what several processes counted, each count once", async () => {
  const tallies = Array.from({ length: 5 }, () => createTally(clock));
  for (const tally of tallies) {
    tally.add("job.tries", "DONE", 3);
    tally.add("partner.calls", "bank:ANSWERED");
    tally.add("job.tries", "FAILED", 0);
  }
  await Promise.all(tallies.map((tally) => tally.write(database)));
  await Promise.all(tallies.map((tally) => tally.write(database)));
  expect(await told()).toEqual([`${today} job.tries DONE 15`, `${today} partner.calls bank:ANSWERED 5`]);
});

it("counts on the day on which it happened, also where it is written on the next one", async () => {
  const tally = createTally(clock);
  tally.add("sweep.rows", "DONE", 2);
  clock.advance(86_400_000);
  const next = addDays(today, 1);
  tally.add("sweep.rows", "DONE", 4);
  await tally.write(database);
  expect(await told(next, next)).toEqual([`${next} sweep.rows DONE 4`]);
  expect(await told()).toContain(`${today} sweep.rows DONE 2`);
});

it("keeps what could not be written for the next time", async () => {
  const tally = createTally(clock);
  tally.add("sweep.rows", "FAILED", 2);
  const broken = new Proxy({} as Database, {
    get() {
      throw new Error("The database does not answer.");
    },
  });
  await expect(tally.write(broken)).rejects.toThrow();
  tally.add("sweep.rows", "FAILED");
  await tally.write(database);
  const next = addDays(today, 1);
  expect(await told(next, next)).toContain(`${next} sweep.rows FAILED 3`);
});
