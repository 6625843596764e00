import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { fixedClock, openSandboxClock } from "./clock.ts";
import { pause } from "#server/work/timers.ts";

const { database } = await testDatabase();
const fail = (error: unknown) => {
  throw error;
};
const here = await openSandboxClock(database, fail);
const elsewhere = await openSandboxClock(database, fail);
afterAll(() => Promise.all([here.stop(), elsewhere.stop()]));
const day = 86_400_000;

test("An advance moves business time here at once and in every other process within its poll, and never real time", async () => {
  await here.advance(3 * day);
  const ahead = here.now().getTime() - here.realNow().getTime();
  expect(ahead).toBeGreaterThanOrEqual(3 * day - 5);
  expect(ahead).toBeLessThanOrEqual(3 * day);
  // A poll happens every half second; a busy machine may miss some.
  const latest = performance.now() + 10_000;
  while (elsewhere.now().getTime() - elsewhere.realNow().getTime() < 3 * day - 5) {
    if (performance.now() > latest) throw new Error("The other process never saw the advance.");
    await pause(20);
  }
});

test("Advances of several processes add up", async () => {
  const before = here.now().getTime();
  await Promise.all([here.advance(day), elsewhere.advance(day), here.advance(day)]);
  const opened = await openSandboxClock(database, fail);
  expect(opened.now().getTime() - before).toBeGreaterThanOrEqual(3 * day);
  await opened.stop();
});

test("Time never goes backwards", async () => {
  await expect(here.advance(-1)).rejects.toThrow("forward");
  expect(() => fixedClock().advance(-1)).toThrow("forward");
  expect(() => fixedClock().advance(0.5)).toThrow("whole");
});

test("A fixed clock stands still until it is moved, and keeps business and real time apart", () => {
  const clock = fixedClock("2026-11-21T09:00:00+07:00");
  expect(clock.now().toISOString()).toBe("2026-11-21T02:00:00.000Z");
  clock.advance(day);
  expect(clock.now().toISOString()).toBe("2026-11-22T02:00:00.000Z");
  const ahead = clock.now().getTime() - clock.realNow().getTime();
  expect(ahead).toBeGreaterThan(90 * day);
  expect(ahead % 60_000).not.toBe(0);
  clock.moveTo(new Date("2026-12-01T00:00:00Z"));
  expect(clock.now().getTime() - clock.realNow().getTime()).toBe(ahead);
  clock.now().setTime(0);
  expect(clock.now().toISOString()).toBe("2026-12-01T00:00:00.000Z");
});
