/** Where a campaign's money is: the funded amount equals the given, taxed, redeemed, released, held and remaining amounts. // Rewards 2 */
import { sql } from "kysely";
import type { Reader } from "#server/database.server.ts";
import {
  balancesOf,
  maxDifferences,
  movementsOf,
  type BookCheck,
  type BookDifference,
} from "#server/ledger/book-checks.ts";
import { counts, givenAwards, givenPeople } from "./given-store.ts";
import { chosen } from "./pick-store.ts";

/** Whole rupiah of one campaign, including the accounts of its days. */
export interface CampaignMoney {
  activityId: string;
  funded: number;
  given: number;
  tax: number;
  redeemed: number;
  released: number;
  held: number;
  left: number;
  /** Money still reserved for past days although no award waits for it. */
  stranded: number;
}

/** Money of every campaign with a budget, from the ledger alone. */
export async function moneyOfCampaigns(reader: Reader): Promise<CampaignMoney[]> {
  const { rows } = await sql<CampaignMoney>`
    with budget as (select account_id, posted, held, split_part(substr(account_id, length('REWARD_BUDGET/') + 1), ':', 1) as activity_id
        from ${balancesOf("REWARD_BUDGET")} b),
      of_campaign as (select activity_id as id,
          coalesce(sum(net) filter (where kind = 'REWARD_FUNDED'), 0)::bigint as funded,
          coalesce(-sum(net) filter (where kind in ('REWARD', 'REWARD_REVOKED', 'VOUCHER_GIVEN')), 0)::bigint as given,
          coalesce(-sum(net) filter (where kind = 'PRIZE_TAX'), 0)::bigint as tax,
          coalesce(-sum(net) filter (where kind = 'COUPON_REDEEMED'), 0)::bigint as redeemed,
          coalesce(-sum(net) filter (where kind = 'REWARD_RELEASED'), 0)::bigint as released,
          coalesce(sum(net) filter (where kind = 'HELD'), 0)::bigint as held
        from ${movementsOf("REWARD_BUDGET")} m join budget using (account_id) group by 1)
    select c.id as "activityId", c.funded, c.given, c.tax, c.redeemed, c.released, c.held,
      (select sum(posted - held) from budget b where b.activity_id = c.id)::bigint as left,
      coalesce((select sum(b.posted - b.held) from budget b join campaign_draw d on b.account_id = 'REWARD_BUDGET/' || d.draw_id
        where b.activity_id = c.id and d.state in ('DRAWN', 'EMPTY')
        and not exists (select from campaign_award a where a.draw_id = d.id and a.state in ('PENDING', 'HELD'))), 0)::bigint as stranded
    from of_campaign c order by 1`.execute(reader);
  return rows;
}

const addsUp: BookCheck = {
  name: "campaign-money",
  async differences(reader) {
    const wrong: BookDifference[] = [];
    for (const one of await moneyOfCampaigns(reader)) {
      const { activityId, funded, given, tax, redeemed, released, held, left, stranded } = one;
      const there = given + tax + redeemed + released + held + left;
      const tell = (what: string, expected: number, found: number) =>
        wrong.push({ about: `${activityId} ${what}`, expected: String(expected), found: String(found) });
      if (funded !== there) tell("funded", there, funded);
      if (left < 0) tell("left", 0, left);
      if (stranded !== 0) tell("set aside for days that are over", 0, stranded);
    }
    return wrong.slice(0, maxDifferences);
  },
};

/** Checks that the stored sums equal the sums of awards and choices. */
const sumsAgree: BookCheck = {
  name: "campaign-sums",
  async differences(reader) {
    const { rows } = await sql<{ about: string; expected: number; found: number }>`
      select c.activity_id || ' ' || about as about, expected, found from (
        select campaign_id, concat_ws(' ', day, prize, case when by_chance then 'by chance' end) as about,
          coalesce(there.awards, 0) as expected, coalesce(added.awards, 0) as found
        from (select campaign_id, (won_at at time zone 'Asia/Jakarta')::date as day, prize, by_chance, count(*) as awards
          from campaign_award where ${counts} group by 1, 2, 3, 4) there
        full join (select campaign_id, day, prize, by_chance, sum(awards)::bigint as awards from ${givenAwards} g group by 1, 2, 3, 4) added
          using (campaign_id, day, prize, by_chance)
        union all
        select campaign_id, 'people', coalesce(there.people, 0), coalesce(added.people, 0)
        from (select campaign_id, count(distinct borrower_id) as people from campaign_award where ${counts} group by 1) there
        full join (select campaign_id, sum(people)::bigint as people from ${givenPeople()} p group by 1) added using (campaign_id)
        union all
        select campaign_id, choice_key, coalesce(there.people, 0), coalesce(added.people, 0)
        from (select e.campaign_id, e.choice_key, count(*) as people from campaign_entrant e join campaign p on p.id = e.campaign_id
          where p.mechanic = 'PICK' and e.choice_key is not null group by 1, 2) there
        full join (select campaign_id, choice_key, sum(people)::bigint as people from ${chosen} s group by 1, 2) added
          using (campaign_id, choice_key)
      ) compared join campaign c on c.id = campaign_id
      where expected <> found order by 1 limit ${maxDifferences}`.execute(reader);
    return rows.map(({ about, expected, found }) => ({ about, expected: String(expected), found: String(found) }));
  },
};

/** Checks that the kept sums of draws that are not drawn yet are those of their entries. */
const entriesAgree: BookCheck = {
  name: "campaign-entries",
  async differences(reader) {
    const { rows } = await sql<{ about: string; expected: string; found: string }>`
      select draw_id as about, there.entries || ' ' || there.points as expected, d.entries || ' ' || d.entry_points as found
      from campaign_draw d, lateral (select count(*) as entries, coalesce(sum(weight), 0) as points
        from campaign_draw_entry e where e.draw_id = d.id) there
      where d.state in ('OPEN', 'FROZEN') and (d.entries <> there.entries or d.entry_points <> there.points)
      order by 1 limit ${maxDifferences}`.execute(reader);
    return rows;
  },
};

export const campaignBookChecks: readonly BookCheck[] = [addsUp, sumsAgree, entriesAgree];
