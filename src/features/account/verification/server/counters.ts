/** SQL of the counters, the lanes of wrong tries, and the devices that verified before. */
import { sql } from "kysely";
import type { Reader } from "#server/database.server.ts";
import { windowCounters } from "#server/records/window-counters.ts";
import { maxTries } from "../contract.ts";
import { lockSeconds } from "./rules.ts";

type Executor = Reader;

/** Sends, proofs, wrong codes and money, in windows of business time. */
export const codeCounters = windowCounters("verification_counter");

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
    .values({ numberIndex, lane, tries: 1, lockouts: 0, lockedUntil: null, triedAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(["numberIndex", "lane"])
        .doUpdateSet({
          tries,
          lockouts: sql<number>`case when ${isLast} then (${lockouts}) + 1 else (${lockouts}) end`,
          lockedUntil: sql<Date | null>`case when ${isLast} then ${now}::timestamptz + make_interval(secs => (${seconds})) end`,
          triedAt: now,
        })
        .where(
          sql<boolean>`verification_attempt.locked_until is null or verification_attempt.locked_until <= ${now} or verification_attempt.tried_at < ${forgotten}`,
        ),
    )
    .returning(["tries", "lockedUntil"])
    .executeTakeFirst();
  return row && { tries: row.tries, lockedUntil: row.lockedUntil };
}

/** Until when a lane is locked; null when it is open. */
export async function laneLock(trx: Executor, numberIndex: string, lane: string, now: Date): Promise<Date | null> {
  const row = await trx
    .selectFrom("verification_attempt")
    .select("lockedUntil")
    .where("numberIndex", "=", numberIndex)
    .where("lane", "=", lane)
    .where("lockedUntil", ">", now)
    .executeTakeFirst();
  return row?.lockedUntil ?? null;
}

/** A right code clears its lane. */
export async function clearLane(trx: Executor, numberIndex: string, lane: string): Promise<void> {
  await trx
    .deleteFrom("verification_attempt")
    .where("numberIndex", "=", numberIndex)
    .where("lane", "=", lane)
    .execute();
}

/** Opens every lane of a number: support unlocks a borrower. Returns how many were cleared. */
export async function clearLanes(trx: Executor, numberIndex: string): Promise<number> {
  const result = await trx.deleteFrom("verification_attempt").where("numberIndex", "=", numberIndex).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Until when the longest lock of a number lasts; null where none is in force. */
export async function maxLock(trx: Executor, numberIndex: string, now: Date): Promise<Date | null> {
  const row = await trx
    .selectFrom("verification_attempt")
    .select("lockedUntil")
    .where("numberIndex", "=", numberIndex)
    .where("lockedUntil", ">", now)
    .orderBy("lockedUntil", "desc")
    .executeTakeFirst();
  return row?.lockedUntil ?? null;
}

/** Tries left in a lane at `now`. */
export async function remainingLaneTries(trx: Executor, numberIndex: string, lane: string, now: Date): Promise<number> {
  const row = await trx
    .selectFrom("verification_attempt")
    .select(["tries", "lockedUntil", "triedAt"])
    .where("numberIndex", "=", numberIndex)
    .where("lane", "=", lane)
    .executeTakeFirst();
  if (!row || row.triedAt.getTime() < now.getTime() - forgetSeconds * 1000) return maxTries;
  if (row.lockedUntil) return row.lockedUntil > now ? 0 : maxTries;
  return maxTries - row.tries;
}

export async function rememberVerifiedDevice(
  trx: Executor,
  numberIndex: string,
  deviceIndex: string,
  now: Date,
): Promise<void> {
  await trx
    .insertInto("verification_device")
    .values({ numberIndex, deviceIndex, verifiedAt: now, knownSince: now })
    .onConflict((conflict) => conflict.columns(["numberIndex", "deviceIndex"]).doUpdateSet({ verifiedAt: now }))
    .execute();
}

/** Whether a device verified this number before. */
export async function isKnownDevice(trx: Executor, deviceIndex: string, numberIndex: string): Promise<boolean> {
  const row = await trx
    .selectFrom("verification_device")
    .select("deviceIndex")
    .where("deviceIndex", "=", deviceIndex)
    .where("numberIndex", "=", numberIndex)
    .executeTakeFirst();
  return row !== undefined;
}

/** Since when a device is known to a number; null where it is not. */
export async function deviceKnownSince(trx: Executor, deviceIndex: string, numberIndex: string): Promise<Date | null> {
  const row = await trx
    .selectFrom("verification_device")
    .select(["knownSince", "verifiedAt"])
    .where("deviceIndex", "=", deviceIndex)
    .where("numberIndex", "=", numberIndex)
    .executeTakeFirst();
  return row ? (row.knownSince ?? row.verifiedAt) : null;
}

/** Makes all devices unknown to these numbers: the account changed hands, or may have. */
export async function forgetDevices(trx: Executor, numberIndexes: readonly string[]): Promise<void> {
  await trx
    .deleteFrom("verification_device")
    .where("numberIndex", "in", [...numberIndexes])
    .execute();
}
