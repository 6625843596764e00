/** SQL of participants: their campaigns, their completed tasks, and their break from all campaigns. */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import { addDays, type BusinessDate } from "#shared/dates.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import type { CampaignTask, RulesOf } from "../rules-contract.ts";

export interface Entrant {
  joinedAt: Date;
  agreedVersion: number;
  choiceKey: string | null;
  grown: number;
  growsUntil: Date | null;
  /** DRAW: by which friends help. */
  code: string | null;
}

export async function findEntrant(
  reader: Reader,
  borrowerId: string,
  campaignId: string,
  lock = false,
): Promise<Entrant | null> {
  const query = reader
    .selectFrom("campaign_entrant")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("campaignId", "=", campaignId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row
    ? {
        joinedAt: row.joinedAt,
        agreedVersion: row.agreedVersion,
        choiceKey: row.choiceKey,
        grown: row.grown,
        growsUntil: row.growsUntil,
        code: row.code,
      }
    : null;
}

/** The owner of the wish that a code belongs to. */
export async function entrantOfCode(
  reader: Reader,
  code: string,
): Promise<{ borrowerId: string; campaignId: string } | null> {
  const row = await reader
    .selectFrom("campaign_entrant")
    .select(["borrowerId", "campaignId"])
    .where("code", "=", code)
    .executeTakeFirst();
  return row ? { borrowerId: row.borrowerId, campaignId: row.campaignId } : null;
}

/** False for a participant. */
export async function insertEntrant(
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  entrant: Entrant,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("campaign_entrant")
    .values({
      borrowerId,
      campaignId,
      joinedAt: entrant.joinedAt,
      agreedVersion: entrant.agreedVersion,
      choiceKey: entrant.choiceKey,
      grown: entrant.grown,
      growsUntil: entrant.growsUntil,
      code: entrant.code,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** A participant agrees to the current version of the rules. */
export async function agreeAnew(
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  version: number,
): Promise<void> {
  await trx
    .updateTable("campaign_entrant")
    .set({ agreedVersion: version })
    .where("borrowerId", "=", borrowerId)
    .where("campaignId", "=", campaignId)
    .where("agreedVersion", "<", version)
    .execute();
}

export async function writeGrowth(
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  grown: number,
): Promise<void> {
  await trx
    .updateTable("campaign_entrant")
    .set({ grown })
    .where("borrowerId", "=", borrowerId)
    .where("campaignId", "=", campaignId)
    .execute();
}

/** Trees whose days passed without fruit, or that bore it: their end time is removed, so that each is handled once. */
export async function endGrowth(trx: Transaction, borrowerId: string, campaignId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("campaign_entrant")
    .set({ growsUntil: null })
    .where("borrowerId", "=", borrowerId)
    .where("campaignId", "=", campaignId)
    .where("growsUntil", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}

export async function witheredTrees(reader: Reader, now: Date): Promise<{ borrowerId: string; campaignId: string }[]> {
  const rows = await reader
    .selectFrom("campaign_entrant")
    .select(["borrowerId", "campaignId"])
    .where("growsUntil", "<=", now)
    .limit(200)
    .execute();
  return rows.map((row) => ({ borrowerId: row.borrowerId, campaignId: row.campaignId }));
}

/** Records a completed task; false when this epoch of it counts already. */
export async function insertTask(
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  done: { task: CampaignTask; epoch: string; given: number; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("campaign_task")
    .values({
      borrowerId,
      campaignId,
      task: done.task,
      epoch: done.epoch,
      given: done.given,
      doneAt: done.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** Records the amount that a task really gave, when a cap reduced it. */
export async function writeGiven(
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  { task, epoch, given }: { task: CampaignTask; epoch: string; given: number },
): Promise<void> {
  await trx
    .updateTable("campaign_task")
    .set({ given })
    .where("borrowerId", "=", borrowerId)
    .where("campaignId", "=", campaignId)
    .where("task", "=", task)
    .where("epoch", "=", epoch)
    .execute();
}

/** Campaigns in which this epoch of a task counted, and its reward. */
export async function findTask(
  reader: Reader,
  borrowerId: string,
  task: CampaignTask,
  epoch: string,
): Promise<{ campaignId: string; given: number }[]> {
  const rows = await reader
    .selectFrom("campaign_task")
    .select(["campaignId", "given"])
    .where("borrowerId", "=", borrowerId)
    .where("task", "=", task)
    .where("epoch", "=", epoch)
    .where("given", ">", 0)
    .orderBy("campaignId")
    .execute();
  return rows.map((row) => ({ campaignId: row.campaignId, given: row.given }));
}

export async function tasksDone(
  reader: Reader,
  borrowerId: string,
  campaignId: string,
): Promise<{ task: CampaignTask; epoch: string; given: number; at: Date }[]> {
  const rows = await reader
    .selectFrom("campaign_task")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("campaignId", "=", campaignId)
    .orderBy("doneAt", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => ({ task: row.task as CampaignTask, epoch: row.epoch, given: row.given, at: row.doneAt }));
}

export interface CheckIn {
  checkedOn: BusinessDate;
  streak: number;
  points: number;
}

/** The current streak: broken when there was no check-in yesterday. */
export const streakNow = (checkIn: CheckIn | null, today: BusinessDate): number =>
  checkIn && checkIn.checkedOn >= addDays(today, -1) ? checkIn.streak : 0;

export async function lastCheckIn(reader: Reader, borrowerId: string, campaignId: string): Promise<CheckIn | null> {
  const row = await reader
    .selectFrom("campaign_check_in")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("campaignId", "=", campaignId)
    .orderBy("checkedOn", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { checkedOn: row.checkedOn as unknown as string, streak: row.streak, points: row.points } : null;
}

/** The counter of a borrower's check-in points of a day: check-ins of all campaigns count together, by the one with the most points. */
const togetherKey = (borrowerId: string, day: BusinessDate): string => `check-in:${borrowerId}:${day}`;

/**
 * Records a day's check-in, in one statement with its streak: from 1 to `streakDays`, then from 1 again; broken when
 * the day before has none. Null when the day has a check-in already. Its points are the part above the check-ins of
 * other campaigns on that day. // Product decisions, rewards 15.5
 */
export async function insertCheckIn(
  trx: Transaction,
  { borrowerId, campaignId, day }: { borrowerId: string; campaignId: string; day: BusinessDate },
  { streakDays, points, lastPoints }: Pick<RulesOf<"CHECK_IN">, "streakDays" | "points" | "lastPoints">,
): Promise<{ streak: number; points: number } | null> {
  const { rows } = await sql<{ streak: number; points: number }>`
    with last as (
      select checked_on, streak from campaign_check_in
      where borrower_id = ${borrowerId} and campaign_id = ${campaignId} order by checked_on desc limit 1
    ), next as (
      select coalesce((select streak + 1 from last
        where checked_on = ${day}::date - 1 and streak < ${streakDays}::int), 1) as streak
    ), together as (
      insert into campaign_counter as c (key, borrower_id, used, max)
      select ${togetherKey(borrowerId, day)}, ${borrowerId}::uuid, brings, brings
      from (select case when streak = ${streakDays}::int then ${lastPoints}::bigint else ${points}::bigint end as brings from next) n
      on conflict (key) do update set used = greatest(c.used, excluded.used), max = greatest(c.max, excluded.max)
      returning new.used - coalesce(old.used, 0) as more
    )
    insert into campaign_check_in (borrower_id, campaign_id, checked_on, streak, points)
    select ${borrowerId}::uuid, ${campaignId}::uuid, ${day}::date, streak, more from next, together
    on conflict do nothing returning streak, points`.execute(trx);
  return rows[0] ?? null;
}

/** Points from a borrower's check-ins of a day, in all campaigns together. */
export async function checkedInFor(reader: Reader, borrowerId: string, day: BusinessDate): Promise<number> {
  const row = await reader
    .selectFrom("campaign_check_in")
    .select(({ fn }) => fn.sum<number | null>("points").as("points"))
    .where("borrowerId", "=", borrowerId)
    .where("checkedOn", "=", day)
    .executeTakeFirst();
  return row?.points ?? 0;
}

/** Records the points that a day's check-in really gave, when the day's points were used up. */
export async function writeCheckedPoints(
  trx: Transaction,
  {
    borrowerId,
    campaignId,
    day,
    points,
  }: { borrowerId: string; campaignId: string; day: BusinessDate; points: number },
): Promise<void> {
  await trx
    .updateTable("campaign_check_in")
    .set({ points })
    .where("borrowerId", "=", borrowerId)
    .where("campaignId", "=", campaignId)
    .where("checkedOn", "=", day)
    .execute();
}

/** Ids of the campaigns in which a borrower pressed on a day: checked in, or did the day's press. */
export async function pressedOn(reader: Reader, borrowerId: string, day: BusinessDate): Promise<ReadonlySet<string>> {
  const [checked, done] = await Promise.all([
    checkedOn.execute(reader, { borrowerId, day }),
    signedInOn.execute(reader, { borrowerId, day }),
  ]);
  return new Set([...checked, ...done].map((row) => row.campaignId));
}

type OnDay = { borrowerId: string; day: BusinessDate };
const checkedOn = fixedQuery((reader, { borrowerId, day }: OnDay) =>
  reader
    .selectFrom("campaign_check_in")
    .select("campaignId")
    .where("borrowerId", "=", borrowerId)
    .where("checkedOn", "=", day),
);
const signedInOn = fixedQuery((reader, { borrowerId, day }: OnDay) =>
  reader
    .selectFrom("campaign_task")
    .select("campaignId")
    .where("borrowerId", "=", borrowerId)
    .where("task", "=", "DAILY_SIGN_IN")
    .where("epoch", "=", day),
);

/** A rest from campaigns. */
export interface Rest {
  since: Date;
  /** Null: for ever. */
  until: Date | null;
}

/** The break that covers this time; null without one. */
export async function campaignBreakOf(reader: Reader, borrowerId: string, at: Date): Promise<Rest | null> {
  const row = await breakAt.executeTakeFirst(reader, { borrowerId, at });
  return row ? { since: row.setAt, until: row.until } : null;
}

const breakAt = fixedQuery((reader, { borrowerId, at }: { borrowerId: string; at: Date }) =>
  reader
    .selectFrom("campaign_break")
    .select(["setAt", "until"])
    .where("borrowerId", "=", borrowerId)
    .where("setAt", "<=", at)
    .where((where) => where.or([where("until", "is", null), where("until", ">", at)])),
);

/** The people in this list who are on a break now. */
export async function restingAmong(reader: Reader, borrowerIds: readonly string[], now: Date): Promise<string[]> {
  const rows = await reader
    .selectFrom("campaign_break")
    .select("borrowerId")
    .where("borrowerId", "in", [...borrowerIds])
    .where((where) => where.or([where("until", "is", null), where("until", ">", now)]))
    .execute();
  return rows.map((row) => row.borrowerId);
}

/**
 * Extends a break and never shortens it, in one statement; a current one keeps its beginning.
 * @returns its end, null: for ever; and the end of the former break, if there was one
 */
export async function writeBreak(
  trx: Transaction,
  borrowerId: string,
  until: Date | null,
  now: Date,
): Promise<{ until: Date | null; stood: Pick<Rest, "until"> | null }> {
  const { rows } = await sql<{ until: Date | null; stoodSince: Date | null; stoodUntil: Date | null }>`
    insert into campaign_break (borrower_id, until, set_at) values (${borrowerId}, ${until}, ${now})
    on conflict (borrower_id) do update set
      until = case when campaign_break.until is null or excluded.until is null then null
        else greatest(campaign_break.until, excluded.until) end,
      set_at = case when campaign_break.until is null or campaign_break.until > excluded.set_at then campaign_break.set_at
        else excluded.set_at end
    returning new.until, old.set_at as stood_since, old.until as stood_until`.execute(trx);
  const { until: end, stoodSince: since, stoodUntil } = rows[0]!;
  return { until: end, stood: since && (stoodUntil === null || stoodUntil > now) ? { until: stoodUntil } : null };
}

/** Additional milliseconds for which trees pause; null: until no prize of their campaign can be claimed any more. */
export async function holdGrowth(
  trx: Transaction,
  borrowerId: string,
  { now, milliseconds }: { now: Date; milliseconds: number | null },
): Promise<void> {
  const end =
    milliseconds === null
      ? sql`greatest(e.grows_until, c.claims_until)`
      : sql`e.grows_until + make_interval(secs => ${milliseconds / 1_000})`;
  await sql`update campaign_entrant e set grows_until = ${end} from campaign c
    where c.id = e.campaign_id and e.borrower_id = ${borrowerId} and e.grows_until > ${now}`.execute(trx);
}

/** Records that a mail address has claimed. False when it had, in this account or another. */
export async function insertClaimedAddress(
  trx: Transaction,
  claimed: { campaignId: string; addressIndex: string; borrowerId: string; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("campaign_claimed_address")
    .values({
      campaignId: claimed.campaignId,
      addressIndex: claimed.addressIndex,
      borrowerId: claimed.borrowerId,
      claimedAt: claimed.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}
