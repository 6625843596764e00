/**
 * Sums of the ledger by the day (WIB) of booking. A day is folded once it is over and never changed; days that are not
 * folded yet are added up from their hours and the transfers after these, so a reader sees no difference.
 * // Spec credit-support 7, 12
 */
import { sql, type RawBuilder } from "kysely";
import { transact, type Reader, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Sweep } from "#server/work/sweeps.ts";
import { addDays, dateInWib, daysBetween, earlierDate, instantOf, type BusinessDate } from "#shared/dates.ts";
import { maxDifferences, type BookCheck } from "./book-checks.ts";
import type { AccountKindName, TransferKindName } from "./chart.ts";
import { overlapPositions } from "./sealing.ts";

/** A transaction that began before midnight, or before the hour's end, has ended by then. */
const closeMilliseconds = 10 * 60_000;
/** Days that one transaction folds, after a long stop. */
const maxDaysAtOnce = 7;

/** Moved on an account kind by one kind of transfer. */
export interface DaySum {
  accountKind: AccountKindName;
  transferKind: TransferKindName;
  debits: number;
  credits: number;
}

/** The kinds of account that are kept by owner: a lender's statement is made from them. */
const kindsByOwner = ["LENDER_AVAILABLE", "LENDER_INVESTED"] as const satisfies readonly AccountKindName[];

/** Booked transfers from an instant up to another one, which is not included: one row for each side. */
const sidesBetween = (from: Date, to: Date): RawBuilder<unknown> => sql`(
  select (t.posted_at at time zone 'Asia/Jakarta')::date as day, date_trunc('hour', t.posted_at) as hour, split_part(side.account_id, '/', 1) as account_kind,
    case when split_part(side.account_id, '/', 1) = any(${[...kindsByOwner]}::text[])
      then split_part(side.account_id, '/', 2) else '' end as owner_id,
    t.kind as transfer_kind, side.debit, side.credit
  from ledger_transfer t
  cross join lateral (values (t.debit_account_id, t.amount, 0::bigint), (t.credit_account_id, 0::bigint, t.amount))
    as side (account_id, debit, credit)
  where t.posted_at >= ${from} and t.posted_at < ${to} and t.phase in ('PLAIN', 'POSTED')
)`;
const dayAfter = (day: BusinessDate): Date => instantOf(addDays(day, 1));

/** The last folded day; null before the first fold. */
export async function foldedUpTo(reader: Reader): Promise<BusinessDate | null> {
  const { rows } = await sql<{ day: BusinessDate | null }>`select max(day) as day from ledger_day_fold`.execute(reader);
  return rows[0]?.day ?? null;
}

/** The first folded day; null before the first fold. */
export async function firstFolded(reader: Reader): Promise<BusinessDate | null> {
  const row = await reader.selectFrom("ledger_day_fold").select("day").orderBy("day").limit(1).executeTakeFirst();
  return row?.day ?? null;
}

export interface DayRange {
  /** First day; the beginning of the books when omitted. */
  from?: BusinessDate;
  /** Last day, included. */
  to: BusinessDate;
  /** Only the accounts of this lender. */
  ownerId?: string;
}

/** The sums over a range of days by kinds of account and transfer. Debits and credits in the asset's unit. */
export async function sumsOfDays(reader: Reader, { from, to, ownerId }: DayRange): Promise<DaySum[]> {
  const [folded, hoursUntil] = await Promise.all([foldedUpTo(reader), foldedHoursUntil(reader)]);
  const liveFrom = folded === null ? (from ?? earliest) : addDays(folded, 1);
  const first = from !== undefined && from > liveFrom ? from : liveFrom;
  const owner = ownerId === undefined ? sql`` : sql`and owner_id = ${ownerId}`;
  const [begin, end] = [instantOf(first), dayAfter(to)];
  // Hours are folded only for days after the folded ones, so either all hours of `first` exist or none.
  const until = hoursUntil === null || hoursUntil <= begin ? begin : hoursUntil < end ? hoursUntil : end;
  const live =
    first > to
      ? sql``
      : sql`union all select account_kind, transfer_kind, debits, credits from ledger_hour
          where began_at >= ${begin} and began_at < ${until} ${owner}
        union all select account_kind, transfer_kind, debit, credit from ${sidesBetween(until, end)} as sides
          where true ${owner}`;
  const { rows } = await sql<DaySum>`
    select account_kind as "accountKind", transfer_kind as "transferKind",
      sum(debits)::bigint as debits, sum(credits)::bigint as credits
    from (
      select account_kind, transfer_kind, debits, credits from ledger_day
      where day >= ${from ?? earliest} and day <= ${to} and day < ${liveFrom} ${owner}
      ${live}
    ) as moved (account_kind, transfer_kind, debits, credits)
    group by account_kind, transfer_kind order by account_kind, transfer_kind`.execute(reader);
  return rows;
}
const earliest: BusinessDate = "2000-01-01";

