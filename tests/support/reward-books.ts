/**
 * Invariants of the rewards after any history, checked on rows, ledger and the bank's own books: nothing that was
 * answered is lost, nothing counts twice, nothing is stuck, and every campaign's money is where its rows say.
 */
import { sql } from "kysely";
import { moneyOfCampaigns } from "#features/rewards/campaign/server/book-checks.ts";
import { drawEntries, entriesHashOf } from "#features/rewards/campaign/server/fairness.ts";
import { checkBooks } from "#server/ledger/book-checks.ts";
import type { Services } from "#server/services.ts";
import { account, auditAll, availableOf, balanceOf } from "#server/ledger/index.ts";
import { dateInWib } from "#shared/dates.ts";

/** An operation that was answered with success. */
export interface Answered {
  kind: "WITHDRAWAL" | "CHECK_IN" | "PLAY" | "CLAIM" | "WISH" | "HELP" | "POUR";
  borrowerId: string;
  id: string;
  prizeKey?: string;
}

export interface RewardBooks {
  problems: string[];
  /** Withdrawals, check-ins, plays, claims, presses, helps and pours that the rows hold. */
  operations: number;
  withdrawals: number;
  failed: number;
  draws: number;
  /** Awards of draws by weight that were given. */
  paid: number;
}

/** An unused coupon is stored for a year after its end, so all coupons given since then exist. */
const forgottenBefore = (now: Date): Date => new Date(now.getTime() - 365 * 86_400_000);

type Found = { what: string }[];
/** Rows that contradict each other, by the question they answer. */
const contradictionsAt = (now: Date): readonly (readonly [string, ReturnType<typeof sql<{ what: string }>>])[] => [
  [
    "a withdrawal that the bank paid another number of times than we hold",
    sql`select w.id || ' ' || w.state || ' ' || count(s.transfer_id) as what from wallet_withdrawal w
      left join bank_transfer t on t.purpose = 'WALLET' and t.subject_id = w.id::text left join sandbox_transfer s on s.transfer_id = t.id and s.state = 'SETTLED'
      group by w.id, w.state having count(s.transfer_id) <> (w.state = 'SUCCEEDED')::int`,
  ],
  ["a withdrawal that is stuck", sql`select id::text as what from wallet_withdrawal where state = 'PENDING'`],
  [
    "cash that was won and not paid once",
    sql`select a.id || ' ' || count(r.id) as what from campaign_award a left join wallet_record r on r.source = 'award_' || a.id
      where a.state = 'GIVEN' and a.prize ->> 'kind' = 'CASH' group by a.id having count(r.id) <> 1`,
  ],
  [
    "a coupon that was won and not given once",
    sql`select a.id || ' ' || count(c.id) as what from campaign_award a left join coupon c on c.award_id = a.id::text
      where a.state = 'GIVEN' and a.prize ->> 'kind' = 'COUPON' group by a.id, a.won_at
      having count(c.id) > 1 or (count(c.id) = 0 and a.won_at > ${forgottenBefore(now)})`,
  ],
  [
    "an award that is stuck",
    sql`select id || ' ' || state as what from campaign_award where state = 'PENDING' and prize ->> 'kind' <> 'VOUCHER'`,
  ],
  [
    "a check-in without its points, or with other ones",
    sql`select c.borrower_id || ' ' || c.checked_on as what from campaign_check_in c join campaign on campaign.id = c.campaign_id
      left join points_record r on r.borrower_id = c.borrower_id and r.source = 'check_in_' || campaign.activity_id || '_' || c.checked_on
      where coalesce(r.points, 0) <> c.points`,
  ],
  [
    "a ticket that was played and not used once",
    sql`select ticket_id as what from campaign_ticket t where (played_at is not null) <>
      exists (select from ledger_transfer l where l.id = 'play_' || t.ticket_id)`,
  ],
  [
    "plays of a day that are not numbered from 1 on",
    sql`select d.draw_id as what from campaign_draw d join campaign_ticket t on t.draw_id = d.id group by d.id
      having max(t.play_number) <> count(*) or count(distinct t.play_number) <> count(*) or max(d.plays) <> count(*)`,
  ],
  [
    "a draw whose entries or points are not the kept ones",
    sql`select d.draw_id as what from campaign_draw d left join campaign_draw_entry e on e.draw_id = d.id
      group by d.id having count(e.entry_id) <> d.entries or coalesce(sum(e.weight), 0) <> d.entry_points`,
  ],
  [
    // Or the points of the account whose entry came along with a merge.
    "a wish whose weight is not what its day's points are",
    sql`select e.entry_id as what from campaign_draw_entry e join campaign_draw d on d.id = e.draw_id join campaign c on c.id = d.campaign_id
      left join ledger_balance b on b.account_id = 'POINTS/' || e.borrower_id || ':' || c.activity_id || ':' || d.day
      where coalesce(b.posted, 0) <> e.weight and not exists (select from ledger_balance o
        where o.account_id like 'POINTS/%:' || c.activity_id || ':' || d.day and o.posted = e.weight)`,
  ],
  [
    // A tree goes along with a merge, and keeps what its first owner poured: those of a campaign are added up together.
    "trees that did not grow by what was poured",
    sql`select c.activity_id as what from campaign c join campaign_entrant n on n.campaign_id = c.id where c.mechanic = 'GROW'
      group by c.activity_id having sum(n.grown) <>
        coalesce((select sum(amount) from ledger_transfer l where l.id like 'pour_' || c.activity_id || '_________-%'), 0)`,
  ],
  [
    "a counter or a stock beyond its most",
    sql`select key as what from campaign_counter where used > max or used < 0
      union all select prize_key from campaign_stock where given > max or given < 0`,
  ],
  [
    "a notification of the bank, or an event, that nobody has handled, or that was left to staff",
    sql`select event_id as what from partner_event where handled_at is null
      union all select name || ' ' || subscriber from domain_event_delivery
      union all select name || ' ' || subscriber || ' ' || cause from domain_event_exception where state <> 'CLOSED'`,
  ],
];

