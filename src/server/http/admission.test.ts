import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Admission, watchAdmission, type Importance, type Sample } from "./admission.ts";
import { silentLog } from "#server/process/log.server.ts";
import { pause } from "#server/work/timers.ts";

const calm: Sample = { milliseconds: 50, utilization: 0.2, queueMilliseconds: 1 };
const busy: Sample = { milliseconds: 50, utilization: 1, queueMilliseconds: 1 };
/** Concurrent requests in a busy process. */
const slots = 24;

/** An admission whose last samples were all equal, with this many `answers` in each. */
function after(sample: Sample, answers: number) {
  let now = 0;
  const admission = new Admission(() => now);
  const heard = (): void => {
    for (let n = 0; n < answers; n++) {
      void admission.admit("ordinary");
      admission.leave();
    }
    now += sample.milliseconds;
    admission.sample(sample);
  };
  for (let n = 0; n < 4; n++) heard();
  return { admission, later: (milliseconds: number) => void (now += milliseconds) };
}

/** Counts how many of these requests are admitted, queued and rejected. */
function askAll(admission: Admission, requests: number, importance: Importance = "ordinary") {
  const told = { admit: 0, waiting: 0, turnedAway: 0 };
  for (let n = 0; n < requests; n++) {
    const isLetIn = admission.admit(importance);
    told[isLetIn === true ? "admit" : isLetIn === false ? "turnedAway" : "waiting"]++;
  }
  return told;
}

describe("a process that is not busy", () => {
  it("lets everybody in, however many are under way", () => {
    expect(askAll(after(calm, 10).admission, 500)).toMatchObject({ admit: 500 });
  });
  it("does not become busy by one long piece of work, nor by a burst of a tenth of a second", () => {
    const { admission } = after(calm, 10);
    admission.sample({ ...busy, milliseconds: 800 });
    expect(askAll(admission, 100)).toMatchObject({ admit: 100 });
    const other = after(calm, 10).admission;
    other.sample(busy);
    other.sample(busy);
    expect(askAll(other, 100)).toMatchObject({ admit: 100 });
  });
});

describe("a busy process", () => {
  it("lets in as many at a time as keep it at work, lets others wait, and turns away who would wait longer than 400 ms for a place", () => {
    // 20 answers in 50 ms: the 160th in the queue waits 400 ms.
    expect(askAll(after(busy, 20).admission, 300)).toEqual({
      admit: slots,
      waiting: 160,
      turnedAway: 300 - 160 - slots,
    });
  });
  it("is one whose callers wait for database connections, too, though its loop idles", () => {
    expect(askAll(after({ ...calm, queueMilliseconds: 150 }, 20).admission, 300)).toMatchObject({
      admit: slots,
      waiting: 160,
    });
  });
  it("turns telemetry away first and a partner's callbacks last", () => {
    expect(askAll(after(busy, 20).admission, 300, "telemetry")).toMatchObject({ waiting: 80 });
    const { admission } = after(busy, 20);
    askAll(admission, 300);
    expect(askAll(admission, 300, "callback")).toMatchObject({ waiting: 300 });
    expect(askAll(admission, 5, "telemetry")).toMatchObject({ turnedAway: 5 });
  });
  it("lets the next one in when somebody has been answered, in the order in which they came", async () => {
    const { admission } = after(busy, 20);
    askAll(admission, slots);
    const order: number[] = [];
    for (const [n, importance] of (["ordinary", "callback", "ordinary"] as const).entries())
      void Promise.resolve(admission.admit(importance)).then(() => order.push(n));
    admission.leave();
    admission.leave();
    await pause(1);
    expect(order).toEqual([0, 1]);
  });
  it("lets nobody pass those who wait, also while bodies are under way", async () => {
    const { admission } = after(busy, 20);
    askAll(admission, slots);
    let isIn = false;
    void Promise.resolve(admission.admit("ordinary")).then((isLetIn) => (isIn = isLetIn));
    const goOn = admission.pause();
    expect(admission.admit("ordinary")).not.toBe(true);
    void goOn();
    admission.leave();
    await pause(1);
    expect(isIn).toBe(true);
  });
  it("lets those who wait in step by step once it is busy no longer", async () => {
    const { admission } = after(busy, 20);
    let inside = 0;
    for (let n = 0; n < 100; n++)
      void Promise.resolve(admission.admit("ordinary")).then((isLetIn) => (inside += Number(isLetIn)));
    await pause(1);
    expect(inside).toBe(slots);
    admission.sample(calm);
    await pause(1);
    expect(inside).toBe(slots + 12);
    for (let n = 0; n < 7; n++) admission.sample(calm);
    await pause(1);
    expect(inside).toBe(100);
    expect(askAll(admission, 500)).toMatchObject({ admit: 500 });
  });
  it("lets nobody wait much longer than was expected, whatever came between", async () => {
    const { admission, later } = after(busy, 20);
    const all = Array.from({ length: 60 }, () => admission.admit("ordinary"));
    const callback = Promise.resolve(admission.admit("callback"));
    later(1_001);
    admission.sample(busy);
    expect((await Promise.all(all)).filter((isLetIn) => !isLetIn)).toHaveLength(60 - slots);
    for (let n = 0; n < slots; n++) admission.leave();
    expect(await callback).toBe(true);
  });
  it("keeps no place for whoever waits for a body, and gives it one before all who wait", async () => {
    const { admission } = after(busy, 20);
    askAll(admission, slots);
    const goOn = Array.from({ length: slots }, () => admission.pause());
    expect(askAll(admission, slots)).toMatchObject({ admit: slots });
    let back = 0;
    void Promise.resolve(admission.admit("ordinary"));
    for (const one of goOn) void Promise.resolve(one()).then(() => back++);
    await pause(1);
    expect(back).toBe(0);
    for (let n = 0; n < 3; n++) admission.leave();
    await pause(1);
    expect(back).toBe(3);
  });
  it("lets hardly anybody wait while nothing at all comes to an end, and says how many it turned away", () => {
    const { admission } = after(busy, 0);
    expect(askAll(admission, 100)).toEqual({ admit: slots, waiting: 8, turnedAway: 100 - slots - 8 });
    expect(askAll(admission, 100, "callback")).toMatchObject({ waiting: 32 });
    expect([admission.takeCount(), admission.takeCount()]).toEqual([100 - slots - 8 + 68, 0]);
  });
});