/**
 * Bounds of the positions of a range's transfers, so that a read of one account does not pass through its whole past.
 * They may be wider than the range; the moment of booking decides.
 */
export async function positionsOfDays(
  reader: Reader,
  { from = earliest, to }: Pick<DayRange, "from" | "to">,
): Promise<{ first: number; last: number }> {
  const { rows } = await sql<{
    first: number | null;
    last: number | null;
    newest: number | null;
    folded: BusinessDate | null;
  }>`
    select min(first_position) filter (where day >= ${from}) as first,
      max(last_position) filter (where day <= ${to}) as last, max(last_position) as newest, max(day) as folded
    from ledger_day_fold`.execute(reader);
  const { first, last, newest, folded } = rows[0]!;
  return {
    // After the last folded day: transactions of one moment may have numbers in another order than their moments.
    first: first ?? Math.max(0, (newest ?? 0) - overlapPositions),
    last: folded !== null && to <= folded ? (last ?? 0) : Number.MAX_SAFE_INTEGER,
  };
}

export const ledgerFoldSweep: Sweep = {
  name: "ledger-days",
  everySeconds: 60,
  run: async (services) => (await foldLedgerDays(services)) + (await foldHours(services)),
};

/** Folds days that are over. @returns how many */
export async function foldLedgerDays({ database, clock }: Pick<Services, "database" | "clock">): Promise<number> {
  const now = clock.now();
  const lastOver = addDays(dateInWib(new Date(now.getTime() - closeMilliseconds)), -1);
  const folded = await foldedUpTo(database);
  if (folded !== null && folded >= lastOver) return 0;
  return transact(database, async (trx) => {
    if (!(await claimFold(trx))) return 0;
    const done = await foldedUpTo(trx);
    const from = done === null ? await firstDay(trx) : addDays(done, 1);
    if (from === null || from > lastOver) return 0;
    const to = earlierDate(lastOver, addDays(from, maxDaysAtOnce - 1));
    await sql`
      insert into ledger_day (day, account_kind, owner_id, transfer_kind, debits, credits)
      select day, account_kind, owner_id, transfer_kind, sum(debit), sum(credit) from ${sidesBetween(instantOf(from), dayAfter(to))} as sides
      group by day, account_kind, owner_id, transfer_kind`.execute(trx);
    await sql`
      insert into ledger_day_fold (day, transfers, first_position, last_position, folded_at)
      select d.day::date, count(t.position), min(t.position), max(t.position), ${now}
      from generate_series(${from}::date, ${to}::date, interval '1 day') as d (day)
      left join ledger_transfer t on t.posted_at >= (d.day::timestamp at time zone 'Asia/Jakarta')
        and t.posted_at < ((d.day::timestamp + interval '1 day') at time zone 'Asia/Jakarta')
      group by d.day having count(t.position) > 0 or d.day = ${to}::date`.execute(trx);
    return daysBetween(from, to) + 1;
  });
}

/** One process folds at a time. */
async function claimFold(trx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('ledger-days', 0)) as mine`.execute(trx);
  return rows[0]?.mine === true;
}

/*
 * Hours of days that are not folded: with them the trial balance of the present day adds up the transfers of an hour or so, and
 * not each one since midnight.
 */
const hourMilliseconds = 3_600_000;
/** Days for which hours are kept after their day was folded: a reader that saw it unfolded has ended long before. */
const keptHoursDays = 3;

/** The end of the last folded hour; null before the first one. */
async function foldedHoursUntil(reader: Reader): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(began_at) as at from ledger_hour_fold`.execute(reader);
  const at = rows[0]?.at ?? null;
  return at && new Date(at.getTime() + hourMilliseconds);
}

