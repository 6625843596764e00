/** SQL of captchas and challenges. Every function takes the transaction (or the database, for single statements) first. */
import { sql, type Insertable, type Selectable } from "kysely";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { DB } from "#server/database.types.ts";
import type { VerificationPurpose } from "#shared/purposes.ts";
import { maxTries } from "../contract.ts";
import type { SentCode } from "./rules.ts";

type Executor = Reader;
export type Challenge = Selectable<DB["verification_challenge"]>;

export async function addCaptcha(
  trx: Executor,
  captcha: { captchaKey: string; sessionId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await trx
    .insertInto("captcha")
    .values({
      captchaKey: captcha.captchaKey,
      sessionId: captcha.sessionId,
      createdAt: captcha.now,
      expiresAt: captcha.expiresAt,
    })
    .execute();
}

/** Whether a captcha can be shown: made here, not used, not expired. */
export async function isOpenCaptcha(trx: Executor, captchaKey: string, now: Date): Promise<boolean> {
  const row = await trx
    .selectFrom("captcha")
    .select("captchaKey")
    .where("captchaKey", "=", captchaKey)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a captcha up; false if it was used before, has expired or belongs to another session. */
export async function useCaptcha(trx: Executor, captchaKey: string, sessionId: string, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable("captcha")
    .set({ usedAt: now })
    .where("captchaKey", "=", captchaKey)
    .where("sessionId", "=", sessionId)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", now)
    .returning("captchaKey")
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that this captcha was answered rightly for a number to which a code needs two. */
export async function noteCaptchaPass(trx: Executor, captchaKey: string, numberIndex: string): Promise<void> {
  await trx.updateTable("captcha").set({ passedFor: numberIndex }).where("captchaKey", "=", captchaKey).execute();
}

/** Consumes this session's captcha pass for a number since then; false without one. Of two concurrent callers, one gets it. */
export async function useCaptchaPass(
  trx: Transaction,
  pass: { sessionId: string; numberIndex: string; since: Date },
): Promise<boolean> {
  const rows = await trx
    .updateTable("captcha")
    .set({ passedFor: null })
    .where("sessionId", "=", pass.sessionId)
    .where("passedFor", "=", pass.numberIndex)
    .where("usedAt", ">", pass.since)
    .returning("captchaKey")
    .execute();
  return rows.length > 0;
}

/** Locks the number until the transaction ends and answers its latest challenges, newest first. */
export async function lockSends(
  trx: Transaction,
  numberIndex: string,
  now: Date,
  most: number,
): Promise<SentChallenge[]> {
  await lockNumber(trx, numberIndex, now);
  return latestSends(trx, numberIndex, most);
}

/** From here on, sends to one number (or address) run one after another. */
export async function lockNumber(trx: Transaction, numberIndex: string, now: Date): Promise<void> {
  await trx
    .insertInto("verification_number")
    .values({ numberIndex, lastSentAt: now })
    .onConflict((conflict) => conflict.column("numberIndex").doUpdateSet({ lastSentAt: now }))
    .execute();
}

export type SentChallenge = SentCode & { sessionId: string; purpose: string; tries: number; borrowerId: string | null };
/** The latest challenges to a number, newest first; only of one borrower's sessions if given. */
export async function latestSends(
  trx: Executor,
  numberIndex: string,
  most: number,
  borrowerId?: string,
): Promise<SentChallenge[]> {
  return trx
    .selectFrom("verification_challenge")
    .select([
      "createdAt as at",
      "purpose",
      "isStranger as byStranger",
      "sessionId as sessionId",
      "borrowerId as borrowerId",
      "tries",
    ])
    .where("numberIndex", "=", numberIndex)
    .$if(borrowerId !== undefined, (query) => query.where("borrowerId", "=", borrowerId!))
    .orderBy("createdAt", "desc")
    .limit(most)
    .execute();
}

export async function addCodeChallenge(
  trx: Transaction,
  challenge: Insertable<DB["verification_challenge"]>,
): Promise<void> {
  await trx.insertInto("verification_challenge").values(challenge).execute();
}

export async function findChallenge(trx: Executor, id: string): Promise<Challenge | undefined> {
  return trx.selectFrom("verification_challenge").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The newest challenge of a session and purpose that no effect used. */
export async function newestChallenge(
  trx: Executor,
  sessionId: string,
  purpose: VerificationPurpose,
  since: Date,
): Promise<Challenge | undefined> {
  return trx
    .selectFrom("verification_challenge")
    .selectAll()
    .where("sessionId", "=", sessionId)
    .where("purpose", "=", purpose)
    .where("createdAt", ">", since)
    .where("consumedAt", "is", null)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Counts a try against the challenge, unless it is used up, over or already decided; returns its tries, this one counted. */
export async function countChallengeTry(trx: Transaction, id: string, now: Date): Promise<number | undefined> {
  const row = await trx
    .updateTable("verification_challenge")
    .set((set) => ({ tries: set("tries", "+", 1) }))
    .where("id", "=", id)
    .where("tries", "<", maxTries)
    .where("provenAt", "is", null)
    .where("consumedAt", "is", null)
    .where("expiresAt", ">", now)
    .returning("tries")
    .executeTakeFirst();
  return row?.tries;
}

/** Notes the proof; false when another request was first. */
export async function proveChallenge(trx: Executor, id: string, now: Date, proofExpiresAt: Date): Promise<boolean> {
  const row = await trx
    .updateTable("verification_challenge")
    .set({ provenAt: now, proofExpiresAt })
    .where("id", "=", id)
    .where("provenAt", "is", null)
    .where("consumedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses the proof up for its one effect; undefined unless it is proven, fresh, unused, and of this session and purpose. */
export async function consumeChallenge(
  trx: Transaction,
  input: { id: string; sessionId: string; purpose: VerificationPurpose; now: Date },
): Promise<Challenge | undefined> {
  return trx
    .updateTable("verification_challenge")
    .set({ consumedAt: input.now })
    .where("id", "=", input.id)
    .where("sessionId", "=", input.sessionId)
    .where("purpose", "=", input.purpose)
    .where("provenAt", "is not", null)
    .where("proofExpiresAt", ">", input.now)
    .where("consumedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** Claims a message for sending: it waits, or its former claimer did not finish. */
export async function claimDelivery(
  trx: Executor,
  id: string,
  now: Date,
  abandonedBefore: Date,
): Promise<Challenge | undefined> {
  return trx
    .updateTable("verification_challenge")
    .set({ delivery: "SENDING", deliveryAt: now })
    .where("id", "=", id)
    .where("expiresAt", ">", now)
    .where((row) =>
      row.or([
        row("delivery", "in", ["WAITING", "UNKNOWN"]),
        row.and([row("delivery", "=", "SENDING"), row("deliveryAt", "<", abandonedBefore)]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
}

export async function writeDelivery(
  trx: Executor,
  id: string,
  delivery: "SENT" | "REJECTED" | "UNKNOWN",
  reference: string | null,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("verification_challenge")
    .set({ delivery, deliveryAt: now, providerReference: reference })
    .where("id", "=", id)
    .execute();
}

/** Codes sent to a number, newest first, for staff. */
export async function challengesTo(trx: Executor, numberIndex: string, limit: number): Promise<Challenge[]> {
  return trx
    .selectFrom("verification_challenge")
    .selectAll()
    .where("numberIndex", "=", numberIndex)
    .orderBy("createdAt", "desc")
    .limit(limit)
    .execute();
}

export interface ServedBefore {
  captcha: Date;
  challenge: Date;
  counter: Date;
  attempt: Date;
  device: Date;
  pastNumber: Date;
}

/** Deletes expired rows, at most `most` rows per table and round; returns the count. */
export async function deleteServed(trx: Transaction, before: ServedBefore, most: number): Promise<number> {
  const deletions = [
    sql`delete from captcha where captcha_key in (select captcha_key from captcha where created_at < ${before.captcha} limit ${most} for update skip locked)`,
    sql`delete from verification_challenge where id in (select id from verification_challenge where created_at < ${before.challenge} limit ${most} for update skip locked)`,
    sql`delete from verification_counter where (key, window_start) in
      (select key, window_start from verification_counter where window_start < ${before.counter} limit ${most} for update skip locked)`,
    sql`delete from verification_attempt where (number_index, lane) in
      (select number_index, lane from verification_attempt where tried_at < ${before.attempt} limit ${most} for update skip locked)`,
    sql`delete from verification_number where number_index in
      (select number_index from verification_number where last_sent_at < ${before.challenge} limit ${most} for update skip locked)`,
    sql`delete from verification_device where (number_index, device_index) in
      (select number_index, device_index from verification_device where verified_at < ${before.device} limit ${most} for update skip locked)`,
    sql`delete from verified_number_past where (borrower_id, number_index, ended_at) in
      (select borrower_id, number_index, ended_at from verified_number_past where ended_at < ${before.pastNumber} limit ${most} for update skip locked)`,
  ];
  let deleted = 0;
  for (const deletion of deletions) deleted += Number((await deletion.execute(trx)).numAffectedRows ?? 0);
  return deleted;
}
