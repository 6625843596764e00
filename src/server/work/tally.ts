/**
 * Counts the work of a process, for the console's charts: kept in memory, added to `server_tally` twice a minute and
 * at the stop. Counting never waits; a killed process loses half a minute of counts. // docs/decisions/196
 */
import { sql } from "kysely";
import type { Clock } from "#server/process/clock.ts";
import type { Database, Reader } from "#server/database.server.ts";
import { count, type Counter } from "#server/observability/instruments.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";

export type TallyMetric = "partner.calls" | "partner.times" | "job.tries" | "sweep.rows";

export interface TallyCount {
  day: BusinessDate;
  metric: TallyMetric;
  /** A code of the product, never a word of a person. */
  dimension: string;
  count: number;
}

export interface Tally {
  /** Counts on the business day that runs. */
  add(metric: TallyMetric, dimension: string, count?: number): void;
  /** Adds the counts since the last time to the table; after a failure they wait for the next time. */
  write(database: Database): Promise<void>;
}

export function createTally(clock: Pick<Clock, "now">): Tally {
  let counts = new Map<string, TallyCount>();
  const add = ({ count, ...one }: TallyCount): void => {
    const key = `${one.day} ${one.metric} ${one.dimension}`;
    counts.set(key, { ...one, count: (counts.get(key)?.count ?? 0) + count });
  };
  return {
    add(metric, dimension, count = 1) {
      if (count <= 0) return;
      measure(metric, dimension, count);
      add({ day: dateInWib(clock.now()), metric, dimension, count });
    },
    async write(database) {
      if (counts.size === 0) return;
      // In one order, so that processes cannot deadlock.
      const written = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
      counts = new Map();
      try {
        await insertCounts(database, written);
      } catch (error) {
        for (const one of written) add(one);
        throw error;
      }
    },
  };
}

/** The same counts as metrics of this process. Times of partners are measured elsewhere. */
const counterOf: Partial<Record<TallyMetric, { counter: Counter; labels: readonly string[] }>> = {
  "partner.calls": { counter: "tunai.partner.calls", labels: ["port", "outcome"] },
  "job.tries": { counter: "tunai.job.tries", labels: ["outcome"] },
  "sweep.rows": { counter: "tunai.sweep.rows", labels: ["outcome"] },
};
function measure(metric: TallyMetric, dimension: string, by: number): void {
  const { counter, labels } = counterOf[metric] ?? {};
  if (!counter || !labels) return;
  const parts = dimension.split(":");
  count(counter, Object.fromEntries(labels.map((label, at) => [label, parts[at] ?? ""])), by);
}

async function insertCounts(database: Database, counts: readonly TallyCount[]): Promise<void> {
  const column = <Key extends keyof TallyCount>(key: Key) => counts.map((one) => one[key]);
  await sql`insert into server_tally (day, metric, dimension, count)
    select * from unnest(${column("day")}::date[], ${column("metric")}::text[], ${column("dimension")}::text[], ${column("count")}::bigint[])
    on conflict (day, metric, dimension) do update set count = server_tally.count + excluded.count`.execute(database);
}

/** The counts of all processes over a range of days, both ends included. */
export async function talliesBetween(
  reader: Reader,
  { from, to }: { from: BusinessDate; to: BusinessDate },
): Promise<TallyCount[]> {
  const rows = await reader
    .selectFrom("server_tally")
    .select(["day", "metric", "dimension", "count"])
    .where("day", ">=", from)
    .where("day", "<=", to)
    .execute();
  return rows.map((row) => ({ ...row, metric: row.metric as TallyMetric }));
}
