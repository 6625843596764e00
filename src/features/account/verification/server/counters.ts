/** SQL of the counters, the lanes of wrong tries, and the devices that verified before. */
import { sql } from "kysely";
import type { Reader } from "#server/database.server.ts";
import { windowCounters } from "#server/records/window-counters.ts";
import { maxTries } from "../contract.ts";
import { lockSeconds } from "./rules.ts";

type Executor = Reader;

/** Sends, proofs, wrong codes and money, in windows of business time. */
export const counters = windowCounters("verification_counter");

/** A lane without tries for a day starts again at zero. */
const forgetSeconds = 86_400;

export interface LaneTry {
  tries: number;
  lockedUntil: Date | null;
}

/**
 * Counts a try of a lane in one statement, before the comparison; undefined when the lane is locked. The fifth try
 * locks it at once, for longer after each lockout, so that a crash between counting and comparing gives no free try.
 */
export async function countLaneTry(
  trx: Executor,
  numberIndex: string,
  lane: string,
  now: Date,
): Promise<LaneTry | undefined> {
  const forgotten = new Date(now.getTime() - forgetSeconds * 1000);
  const isFresh = sql<boolean>`(verification_attempt.tried_at < ${forgotten} or verification_attempt.locked_until <= ${now})`;
  const tries = sql<number>`case when ${isFresh} then 1 else verification_attempt.tries + 1 end`;
  const lockouts = sql<number>`case when verification_attempt.tried_at < ${forgotten} then 0 else verification_attempt.lockouts end`;
  const isLast = sql<boolean>`(${tries}) >= ${maxTries}`;
  const steps = sql.join(
    Array.from({ length: 8 }, (_, before) => sql`when ${before}::integer then ${lockSeconds(before)}::integer`),
    sql` `,
  );
  const seconds = sql`case ${lockouts} ${steps} else ${lockSeconds(8)}::integer end`;
  const row = await trx
    .insertInto("verification_attempt")
    .values({ number_index: numberIndex, lane, tries: 1, lockouts: 0, locked_until: null, tried_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["number_index", "lane"])
        .doUpdateSet({
          tries,
          lockouts: sql<number>`case when ${isLast} then (${lockouts}) + 1 else (${lockouts}) end`,
          locked_until: sql<Date | null>`case when ${isLast} then ${now}::timestamptz + make_interval(secs => (${seconds})) end`,
          tried_at: now,
        })
        .where(
          sql<boolean>`verification_attempt.locked_until is null or verification_attempt.locked_until <= ${now} or verification_attempt.tried_at < ${forgotten}`,
        ),
    )
    .returning(["tries", "locked_until"])
    .executeTakeFirst();
  return row && { tries: row.tries, lockedUntil: row.locked_until };
}

/** Until when a lane is locked; null when it is open. */
export async function laneLock(trx: Executor, numberIndex: string, lane: string, now: Date): Promise<Date | null> {
  const row = await trx
    .selectFrom("verification_attempt")
    .select("locked_until")
    .where("number_index", "=", numberIndex)
    .where("lane", "=", lane)
    .where("locked_until", ">", now)
    .executeTakeFirst();
  return row?.locked_until ?? null;
}

/** A right code clears its lane. */
export async function clearLane(trx: Executor, numberIndex: string, lane: string): Promise<void> {
  await trx
    .deleteFrom("verification_attempt")
    .where("number_index", "=", numberIndex)
    .where("lane", "=", lane)
    .execute();
}

/** Opens every lane of a number: support unlocks a borrower. Answers how many were cleared. */
export async function clearLanes(trx: Executor, numberIndex: string): Promise<number> {
  const result = await trx
    .deleteFrom("verification_attempt")
    .where("number_index", "=", numberIndex)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Until when the longest lock of a number lasts; null where none is in force. */
export async function maxLock(trx: Executor, numberIndex: string, now: Date): Promise<Date | null> {
  const row = await trx
    .selectFrom("verification_attempt")
    .select("locked_until")
    .where("number_index", "=", numberIndex)
    .where("locked_until", ">", now)
    .orderBy("locked_until", "desc")
    .executeTakeFirst();
  return row?.locked_until ?? null;
}

/** Tries left in a lane at `now`. */
export async function laneTriesLeft(trx: Executor, numberIndex: string, lane: string, now: Date): Promise<number> {
  const row = await trx
    .selectFrom("verification_attempt")
    .select(["tries", "locked_until", "tried_at"])
    .where("number_index", "=", numberIndex)
    .where("lane", "=", lane)
    .executeTakeFirst();
  if (!row || row.tried_at.getTime() < now.getTime() - forgetSeconds * 1000) return maxTries;
  if (row.locked_until) return row.locked_until > now ? 0 : maxTries;
  return maxTries - row.tries;
}

export async function rememberDevice(
  trx: Executor,
  numberIndex: string,
  deviceIndex: string,
  now: Date,
): Promise<void> {
  await trx
    .insertInto("verification_device")
    .values({ number_index: numberIndex, device_index: deviceIndex, verified_at: now, known_since: now })
    .onConflict((conflict) => conflict.columns(["number_index", "device_index"]).doUpdateSet({ verified_at: now }))
    .execute();
}

/** Whether a device verified this number before. */
export async function isKnownDevice(trx: Executor, deviceIndex: string, numberIndex: string): Promise<boolean> {
  const row = await trx
    .selectFrom("verification_device")
    .select("device_index")
    .where("device_index", "=", deviceIndex)
    .where("number_index", "=", numberIndex)
    .executeTakeFirst();
  return row !== undefined;
}

/** Since when a device is known to a number; null where it is not. */
export async function deviceKnownSince(trx: Executor, deviceIndex: string, numberIndex: string): Promise<Date | null> {
  const row = await trx
    .selectFrom("verification_device")
    .select(["known_since", "verified_at"])
    .where("device_index", "=", deviceIndex)
    .where("number_index", "=", numberIndex)
    .executeTakeFirst();
  return row ? (row.known_since ?? row.verified_at) : null;
}

/** Makes all devices unknown to these numbers: the account changed hands, or may have. */
export async function forgetDevices(trx: Executor, numberIndexes: readonly string[]): Promise<void> {
  await trx
    .deleteFrom("verification_device")
    .where("number_index", "in", [...numberIndexes])
    .execute();
}
