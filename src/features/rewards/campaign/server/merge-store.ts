/** SQL of the parts of an account's campaigns that move in a merge. */
import { sql } from "kysely";
import type { Transaction, Reader } from "#server/database.server.ts";
import { account, availableOf } from "#server/ledger/index.ts";

/** Campaigns that only the first account has joined. */
export async function joinedOnlyBy(reader: Reader, borrowerId: string, otherId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select campaign_id as id from campaign_entrant where borrower_id = ${borrowerId}
    except select campaign_id from campaign_entrant where borrower_id = ${otherId}
    order by id`.execute(reader);
  return rows.map(({ id }) => id);
}

export async function countRemainingTickets(reader: Reader, borrowerId: string): Promise<number> {
  const row = await reader
    .selectFrom("campaign_ticket")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("borrowerId", "=", borrowerId)
    .where("playedAt", "is", null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Prizes that wait for a day, a review or an address. */
export async function countAwardsWaiting(reader: Reader, borrowerId: string): Promise<number> {
  const row = await reader
    .selectFrom("campaign_award")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("borrowerId", "=", borrowerId)
    .where("state", "in", ["PENDING", "HELD"])
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Energy that is there, by campaign: the accounts of a joined campaign's energy. */
export async function energyOf(reader: Reader, borrowerId: string): Promise<{ activityId: string; points: number }[]> {
  const rows = await reader
    .selectFrom("campaign_entrant")
    .innerJoin("campaign", "campaign.id", "campaign_entrant.campaignId")
    .select("campaign.activityId")
    .where("borrowerId", "=", borrowerId)
    .orderBy("campaign.activityId")
    .execute();
  const found = await Promise.all(
    rows.map(async ({ activityId }) => ({
      activityId,
      points: await availableOf(reader, account("POINTS", `${borrowerId}:${activityId}`)),
    })),
  );
  return found.filter(({ points }) => points > 0);
}

/** Adds one account's use of caps to the other's; returns the added amounts. */
export async function addCampaignCounters(
  trx: Transaction,
  fromId: string,
  toId: string,
): Promise<{ key: string; added: number }[]> {
  const { rows } = await sql<{ key: string; added: number }>`
    insert into campaign_counter as c (key, borrower_id, used, max)
    select replace(key, ${fromId}, ${toId}), ${toId}::uuid, used, max from campaign_counter
      where borrower_id = ${fromId} and position(${fromId} in key) > 0
    on conflict (key) do update set used = least(c.used + excluded.used, c.max)
    returning new.key, new.used - coalesce(old.used, 0) as added`.execute(trx);
  return rows.map(({ key, added }) => ({ key, added }));
}

export async function takeCounters(
  trx: Transaction,
  counters: readonly { key: string; added: number }[],
): Promise<void> {
  for (const { key, added } of counters)
    await sql`update campaign_counter set used = greatest(used - ${added}, 0) where key = ${key}`.execute(trx);
}

/** Copies facts that a campaign asks for to the other account, so that a person is a newcomer only once. */
export async function copyFacts(
  trx: Transaction,
  fromId: string,
  toId: string,
): Promise<{ fact: string; eventId: string }[]> {
  const { rows } = await sql<{ fact: string; eventId: string }>`
    insert into campaign_fact (borrower_id, fact, event_id, loan_id, in_time, happened_at)
    select ${toId}::uuid, fact, event_id, loan_id, in_time, happened_at from campaign_fact where borrower_id = ${fromId}
    on conflict (borrower_id, fact, event_id) do nothing returning fact, event_id`.execute(trx);
  return rows.map(({ fact, eventId }) => ({ fact, eventId }));
}

export async function removeFacts(
  trx: Transaction,
  borrowerId: string,
  facts: readonly { fact: string; eventId: string }[],
): Promise<void> {
  for (const { fact, eventId } of facts)
    await trx
      .deleteFrom("campaign_fact")
      .where("borrowerId", "=", borrowerId)
      .where("fact", "=", fact)
      .where("eventId", "=", eventId)
      .execute();
}

/** Gives tickets that were not played another owner, all or these; returns which. */
export async function passTickets(
  trx: Transaction,
  fromId: string,
  toId: string,
  only?: readonly string[],
): Promise<string[]> {
  let query = trx
    .updateTable("campaign_ticket")
    .set({ borrowerId: toId })
    .where("borrowerId", "=", fromId)
    .where("playedAt", "is", null);
  if (only) query = query.where("ticketId", "=", sql<string>`any(${[...only]})`);
  return (await query.returning("ticketId").execute()).map((row) => row.ticketId);
}

/** How many of these tickets belong to each campaign; those of a campaign that is over have ended. */
export async function ticketsByCampaign(
  reader: Reader,
  ticketIds: readonly string[],
): Promise<{ activityId: string; tickets: number }[]> {
  if (ticketIds.length === 0) return [];
  const rows = await reader
    .selectFrom("campaign_ticket")
    .innerJoin("campaign", "campaign.id", "campaign_ticket.campaignId")
    .select(({ fn }) => ["campaign.activityId", fn.countAll<number>().as("tickets")])
    .where("ticketId", "=", sql<string>`any(${[...ticketIds]})`)
    .where("campaign.unitsEndedAt", "is", null)
    .groupBy("campaign.activityId")
    .orderBy("campaign.activityId")
    .execute();
  return rows.map((row) => ({ activityId: row.activityId, tickets: row.tickets }));
}

/** Gives waiting prizes another owner, all or the given ones; one for which the other account has its own stays. Returns the moved ones. */
export async function passAwards(
  trx: Transaction,
  fromId: string,
  toId: string,
  only?: readonly string[],
): Promise<string[]> {
  const these = only ? sql`and a.id = any(${[...only]}::uuid[])` : sql``;
  const { rows } = await sql<{ id: string }>`
    update campaign_award a set borrower_id = ${toId}
    where a.borrower_id = ${fromId} and a.state in ('PENDING', 'HELD') ${these}
      and not exists (select 1 from campaign_award b
        where b.borrower_id = ${toId} and b.campaign_id = a.campaign_id and b.cause = a.cause)
    returning a.id`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function passEntrants(
  trx: Transaction,
  fromId: string,
  toId: string,
  campaigns: readonly string[],
): Promise<void> {
  await sql`update campaign_entrant e set borrower_id = ${toId}
    where e.borrower_id = ${fromId} and e.campaign_id = any(${[...campaigns]}::uuid[])
      and not exists (select 1 from campaign_entrant o where o.borrower_id = ${toId} and o.campaign_id = e.campaign_id)`.execute(
    trx,
  );
}

/**
 * Moves reminders to another owner, all or the given ones; one that the other account also has stays. Sent ones move
 * too, because they count as promotion that the person received.
 * @returns their campaigns
 */
export async function passReminders(
  trx: Transaction,
  fromId: string,
  toId: string,
  only?: readonly string[],
): Promise<string[]> {
  const these = only ? sql`and r.campaign_id = any(${[...only]}::uuid[])` : sql``;
  const { rows } = await sql<{ id: string }>`
    update campaign_reminder r set borrower_id = ${toId}
    where r.borrower_id = ${fromId} ${these}
      and not exists (select 1 from campaign_reminder o where o.borrower_id = ${toId} and o.campaign_id = r.campaign_id)
    returning r.campaign_id as id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Entries in draws that are not frozen. */
export async function openEntries(
  reader: Reader,
  borrowerId: string,
): Promise<{ drawId: string; entryId: string; campaignId: string }[]> {
  const rows = await reader
    .selectFrom("campaign_draw_entry")
    .innerJoin("campaign_draw", "campaign_draw.id", "campaign_draw_entry.drawId")
    .select(["campaign_draw_entry.drawId", "entryId", "campaignId"])
    .where("borrowerId", "=", borrowerId)
    .where("state", "=", "OPEN")
    .execute();
  return rows.map((row) => ({ drawId: row.drawId, entryId: row.entryId, campaignId: row.campaignId }));
}

/** Gives entries of these campaigns another owner, all that are not drawn or these; returns which. */
export async function passEntries(
  trx: Transaction,
  fromId: string,
  toId: string,
  campaigns: readonly string[],
  only?: readonly { drawId: string; entryId: string }[],
): Promise<{ drawId: string; entryId: string }[]> {
  const these = only ? sql`and e.entry_id = any(${only.map(({ entryId }) => entryId)})` : sql``;
  const { rows } = await sql<{ drawId: string; entryId: string }>`
    update campaign_draw_entry e set borrower_id = ${toId} from campaign_draw d
    where d.id = e.draw_id and d.state in ('OPEN', 'FROZEN') and e.borrower_id = ${fromId}
      and d.campaign_id = any(${[...campaigns]}::uuid[]) ${these}
      and not exists (select 1 from campaign_draw_entry o where o.draw_id = e.draw_id and o.borrower_id = ${toId})
    returning e.draw_id, e.entry_id`.execute(trx);
  return rows.map((row) => ({ drawId: row.drawId, entryId: row.entryId }));
}

export type EndedEntry = { drawId: string; entryId: string; choiceKey: string | null; weight: number };

/** Ends the remaining entries of an account in draws that are not frozen; returns them. */
export async function endEntries(trx: Transaction, borrowerId: string): Promise<EndedEntry[]> {
  const { rows } = await sql<{ drawId: string; entryId: string; choiceKey: string | null; weight: number }>`
    delete from campaign_draw_entry e using campaign_draw d
    where d.id = e.draw_id and d.state = 'OPEN' and e.borrower_id = ${borrowerId}
    returning e.draw_id, e.entry_id, e.choice_key, e.weight`.execute(trx);
  return rows.map((row) => ({
    drawId: row.drawId,
    entryId: row.entryId,
    choiceKey: row.choiceKey,
    weight: Number(row.weight),
  }));
}

/** Restores them when their draw is not frozen yet. */
export async function restoreEntries(
  trx: Transaction,
  borrowerId: string,
  entries: readonly EndedEntry[],
): Promise<void> {
  for (const { drawId, entryId, choiceKey, weight } of entries)
    await sql`insert into campaign_draw_entry (draw_id, entry_id, borrower_id, choice_key, weight)
      select id, ${entryId}, ${borrowerId}, ${choiceKey}, ${weight} from campaign_draw
      where id = ${drawId} and state = 'OPEN' on conflict do nothing`.execute(trx);
}
