/** Events of a borrower in a domain, for the console's timeline. */
import type { Happening, TimelineSource } from "#server/console/questions.ts";
import { complaintsOfBorrower, complaintEventsOf } from "./store.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["COMPLAINT"],
    async read({ database }, borrowerId, max) {
      const complaints = await complaintsOfBorrower(database, borrowerId, undefined, max);
      const events = await complaintEventsOf(
        database,
        complaints.map(({ id }) => id),
      );
      return events.map((event): Happening => ({
        at: event.happenedAt,
        kind: "COMPLAINT",
        what: `COMPLAINT_${event.cause}`,
        facts: {
          complaint: complaints.find(({ id }) => id === event.complaintId)?.number ?? null,
          actor: event.actor,
        },
      }));
    },
  },
];
