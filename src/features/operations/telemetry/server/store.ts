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
/** It is written, claimed and published, each time as a whole; the room of the older ones comes back with the next rows. */
const writesOfRow = 3;
/** Bytes that an event takes of the disk, as the day's budget counts them. */
export const storedBytes = ({ data }: WaitingEvent): number =>
  writesOfRow * (bytesOfRow + Buffer.byteLength(JSON.stringify(data)));

export async function addEvents(database: Database, events: readonly WaitingEvent[], receivedAt: Date): Promise<void> {
  const column = <Value>(of: (event: WaitingEvent) => Value): Value[] => events.map(of);
  // Not waited for on the disk: a crash may lose a second of clicks. The same event of the same instant may stand in another upload.
  await sql`with quick as materialized (select set_config('synchronous_commit', 'off', true))
    insert into telemetry_event (id, subject, country, occurred_at, received_at, data)
    select one.id, one.subject, one.country, one.occurred_at, ${receivedAt}::timestamptz, one.data::jsonb
    from quick, unnest(${column(({ id }) => id)}::uuid[], ${column(({ subject }) => subject)}::text[], ${column(({ country }) => country)}::text[],
      ${column(({ occurredAt }) => occurredAt)}::timestamptz[], ${column(({ data }) => JSON.stringify(data))}::text[])
      as one (id, subject, country, occurred_at, data)
    on conflict do nothing`.execute(database);
}

/** The ids of those that are here already. Events without a device of their own have new ids, for which nothing is looked up. */
export async function knownAmong(database: Database, events: readonly WaitingEvent[]): Promise<Set<string>> {
  const ids = events.filter(({ id }) => id[14] === derivedVersion).map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const rows = await database.selectFrom("telemetry_event").select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}
/** The version digit of a UUID that was derived from what it names (RFC 9562, version 8). */
const derivedVersion = "8";

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

export async function markPublished(database: Database, ids: readonly string[], now: Date): Promise<void> {
  await database
    .updateTable("telemetry_event")
    .set({ publishedAt: now })
    .where("id", "in", [...ids])
    .execute();
}

/** Events in the table of a day that the sink never took. */
export async function countWaiting(trx: Transaction, dayTable: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(dayTable)} where published_at is null`.execute(trx);
  return rows[0]!.count;
}
