/** Timeline of a borrower's look-ups, for the console. */
import type { TimelineSource } from "#server/console/questions.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import { lookupLife } from "./lifecycle.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    async read({ database }, borrowerId, max) {
      return happeningsOf("ACCOUNT", await lookupLife.eventsOf(database, borrowerId, max), {
        "ASKING:ASKED": "LOOKUP_ASKED",
        FOUND: "LOOKUP_FOUND",
        NOT_FOUND: "LOOKUP_NOT_FOUND",
        REFUSED: "LOOKUP_REFUSED",
        NOT_YOURS: "LOOKUP_NOT_YOURS",
        UNAVAILABLE: "LOOKUP_UNAVAILABLE",
        EXPIRED: "LOOKUP_EXPIRED",
        REMOVED: "LOOKUP_REMOVED",
      });
    },
  },
];
