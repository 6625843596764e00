/** An outage of the database, logged once when it begins and once when it ends: otherwise each request, job and sweep would log it again. */
import type { Log, LogFields, LogLevel } from "#server/process/log.server.ts";
import { isDatabaseUnavailable, isPoolTimeout } from "./lost-connection.ts";
import type { DatabaseWatch } from "./connection-pool.ts";

/**
 * Lost connections are noticed one after the other, each when its statement was not answered in time (17 s): the outage
 * is over when the database answers and no connection was lost for longer than that.
 */
const quietMilliseconds = 20_000;

/** Messages about work that ends with the error: it is not logged later. */
const alwaysWritten = new Set(["job failed for good", "audit outcome not written"]);

export interface Outage extends DatabaseWatch {
  /** Whether a line is counted and not written, because it only says that the database is unreachable. */
  withholds(level: LogLevel, message: string, fields: LogFields): boolean;
  /** The log for the two lines; nothing is logged before. */
  tellTo(log: Log): void;
}

/** `monotonicMs`: milliseconds of a clock that only goes forward. */
export function createOutage(monotonicMs: () => number = () => performance.now()): Outage {
  let log: Log | undefined;
  let begunAt: number | undefined;
  let lastAt = 0;
  /** Lines that were withheld. */
  let count = 0;
  const failed = (error: unknown): void => {
    lastAt = monotonicMs();
    if (begunAt !== undefined) return;
    begunAt = lastAt;
    log?.error("the database is away", { reason: reasonOf(error) });
  };
  return {
    lost: failed,
    answered() {
      if (begunAt === undefined || monotonicMs() - lastAt < quietMilliseconds) return;
      log?.warn("the database is back", { milliseconds: Math.round(lastAt - begunAt), count });
      begunAt = undefined;
      count = 0;
    },
    withholds(_level, message, { error }) {
      if (alwaysWritten.has(message)) return false;
      // Waiting for a free connection also fails when the process is overloaded.
      const isOfOutage = isDatabaseUnavailable(error) || (begunAt !== undefined && isPoolTimeout(error));
      if (!isOfOutage) return false;
      failed(error);
      count++;
      return true;
    },
    tellTo: (to) => void (log = to),
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
