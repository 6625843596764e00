/** The days' figures and how far they are folded. */
import { sql } from "kysely";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { ReportRange, ReportValue } from "#server/console/report.ts";
import type { BusinessDate } from "#shared/dates.ts";

/** Claims the folding for this transaction; false when another process is doing it. */
export async function claimFold(trx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('report-fold', 0)) as mine`.execute(trx);
  return rows[0]?.mine === true;
}

/** The first day that is not closed; null before the first fold. */
export async function firstOpenDay(reader: Reader): Promise<BusinessDate | null> {
  const row = await reader
    .selectFrom("report_fold")
    .select("day")
    .where(sql<boolean>`not is_closed`)
    .orderBy("day")
    .limit(1)
    .executeTakeFirst();
  return row?.day ?? null;
}

export async function foldOf(reader: Reader, day: BusinessDate): Promise<Date | null> {
  const row = await reader.selectFrom("report_fold").select("foldedAt").where("day", "=", day).executeTakeFirst();
  return row?.foldedAt ?? null;
}

/** Replaces the figures on the days of a range for the named metrics; a value of 0 is not stored. */
export async function writeDays(
  trx: Transaction,
  { from, to }: ReportRange,
  standing: readonly string[],
  values: readonly ReportValue[],
): Promise<void> {
  await trx
    .deleteFrom("report_day")
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where(sql<boolean>`metric <> all(${standing}::text[])`)
    .execute();
  await insertValues(trx, values);
}

/** Replaces a day's current figures. */
export async function writeStateMetrics(
  trx: Transaction,
  day: BusinessDate,
  standing: readonly string[],
  values: readonly ReportValue[],
): Promise<void> {
  await trx
    .deleteFrom("report_day")
    .where("day", "=", day)
    .where(sql<boolean>`metric = any(${standing}::text[])`)
    .execute();
  await insertValues(trx, values);
}

async function insertValues(trx: Transaction, values: readonly ReportValue[]): Promise<void> {
  if (values.length === 0) return;
  const column = <Key extends keyof ReportValue>(key: Key) => values.map((one) => one[key]);
  await sql`insert into report_day (day, metric, dimension, value)
    select * from unnest(${column("day")}::date[], ${column("metric")}::text[], ${column("dimension")}::text[], ${column("value")}::bigint[])`.execute(
    trx,
  );
}

/** Notes that the days of a range are folded; those before `openFrom` are closed. */
export async function noteFold(
  trx: Transaction,
  { from, to }: ReportRange,
  openFrom: BusinessDate,
  now: Date,
): Promise<void> {
  await sql`insert into report_fold (day, folded_at, is_closed)
    select day::date, ${now}::timestamptz, day::date < ${openFrom}::date from generate_series(${from}::date, ${to}::date, interval '1 day') as day
    on conflict (day) do update set folded_at = excluded.folded_at, is_closed = excluded.is_closed`.execute(trx);
}

/** The values of some metrics over a range of days. */
export async function metricValuesOf(
  reader: Reader,
  metrics: readonly string[],
  { from, to }: ReportRange,
): Promise<ReportValue[]> {
  return reader
    .selectFrom("report_day")
    .select(["day", "metric", "dimension", "value"])
    .where("metric", "in", [...metrics])
    .where("day", ">=", from)
    .where("day", "<=", to)
    .execute();
}
