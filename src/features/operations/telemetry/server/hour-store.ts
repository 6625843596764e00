/** SQL of the hour's figures. */
import { sql } from "kysely";
import type { Reader, Transaction, Database } from "#server/database.server.ts";
import type { ReportValue } from "#server/console/report.ts";
import { addDays, instantOf, type BusinessDate } from "#shared/dates.ts";
import { bucketBounds, hourRowKey, type HourRow } from "./hours.ts";

/** Maximal rows of one hour. Clients name pages and clicks freely; names beyond this number are counted in rows without a name. // Threat I3 */
export const maxHourRows = 2_000;
/** About 13 months. */
const keptHourDays = 396;

/** Adds rows, in the given order, to the existing ones. */
export async function addHours(trx: Transaction, added: readonly HourRow[]): Promise<void> {
  if (added.length === 0) return;
  const rows = await withinRoom(trx, added);
  const column = <Key extends keyof HourRow>(key: Key) => rows.map((row) => row[key]);
  const buckets = rows.map((row) => `{${row.buckets.join()}}`);
  await sql`insert into telemetry_hour as kept (hour, measure, key, country, brand, host_app, platform, count, sum_thousandths, buckets)
    select hour, measure, key, country, brand, host_app, platform, count, sum_thousandths, buckets::bigint[]
    from unnest(${column("hour")}::timestamptz[], ${column("measure")}::text[], ${column("key")}::text[], ${column("country")}::text[],
      ${column("brand")}::text[], ${column("hostApp")}::text[], ${column("platform")}::text[], ${column("count")}::bigint[],
      ${column("sum")}::bigint[], ${buckets}::text[])
      as added (hour, measure, key, country, brand, host_app, platform, count, sum_thousandths, buckets)
    on conflict (hour, measure, key, country, brand, host_app, platform) do update set
      count = kept.count + excluded.count,
      sum_thousandths = kept.sum_thousandths + excluded.sum_thousandths,
      buckets = coalesce((
        select array_agg(coalesce(before, 0) + coalesce(more, 0) order by place)
        from unnest(kept.buckets, excluded.buckets) with ordinality as one (before, more, place)), '{}')`.execute(trx);
}

