/** A borrower's fill-in links in the console's timeline. */
import type { TimelineSource } from "#server/console/questions.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import { fillLinkLife } from "./lifecycle.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    read: async ({ database }, borrowerId, max) =>
      happeningsOf("ACCOUNT", await fillLinkLife.eventsOf(database, borrowerId, max), {
        OPEN: "FILL_SENT",
        DONE: "FILL_DONE",
        DEAD: "FILL_DEAD",
        EXPIRED: "FILL_EXPIRED",
        REPLACED: "FILL_REPLACED",
      }),
  },
];
