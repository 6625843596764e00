/** Timeline of document requests and offers, for the console. */
import type { TimelineSource } from "#server/console/questions.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import { offerLife, requestLife } from "./lifecycle.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    async read({ database }, borrowerId, max) {
      const offers = happeningsOf("ACCOUNT", await offerLife.eventsOf(database, borrowerId, max), {
        OPEN: "INFORMATION_OFFERED",
        GIVEN: "INFORMATION_GIVEN",
        SKIPPED: "INFORMATION_SKIPPED",
        EXPIRED: "INFORMATION_EXPIRED",
      });
      const requests = happeningsOf("ACCOUNT", await requestLife.eventsOf(database, borrowerId, max), {
        OPEN: "DOCUMENTS_ASKED",
        ANSWERED: "DOCUMENTS_SHOWN",
        EXPIRED: "DOCUMENTS_NOT_SHOWN",
        WITHDRAWN: "DOCUMENTS_NOT_NEEDED",
      });
      return [...offers, ...requests];
    },
  },
];
