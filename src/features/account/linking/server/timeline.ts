/** Timeline of a borrower's links, for the console. */
import type { TimelineSource } from "#server/console/questions.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import { linkLife } from "./records.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    async read({ database }, borrowerId, max) {
      return happeningsOf("ACCOUNT", await linkLife.eventsOf(database, borrowerId, max), {
        CONSENTED: "LINK_BEGUN",
        LINKED: "LINK_READ",
        FAILED: "LINK_FAILED",
        ENDED: "LINK_ENDED",
      });
    },
  },
];
