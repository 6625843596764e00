/** The only place that waits by the runtime's timers. Business time never passes through here: it is the clock port's. */
import { setTimeout as sleep } from "node:timers/promises";

/** Waits `milliseconds` of real time. An aborted `signal` ends the wait early, without an error. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await sleep(milliseconds, undefined, signal ? { signal } : {}).catch((error: Error) => {
    if (error.name !== "AbortError") throw error;
  });
}

/** Repeats until stopped. `stop()` begins no further round and resolves when the round under way has ended. */
export interface Repeating {
  stop(): Promise<void>;
}

/**
 * Runs `round` repeatedly with `milliseconds` of real time between the end of one and the start of the next, so rounds
 * never overlap; a function is called for the interval after each round. An error goes to `failed`, and the next round
 * follows anyway.
 */
export function repeatEvery(
  milliseconds: number | (() => number),
  round: () => Promise<void>,
  failed: (error: unknown) => void,
): Repeating {
  const ending = new AbortController();
  const running = (async () => {
    while (!ending.signal.aborted) {
      await round().catch(failed);
      await pause(typeof milliseconds === "number" ? milliseconds : milliseconds(), ending.signal);
    }
  })();
  return {
    async stop() {
      ending.abort();
      await running;
    },
  };
}

/** The real instant. Only ports use it: the clock, identifiers, and time-outs of the machine. */
export function realTime(): Date {
  return new Date(Date.now());
}

/** Runs `act` once after real seconds, unless cancelled before. It does not keep the process alive. */
export function callAfter(seconds: number, act: () => void): { cancel: () => void } {
  const timer = setTimeout(act, seconds * 1000);
  timer.unref();
  return { cancel: () => clearTimeout(timer) };
}

/** Waits for `work`, but not longer than `milliseconds`; true when it was done by then. A later failure is ignored. */
export async function finishedWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const ending = new AbortController();
  const late = pause(milliseconds, ending.signal).then(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    ending.abort();
    work.catch(() => {});
  }
}