/** The same rows; where an hour is full, those that are new to it lose their name. */
async function withinRoom(trx: Transaction, added: readonly HourRow[]): Promise<readonly HourRow[]> {
  const hours = [...new Map(added.map(({ hour }) => [hour.getTime(), hour])).values()];
  const counts = await trx
    .selectFrom("telemetry_hour")
    .select((row) => ["hour", row.fn.countAll<number>().as("count")])
    .where("hour", "in", hours)
    .groupBy("hour")
    .execute();
  const full = counts.filter(({ count }) => count + added.length > maxHourRows).map(({ hour }) => hour);
  if (full.length === 0) return added;
  const known = await trx
    .selectFrom("telemetry_hour")
    .select(["hour", "measure", "key", "country", "brand", "hostApp as hostApp", "platform"])
    .where("hour", "in", full)
    .execute();
  const places = new Set(known.map(hourRowKey));
  const isFull = new Set(full.map((hour) => hour.getTime()));
  const rows = new Map<string, HourRow>();
  for (const row of added) {
    const hasRoom = !isFull.has(row.hour.getTime()) || places.has(hourRowKey(row)) || places.size < maxHourRows;
    const stored = hasRoom ? row : { ...row, key: "" };
    const place = hourRowKey(stored);
    places.add(place);
    rows.set(place, sumOf(rows.get(place), stored));
  }
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

const sumOf = (one: HourRow | undefined, other: HourRow): HourRow => {
  if (one === undefined) return other;
  const [longer, shorter] = one.buckets.length < other.buckets.length ? [other, one] : [one, other];
  return {
    ...one,
    count: one.count + other.count,
    sum: one.sum + other.sum,
    buckets: longer.buckets.map((count, index) => count + (shorter.buckets[index] ?? 0)),
  };
};

export async function forgetHours(database: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom("telemetry_hour")
    .where("hour", "<=", new Date(now.getTime() - keptHourDays * 86_400_000))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Sum of each bucket over the rows of a group, as one array; empty where the measure has no value. */
const bucketSums = sql<number[]>`array[${sql.join(
  Array.from({ length: bucketBounds.length + 1 }, (_, index) => sql`coalesce(sum(buckets[${sql.lit(index + 1)}]), 0)`),
)}]::bigint[]`;

export interface PageFigures {
  path: string;
  views: number;
  errors: number;
  refusals: number;
  load: number[];
  lcp: number[];
  inp: number[];
}

export interface VisitFilter {
  since: Date;
  hostApp: string | null;
  platform: string | null;
}

const within = ({ since, hostApp, platform }: VisitFilter) => sql`hour >= ${since}
  ${hostApp === null ? sql`` : sql`and host_app = ${hostApp}`} ${platform === null ? sql`` : sql`and platform = ${platform}`}`;

const bucketsOf = (measure: string) =>
  sql`array[${sql.join(
    Array.from(
      { length: bucketBounds.length + 1 },
      (_, index) => sql`coalesce(sum(buckets[${sql.lit(index + 1)}]) filter (where measure = ${sql.lit(measure)}), 0)`,
    ),
  )}]::bigint[]`;

/** Pages by their pattern, in its order, behind `after`. */
export async function pageFigures(
  reader: Reader,
  filter: VisitFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<PageFigures[]> {
  const count = (measure: string) => sql`coalesce(sum(count) filter (where measure = ${sql.lit(measure)}), 0)::bigint`;
  const { rows } = await sql<PageFigures>`
    select key as path, ${count("VIEW")} as views, ${count("ERROR")} as errors, ${count("REFUSAL")} as refusals,
      ${bucketsOf("PAGE_LOAD")} as load, ${bucketsOf("LCP")} as lcp, ${bucketsOf("INP")} as inp
    from telemetry_hour
    where ${within(filter)} and measure in ('VIEW', 'ERROR', 'REFUSAL', 'PAGE_LOAD', 'LCP', 'INP')
      ${after === undefined ? sql`` : sql`and key > ${after}`}
    group by key order by key limit ${limit}`.execute(reader);
  return rows;
}

export interface MeasureTotal {
  measure: string;
  count: number;
  buckets: number[];
}

/** The sums of each measure over all pages. */
export async function measureTotals(reader: Reader, filter: VisitFilter): Promise<MeasureTotal[]> {
  const { rows } = await sql<MeasureTotal>`
    select measure, sum(count)::bigint as count, ${bucketSums} as buckets
    from telemetry_hour where ${within(filter)} group by measure`.execute(reader);
  return rows;
}

export interface AppVersion {
  hostApp: string;
  versionCode: string;
  platform: string;
  views: number;
}

/** Versions of apps by the pages that they opened, most first. */
export async function versionsInUse(reader: Reader, filter: VisitFilter, limit: number): Promise<AppVersion[]> {
  const { rows } = await sql<AppVersion>`
    select host_app as "hostApp", key as "versionCode", platform, sum(count)::bigint as views
    from telemetry_hour where ${within(filter)} and measure = 'VERSION'
    group by host_app, key, platform order by views desc, 1, 2, 3 limit ${limit}`.execute(reader);
  return rows;
}

/** Arrival of the oldest event that its sink has not accepted yet. */
export async function oldestWaiting(reader: Reader): Promise<Date | null> {
  const row = await reader
    .selectFrom("telemetry_event")
    .select("receivedAt")
    .where("publishedAt", "is", null)
    .orderBy("receivedAt")
    .limit(1)
    .executeTakeFirst();
  return row?.receivedAt ?? null;
}

/** Views, clicks and errors of each day (WIB), for the report's chart. */
export async function visitDays(
  reader: Reader,
  { from, to }: { from: BusinessDate; to: BusinessDate },
): Promise<(ReportValue & { buckets: number[] })[]> {
  const { rows } = await sql<ReportValue & { buckets: number[] }>`
    select (hour at time zone 'Asia/Jakarta')::date as day, 'visit.events_count' as metric, measure as dimension, sum(count)::bigint as value,
      ${bucketSums} as buckets
    from telemetry_hour
    where hour >= ${instantOf(from)} and hour < ${instantOf(addDays(to, 1))} and measure in ('VIEW', 'CLICK', 'ERROR', 'LCP')
    group by 1, 3`.execute(reader);
  return rows;
}
