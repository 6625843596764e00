/** All SQL of wallets. Every function takes the transaction (or the database, for reads) first. */
import { countWaiting, type CountedRows } from "#server/records/count-waiting.ts";
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { RecordKind } from "../contract.ts";
import { recordTable, withdrawalTable, type NewRecord, type RecordRow, type RewardWithdrawalRow } from "./records.ts";

/** Locks the borrower's wallet until the transaction ends, and creates an empty one if needed. Must come before every lock of the ledger. */
export async function lockWallet(trx: Transaction, borrowerId: string): Promise<{ validUntil: Date | null }> {
  await trx
    .insertInto("wallet")
    .values({ borrowerId })
    .onConflict((conflict) => conflict.column("borrowerId").doNothing())
    .execute();
  const row = await trx
    .selectFrom("wallet")
    .select("validUntil")
    .where("borrowerId", "=", borrowerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { validUntil: row.validUntil };
}

/** Expiry of the wallet's balance; null when it was always empty, or has expired. */
export async function validUntilOf(reader: Reader, borrowerId: string): Promise<Date | null> {
  const row = await reader
    .selectFrom("wallet")
    .select("validUntil")
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirst();
  return row?.validUntil ?? null;
}

export async function writeValidUntil(trx: Transaction, borrowerId: string, validUntil: Date | null): Promise<void> {
  await trx.updateTable("wallet").set({ validUntil }).where("borrowerId", "=", borrowerId).execute();
}

/** The later of two expiries; a missing one is ignored. */
export const laterOf = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one > other ? one : other) : (one ?? other);

/** Wallets that have expired. */
export async function dueWallets(reader: Reader, now: Date, max: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("wallet")
    .select("borrowerId")
    .where("validUntil", "<=", now)
    .orderBy("validUntil")
    .limit(max)
    .execute();
  return rows.map((row) => row.borrowerId);
}

/** A wallet and the end of its balance. */
export interface EndingWallet {
  borrowerId: string;
  validUntil: Date;
}

/** Wallets that end within a span, the earliest first; `after` is the last one of the page before. */
export async function endingWallets(
  reader: Reader,
  { from, to, after }: { from: Date; to: Date; after: EndingWallet | null },
  max: number,
): Promise<EndingWallet[]> {
  let query = reader
    .selectFrom("wallet")
    .select(["borrowerId", "validUntil"])
    .where("validUntil", ">", from)
    .where("validUntil", "<=", to)
    // In the order of the index: by their owner, all wallets would be walked for the few that end.
    .orderBy("validUntil")
    .orderBy("borrowerId")
    .limit(max);
  if (after)
    query = query.where(sql<boolean>`(valid_until, borrower_id) > (${after.validUntil}, ${after.borrowerId}::uuid)`);
  return (await query.execute()).map((row) => ({ borrowerId: row.borrowerId, validUntil: row.validUntil! }));
}

