/** All SQL of choices and their results. */
import { sql } from "kysely";
import type { Transaction, Reader } from "#server/database.server.ts";

/**
 * SQL: number of people by `campaign_id` and `choice_key`, to be summed up: the stored sums and the notes since then.
 * // docs/decisions/221
 */
export const chosen = sql`(select campaign_id, choice_key, people from campaign_choice
  union all select campaign_id, choice_key, step from campaign_choice_change)`;

/** How many people chose each option. */
export async function choicesOf(reader: Reader, campaignId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; people: number }>`
    select choice_key as key, sum(people)::bigint as people from ${chosen} c where campaign_id = ${campaignId}
    group by 1 having sum(people) <> 0`.execute(reader);
  return new Map(rows.map(({ key, people }) => [key, people]));
}

/** Adds the notes to the sums. The caller must hold the claim. @returns number of notes removed */
export async function addChoiceNotes(trx: Transaction, max: number): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with taken as (delete from campaign_choice_change where (campaign_id, id) in
        (select campaign_id, id from campaign_choice_change order by campaign_id, id limit ${max}) returning campaign_id, choice_key, step),
      had as (insert into campaign_choice as c (campaign_id, choice_key, people)
        select campaign_id, choice_key, sum(step)::bigint from taken group by 1, 2 having sum(step) <> 0
        on conflict (campaign_id, choice_key) do update set people = c.people + excluded.people)
    select count(*) as added from taken`.execute(trx);
  return rows[0]!.added;
}

export async function writeResult(
  trx: Transaction,
  campaignId: string,
  result: { optionKey: string; source: string; shareRupiah: number; at: Date },
): Promise<void> {
  await trx
    .updateTable("campaign")
    .set({
      resultKey: result.optionKey,
      resultSource: result.source,
      resultShareRupiah: result.shareRupiah,
      resultAt: result.at,
      changedAt: result.at,
    })
    .where("id", "=", campaignId)
    .execute();
}

/** Campaigns whose pool is shared but not fully given. */
export async function campaignsWithShares(reader: Reader): Promise<string[]> {
  const rows = await reader
    .selectFrom("campaign")
    .select("id")
    .where("resultShareRupiah", ">", 0)
    .where("resultAt", "is not", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** People with the right choice and without their share. */
export async function rightWithoutShare(reader: Reader, campaignId: string, max: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("campaign_entrant")
    .select("borrowerId")
    .where("campaignId", "=", campaignId)
    .where("choiceKey", "=", ({ selectFrom }) =>
      selectFrom("campaign").select("resultKey").where("id", "=", campaignId),
    )
    .where(sql<boolean>`choice_key is not null and not is_shared`)
    .orderBy("borrowerId")
    .limit(max)
    .execute();
  return rows.map((row) => row.borrowerId);
}

/** Marks that a person with the right choice has received the share. */
export async function writeShared(trx: Transaction, borrowerId: string, campaignId: string): Promise<void> {
  await trx
    .updateTable("campaign_entrant")
    .set({ isShared: true })
    .where("borrowerId", "=", borrowerId)
    .where("campaignId", "=", campaignId)
    .execute();
}

/** Which of these people chose this option. */
export async function choosersAmong(
  reader: Reader,
  campaignId: string,
  choiceKey: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await reader
    .selectFrom("campaign_entrant")
    .select("borrowerId")
    .where("borrowerId", "in", [...ids])
    .where("campaignId", "=", campaignId)
    .where("choiceKey", "=", choiceKey)
    .execute();
  return rows.map((row) => row.borrowerId);
}

/** Whether an award of a campaign is neither given nor refused yet. */
export async function hasOpenAward(reader: Reader, campaignId: string): Promise<boolean> {
  const row = await reader
    .selectFrom("campaign_award")
    .select("id")
    .where("campaignId", "=", campaignId)
    .where(sql<boolean>`state in ('PENDING', 'HELD')`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type PickChoice = { campaignId: string; choiceKey: string };

/** Choices without a result. */
export async function openChoices(reader: Reader, borrowerId: string): Promise<PickChoice[]> {
  const rows = await reader
    .selectFrom("campaign_entrant")
    .innerJoin("campaign", "campaign.id", "campaign_entrant.campaignId")
    .select(["campaignId", "choiceKey"])
    .where("borrowerId", "=", borrowerId)
    .where("choiceKey", "is not", null)
    .where("mechanic", "=", "PICK")
    .where("resultKey", "is", null)
    .orderBy("campaignId")
    .execute();
  return rows.map((row) => ({ campaignId: row.campaignId, choiceKey: row.choiceKey! }));
}

/** Ends choices whose result is not known yet, and returns them. Writing a result waits until this transaction ends. */
export async function endOpenChoices(trx: Transaction, borrowerId: string): Promise<PickChoice[]> {
  const open = await stillOpen(trx, await openChoices(trx, borrowerId));
  for (const { campaignId } of open) await writeChoice(trx, borrowerId, campaignId, null);
  return open;
}

/** Restores choices without a result; a shared pool was computed without them. */
export async function restoreChoices(
  trx: Transaction,
  borrowerId: string,
  choices: readonly PickChoice[],
): Promise<void> {
  for (const { campaignId, choiceKey } of await stillOpen(trx, choices))
    await writeChoice(trx, borrowerId, campaignId, choiceKey);
}

async function stillOpen(trx: Transaction, choices: readonly PickChoice[]): Promise<PickChoice[]> {
  const rows = await trx
    .selectFrom("campaign")
    .select("id")
    .where("id", "=", sql<string>`any(${choices.map(({ campaignId }) => campaignId)}::uuid[])`)
    .where("resultKey", "is", null)
    .orderBy("id")
    .forShare()
    .execute();
  const ids = new Set(rows.map(({ id }) => id));
  return choices.filter(({ campaignId }) => ids.has(campaignId));
}

/** Stores the choice of a participant without one. False when there is one. */
export async function fillChoice(
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  choiceKey: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("campaign_entrant")
    .set({ choiceKey })
    .where("borrowerId", "=", borrowerId)
    .where("campaignId", "=", campaignId)
    .where("choiceKey", "is", null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}

export async function writeChoice(
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  choiceKey: string | null,
): Promise<void> {
  await trx
    .updateTable("campaign_entrant")
    .set({ choiceKey })
    .where("borrowerId", "=", borrowerId)
    .where("campaignId", "=", campaignId)
    .execute();
}
