/** Notifies all participants of a campaign that two people ended early, a few hundred at a time. // Product decisions, rewards 11 */
import { sql } from "kysely";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { notifyCampaignStopped } from "./notices.ts";
import { campaignById } from "./store.ts";
import { defineQuestion } from "#server/questions.ts";

const toldAtOnce = 200;

/** Notes that a campaign was stopped, in the transaction that stops it. */
export async function noteStop(trx: Transaction, campaignId: string, at: Date): Promise<void> {
  await trx
    .insertInto("campaign_stop")
    .values({ campaignId, stoppedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Asked by campaigns: participants known to this domain, at most `max` after an id and in the order of ids. */
export const participantsOf = defineQuestion<
  (reader: Reader, campaignId: string, after: string, max: number) => Promise<string[]>
>("participants-of", "MANY");

/** People who joined, did a task, checked in, or take part in a domain above, after an id and in the order of ids. */
async function participantsAfter(
  { ask }: Services,
  trx: Transaction,
  campaignId: string,
  after: string,
): Promise<string[]> {
  const found = new Set(await ownParticipantsAfter(trx, campaignId, after));
  for (const others of ask(participantsOf))
    for (const id of await others(trx, campaignId, after, toldAtOnce)) found.add(id);
  return [...found].toSorted().slice(0, toldAtOnce);
}

async function ownParticipantsAfter(trx: Transaction, campaignId: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ borrowerId: string }>`
    select borrower_id from (
      (select borrower_id from campaign_entrant where campaign_id = ${campaignId} and borrower_id > ${after}
        order by borrower_id limit ${toldAtOnce})
      union
      (select distinct borrower_id from campaign_task where campaign_id = ${campaignId} and borrower_id > ${after}
        order by borrower_id limit ${toldAtOnce})
      union
      (select distinct borrower_id from campaign_check_in where campaign_id = ${campaignId} and borrower_id > ${after}
        order by borrower_id limit ${toldAtOnce})
    ) as people order by borrower_id limit ${toldAtOnce}`.execute(trx);
  return rows.map((row) => row.borrowerId);
}

const nobody = "00000000-0000-0000-0000-000000000000";

const tellSome = (services: Services, campaignId: string): Promise<boolean> =>
  transact(services.database, async (trx) => {
    const stop = await trx
      .selectFrom("campaign_stop")
      .select("toldUpTo")
      .where("campaignId", "=", campaignId)
      .where("doneAt", "is", null)
      .forUpdate()
      .executeTakeFirst();
    const campaign = stop && (await campaignById(trx, campaignId));
    if (!campaign) return false;
    const people = await participantsAfter(services, trx, campaignId, stop.toldUpTo ?? nobody);
    for (const borrowerId of people) await notifyCampaignStopped(services, trx, { borrowerId, campaign });
    const last = people.at(-1) ?? stop.toldUpTo;
    await trx
      .updateTable("campaign_stop")
      .set({ toldUpTo: last, ...(people.length < toldAtOnce ? { doneAt: services.clock.now() } : {}) })
      .where("campaignId", "=", campaignId)
      .execute();
    return true;
  });

export async function notifyStopped(services: Services): Promise<number> {
  const rows = await services.database
    .selectFrom("campaign_stop")
    .select("campaignId")
    .where("doneAt", "is", null)
    .orderBy("stoppedAt")
    .limit(20)
    .execute();
  return eachDue(rows, ({ campaignId }) => tellSome(services, campaignId), {
    log: services.log,
    failure: "end of a campaign not told",
    idOf: ({ campaignId }) => campaignId,
  });
}
