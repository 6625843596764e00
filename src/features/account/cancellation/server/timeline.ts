/** What happened to a borrower here, for the console. */
import type { TimelineSource } from "#server/domain.ts";
import { happeningsOf } from "#server/lifecycle.ts";
import { closureLife } from "./lifecycle.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    read: async ({ database }, borrowerId, max) =>
      happeningsOf("ACCOUNT", await closureLife.eventsOf(database, borrowerId, max), {
        COOLING: "CLOSURE_ASKED",
        CLOSED: "CLOSURE_CLOSED",
        // Told at once by the line before it.
        RETAINING: null,
        ERASED: "CLOSURE_ERASED",
        WITHDRAWN: "CLOSURE_WITHDRAWN",
        UNDONE: "CLOSURE_UNDONE",
      }),
  },
];
