/** Tickets and energy end with their campaign: once no claim is possible any more, the rest is removed from the books. // Product decisions, rewards 2; docs/decisions/221 */
import { sql } from "kysely";
import { transact, type Transaction } from "#server/database.server.ts";
import { account, availableOf, lockBalance } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { energyOwner, moveUnits } from "./money.ts";
import { campaignById, type CampaignRow } from "./store.ts";

const campaignsAtOnce = 20;
const peopleAtOnce = 200;
const nobody = "00000000-0000-0000-0000-000000000000";

/** @returns campaigns that were worked on */
export async function endUnits(services: Services): Promise<number> {
  const rows = await services.database
    .selectFrom("campaign")
    .select("id")
    .where("state", "=", "ENDED")
    .where("unitsEndedAt", "is", null)
    .where("claimsUntil", "<=", services.clock.now())
    .orderBy("claimsUntil")
    .limit(campaignsAtOnce)
    .execute();
  return eachDue(rows, ({ id }) => endSome(services, id), {
    log: services.log,
    failure: "tickets of a campaign not ended",
    idOf: ({ id }) => id,
  });
}

/** A page of people, in the order of their ids; the last page closes the campaign. False when another process is doing it. */
const endSome = (services: Services, id: string): Promise<boolean> =>
  transact(services.database, async (trx) => {
    const open = await trx
      .selectFrom("campaign")
      .select("unitsEndedUpTo")
      .where("id", "=", id)
      .where("unitsEndedAt", "is", null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    const campaign = open && (await campaignById(trx, id));
    if (!campaign) return false;
    const people = await ownersAfter(trx, campaign, open.unitsEndedUpTo ?? nobody);
    for (const borrowerId of people) await endOf(services, trx, campaign, borrowerId);
    await trx
      .updateTable("campaign")
      .set({
        unitsEndedUpTo: people.at(-1) ?? open.unitsEndedUpTo,
        ...(people.length < peopleAtOnce ? { unitsEndedAt: services.clock.now() } : {}),
      })
      .where("id", "=", id)
      .execute();
    return true;
  });

/** People who may hold tickets or energy of it. */
async function ownersAfter(trx: Transaction, { id, mechanic }: CampaignRow, after: string): Promise<string[]> {
  if (mechanic !== "INSTANT" && mechanic !== "GROW") return [];
  const table = mechanic === "INSTANT" ? sql`campaign_ticket` : sql`campaign_entrant`;
  const unplayed = mechanic === "INSTANT" ? sql`and played_at is null` : sql``;
  const { rows } = await sql<{ borrowerId: string }>`
    select distinct borrower_id from ${table} where campaign_id = ${id} and borrower_id > ${after} ${unplayed}
    order by borrower_id limit ${peopleAtOnce}`.execute(trx);
  return rows.map((row) => row.borrowerId);
}

async function endOf(
  services: Services,
  trx: Transaction,
  { activityId, mechanic }: CampaignRow,
  borrowerId: string,
): Promise<void> {
  const [asset, kind, name] =
    mechanic === "INSTANT"
      ? (["TICKET", "TICKET_EXPIRED", "tickets"] as const)
      : (["POINTS", "POINTS_EXPIRED", "energy"] as const);
  const owner = energyOwner(borrowerId, activityId);
  const own = account(asset, owner);
  await lockBalance(trx, own);
  // Units held for undoing a merge are handled by the merge.
  const amount = await availableOf(trx, own);
  if (amount <= 0) return;
  const id = `${name}_end_${activityId}_${borrowerId}`;
  await moveUnits(services, trx, kind, { id, owner, amount, reference: `campaign_${activityId}` });
}
