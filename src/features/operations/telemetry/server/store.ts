/** All SQL of telemetry. Rows wait here until the event sink has them. */
import type { Database } from "#server/database.server.ts";

export interface WaitingEvent {
  id: string;
  subject: string;
  country: string;
  occurredAt: Date;
  data: Readonly<Record<string, unknown>>;
}

export async function addEvents(database: Database, events: readonly WaitingEvent[], receivedAt: Date): Promise<void> {
  await database
    .insertInto("telemetry_event")
    .values(
      events.map((event) => ({
        id: event.id,
        subject: event.subject,
        country: event.country,
        occurred_at: event.occurredAt,
        received_at: receivedAt,
        data: JSON.stringify(event.data),
      })),
    )
    .execute();
}

/** Takes up to `most` waiting events for this process until `until`; a process that dies gives them back by then. */
export async function claimEvents(database: Database, now: Date, until: Date, most: number): Promise<WaitingEvent[]> {
  const rows = await database
    .updateTable("telemetry_event")
    .set({ claimed_until: until })
    .where("id", "in", (query) =>
      query
        .selectFrom("telemetry_event")
        .select("id")
        .where("published_at", "is", null)
        .where((row) => row.or([row("claimed_until", "is", null), row("claimed_until", "<=", now)]))
        .orderBy("received_at")
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["id", "subject", "country", "occurred_at", "data"])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    country: row.country,
    occurredAt: row.occurred_at,
    data: row.data as Record<string, unknown>,
  }));
}

export async function markPublished(database: Database, ids: readonly string[], now: Date): Promise<void> {
  await database
    .updateTable("telemetry_event")
    .set({ published_at: now })
    .where("id", "in", [...ids])
    .execute();
}

/** Deletes up to `most` events that the sink has had since before `before`; answers how many. */
export async function forgetPublished(database: Database, before: Date, most: number): Promise<number> {
  const deleted = await database
    .deleteFrom("telemetry_event")
    .where("id", "in", (query) =>
      query.selectFrom("telemetry_event").select("id").where("published_at", "<", before).limit(most),
    )
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** Deletes up to `most` events received before `before` that the sink never took; answers how many. */
export async function dropWaiting(database: Database, before: Date, most: number): Promise<number> {
  const deleted = await database
    .deleteFrom("telemetry_event")
    .where("id", "in", (query) =>
      query
        .selectFrom("telemetry_event")
        .select("id")
        .where("published_at", "is", null)
        .where("received_at", "<", before)
        .limit(most),
    )
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
