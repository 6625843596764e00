/**
 * Claims: which staff member works on a case. A claim keeps others from the same work and ends by itself, so that an
 * absent person does not block a case; it grants no extra right. The columns `claimed_by` and `claimed_until` are
 * in the case's row, so that a claim and a decision lock the same row. // docs/decisions/234
 */
import { sql } from "kysely";
import type { Transaction } from "#server/database.server.ts";

/** A queue whose cases are claimed. */
export interface ClaimQueue {
  /** With `id`, `state`, `claimed_by` and `claimed_until`. */
  table: string;
  /** States in which a staff member has something to do. */
  states: readonly string[];
  /** Column that sorts by urgency; the id decides between equal ones. Rows without a value are not in this queue. */
  order: string;
}

/** Business time for which a claim holds without being renewed: long enough for one case, shorter than a break. */
export const claimMinutes = 30;

export interface Claimed {
  claimedBy: string | null;
  claimedUntil: Date | null;
}

const claimEnd = (now: Date): Date => new Date(now.getTime() + claimMinutes * 60_000);

/** Whether another staff member has it claimed at `now`. */
export const isClaimedByOther = ({ claimedBy, claimedUntil }: Claimed, staffId: string, now: Date): boolean =>
  claimedBy !== null && claimedBy !== staffId && claimedUntil !== null && claimedUntil > now;

/** Claims a case, or renews one's own claim. False when another person has it, or it needs no action. */
export async function claimCase(
  trx: Transaction,
  queue: ClaimQueue,
  id: string,
  staffId: string,
  now: Date,
): Promise<boolean> {
  const { rows } =
    await sql`update ${sql.table(queue.table)} set claimed_by = ${staffId}, claimed_until = ${claimEnd(now)}
    where id = ${id} and state in (${sql.join(queue.states)}) and ${sql.ref(queue.order)} is not null
      and (claimed_by is null or claimed_by = ${staffId} or claimed_until <= ${now}) returning id`.execute(trx);
  return rows.length > 0;
}

/** Releases a case; false when this person had not claimed it. */
export async function releaseCase(trx: Transaction, queue: ClaimQueue, id: string, staffId: string): Promise<boolean> {
  const { rows } = await sql`update ${sql.table(queue.table)} set claimed_by = null, claimed_until = null
    where id = ${id} and claimed_by = ${staffId} returning id`.execute(trx);
  return rows.length > 0;
}

/**
 * The next case for this person: an open one that they hold already, other than `after`, else the most urgent
 * unclaimed one. Two people at the same time get two cases; the same person sending twice gets one, so cases cannot
 * be hoarded. Null when nothing waits.
 */
export async function claimNextCase(
  trx: Transaction,
  queue: ClaimQueue,
  staffId: string,
  now: Date,
  after?: string,
): Promise<string | null> {
  const [table, order] = [sql.table(queue.table), sql.ref(queue.order)];
  const inStates = sql`state in (${sql.join(queue.states)}) and ${order} is not null`;
  const other = after === undefined ? sql`` : sql`and id <> ${after}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${queue.table}:${staffId}`}, 0))`.execute(trx);
  const own = await sql<{ id: string }>`update ${table} set claimed_until = ${claimEnd(now)}
    where id = (select id from ${table} where claimed_by = ${staffId} and claimed_until > ${now} and ${inStates} ${other}
      order by ${order}, id limit 1 for update skip locked) returning id`.execute(trx);
  if (own.rows[0]) return own.rows[0].id;
  const free = await sql<{ id: string }>`update ${table} set claimed_by = ${staffId}, claimed_until = ${claimEnd(now)}
    where id = (select id from ${table} where ${inStates} and (claimed_by is null or claimed_until <= ${now}) ${other}
      order by ${order}, id limit 1 for update skip locked) returning id`.execute(trx);
  return free.rows[0]?.id ?? null;
}
