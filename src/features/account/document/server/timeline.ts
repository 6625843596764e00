/** What became of documents that were asked for, for the console. */
import type { TimelineSource } from "#server/domain.ts";
import { happeningsOf } from "#server/lifecycle.ts";
import { requestLife } from "./lifecycle.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    async read({ database }, borrowerId, max) {
      return happeningsOf("ACCOUNT", await requestLife.eventsOf(database, borrowerId, max), {
        OPEN: "DOCUMENTS_ASKED",
        ANSWERED: "DOCUMENTS_SHOWN",
        EXPIRED: "DOCUMENTS_NOT_SHOWN",
        WITHDRAWN: "DOCUMENTS_NOT_NEEDED",
      });
    },
  },
];
