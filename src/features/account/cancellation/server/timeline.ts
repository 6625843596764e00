/** Events of a borrower in a domain, for the console's timeline. */
import type { TimelineSource } from "#server/console/questions.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import { closureLife } from "./lifecycle.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    read: async ({ database }, borrowerId, max) =>
      happeningsOf("ACCOUNT", await closureLife.eventsOf(database, borrowerId, max), {
        COOLING: "CLOSURE_ASKED",
        CLOSED: "CLOSURE_CLOSED",
        // The line before it covers this in the same moment.
        RETAINING: null,
        ERASED: "CLOSURE_ERASED",
        WITHDRAWN: "CLOSURE_WITHDRAWN",
        UNDONE: "CLOSURE_UNDONE",
      }),
  },
];
