/** Reading the ledger: balances on their normal side, histories newest first. */
import { sql } from "kysely";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import type { Database } from "#server/database.server.ts";
import { type AccountKind, type AccountRef, type TransferKindName, chart } from "./chart.ts";
import { type PostedTransfer, type RawTransfer, transferOf } from "./posting.ts";
import { overlapPositions } from "./sealing.ts";

/**
 * The posted balance, on the account's normal side, without holds. Only accounts without a limit can be below zero;
 * their balance is the auditor's sealed total plus transfers since then.
 */
export async function balanceOf(database: Database, ref: AccountRef): Promise<number> {
  const kind: AccountKind = chart[ref.kind];
  if (kind.limited) return (await limitedBalance(database, ref)).posted;
  // Up to `sealed_up_to` all transfers are sealed, except those that committed later than the auditor looks back.
  // Later ones are matched against the newest seals in one go: one lookup each would mean 10,000 lookups for our
  // busiest accounts.
  const { rows } = await sql<{ debits: number; credits: number }>`
    with sealed_up_to as materialized (
      select coalesce((select last_position from ledger_seal order by number desc limit 1), 0) - ${overlapPositions} as position
    ), known as materialized (
      select position from ledger_seal_entry
      where position > (select position from sealed_up_to) and seal_number > coalesce(
        (select number from ledger_seal where last_position <= (select position from sealed_up_to)
          order by last_position desc, number desc limit 1), 0)
    ), moved as materialized (
      select position, amount, true as is_debit from ledger_transfer
      where debit_account_id = ${ref.id} and phase in ('PLAIN', 'POSTED') and position > (select position from sealed_up_to)
      union all
      select position, amount, false from ledger_transfer
      where credit_account_id = ${ref.id} and phase in ('PLAIN', 'POSTED') and position > (select position from sealed_up_to)
    ), fresh as materialized (
      select amount, is_debit from moved where not exists (select from known where known.position = moved.position)
    )
    select
      coalesce((select debits from ledger_checkpoint where account_id = ${ref.id}), 0) + coalesce((select sum(amount) from fresh where is_debit), 0)::bigint as debits,
      coalesce((select credits from ledger_checkpoint where account_id = ${ref.id}), 0) + coalesce((select sum(amount) from fresh where not is_debit), 0)::bigint as credits`.execute(
    database,
  );
  const { debits = 0, credits = 0 } = rows[0] ?? {};
  return kind.normal === "DEBIT" ? debits - credits : credits - debits;
}

/** The available balance: posted minus holds. @throws RangeError for an account without a limit */
export async function availableOf(database: Database, ref: AccountRef): Promise<number> {
  const kind: AccountKind = chart[ref.kind];
  if (!kind.limited) throw new RangeError(`${ref.kind} has no limit, so nothing of it is available`);
  const { posted, held } = await limitedBalance(database, ref);
  return posted - held;
}

/** The accounts among these of which something is available, by their ids. All of them have a limit. */
export async function accountsWithMoney(database: Database, refs: readonly AccountRef[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from ledger_balance
    where account_id = any(${refs.map(({ id }) => id)}::text[]) and posted > held`.execute(database);
  return new Set(rows.map(({ id }) => id));
}

async function limitedBalance(database: Database, ref: AccountRef): Promise<{ posted: number; held: number }> {
  return (await ofAccount.executeTakeFirst(database, { id: ref.id })) ?? { posted: 0, held: 0 };
}

const ofAccount = fixedQuery((database, { id }: { id: string }) =>
  database.selectFrom("ledger_balance").select(["posted", "held"]).where("accountId", "=", id),
);

export interface HistoryPage {
  /** Only transfers before this position: the last one of the previous page. */
  before?: number;
  /** At most 200. */
  limit?: number;
}

/** The transfers of an account, newest first, holds and their ends included. */
export async function historyOf(
  database: Database,
  ref: AccountRef,
  page: HistoryPage = {},
): Promise<PostedTransfer[]> {
  const before = page.before ?? Number.MAX_SAFE_INTEGER;
  const limit = Math.min(page.limit ?? 50, 200);
  const { rows } = await sql<RawTransfer>`
    select * from (
      (select * from ledger_transfer where debit_account_id = ${ref.id} and position < ${before} order by position desc limit ${limit})
      union all
      (select * from ledger_transfer where credit_account_id = ${ref.id} and position < ${before} order by position desc limit ${limit})
    ) as either order by position desc limit ${limit}`.execute(database);
  return rows.map(transferOf);
}

/** Every transfer of one business object, oldest first. */
export async function historyOfReference(database: Database, reference: string): Promise<PostedTransfer[]> {
  const { rows } = await sql<RawTransfer>`
    select * from ledger_transfer where reference = ${reference} order by position`.execute(database);
  return rows.map(transferOf);
}

/** The amount that one transfer moved: enough to add up the ledger entries of a business object. */
export type Moved = Pick<PostedTransfer, "id" | "kind" | "debitAccountId" | "amount">;

/** The same transfers without the fields that only people read: for code that adds them up with each posting. */
export async function movedOfReference(database: Database, reference: string): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select id, kind, debit_account_id as "debitAccountId", amount from ledger_transfer where reference = ${reference}`.execute(
    database,
  );
  return rows;
}

/** The same for several business objects in one query: by reference, without those that have none. */
export async function movedOfReferences(
  database: Database,
  references: readonly string[],
): Promise<Map<string, Moved[]>> {
  const { rows } = await sql<Moved & { reference: string }>`
    select reference, id, kind, debit_account_id as "debitAccountId", amount
    from ledger_transfer where reference = any(${references}::text[])`.execute(database);
  return Map.groupBy(rows, ({ reference }) => reference);
}

/** The kinds for which this is queried; each has an index. */
type CountedKind = Extract<TransferKindName, "DISCOUNT" | "ESCROW_TOPPED_UP">;

/** The total that one kind of transfer has moved on an account: debits minus credits. */
export async function movedByKind(database: Database, ref: AccountRef, counted: CountedKind): Promise<number> {
  // Written out: by a parameter the plan could not know that the index holds this kind.
  const kind = sql.lit(counted);
  const { rows } = await sql<{ debits: number; credits: number }>`
    select
      (select coalesce(sum(amount), 0) from ledger_transfer
        where debit_account_id = ${ref.id} and kind = ${kind} and phase in ('PLAIN', 'POSTED')) as debits,
      (select coalesce(sum(amount), 0) from ledger_transfer
        where credit_account_id = ${ref.id} and kind = ${kind} and phase in ('PLAIN', 'POSTED')) as credits`.execute(
    database,
  );
  const { debits = 0, credits = 0 } = rows[0] ?? {};
  return debits - credits;
}

/** Whether a transfer of this id was written. */
export async function isPosted(database: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ledger_transfer where id = ${id}`.execute(database);
  return rows.length > 0;
}

/** Holds that are neither settled nor voided, oldest first: they must match the pending business objects. */
export async function openHolds(database: Database, postedBefore: Date, limit = 200): Promise<PostedTransfer[]> {
  const { rows } = await sql<RawTransfer>`
    select held.* from ledger_transfer held
    where held.phase = 'PENDING' and held.posted_at < ${postedBefore}
      and not exists (select 1 from ledger_transfer ended where ended.pending_id = held.id)
    order by held.position limit ${limit}`.execute(database);
  return rows.map(transferOf);
}
