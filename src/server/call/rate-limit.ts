/** Fixed-window counters in the database, so that all processes count together. */
import { sql } from "kysely";
import type { Reader } from "#server/database.server.ts";
import { Refusal } from "./refusal.ts";
import type { Services } from "#server/services.ts";
import type { commonProblems } from "#shared/problems.ts";

export interface RateLimit {
  /** What is counted: `otp-send:number:<blind index>`. Never a personal value in the clear. */
  key: string;
  most: number;
  windowSeconds: number;
}

/** Counts one more and tells how many the window now holds. The statement is atomic: parallel callers never share a number. */
export async function countInWindow(
  services: Services,
  trx: Reader,
  key: string,
  windowSeconds: number,
): Promise<number> {
  const start = windowStart(services.clock.realNow(), windowSeconds);
  const row = await trx
    .insertInto("rate_counter")
    .values({ key, window_start: start, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(["key", "window_start"]).doUpdateSet({ count: sql<number>`rate_counter.count + 1` }),
    )
    .returning("count")
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Refuses with RATE_LIMITED once the window holds more than `most`. */
export async function limitRate(services: Services, trx: Reader, limit: RateLimit): Promise<void> {
  const count = await countInWindow(services, trx, limit.key, limit.windowSeconds);
  if (count <= limit.most) return;
  const now = services.clock.realNow();
  const end = windowStart(now, limit.windowSeconds).getTime() + limit.windowSeconds * 1000;
  throw new Refusal<typeof commonProblems>("RATE_LIMITED", { retryInSeconds: Math.ceil((end - now.getTime()) / 1000) });
}

/** Forgets what was counted under a key: whoever proved to be right has not been guessing. */
export async function clearRate(trx: Reader, key: string): Promise<void> {
  await trx.deleteFrom("rate_counter").where("key", "=", key).execute();
}

function windowStart(now: Date, windowSeconds: number): Date {
  const span = windowSeconds * 1000;
  return new Date(Math.floor(now.getTime() / span) * span);
}