/** Records a movement; false when its source was recorded before. */
export async function insertRecord(trx: Transaction, row: NewRecord): Promise<boolean> {
  const made = await trx
    .insertInto("wallet_record")
    .values(recordTable.values(row))
    .onConflict((conflict) => conflict.columns(["borrowerId", "source"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

export async function recordOfSource(reader: Reader, borrowerId: string, source: string): Promise<RecordRow | null> {
  const row = await reader
    .selectFrom("wallet_record")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("source", "=", source)
    .executeTakeFirst();
  return recordTable.one(row);
}

export async function findRecord(reader: Reader, borrowerId: string, id: string): Promise<RecordRow | null> {
  const row = await reader
    .selectFrom("wallet_record")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return recordTable.one(row);
}

/** Newest first; `before` is the position of the last one of the previous page. */
export async function recordsOf(
  reader: Reader,
  borrowerId: string,
  narrow: { kind?: RecordKind | undefined; before?: number | undefined; max: number },
): Promise<RecordRow[]> {
  let query = reader
    .selectFrom("wallet_record")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("position", "desc")
    .limit(narrow.max);
  if (narrow.kind) query = query.where("kind", "=", narrow.kind);
  if (narrow.before !== undefined) query = query.where("position", "<", narrow.before);
  return (await query.execute()).map(recordTable.read);
}

const isIn = sql<boolean>`kind in ('REWARD', 'GIVEN_BACK')`;
const signed = sql<number>`coalesce(sum(case when ${isIn} then amount_rupiah else -amount_rupiah end), 0)::bigint`;

/** Records of a period by their position, behind `after`. */
export async function recordsBetween(
  reader: Reader,
  borrowerId: string,
  { from, to, after, max }: { from: Date; to: Date; after: number; max: number },
): Promise<RecordRow[]> {
  const rows = await reader
    .selectFrom("wallet_record")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("happenedAt", ">=", from)
    .where("happenedAt", "<", to)
    .where("position", ">", after)
    .orderBy("position")
    .limit(max)
    .execute();
  return rows.map(recordTable.read);
}

/** The signed sum of the records before a period, plus those of the period up to a position. */
export async function sumBefore(
  reader: Reader,
  borrowerId: string,
  { from, to, after }: { from: Date; to: Date; after: number },
): Promise<number> {
  const row = await reader
    .selectFrom("wallet_record")
    .select(signed.as("sum"))
    .where("borrowerId", "=", borrowerId)
    .where((one) =>
      one.or([one("happenedAt", "<", from), one.and([one("happenedAt", "<", to), one("position", "<=", after)])]),
    )
    .executeTakeFirstOrThrow();
  return row.sum;
}

/** Rewards of a period, in rupiah; money from a merge was won before it, by the other account. */
export async function rewardedBetween(
  reader: Reader,
  borrowerId: string,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const row = await reader
    .selectFrom("wallet_record")
    .select(sql<number>`coalesce(sum(amount_rupiah), 0)::bigint`.as("sum"))
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", "REWARD")
    .where("happenedAt", ">=", from)
    .where("happenedAt", "<", to)
    .where(sql<boolean>`not starts_with(source, 'merge_')`)
    .executeTakeFirstOrThrow();
  return row.sum;
}

/** Stores a withdrawal; false while another one of the borrower is PENDING: then nothing was written. */
export async function insertRewardWithdrawal(trx: Transaction, row: RewardWithdrawalRow): Promise<boolean> {
  const made = await trx
    .insertInto("wallet_withdrawal")
    .values(withdrawalTable.values(row))
    .onConflict((conflict) => conflict.column("borrowerId").where("state", "=", "PENDING").doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

export async function findRewardWithdrawal(
  reader: Reader,
  borrowerId: string,
  id: string,
): Promise<RewardWithdrawalRow | null> {
  const row = await reader
    .selectFrom("wallet_withdrawal")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return withdrawalTable.one(row);
}

export async function withdrawalsOf(
  reader: Reader,
  borrowerId: string,
  ids: readonly string[],
): Promise<Map<string, RewardWithdrawalRow>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .selectFrom("wallet_withdrawal")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, withdrawalTable.read(row)]));
}

export async function pendingWithdrawal(reader: Reader, borrowerId: string): Promise<RewardWithdrawalRow | null> {
  const row = await reader
    .selectFrom("wallet_withdrawal")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("state", "=", "PENDING")
    .executeTakeFirst();
  return withdrawalTable.one(row);
}

/** PENDING ones that should have arrived before a moment. */
export async function countOverdue(reader: Reader, now: Date): Promise<CountedRows> {
  return countWaiting(
    reader,
    reader
      .selectFrom("wallet_withdrawal")
      .select("arrivesBy as at")
      .where("state", "=", "PENDING")
      .where("arrivesBy", "<", now),
  );
}

/** Rupiah that count against the cap of a month, named by its first day. */
export async function usedInMonth(reader: Reader, borrowerId: string, month: BusinessDate): Promise<number> {
  const row = await reader
    .selectFrom("wallet_month")
    .select("usedRupiah")
    .where("borrowerId", "=", borrowerId)
    .where("month", "=", month)
    .executeTakeFirst();
  return row?.usedRupiah ?? 0;
}

/** Counts rupiah against a month in one statement; false when its limit does not allow them: then nothing was counted. */
export async function countInMonth(
  trx: Transaction,
  borrowerId: string,
  month: BusinessDate,
  { rupiah, maxRupiah }: { rupiah: number; maxRupiah: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into wallet_month as m (borrower_id, month, used_rupiah, max_rupiah)
    select ${borrowerId}::uuid, ${month}::date, ${rupiah}::bigint, ${maxRupiah}::bigint where ${rupiah}::bigint <= ${maxRupiah}::bigint
    on conflict (borrower_id, month) do update
      set used_rupiah = m.used_rupiah + excluded.used_rupiah, max_rupiah = excluded.max_rupiah
      where m.used_rupiah + excluded.used_rupiah <= excluded.max_rupiah
    returning 1`.execute(trx);
  return rows.length > 0;
}

/** By month, in rupiah. */
export type CapsAdded = readonly { readonly month: string; readonly rupiah: number }[];

/** Adds the other account's use of a month's cap, so that a merge does not raise the limit. Returns the added amounts. */
export async function addCaps(trx: Transaction, fromId: string, toId: string): Promise<CapsAdded> {
  const { rows } = await sql<{ month: string; rupiah: number }>`
    insert into wallet_month as m (borrower_id, month, used_rupiah, max_rupiah)
    select ${toId}::uuid, month, used_rupiah, max_rupiah from wallet_month where borrower_id = ${fromId}
    on conflict (borrower_id, month) do update
      set used_rupiah = least(m.used_rupiah + excluded.used_rupiah, m.max_rupiah)
    returning new.month, new.used_rupiah - coalesce(old.used_rupiah, 0) as rupiah`.execute(trx);
  return rows.map(({ month, rupiah }) => ({ month, rupiah }));
}

/** Undoes it. */
export async function giveBackCaps(trx: Transaction, toId: string, added: CapsAdded): Promise<void> {
  for (const { month, rupiah } of added)
    await sql`update wallet_month set used_rupiah = greatest(used_rupiah - ${rupiah}, 0)
      where borrower_id = ${toId} and month = ${month}`.execute(trx);
}

/** Returns the amount of a failed withdrawal to its month's limit. */
export async function uncountInMonth(
  trx: Transaction,
  borrowerId: string,
  month: BusinessDate,
  rupiah: number,
): Promise<void> {
  await sql`update wallet_month set used_rupiah = used_rupiah - ${rupiah}
    where borrower_id = ${borrowerId} and month = ${month}`.execute(trx);
}

/** Years in WIB in which something moved, the newest first. */
export async function walletYearsOf(reader: Reader, borrowerId: string): Promise<string[]> {
  const { rows } = await sql<{ year: string }>`
    select distinct to_char(happened_at at time zone 'Asia/Jakarta', 'YYYY') as year from wallet_record
    where borrower_id = ${borrowerId} order by year desc`.execute(reader);
  return rows.map(({ year }) => year);
}
