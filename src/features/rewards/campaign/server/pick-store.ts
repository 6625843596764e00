/** All SQL of choices and their results. */
import { sql } from "kysely";
import type { Transaction, Reader } from "#server/database.server.ts";

/** How many people chose each option. */
export async function choicesOf(reader: Reader, campaignId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await reader
    .selectFrom("campaign_entrant")
    .select(({ fn }) => ["choice_key", fn.countAll<number>().as("count")])
    .where("campaign_id", "=", campaignId)
    .where("choice_key", "is not", null)
    .groupBy("choice_key")
    .execute();
  return new Map(rows.map((row) => [row.choice_key!, row.count]));
}

export async function writeResult(
  trx: Transaction,
  campaignId: string,
  result: { optionKey: string; source: string; shareRupiah: number; at: Date },
): Promise<void> {
  await trx
    .updateTable("campaign")
    .set({
      result_key: result.optionKey,
      result_source: result.source,
      result_share_rupiah: result.shareRupiah,
      result_at: result.at,
      changed_at: result.at,
    })
    .where("id", "=", campaignId)
    .execute();
}

/** Campaigns whose pool is shared and not given out yet. */
export async function campaignsWithShares(reader: Reader): Promise<string[]> {
  const rows = await reader
    .selectFrom("campaign")
    .select("id")
    .where("result_share_rupiah", ">", 0)
    .where("result_at", "is not", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** People who chose right and have no award for it yet. */
export async function rightWithoutAward(reader: Reader, campaignId: string, max: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("campaign_entrant")
    .innerJoin("campaign", "campaign.id", "campaign_entrant.campaign_id")
    .select("campaign_entrant.borrower_id")
    .where("campaign_entrant.campaign_id", "=", campaignId)
    .whereRef("campaign_entrant.choice_key", "=", "campaign.result_key")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("campaign_award")
            .select("campaign_award.id")
            .whereRef("campaign_award.borrower_id", "=", "campaign_entrant.borrower_id")
            .whereRef("campaign_award.campaign_id", "=", "campaign_entrant.campaign_id")
            .where("campaign_award.cause", "=", "pick"),
        ),
      ),
    )
    .limit(max)
    .execute();
  return rows.map((row) => row.borrower_id);
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
    .select("borrower_id")
    .where("borrower_id", "in", [...ids])
    .where("campaign_id", "=", campaignId)
    .where("choice_key", "=", choiceKey)
    .execute();
  return rows.map((row) => row.borrower_id);
}

/** Whether an award of a campaign is neither given nor refused yet. */
export async function hasOpenAward(reader: Reader, campaignId: string): Promise<boolean> {
  const row = await reader
    .selectFrom("campaign_award")
    .select("id")
    .where("campaign_id", "=", campaignId)
    .where(sql<boolean>`state in ('PENDING', 'HELD')`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type Choice = { campaignId: string; choiceKey: string };

/** Choices whose result is not known yet. */
export async function openChoices(reader: Reader, borrowerId: string): Promise<Choice[]> {
  const rows = await reader
    .selectFrom("campaign_entrant")
    .innerJoin("campaign", "campaign.id", "campaign_entrant.campaign_id")
    .select(["campaign_id", "choice_key"])
    .where("borrower_id", "=", borrowerId)
    .where("choice_key", "is not", null)
    .where("mechanic", "=", "PICK")
    .where("result_key", "is", null)
    .orderBy("campaign_id")
    .execute();
  return rows.map((row) => ({ campaignId: row.campaign_id, choiceKey: row.choice_key! }));
}

/** Ends choices whose result is not known yet; answers them. Whoever writes a result waits until the transaction ends. */
export async function endOpenChoices(trx: Transaction, borrowerId: string): Promise<Choice[]> {
  const open = await stillOpen(trx, await openChoices(trx, borrowerId));
  for (const { campaignId } of open) await writeChoice(trx, borrowerId, campaignId, null);
  return open;
}

/** Puts them back where there is no result yet: one that was shared out counted without them. */
export async function restoreChoices(trx: Transaction, borrowerId: string, choices: readonly Choice[]): Promise<void> {
  for (const { campaignId, choiceKey } of await stillOpen(trx, choices))
    await writeChoice(trx, borrowerId, campaignId, choiceKey);
}

async function stillOpen(trx: Transaction, choices: readonly Choice[]): Promise<Choice[]> {
  const rows = await trx
    .selectFrom("campaign")
    .select("id")
    .where("id", "=", sql<string>`any(${choices.map(({ campaignId }) => campaignId)}::uuid[])`)
    .where("result_key", "is", null)
    .orderBy("id")
    .forShare()
    .execute();
  const ids = new Set(rows.map(({ id }) => id));
  return choices.filter(({ campaignId }) => ids.has(campaignId));
}

export async function writeChoice(
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  choiceKey: string | null,
): Promise<void> {
  await trx
    .updateTable("campaign_entrant")
    .set({ choice_key: choiceKey })
    .where("borrower_id", "=", borrowerId)
    .where("campaign_id", "=", campaignId)
    .execute();
}
