/** The sandbox's event sink: a table. */
import { sql } from "kysely";
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
      const column = (of: (event: (typeof events)[number]) => string): string[] => events.map(of);
      // JSON has no raw end of line, which keeps the events apart.
      const data = column((event) => JSON.stringify(event.data)).join("\n");
      await sql`insert into sandbox_event (event_id, subject, country, occurred_at, data)
        select one.event_id, one.subject, one.country, one.occurred_at, one.data::jsonb
        from unnest(${column(({ eventId }) => eventId)}::text[], ${column(({ subject }) => subject)}::text[],
          ${column(({ country }) => country)}::text[], ${column(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[],
          string_to_array(${data}, chr(10))) as one (event_id, subject, country, occurred_at, data)
        on conflict (event_id, occurred_at) do nothing`.execute(database);
    },
  };
}
