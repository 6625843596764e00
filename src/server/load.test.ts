import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Admission, watchLoad, type Importance } from "./load.ts";
import { silentLog } from "./log.server.ts";
import { pause } from "./timers.ts";

const calm = { milliseconds: 50, activeMilliseconds: 10, queueMilliseconds: 1 };
const busy = { milliseconds: 50, activeMilliseconds: 50, queueMilliseconds: 1 };
/** At a time, by a busy process. */
const room = 24;

/** An admission whose last samples were all alike, `answers` given in each of them. */
function after(sample: typeof calm, answers: number) {
  let now = 0;
  const admission = new Admission(() => now);
  const heard = (): void => {
    for (let n = 0; n < answers; n++) {
      admission.resume();
      admission.leave();
    }
    now += sample.milliseconds;
    admission.sample(sample);
  };
  for (let n = 0; n < 4; n++) heard();
  return { admission, heard, later: (milliseconds: number) => void (now += milliseconds) };
}
/** What so many requests are told: let in, waiting or turned away. */
const askAll = (admission: Admission, requests: number, importance: Importance = "ordinary") =>
  Array.from({ length: requests }, () => admission.letIn(importance)).reduce((told, one) => ({ ...told, [String(typeof one === "object" ? "waits" : one)]: (told[String(typeof one === "object" ? "waits" : one)] ?? 0) + 1 }), {} as Record<string, number>);

describe("a process that is not busy", () => {
  it("lets everybody in, however many are under way", () => {
    expect(askAll(after(calm, 10).admission, 500)).toEqual({ true: 500 });
  });
  it("does not become busy by one long piece of work, nor by a burst of a tenth of a second", () => {
    const { admission } = after(calm, 10);
    admission.sample({ milliseconds: 800, activeMilliseconds: 800, queueMilliseconds: 1 });
    expect(askAll(admission, 100)).toEqual({ true: 100 });
    const other = after(calm, 10).admission;
    other.sample(busy);
    other.sample(busy);
    expect(askAll(other, 100)).toEqual({ true: 100 });
  });
});

describe("a busy process", () => {
  it("lets in as many at a time as keep it at work, lets others wait, and turns away who would wait longer than 400 ms", () => {
    // 20 answers in 50 ms: whoever is the 161st has 400 ms before him.
    expect(askAll(after(busy, 20).admission, 300)).toEqual({ true: room, waits: 160 - room + 1, false: 300 - 161 });
  });
  it("is one whose callers wait for database connections, too, though its loop idles", () => {
    expect(askAll(after({ ...calm, queueMilliseconds: 150 }, 20).admission, 300)).toMatchObject({ true: room, false: 139 });
  });
  it("turns telemetry away first and a partner's callbacks last, and these wait for nobody else", async () => {
    expect(askAll(after(busy, 20).admission, 300, "telemetry")).toMatchObject({ false: 300 - 81 });
    const { admission } = after(busy, 20);
    askAll(admission, 300);
    let isFirst = false;
    void Promise.resolve(admission.letIn("callback")).then((isLetIn) => (isFirst = isLetIn));
    admission.leave();
    await pause(1);
    expect(isFirst).toBe(true);
    expect(askAll(admission, 5, "telemetry")).toEqual({ false: 5 });
  });
  it("lets the next one in when somebody has been answered, in the order in which they came", async () => {
    const { admission } = after(busy, 20);
    askAll(admission, room);
    const order: number[] = [];
    for (let n = 1; n <= 3; n++) void Promise.resolve(admission.letIn("ordinary")).then(() => order.push(n));
    admission.leave();
    admission.leave();
    await pause(1);
    expect(order).toEqual([1, 2]);
  });
  it("lets all in who wait once it is busy no longer", async () => {
    const { admission } = after(busy, 20);
    const all = Array.from({ length: 100 }, () => admission.letIn("ordinary"));
    admission.sample(calm);
    expect((await Promise.all(all)).every(Boolean)).toBe(true);
  });
  it("lets nobody wait for more than a second only to be turned away", async () => {
    const { admission, later } = after(busy, 20);
    const all = Array.from({ length: 60 }, () => admission.letIn("ordinary"));
    later(1_001);
    admission.sample(busy);
    expect((await Promise.all(all)).filter((isLetIn) => !isLetIn)).toHaveLength(60 - room);
  });
  it("counts nobody whose body is still under way", () => {
    const { admission, heard } = after(busy, 20);
    askAll(admission, room);
    for (let n = 0; n < room; n++) admission.pause();
    heard();
    expect(askAll(admission, room)).toEqual({ true: room });
  });
  it("answers nobody anew while nothing at all comes to an end, and says how many it turned away", () => {
    const { admission } = after(busy, 0);
    expect(askAll(admission, 100)).toEqual({ true: room, false: 100 - room });
    expect([admission.takeCount(), admission.takeCount()]).toEqual([100 - room, 0]);
  });
});

it("decides about everybody in the end, whatever comes in whatever order, and lets in no more than leave again", async () => {
  const steps = fc.array(fc.oneof({ weight: 4, arbitrary: fc.constant("ask" as const) }, { weight: 3, arbitrary: fc.constant("leave" as const) }, fc.constantFrom("busy" as const, "calm" as const, "later" as const)), { maxLength: 400 });
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const { admission, later } = after(busy, 20);
      let inside = 0;
      let most = 0;
      let isCalm = false;
      const decided: Promise<unknown>[] = [];
      for (const step of taken) {
        if (step === "ask") decided.push(Promise.resolve(admission.letIn("ordinary")).then((isLetIn) => (inside += Number(isLetIn))));
        if (step === "leave" && inside > 0) {
          inside--;
          admission.leave();
        }
        if (step === "busy") admission.sample(busy);
        if (step === "calm") admission.sample(calm);
        if (step === "later") later(300);
        isCalm ||= step === "calm";
        await Promise.resolve();
        most = Math.max(most, inside);
      }
      for (let n = 0; n < 4; n++) admission.sample(calm);
      await Promise.all(decided);
      if (!isCalm) expect(most).toBeLessThanOrEqual(room);
    }),
  );
});

const isRefusing = (load: ReturnType<typeof watchLoad>): boolean => {
  const told = Array.from({ length: 40 }, () => load.letIn("ordinary"));
  for (const one of told) if (one === true) load.leave();
  return told.includes(false);
};

it("sees by itself that this process's loop is at work all the time, and that it no longer is", async () => {
  const load = watchLoad({ queue: async () => {}, log: silentLog });
  try {
    expect(Array.from({ length: 40 }, () => load.letIn("ordinary")).includes(false)).toBe(false);
    for (let n = 0; n < 6; n++) {
      await pause(1);
      for (const until = performance.now() + 150; performance.now() < until; );
    }
    await pause(1);
    expect(isRefusing(load)).toBe(true);
    await expect.poll(() => isRefusing(load), { timeout: 10_000, interval: 100 }).toBe(false);
  } finally {
    await load.stop();
  }
});

it("sees that callers wait for a connection, also while the first of them still waits", async () => {
  let free = (): void => {};
  let isFull = true;
  const load = watchLoad({ queue: () => (isFull ? new Promise((done) => (free = done)) : Promise.resolve()), log: silentLog });
  Array.from({ length: 30 }, () => load.letIn("ordinary"));
  try {
    await expect.poll(() => isRefusing(load), { timeout: 10_000, interval: 50 }).toBe(true);
    isFull = false;
    free();
    await expect.poll(() => isRefusing(load), { timeout: 10_000, interval: 50 }).toBe(false);
  } finally {
    await load.stop();
  }
});
