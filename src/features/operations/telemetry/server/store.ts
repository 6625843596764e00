/** All SQL of telemetry. Rows wait here until the event sink has them. */
import { sql } from "kysely";
import type { Database, Transaction } from "#server/database.server.ts";
import type { DayTable } from "#server/postgres/day-tables.ts";

export const telemetryDays: DayTable = { name: "telemetry_event", at: "receivedAt" };

export interface WaitingEvent {
  id: string;
  subject: string;
  country: string;
  occurredAt: Date;
  data: Readonly<Record<string, unknown>>;
}

/** Columns, header and places in the indexes of a row, without its data. */
const bytesOfRow = 250;
/** A row is written three times as a whole: stored, claimed and published; later rows use the space of the old versions. */
const writesOfRow = 3;
/** Bytes that an event takes of the disk, as the day's budget counts them. `json` is its data as text. */
export const storedBytes = (json: string): number => writesOfRow * (bytesOfRow + Buffer.byteLength(json));

/** An event that has just arrived, its data as text. */
export interface NewTrackedEvent extends Omit<WaitingEvent, "data"> {
  receivedAt: Date;
  json: string;
}

/** A page sends what it kept for 24 hours; an event that comes again later is another one. */
const knownHours = 25;

/**
 * Writes those that are not here yet, in one statement; returns their ids. The columns go as texts that are taken apart by the
 * database: an array's texts would be escaped one by one, which cost half of an upload's processor time.
 */
export async function addEvents(database: Database, events: readonly NewTrackedEvent[]): Promise<Set<string>> {
  const column = (of: (event: NewTrackedEvent) => string, separator = ","): string => events.map(of).join(separator);
  const since = new Date(Math.min(...events.map(({ receivedAt }) => receivedAt.getTime())) - knownHours * 3_600_000);
  // Not waited for on the disk: a crash may lose a second of clicks. The same event of the same instant may stand in another upload.
  const { rows } = await sql<{
    id: string;
  }>`with quick as materialized (select set_config('synchronous_commit', 'off', true))
    insert into telemetry_event (id, subject, country, occurred_at, received_at, data)
    select one.id, one.subject, one.country, one.occurred_at, one.received_at, one.data::jsonb
    from quick, unnest(string_to_array(${column(({ id }) => id)}, ',')::uuid[],
      string_to_array(${column(({ subject }) => subject)}, ','),
      string_to_array(${column(({ country }) => country)}, ','),
      string_to_array(${column(({ occurredAt }) => occurredAt.toISOString())}, ',')::timestamptz[],
      string_to_array(${column(({ receivedAt }) => receivedAt.toISOString())}, ',')::timestamptz[],
      string_to_array(${column(({ json }) => json, "\n")}, chr(10))) as one (id, subject, country, occurred_at, received_at, data)
    left join lateral (
      select true as is_known from telemetry_event earlier
      where earlier.id = one.id and earlier.received_at > ${since}::timestamptz limit 1
    ) known on true
    where known.is_known is null
    on conflict do nothing
    returning id`.execute(database);
  return new Set(rows.map(({ id }) => id));
}

/** The countries of one sink: those that are listed, or all others. */
export interface Countries {
  listed: readonly string[];
  are: boolean;
}

export interface ReceivedEvent extends WaitingEvent {
  receivedAt: Date;
}
export interface ClaimedEvent extends ReceivedEvent {
  /** Whether no process had claimed it before. */
  isFirst: boolean;
}

/** Takes up to `most` waiting events for this process until `until`; a process that dies gives them back by then. */
export async function claimEvents(
  trx: Transaction,
  { now, until, most, countries }: { now: Date; until: Date; most: number; countries: Countries },
): Promise<ClaimedEvent[]> {
  const rows = await trx
    .with("waiting", (query) =>
      query
        .selectFrom("telemetry_event")
        .select(["id", "receivedAt", sql<boolean>`claimed_until is null`.as("isFirst")])
        .where("publishedAt", "is", null)
        .where((row) => row.or([row("claimedUntil", "is", null), row("claimedUntil", "<=", now)]))
        .$if(countries.listed.length > 0, (waiting) =>
          waiting.where("country", countries.are ? "in" : "not in", [...countries.listed]),
        )
        .orderBy("receivedAt")
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("telemetry_event as event")
    .from("waiting")
    .set({ claimedUntil: until })
    .whereRef("event.id", "=", "waiting.id")
    .whereRef("event.receivedAt", "=", "waiting.receivedAt")
    .returning([
      "event.id",
      "event.subject",
      "event.country",
      "event.occurredAt",
      "event.receivedAt",
      "event.data",
      "waiting.isFirst",
    ])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    country: row.country,
    occurredAt: row.occurredAt,
    receivedAt: row.receivedAt,
    data: row.data as Record<string, unknown>,
    isFirst: row.isFirst,
  }));
}

export async function markPublished(database: Database, events: readonly ClaimedEvent[], now: Date): Promise<void> {
  const arrivals = events.map(({ receivedAt }) => receivedAt.getTime());
  // The time of arrival names the day's table, so that no other is looked at.
  await sql`update telemetry_event set published_at = ${now}::timestamptz
    where id = any(string_to_array(${events.map(({ id }) => id).join()}, ',')::uuid[])
      and received_at between ${new Date(Math.min(...arrivals))}::timestamptz and ${new Date(Math.max(...arrivals) + 1)}::timestamptz`.execute(
    database,
  );
}

/** Events in the table of a day that the sink never took. */
export async function countWaitingEvents(trx: Transaction, dayTable: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(dayTable)} where published_at is null`.execute(trx);
  return rows[0]!.count;
}
