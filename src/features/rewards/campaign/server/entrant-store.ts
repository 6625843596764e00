/** All SQL of those who take part in campaigns: with what they joined, what they did for it, and their rest from all of it. */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";
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
    .where("borrower_id", "=", borrowerId)
    .where("campaign_id", "=", campaignId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row
    ? {
        joinedAt: row.joined_at,
        agreedVersion: row.agreed_version,
        choiceKey: row.choice_key,
        grown: row.grown,
        growsUntil: row.grows_until,
        code: row.code,
      }
    : null;
}

/** Whose wish a code is. */
export async function ownerOfCode(
  reader: Reader,
  code: string,
): Promise<{ borrowerId: string; campaignId: string } | null> {
  const row = await reader
    .selectFrom("campaign_entrant")
    .select(["borrower_id", "campaign_id"])
    .where("code", "=", code)
    .executeTakeFirst();
  return row ? { borrowerId: row.borrower_id, campaignId: row.campaign_id } : null;
}

/** False where the person takes part already. */
export async function insertEntrant(
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  entrant: Entrant,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("campaign_entrant")
    .values({
      borrower_id: borrowerId,
      campaign_id: campaignId,
      joined_at: entrant.joinedAt,
      agreed_version: entrant.agreedVersion,
      choice_key: entrant.choiceKey,
      grown: entrant.grown,
      grows_until: entrant.growsUntil,
      code: entrant.code,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** Who took part already agrees to the rules as they are now. */
export async function agreeAnew(
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  version: number,
): Promise<void> {
  await trx
    .updateTable("campaign_entrant")
    .set({ agreed_version: version })
    .where("borrower_id", "=", borrowerId)
    .where("campaign_id", "=", campaignId)
    .where("agreed_version", "<", version)
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
    .where("borrower_id", "=", borrowerId)
    .where("campaign_id", "=", campaignId)
    .execute();
}

/** Trees whose days are over without fruit, or that bore it: their time is taken away, so that each is looked at once. */
export async function endGrowth(trx: Transaction, borrowerId: string, campaignId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("campaign_entrant")
    .set({ grows_until: null })
    .where("borrower_id", "=", borrowerId)
    .where("campaign_id", "=", campaignId)
    .where("grows_until", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}

export async function witheredTrees(reader: Reader, now: Date): Promise<{ borrowerId: string; campaignId: string }[]> {
  const rows = await reader
    .selectFrom("campaign_entrant")
    .select(["borrower_id", "campaign_id"])
    .where("grows_until", "<=", now)
    .limit(200)
    .execute();
  return rows.map((row) => ({ borrowerId: row.borrower_id, campaignId: row.campaign_id }));
}

/** Writes that a task was done; false where this epoch of it counts already. */
export async function insertTask(
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  done: { task: CampaignTask; epoch: string; given: number; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("campaign_task")
    .values({
      borrower_id: borrowerId,
      campaign_id: campaignId,
      task: done.task,
      epoch: done.epoch,
      given: done.given,
      done_at: done.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** What a task brought in truth, where a cap left less of it. */
export async function writeGiven(
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  { task, epoch, given }: { task: CampaignTask; epoch: string; given: number },
): Promise<void> {
  await trx
    .updateTable("campaign_task")
    .set({ given })
    .where("borrower_id", "=", borrowerId)
    .where("campaign_id", "=", campaignId)
    .where("task", "=", task)
    .where("epoch", "=", epoch)
    .execute();
}

/** In which campaigns this epoch of a task counted, and what it brought. */
export async function findTask(
  reader: Reader,
  borrowerId: string,
  task: CampaignTask,
  epoch: string,
): Promise<{ campaignId: string; given: number }[]> {
  const rows = await reader
    .selectFrom("campaign_task")
    .select(["campaign_id", "given"])
    .where("borrower_id", "=", borrowerId)
    .where("task", "=", task)
    .where("epoch", "=", epoch)
    .where("given", ">", 0)
    .orderBy("campaign_id")
    .execute();
  return rows.map((row) => ({ campaignId: row.campaign_id, given: row.given }));
}

export async function tasksDone(
  reader: Reader,
  borrowerId: string,
  campaignId: string,
): Promise<{ task: CampaignTask; epoch: string; given: number; at: Date }[]> {
  const rows = await reader
    .selectFrom("campaign_task")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("campaign_id", "=", campaignId)
    .orderBy("done_at", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => ({ task: row.task as CampaignTask, epoch: row.epoch, given: row.given, at: row.done_at }));
}

export interface CheckIn {
  checkedOn: BusinessDate;
  streak: number;
  points: number;
}

export async function lastCheckIn(reader: Reader, borrowerId: string, campaignId: string): Promise<CheckIn | null> {
  const row = await reader
    .selectFrom("campaign_check_in")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("campaign_id", "=", campaignId)
    .orderBy("checked_on", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { checkedOn: row.checked_on as unknown as string, streak: row.streak, points: row.points } : null;
}

/**
 * Writes a day's check-in, in one statement with the streak that it brings: from 1 to `streakDays`, and from 1 again; broken where the
 * day before has none. Null where the day has its check-in.
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
    )
    insert into campaign_check_in (borrower_id, campaign_id, checked_on, streak, points)
    select ${borrowerId}::uuid, ${campaignId}::uuid, ${day}::date, streak,
      case when streak = ${streakDays}::int then ${lastPoints}::bigint else ${points}::bigint end from next
    on conflict do nothing returning streak, points`.execute(trx);
  return rows[0] ?? null;
}

/** Until when somebody rests from campaigns; "FOR_GOOD", or null where nobody does. */
export async function breakOf(reader: Reader, borrowerId: string, now: Date): Promise<Date | "FOR_GOOD" | null> {
  const row = await reader
    .selectFrom("campaign_break")
    .select("until")
    .where("borrower_id", "=", borrowerId)
    .executeTakeFirst();
  if (!row) return null;
  if (row.until === null) return "FOR_GOOD";
  return row.until > now ? row.until : null;
}

/** Lengthens a rest and never shortens it, in one statement. @returns its end; null: for good */
export async function writeBreak(
  trx: Transaction,
  borrowerId: string,
  until: Date | null,
  now: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    insert into campaign_break (borrower_id, until, set_at) values (${borrowerId}, ${until}, ${now})
    on conflict (borrower_id) do update set
      until = case when campaign_break.until is null or excluded.until is null then null
        else greatest(campaign_break.until, excluded.until) end,
      set_at = excluded.set_at
    returning until`.execute(trx);
  return rows[0]?.until ?? null;
}

/** Notes that an address has claimed. False where it had, in this account or another. */
export async function insertClaimedAddress(
  trx: Transaction,
  claimed: { campaignId: string; addressIndex: string; borrowerId: string; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("campaign_claimed_address")
    .values({
      campaign_id: claimed.campaignId,
      address_index: claimed.addressIndex,
      borrower_id: claimed.borrowerId,
      claimed_at: claimed.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}
