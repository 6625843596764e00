import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { secondsLeft, windowCounters, windowStart } from "./window-counters.ts";

const { database } = await testDatabase();
const now = new Date("2026-11-21T03:00:20Z");
const start = windowStart(now, 60);

it("begins a window at whole multiples of its length, and tells what is left of it", () => {
  expect(start).toEqual(new Date("2026-11-21T03:00:00Z"));
  expect(secondsLeft(now, 60)).toBe(40);
  expect(secondsLeft(start, 60)).toBe(60);
});

describe.each(["rate_counter", "verification_counter"] as const)("%s", (table) => {
  const counters = windowCounters(table);

  it("gives no two of many who count at once the same place, and none beyond the bound", async () => {
    const sums = await Promise.all(
      Array.from({ length: 20 }, () => counters.addUpTo(database, start, 2, { key: "bounded", most: 11 })),
    );
    expect(sums.filter((sum) => sum !== undefined).toSorted((a, b) => a - b)).toEqual([2, 4, 6, 8, 10]);
    expect(await counters.addUpTo(database, start, 12, { key: "new", most: 11 })).toBeUndefined();
    expect(await counters.addOne(database, start, "bounded")).toBe(11);
    expect(await counters.addOne(database, start, "bounded")).toBe(12);
  });

  it("counts each window by itself, and forgets a counter in all of them", async () => {
    const next = windowStart(new Date(now.getTime() + 60_000), 60);
    for (const at of [start, start, next]) await counters.addOne(database, at, "windows");
    const asked = (key: string) => [{ key, start }];
    expect(await counters.countsOf(database, asked("windows"))).toEqual(new Map([["windows", 2]]));
    await counters.clear(database, "windows");
    expect(await counters.countsOf(database, [...asked("windows"), { key: "windows", start: next }])).toEqual(
      new Map(),
    );
  });

  it("adds to many together, and tells each its own place", async () => {
    const one = { key: "together", start, amount: 2 };
    const counts = [one, { ...one, key: "other", amount: 5 }, one, { ...one, start: windowStart(new Date(0), 60) }];
    expect(await counters.addTogether(database, counts)).toEqual([2, 5, 4, 2]);
    expect(await counters.addTogether(database, [one])).toEqual([6]);
    const many = Array.from({ length: 10 }, (_, n) => ({ ...one, key: `together-${n % 3}`, amount: 1 }));
    const all = await Promise.all([0, 1, 2, 3].map(() => counters.addTogether(database, many.toReversed())));
    expect(Math.max(...all.flat())).toBe(16);
  });

  it("adds to several at once, or names the one that has no room", async () => {
    const add = (amount: number) =>
      transact(database, (trx) =>
        counters.addToAll(trx, start, amount, [
          { key: "all", most: 10 },
          { key: "part", most: 5 },
        ]),
      );
    expect(await add(4)).toEqual({
      sums: new Map([
        ["all", 4],
        ["part", 4],
      ]),
    });
    expect(await add(6)).toEqual({ full: "part" });
    expect(await add(2)).toEqual({ full: "part" });
  });
});
