/** The sandbox's event sink: a table. */
import type { Database } from "#server/database.server.ts";
import type { DayTable } from "#server/postgres/day-tables.ts";
import type { EventsPort } from "./port.ts";

/** An event keeps its id and its time however often it is sent, so it counts once. */
export const sandboxEventDays: DayTable = { name: "sandbox_event", at: "occurredAt" };

export function createSandboxEvents(database: Database): EventsPort {
  return {
    adapter: "sandbox",
    async publish(events) {
      if (!events.length) return;
      await database
        .insertInto("sandbox_event")
        .values(
          events.map(({ eventId, subject, country, occurredAt, data }) => ({
            eventId,
            subject,
            country,
            occurredAt,
            data: JSON.stringify(data),
          })),
        )
        .onConflict((conflict) => conflict.columns(["eventId", "occurredAt"]).doNothing())
        .execute();
    },
  };
}