/** @returns what is wrong, none where everything adds up */
export async function rewardBooks(services: Services, answered: readonly Answered[]): Promise<RewardBooks> {
  const { database, clock } = services;
  const problems: string[] = [];
  for (const [question, query] of contradictionsAt(clock.now()))
    for (const { what } of (await query.execute(database)).rows as Found) problems.push(`${question}: ${what}`);
  problems.push(...(await lost(services, answered)), ...(await drawsProblems(services)), ...(await points(services)));
  problems.push(...(await campaignMoney(services)));
  for (const finding of (await auditAll(database, clock.now())).findings) problems.push(JSON.stringify(finding));
  const { rows } = await sql<Omit<RewardBooks, "problems">>`select
    (select count(*) from wallet_withdrawal) + (select count(*) from campaign_check_in) + (select count(*) from campaign_help)
      + (select count(*) from campaign_ticket where played_at is not null) + (select count(*) from campaign_award where cause like 'claim%')
      + (select count(*) from campaign_task) + (select count(*) from ledger_transfer where id like 'pour_%') as operations,
    (select count(*) from wallet_withdrawal) as withdrawals,
    (select count(*) from wallet_withdrawal where state = 'FAILED') as failed,
    (select count(*) from campaign_draw where state = 'DRAWN' and plays = 0) as draws,
    (select count(*) from campaign_award where cause like 'draw_%' and state = 'GIVEN') as paid`.execute(database);
  return { problems: problems.slice(0, 20), ...rows[0]! };
}

