import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { silentLog } from "./log.server.ts";
import { Shedder, watchLoad, type Importance } from "./load.ts";
import { pause } from "./timers.ts";

function under(lagMilliseconds: number, wait = 0): Shedder {
  const shedder = new Shedder();
  for (let n = 0; n < 60; n++) shedder.sample(lagMilliseconds, wait);
  return shedder;
}
/** Requests under way in a flood. */
const many = 40;
const shedOf = (shedder: Shedder, importance: Importance, requests = 100): number => Array.from({ length: requests }, () => shedder.mustShed(importance, many)).filter(Boolean).length;

describe("what an overloaded process turns away", () => {
  it("is nothing while the loop comes round within 200 ms and a call waits for a connection at most as long", () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }), (lag, wait) => shedOf(under(lag, wait), "ordinary") === 0));
  });
  it("is a share that grows with the lag, up to everything at twice the limit", () => {
    expect(shedOf(under(250), "ordinary", 1_000)).toBeCloseTo(250, -1);
    expect(shedOf(under(300), "ordinary", 1_000)).toBeCloseTo(500, -1);
    expect(shedOf(under(500), "ordinary")).toBe(100);
    fc.assert(fc.property(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 500 }), (lag, more) => shedOf(under(lag + more), "ordinary") >= shedOf(under(lag), "ordinary")));
  });
  it("counts the wait for a database connection beside the loop's lag", () => {
    expect(shedOf(under(0, 300), "ordinary", 1_000)).toBeCloseTo(500, -1);
    expect(shedOf(under(0, 1_000), "ordinary")).toBe(100);
  });
  it("is nothing while few requests are under way, for then the machine is busy with something else", () => {
    const late = under(2_000, 2_000);
    expect(Array.from({ length: 100 }, () => late.mustShed("ordinary", 12)).includes(true)).toBe(false);
    expect(late.mustShed("ordinary", 13)).toBe(true);
  });
  it("is telemetry first and a partner's callbacks last", () => {
    expect(shedOf(under(180), "telemetry")).toBeGreaterThan(50);
    expect(shedOf(under(180), "ordinary")).toBe(0);
    expect(shedOf(under(900), "ordinary")).toBe(100);
    expect(shedOf(under(900), "callback")).toBe(0);
    expect(shedOf(under(2_500), "callback")).toBe(100);
  });
  it("is nothing after one late round alone, and nothing more once the lag is over", () => {
    const shedder = new Shedder();
    shedder.sample(800, 0);
    expect(shedOf(shedder, "ordinary")).toBe(0);
    const over = under(2_000);
    for (let n = 0; n < 12; n++) over.sample(0, 0);
    expect(shedOf(over, "ordinary")).toBe(0);
  });
});

it("sees by itself that this process's loop comes round late, and that it no longer does", async () => {
  const load = watchLoad({ queue: async () => {}, log: silentLog });
  const isShedding = () => Array.from({ length: 20 }, () => load.mustShed("ordinary", many)).includes(true);
  try {
    expect(isShedding()).toBe(false);
    for (let n = 0; n < 5; n++) {
      await pause(60);
      for (const until = performance.now() + 700; performance.now() < until; );
    }
    await pause(1);
    expect(isShedding()).toBe(true);
    await expect.poll(isShedding, { timeout: 10_000, interval: 100 }).toBe(false);
  } finally {
    await load.stop();
  }
});

it("sees that callers wait for a connection, also while the first of them still waits", async () => {
  let free = (): void => {};
  let isFull = true;
  const load = watchLoad({ queue: () => (isFull ? new Promise((done) => (free = done)) : Promise.resolve()), log: silentLog });
  const isShedding = () => Array.from({ length: 20 }, () => load.mustShed("ordinary", many)).includes(true);
  try {
    await expect.poll(isShedding, { timeout: 10_000, interval: 50 }).toBe(true);
    isFull = false;
    free();
    await expect.poll(isShedding, { timeout: 10_000, interval: 50 }).toBe(false);
  } finally {
    await load.stop();
  }
});
