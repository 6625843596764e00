/**
 * SQL of campaign totals: sums per day and prize, plus the notes that the database writes with each award. A sweep adds
 * the notes to the sums; readers add both, so every figure is exact at any time. // docs/decisions/221
 */
import { sql, type RawBuilder } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { Prize } from "../rules-contract.ts";

/** Awards that count as given: their money is spent or guaranteed. */
export const counts = sql`state in ('PENDING', 'GIVEN')`;

/** SQL: number of awards by `campaign_id`, `day`, `prize` and `by_chance`, to be summed up. */
export const givenAwards = sql`(select campaign_id, day, prize, by_chance, awards from campaign_given
  union all select campaign_id, day, prize, by_chance, step from campaign_given_change)`;

/**
 * SQL: change in the number of people with an award per campaign (`campaign_id`, `people`) from these notes. A person
 * is new when all current awards are in the notes, and has left when no award remains.
 */
const peopleOf = (notes: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select campaign_id, (there > 0)::int - (there > net)::int as people
  from (select campaign_id, borrower_id, sum(step)::bigint as net from ${notes} n group by 1, 2 having sum(step) <> 0) changed
  cross join lateral (select count(*) as there from (select 1 from campaign_award a
    where a.borrower_id = changed.borrower_id and a.campaign_id = changed.campaign_id and ${counts}
    limit greatest(net, 0) + 1) as some_of_them) as now)`;

/** SQL: number of people with an award by `campaign_id`, to be summed up. */
export const givenPeople = (which: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> => sql`(
  select campaign_id, people from campaign_people where ${which}
  union all select campaign_id, people from ${peopleOf(sql`(select * from campaign_given_change where ${which})`)} p)`;

const among = (campaignIds: readonly string[]) => sql`campaign_id = any(${[...campaignIds]}::uuid[])`;

export interface GivenPrize {
  id: string;
  prize: Prize;
  byChance: boolean;
  awards: number;
}

/** Awards of campaigns from a day on, by day and prize, in the order of the days. */
export async function prizesByDay(
  reader: Reader,
  campaignIds: readonly string[],
  from: BusinessDate,
): Promise<(GivenPrize & { day: BusinessDate })[]> {
  const { rows } = await sql<GivenPrize & { day: BusinessDate }>`
    select campaign_id as id, day, prize, by_chance as "byChance", sum(awards)::bigint as awards from ${givenAwards} g
    where ${among(campaignIds)} and day >= ${from}::date group by 1, 2, 3, 4 having sum(awards) <> 0 order by 2`.execute(
    reader,
  );
  return rows;
}

/** All awards of campaigns by their prize. */
export async function prizesGiven(reader: Reader, campaignIds: readonly string[]): Promise<GivenPrize[]> {
  const { rows } = await sql<GivenPrize>`
    select campaign_id as id, prize, by_chance as "byChance", sum(awards)::bigint as awards from ${givenAwards} g
    where ${among(campaignIds)} group by 1, 2, 3 having sum(awards) <> 0`.execute(reader);
  return rows;
}

/** How many people have an award, by campaign. */
export async function countPeople(reader: Reader, campaignIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; people: number }>`
    select campaign_id as id, sum(people)::bigint as people from ${givenPeople(among(campaignIds))} p
    group by 1 having sum(people) <> 0`.execute(reader);
  return new Map(rows.map(({ id, people }) => [id, people]));
}

/** Whether an award or a choice has noted something that is not added up. */
export async function hasNotes(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from campaign_given_change) or exists (select from campaign_choice_change) as some`.execute(
    reader,
  );
  return rows[0]!.some;
}

/** Claims the adding up for this transaction; false when another process is doing it. */
export async function claimAddingUp(trx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('campaign-sums', 0)) as mine`.execute(trx);
  return rows[0]?.mine === true;
}

/**
 * Adds notes to the sums, always all notes of a person and campaign, because all are needed to see whether the person
 * is new. The caller must hold the claim.
 * @returns number of notes removed
 */
export async function addNotes(trx: Transaction, max: number): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with chosen as materialized (select distinct campaign_id, borrower_id from
        (select campaign_id, borrower_id from campaign_given_change order by campaign_id, borrower_id limit ${max}) as first_of_them),
      taken as (delete from campaign_given_change c using chosen
        where c.campaign_id = chosen.campaign_id and c.borrower_id = chosen.borrower_id returning c.*),
      given as (insert into campaign_given as g (campaign_id, day, prize, by_chance, awards)
        select campaign_id, day, prize, by_chance, sum(step)::bigint from taken group by 1, 2, 3, 4 having sum(step) <> 0
        on conflict (campaign_id, day, prize, by_chance) do update set awards = g.awards + excluded.awards),
      had as (insert into campaign_people as p (campaign_id, people)
        select campaign_id, sum(people)::bigint from ${peopleOf(sql`taken`)} t group by 1 having sum(people) <> 0
        on conflict (campaign_id) do update set people = p.people + excluded.people)
    select count(*) as added from taken`.execute(trx);
  return rows[0]!.added;
}