/** Operations answered with success whose rows are missing. */
async function lost({ database }: Services, answered: readonly Answered[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select 'WITHDRAWAL ' || borrower_id || ' ' || id as key from wallet_withdrawal
    union all select 'CHECK_IN ' || borrower_id || ' ' || checked_on from campaign_check_in
    union all select 'PLAY ' || borrower_id || ' ' || ticket_id || ' ' || prize_key from campaign_ticket where played_at is not null
    union all select 'CLAIM ' || borrower_id || ' ' || id from campaign_award where state = 'GIVEN'
    union all select 'WISH ' || borrower_id || ' ' || epoch from campaign_task
    union all select 'HELP ' || h.borrower_id || ' ' || e.code from campaign_help h
      join campaign_entrant e on e.borrower_id = h.helped_id and e.campaign_id = h.campaign_id
    union all select 'POUR ' || borrower_id || ' ' || substring(id from '_(\\d+)$') from (
      select id, substring(id from '[0-9a-f-]{36}') as borrower_id from ledger_transfer where id like 'pour_%') p`.execute(
    database,
  );
  const held = new Set(rows.map(({ key }) => key));
  const keyOf = ({ kind, borrowerId, id, prizeKey }: Answered) => [
    kind,
    borrowerId,
    id,
    ...(prizeKey ? [prizeKey] : []),
  ];
  return answered.flatMap((one) => (held.has(keyOf(one).join(" ")) ? [] : [`lost: ${keyOf(one).join(" ")}`]));
}

/** Draws by weight: stored winners are those that anybody recomputes; no day that is over is open. */
async function drawsProblems({ database, clock }: Services): Promise<string[]> {
  const problems: string[] = [];
  const over = await database
    .selectFrom("campaign_draw")
    .selectAll()
    .where(sql<boolean>`day < ${dateInWib(clock.now())}`)
    .execute();
  for (const draw of over) {
    if (draw.state === "OPEN") problems.push(`${draw.drawId} is still open`);
    if (draw.state !== "DRAWN" || draw.plays > 0) continue;
    const entries = await database
      .selectFrom("campaign_draw_entry")
      .selectAll()
      .where("drawId", "=", draw.id)
      .orderBy("entryId")
      .execute();
    const weighed = entries.map((row) => ({ entryId: row.entryId, weight: row.weight }));
    const drawn = drawEntries(weighed, 5, { seed: draw.seed!, beacon: draw.beacon });
    const stored = entries.filter((row) => row.place !== null).toSorted((a, b) => a.place! - b.place!);
    if (drawn.map(({ entryId }) => entryId).join() !== stored.map((row) => row.entryId).join())
      problems.push(`${draw.drawId} is not what is recomputed`);
    if (entriesHashOf(weighed) !== draw.entriesHash) problems.push(`${draw.drawId} has other entries than it froze`);
  }
  return problems;
}

/** Points are what their records add up to. */
async function points({ database }: Services): Promise<string[]> {
  const problems: string[] = [];
  const sums = await sql<{ borrowerId: string; sum: number }>`
    select borrower_id, sum(case when kind in ('EARNED', 'GIVEN_BACK') then points else -points end)::bigint as sum
      from points_record group by 1`.execute(database);
  for (const { borrowerId, sum } of sums.rows) {
    const available = await availableOf(database, account("POINTS", borrowerId));
    if (available !== sum) problems.push(`points of ${borrowerId} are ${available}, its records are ${sum}`);
  }
  return problems;
}

/** Checks per campaign that the given money equals the rows of wallets and awards; the domains' own checks do the rest. */
export async function campaignMoney(services: Services): Promise<string[]> {
  const { database } = services;
  const problems: string[] = [];
  for (const { check, about, expected, found } of await checkBooks(services, database))
    problems.push(`${check} ${about}: rows ${expected}, ledger ${found}`);
  for (const { activityId, given } of await moneyOfCampaigns(database)) {
    const { rows } = await sql<{ cash: number; revoked: number; vouchers: number }>`select
      coalesce((select sum(amount_rupiah) from wallet_record where activity_id = ${activityId} and kind = 'REWARD'), 0)::bigint as cash,
      coalesce((select sum(amount_rupiah) from wallet_record where activity_id = ${activityId} and kind = 'REVOKED'), 0)::bigint as revoked,
      coalesce((select sum((a.prize ->> 'rupiah')::bigint) from campaign_award a join campaign c on c.id = a.campaign_id
        where c.activity_id = ${activityId} and a.state = 'GIVEN' and a.prize ->> 'kind' = 'VOUCHER'), 0)::bigint as vouchers`.execute(
      database,
    );
    const { cash, revoked, vouchers } = rows[0]!;
    if (given !== cash - revoked + vouchers)
      problems.push(`${activityId} gave ${given}, its rows ${cash - revoked + vouchers}`);
    const own = await balanceOf(database, account("REWARD_BUDGET", activityId));
    if (own < 0) problems.push(`${activityId} is overdrawn`);
  }
  return problems;
}
