/** The clock port: business time, and real time for the few things that must keep it (login sessions). */
import { sql } from "kysely";
import type { Database } from "#server/database.server.ts";
import { realTime, repeatEvery } from "#server/work/timers.ts";

export interface Clock {
  /** Business time: the real time plus the sandbox's offset. Deadlines, value dates, due times and the windows of limits count by it. */
  now(): Date;
  /** Real time. Login sessions use it, so moving the sandbox's clock ends no session. */
  realNow(): Date;
}

/** A clock that the sandbox may move forward (product decisions 3). */
export interface SandboxClock extends Clock {
  /** Moves business time forward for every process of the installation; this one sees it at once, the others within 500 ms. */
  advance(milliseconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** How soon another process's advance is seen. */
const pollMilliseconds = 500;

/** The clock of production: business time is real time. */
export const realClock: Clock = { now: realTime, realNow: realTime };

/** Opens the sandbox's clock, whose offset is stored in `sandbox_clock`. A failed poll goes to `failed` and keeps the last offset. */
export async function openSandboxClock(database: Database, failed: (error: unknown) => void): Promise<SandboxClock> {
  let offsetMilliseconds = 0;
  // The offset only grows, so an answer overtaken by an advance changes nothing.
  const learn = (offset: number) => (offsetMilliseconds = Math.max(offsetMilliseconds, offset));
  const poll = async () => {
    const row = await database.selectFrom("sandbox_clock").select("offsetMilliseconds").executeTakeFirstOrThrow();
    learn(row.offsetMilliseconds);
  };
  await poll();
  const polling = repeatEvery(pollMilliseconds, poll, failed);
  return {
    now: () => new Date(realTime().getTime() + offsetMilliseconds),
    realNow: realTime,
    async advance(milliseconds) {
      refuseBackwards(milliseconds);
      const row = await database
        .updateTable("sandbox_clock")
        .set({ offsetMilliseconds: sql<number>`offset_milliseconds + ${milliseconds}` })
        .returning("offsetMilliseconds")
        .executeTakeFirstOrThrow();
      learn(row.offsetMilliseconds);
    },
    stop: () => polling.stop(),
  };
}

/** A clock that stands still until a test moves it. */
export interface FixedClock extends Clock {
  /** Moves business and real time forward. */
  advance(milliseconds: number): void;
  /** Moves business time to an instant not before the present one; real time moves by the same amount. */
  moveTo(instant: Date): void;
}

/**
 * The distance of business time from a fixed clock's real time, as in a sandbox that was moved: longer than any
 * session, code or link lives, and no whole number of days, hours or minutes, so that code that reads the wrong clock
 * is noticed.
 */
const fixedAheadMilliseconds = (((97 * 24 + 5) * 60 + 23) * 60 + 17) * 1000;

/**
 * For tests: business time begins at `start` (an ISO instant such as `2026-11-21T09:00:00+07:00`), real time months before
 * it, and both move only by hand.
 */
export function fixedClock(
  start: string | Date = "2026-11-21T09:00:00+07:00",
  aheadMilliseconds = fixedAheadMilliseconds,
): FixedClock {
  let present = new Date(start).getTime();
  const advance = (milliseconds: number) => {
    refuseBackwards(milliseconds);
    present += milliseconds;
  };
  return {
    now: () => new Date(present),
    realNow: () => new Date(present - aheadMilliseconds),
    advance,
    moveTo: (instant) => advance(instant.getTime() - present),
  };
}

function refuseBackwards(milliseconds: number): void {
  if (!Number.isSafeInteger(milliseconds) || milliseconds < 0)
    throw new RangeError(`A clock moves forward by whole milliseconds, not by ${milliseconds}.`);
}
