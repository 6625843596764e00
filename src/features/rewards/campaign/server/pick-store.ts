/** All SQL of choices and their results. */
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

/** Awards of a campaign that are neither given nor refused yet. */
export async function countOpenAwards(reader: Reader, campaignId: string): Promise<number> {
  const row = await reader
    .selectFrom("campaign_award")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("campaign_id", "=", campaignId)
    .where("state", "in", ["PENDING", "HELD"])
    .executeTakeFirstOrThrow();
  return row.count;
}
