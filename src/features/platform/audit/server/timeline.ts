/** Events of a borrower in a domain, for the console's timeline. */
import type { Happening, TimelineSource } from "#server/console/questions.ts";
import { auditEntries } from "./entries.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["STAFF"],
    async read(services, borrowerId, max) {
      return (await auditEntries(services, services.database, { borrowerId, withoutHeads: true, limit: max })).map(
        (entry): Happening => ({
          at: new Date(entry.at),
          kind: "STAFF",
          what: entry.action,
          facts: {
            staff: entry.staffName,
            reason: entry.reason,
            // Most often it is the reader's own current read.
            ...(entry.outcome === "UNKNOWN" ? {} : { outcome: entry.outcome }),
            ...(entry.code ? { code: entry.code } : {}),
          },
        }),
      );
    },
  },
];
