/** Business deadlines and periodic work: rows with a due time, swept by the injected clock (security rules 7). */
import type { Log } from "#server/log.server.ts";
import type { Services } from "#server/services.ts";
import { repeat, type Repeating } from "./timers.ts";

/**
 * One kind of due work. Every process of an installation runs every sweep, at the same time too, so a sweep claims
 * what it changes in SQL: a guarded update (`where state = … and due_at <= …`), `for update skip locked`, or a unique
 * key made of the period (`draw:2026-11-21`). It takes a bounded number of rows in a round.
 */
export interface Sweep {
  /** `domain-what`: `agreement-expiry`. */
  name: string;
  /** Real seconds between two rounds in one process. */
  everySeconds: number;
  /** Does what is due by `services.clock.now()`; answers how many things it changed, 0 when nothing was due. */
  run(services: Services): Promise<number>;
}

export interface Sweeps {
  /** Registers a sweep; before `start`. */
  add(sweep: Sweep): void;
  /** Runs each sweep at its interval in this process. */
  start(services: Services): void;
  /** Runs all sweeps until none finds anything due; answers how many things changed. */
  runAllDue(services: Services): Promise<number>;
  /** Begins no further round and waits for those under way. */
  stop(): Promise<void>;
}

/** Rounds without an end mean that a sweep answers more than 0 without changing anything. */
const maxRounds = 1_000;

export function createSweeps(): Sweeps {
  const sweeps = new Map<string, Sweep>();
  let running: Repeating[] = [];
  return {
    add(sweep) {
      if (sweeps.has(sweep.name)) throw new Error(`There are two sweeps named ${sweep.name}.`);
      sweeps.set(sweep.name, sweep);
    },
    start(services) {
      running = [...sweeps.values()].map((sweep) =>
        repeat(
          sweep.everySeconds * 1000,
          async () => {
            // A backlog is worked off without waiting for the next interval.
            for (let round = 0; round < maxRounds && (await sweep.run(services)) > 0; round++);
          },
          (error) => services.log.error("sweep failed", { sweep: sweep.name, error }),
        ),
      );
    },
    async runAllDue(services) {
      let total = 0;
      for (let round = 0; round < maxRounds; round++) {
        let changed = 0;
        for (const sweep of sweeps.values()) changed += await sweep.run(services);
        if (changed === 0) return total;
        total += changed;
      }
      throw new Error(`The sweeps do not come to rest: after ${maxRounds} rounds something is still due.`);
    },
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
      running = [];
    },
  };
}

/**
 * Does what is due for each row by itself: one that fails is logged with its id, keeps no other waiting and comes again
 * in the next round. Answers how many `act` changed.
 */
export async function eachDue<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<boolean>,
  tell: { log: Log; failure: string; idOf: (row: Row) => string },
): Promise<number> {
  let changed = 0;
  for (const row of rows) {
    try {
      if (await act(row)) changed += 1;
    } catch (error) {
      tell.log.error(tell.failure, { reference: tell.idOf(row), error });
    }
  }
  return changed;
}

/** Sweeps, jobs and the sandbox's bank in turn until none finds anything to do: after the sandbox's clock moved, and in tests. */
export async function settle(services: Services): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const changed = await services.sweeps.runAllDue(services);
    const done = await services.jobs.drain();
    const banked = (await services.outside.sandbox?.bank.tick()) ?? 0;
    if (changed + done + banked === 0) return;
  }
  throw new Error("Sweeps and jobs keep each other busy without an end.");
}