type Step = Importance | "leave" | "pause" | "goOn" | "busy" | "calm";
it("decides about everybody within their patience, in order, and never has more under way than places", async () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom<Step[]>("ordinary", "ordinary", "callback", "telemetry") },
    { weight: 4, arbitrary: fc.constantFrom<Step[]>("leave", "leave", "pause", "goOn") },
    { weight: 1, arbitrary: fc.constant<Step>("busy") },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 400 }), async (steps) => {
      const { admission, later } = after(busy, 20);
      let underWay = 0;
      const paused: (() => void | Promise<void>)[] = [];
      const requests: { importance: Importance; isLetIn?: boolean; at?: number }[] = [];
      let decisions = 0;
      for (const one of steps) {
        if (one === "ordinary" || one === "callback" || one === "telemetry") {
          const request: (typeof requests)[number] = { importance: one };
          requests.push(request);
          void Promise.resolve(admission.admit(one)).then((isLetIn) => {
            Object.assign(request, { isLetIn, at: decisions++ });
            underWay += Number(isLetIn);
          });
        } else if (one === "leave" && underWay > 0) {
          underWay--;
          admission.leave();
        } else if (one === "pause" && underWay > 0) {
          underWay--;
          paused.push(admission.pause());
        } else if (one === "goOn") {
          const goOn = paused.shift();
          if (goOn) void Promise.resolve(goOn()).then(() => underWay++);
        } else if (one === "busy") {
          later(50);
          admission.sample(busy);
        }
        await Promise.resolve();
        await Promise.resolve();
        expect(underWay).toBeLessThanOrEqual(slots);
      }
      later(5_001);
      admission.sample(busy);
      await pause(0);
      expect(requests.every((request) => request.isLetIn !== undefined)).toBe(true);
      for (const importance of ["ordinary", "callback", "telemetry"] as const) {
        const admit = requests
          .filter((request) => request.importance === importance && request.isLetIn)
          .map((request) => request.at as number);
        expect(admit).toEqual(admit.toSorted((a, b) => a - b));
      }
    }),
  );
});

const isRefusing = (load: ReturnType<typeof watchAdmission>): boolean => {
  const told = Array.from({ length: 60 }, () => load.admit("telemetry"));
  for (const one of told) if (one === true) load.leave();
  return told.includes(false);
};

it("sees by itself that this process's loop is at work all the time, and that it no longer is", async () => {
  const load = watchAdmission({ queue: async () => {}, log: silentLog });
  try {
    expect(isRefusing(load)).toBe(false);
    for (let n = 0; n < 6; n++) {
      for (const until = performance.now() + 150; performance.now() < until;);
      // The event loop keeps running and is never idle.
      await new Promise<void>((turn) => setImmediate(turn));
    }
    expect(isRefusing(load)).toBe(true);
    await expect.poll(() => isRefusing(load), { interval: 100 }).toBe(false);
  } finally {
    await load.stop();
  }
});

it("sees that callers wait for a connection, also while the first of them still waits", async () => {
  let free = (): void => {};
  let isFull = true;
  const load = watchAdmission({
    queue: () => (isFull ? new Promise((done) => (free = done)) : Promise.resolve()),
    log: silentLog,
  });
  try {
    await expect.poll(() => isRefusing(load), { interval: 50 }).toBe(true);
    isFull = false;
    free();
    await expect.poll(() => isRefusing(load), { interval: 50 }).toBe(false);
  } finally {
    await load.stop();
  }
});
