/** All SQL of lenders' statements and of income that is shared. */
import { sql, type Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { FundingIncome, FundingMonth } from "#server/database.types.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { StatementBucket } from "../contract.ts";

export type Buckets = Partial<Record<StatementBucket, { loans: number; rupiah: number }>>;

/** A closed month of a lender: the row as it is stored, in rupiah. */
export type MonthRow = Omit<Selectable<FundingMonth>, "buckets"> & { buckets: Buckets | null };
export type MonthFigures = Omit<MonthRow, "closedAt">;

/** Closes a month: the figures of each lender and the company's income (`base` and `shared` in rupiah). */
export async function insertMonths(
  trx: Transaction,
  rows: readonly MonthFigures[],
  income: { month: BusinessDate; base: number; sharePpm: number; shared: number },
  closedAt: Date,
): Promise<void> {
  for (const row of rows)
    await trx
      .insertInto("funding_month")
      .values({ ...row, buckets: row.buckets && JSON.stringify(row.buckets), closedAt })
      .execute();
  await trx
    .insertInto("funding_income")
    .values({
      month: income.month,
      base: income.base,
      sharePpm: income.sharePpm,
      shared: income.shared,
      closedAt,
    })
    .execute();
}

/** Whether this transaction may close months: one at a time does. */
export async function claimClosing(trx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('funding-months', 0)) as mine`.execute(trx);
  return rows[0]?.mine === true;
}

/** The last closed month; null before the first. */
export async function lastMonth(reader: Reader): Promise<BusinessDate | null> {
  const row = await reader
    .selectFrom("funding_income")
    .select("month")
    .orderBy("month", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.month ?? null;
}

/** The figures of all lenders in a month, given by its first day. */
export async function monthsOf(reader: Reader, month: BusinessDate): Promise<MonthRow[]> {
  const rows = await reader
    .selectFrom("funding_month")
    .selectAll()
    .where("month", "=", month)
    .orderBy("lenderId")
    .execute();
  return rows.map(rowOf);
}

/** A lender's figures (rupiah) in a month, given by its first day; null before the month was closed. */
export async function findMonth(reader: Reader, lenderId: string, month: BusinessDate): Promise<MonthRow | null> {
  const row = await reader
    .selectFrom("funding_month")
    .selectAll()
    .where("month", "=", month)
    .where("lenderId", "=", lenderId)
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

const rowOf = (row: Selectable<FundingMonth>): MonthRow => ({ ...row, buckets: row.buckets as Buckets | null });

/** Statements, the newest month first, and in it by lender, after that one. */
export async function pageOfMonths(
  reader: Reader,
  { after, max }: { after: { month: BusinessDate; lenderId: string } | undefined; max: number },
): Promise<MonthRow[]> {
  let query = reader.selectFrom("funding_month").selectAll().orderBy("month", "desc").orderBy("lenderId", "desc");
  if (after) query = query.where(sql<boolean>`(month, lender_id) < (${after.month}, ${after.lenderId})`);
  return (await query.limit(max).execute()).map(rowOf);
}

export type IncomeRow = Selectable<FundingIncome>;

/** Months with the income that is shared, the newest first, before that one. */
export async function pageOfIncome(
  reader: Reader,
  { before, max }: { before: BusinessDate | undefined; max: number },
): Promise<IncomeRow[]> {
  let query = reader.selectFrom("funding_income").selectAll().orderBy("month", "desc").limit(max);
  if (before !== undefined) query = query.where("month", "<", before);
  return query.execute();
}

/** The income (rupiah) of a month, given by its first day; null before the month was closed. */
export async function findIncome(reader: Reader, month: BusinessDate): Promise<IncomeRow | null> {
  return (await reader.selectFrom("funding_income").selectAll().where("month", "=", month).executeTakeFirst()) ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockIncome(trx: Transaction, month: BusinessDate): Promise<IncomeRow | null> {
  const row = await trx
    .selectFrom("funding_income")
    .selectAll()
    .where("month", "=", month)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Records that a month's income was shared among the lenders. */
export async function noteDistributed(trx: Transaction, month: BusinessDate, at: Date): Promise<void> {
  await trx.updateTable("funding_income").set({ distributedAt: at }).where("month", "=", month).execute();
}

/** Closed months up to that one whose income is not shared yet, and since when the oldest is closed. */
export async function toShare(reader: Reader, upTo: BusinessDate): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    select count(*)::int as count, min(closed_at) as "oldestAt" from funding_income
    where distributed_at is null and shared > 0 and month <= ${upTo}`.execute(reader);
  return rows[0]!;
}

/** The lenders' part of interest in ppm, by the rule in force on a day. @throws when no rule is in force */
export async function incomeSharePpm(reader: Reader, on: BusinessDate): Promise<number> {
  const row = await reader
    .selectFrom("funding_rule")
    .select("incomeSharePpm")
    .where("validFrom", "<=", on)
    .orderBy("validFrom", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) throw new Error(`No rule says which part of interest lenders have on ${on}.`);
  return row.incomeSharePpm;
}
