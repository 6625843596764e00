/** The sandbox's event sink: a table. */
import type { Database } from "#server/database.server.ts";
import type { EventsPort } from "./port.ts";

export function createSandboxEvents(database: Database): EventsPort {
  return {
    adapter: "sandbox",
    async publish(events) {
      if (!events.length) return;
      await database
        .insertInto("sandbox_event")
        .values(
          events.map(({ eventId, subject, country, occurredAt, data }) => ({
            event_id: eventId,
            subject,
            country,
            occurred_at: occurredAt,
            data: JSON.stringify(data),
          })),
        )
        .onConflict((conflict) => conflict.column("event_id").doNothing())
        .execute();
    },
  };
}