/** Folds the past hours of days that are not folded yet. @returns how many */
async function foldHours({ database, clock }: Pick<Services, "database" | "clock">): Promise<number> {
  const now = clock.now();
  const over = new Date(Math.floor((now.getTime() - closeMilliseconds) / hourMilliseconds) * hourMilliseconds);
  const begin = await nextHour(database);
  if (begin === null || begin >= over) return 0;
  return transact(database, async (trx) => {
    if (!(await claimFold(trx))) return 0;
    const from = await nextHour(trx);
    if (from === null || from >= over) return 0;
    await sql`
      insert into ledger_hour (began_at, account_kind, owner_id, transfer_kind, debits, credits)
      select hour, account_kind, owner_id, transfer_kind, sum(debit), sum(credit) from ${sidesBetween(from, over)} as sides
      group by hour, account_kind, owner_id, transfer_kind`.execute(trx);
    const last = new Date(over.getTime() - hourMilliseconds);
    await sql`insert into ledger_hour_fold (began_at, folded_at) values (${last}, ${now})`.execute(trx);
    const forgotten = instantOf(addDays(dateInWib(now), -keptHoursDays));
    const needed = dayAfter((await foldedUpTo(trx))!);
    const before = needed < forgotten ? needed : forgotten;
    await sql`delete from ledger_hour where began_at < ${before}`.execute(trx);
    await sql`delete from ledger_hour_fold where began_at < ${before}`.execute(trx);
    return Math.round((over.getTime() - from.getTime()) / hourMilliseconds);
  });
}

/** Where the next hour begins: after the folded hours and days; null until the first day is folded. */
async function nextHour(reader: Reader): Promise<Date | null> {
  const [day, hours] = await Promise.all([foldedUpTo(reader), foldedHoursUntil(reader)]);
  if (day === null) return null;
  const after = dayAfter(day);
  return hours !== null && hours > after ? hours : after;
}

/** The day of the first transfer; null in empty books. */
async function firstDay(reader: Reader): Promise<BusinessDate | null> {
  const { rows } = await sql<{ at: Date }>`
    select posted_at as at from ledger_transfer order by position limit 1`.execute(reader);
  return rows[0] ? dateInWib(rows[0].at) : null;
}

/** Folded days against their transfers, all of them again. */
export const ledgerDaysCheck: BookCheck = {
  name: "ledger-days",
  async differences(reader) {
    const { rows } = await sql<{ about: string; expected: string; found: string }>`
      with bounds as (
        select min(day)::timestamp at time zone 'Asia/Jakarta' as from_at,
          (max(day) + 1)::timestamp at time zone 'Asia/Jakarta' as to_at from ledger_day_fold
      ), ledger as (
        select (t.posted_at at time zone 'Asia/Jakarta')::date as day, split_part(side.account_id, '/', 1) as account_kind,
          sum(side.debit)::bigint as debits, sum(side.credit)::bigint as credits
        from bounds join ledger_transfer t on t.posted_at < bounds.to_at
        cross join lateral (values (t.debit_account_id, t.amount, 0::bigint), (t.credit_account_id, 0::bigint, t.amount))
          as side (account_id, debit, credit)
        where t.phase in ('PLAIN', 'POSTED') group by 1, 2
      ), folded as (
        select day, account_kind, sum(debits)::bigint as debits, sum(credits)::bigint as credits from ledger_day group by 1, 2
      )
      select concat(coalesce(f.day, l.day), ' ', coalesce(f.account_kind, l.account_kind)) as about,
        concat(coalesce(f.debits, 0), ', ', coalesce(f.credits, 0)) as expected,
        concat(coalesce(l.debits, 0), ', ', coalesce(l.credits, 0)) as found
      from folded f full join ledger l on l.day = f.day and l.account_kind = f.account_kind
      where (coalesce(f.debits, 0), coalesce(f.credits, 0)) <> (coalesce(l.debits, 0), coalesce(l.credits, 0))
      order by 1 limit ${maxDifferences}`.execute(reader);
    return rows;
  },
};
