/** Reads of booked transfers for statements and accounting: one account by days, bank accounts by value date, loans by day. */
import { sql } from "kysely";
import type { Reader } from "#server/database.server.ts";
import { addDays, instantOf, type BusinessDate } from "#shared/dates.ts";
import type { AccountKindName, AccountRef, TransferKindName } from "./chart.ts";
import { positionsOfDays } from "./days.ts";

/** A booked transfer as one account sees it. */
export interface AccountPosting {
  id: string;
  position: number;
  kind: TransferKindName;
  amount: number;
  debit: string;
  credit: string;
  reference: string;
  valueDate: BusinessDate;
  postedAt: Date;
}

/** An account that has had a transfer; null for another id. */
export async function findLedgerAccount(reader: Reader, id: string): Promise<AccountRef | null> {
  const row = await reader
    .selectFrom("ledger_account")
    .select(["id", "kind", "ownerId"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? { id: row.id, kind: row.kind as AccountKindName, ownerId: row.ownerId } : null;
}

export interface PostingsPage {
  account: string;
  /** Days of booking, both included. */
  from?: BusinessDate | undefined;
  to?: BusinessDate | undefined;
  /** Only postings before this position. */
  before?: number | undefined;
  max: number;
  /** Rows to leave out, for a look beyond the end of a file. */
  skip?: number;
}

/** Booked postings, the newest first. The positions of the days keep the read away from the rest of a busy account. */
export async function postingsOf(
  reader: Reader,
  { account, from, to, before, max, skip = 0 }: PostingsPage,
  today: BusinessDate,
): Promise<AccountPosting[]> {
  const bounds =
    from === undefined && to === undefined
      ? { first: 0, last: Number.MAX_SAFE_INTEGER }
      : await positionsOfDays(reader, { ...(from === undefined ? {} : { from }), to: to ?? today });
  const last = Math.min(bounds.last, before === undefined ? bounds.last : before - 1);
  const narrowed = sql`position >= ${bounds.first} and position <= ${last} and phase in ('PLAIN', 'POSTED')
    and posted_at >= ${from === undefined ? new Date(0) : instantOf(from)}
    and posted_at < ${to === undefined ? endOfTime : instantOf(addDays(to, 1))}`;
  const most = max + skip;
  const { rows } = await sql<AccountPosting>`
    select id, position, kind, amount, debit_account_id as debit, credit_account_id as credit, reference,
      value_date as "valueDate", posted_at as "postedAt"
    from (
      (select * from ledger_transfer where debit_account_id = ${account} and ${narrowed} order by position desc limit ${most})
      union all
      (select * from ledger_transfer where credit_account_id = ${account} and ${narrowed} order by position desc limit ${most})
    ) as either order by position desc limit ${max} offset ${skip}`.execute(reader);
  return rows;
}
const endOfTime = instantOf("2200-01-01");

/** A movement of a bank account: into it above zero. */
export interface BankMovement {
  id: string;
  reference: string;
  valueDate: BusinessDate;
  /** Rupiah. */
  amount: number;
}

/** Maximal days between the booking of a movement and the day from which it counts; others stay open lines. */
const daysOfBooking = 7;

/** Movements of one account that count from a day of the range, both included. */
export async function movementsByValueDate(
  reader: Reader,
  account: string,
  from: BusinessDate,
  to: BusinessDate,
): Promise<BankMovement[]> {
  const { rows } = await sql<BankMovement>`
    select id, reference, value_date as "valueDate", case when debit_account_id = ${account} then amount else -amount end as amount
    from ledger_transfer
    where (debit_account_id = ${account} or credit_account_id = ${account}) and phase in ('PLAIN', 'POSTED')
      and posted_at >= ${instantOf(addDays(from, -daysOfBooking))} and posted_at < ${instantOf(addDays(to, 1 + daysOfBooking))}
      and value_date >= ${from} and value_date <= ${to}
    order by position`.execute(reader);
  return rows;
}

/** Settled on one receivable of a loan by one kind of transfer. */
export interface LoanSettled {
  loanId: string;
  kind: TransferKindName;
  receivable: AccountKindName;
  /** Rupiah that lowered the receivable, and that raised it again. */
  down: number;
  up: number;
}

/** Sums of one day's transfers of these kinds on loans' receivables. The reference of such a transfer is the loan. */
export async function settledOnLoans(
  reader: Reader,
  day: BusinessDate,
  kinds: readonly TransferKindName[],
): Promise<LoanSettled[]> {
  const { rows } = await sql<LoanSettled>`
    select reference as "loanId", kind, split_part(receivable, '/', 1) as receivable,
      coalesce(sum(amount) filter (where is_down), 0)::bigint as down, coalesce(sum(amount) filter (where not is_down), 0)::bigint as up
    from (
      select reference, kind, amount, credit_account_id like 'RECEIVABLE_%' as is_down,
        case when credit_account_id like 'RECEIVABLE_%' then credit_account_id else debit_account_id end as receivable
      from ledger_transfer
      where posted_at >= ${instantOf(day)} and posted_at < ${instantOf(addDays(day, 1))}
        and kind = any(${[...kinds]}::text[]) and phase = 'PLAIN'
    ) as moved group by 1, 2, 3`.execute(reader);
  return rows;
}
