/** Timeline of requests about a borrower's lost number, for the console: from sending on, when the account is known. */
import type { TimelineSource } from "#server/console/questions.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import { lostNumberStates } from "./lifecycle.ts";
import { requestsAbout } from "./store.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    async read({ database }, borrowerId) {
      const requests = await requestsAbout(database, borrowerId);
      const references = new Map(requests.map(({ id, reference }) => [id, reference]));
      const events = await Promise.all(requests.map(({ id }) => lostNumberStates.events(database, id)));
      return happeningsOf(
        "ACCOUNT",
        events.flat(),
        {
          SUBMITTED: "LOST_NUMBER_SUBMITTED",
          APPROVED: "LOST_NUMBER_APPROVED",
          DONE: "LOST_NUMBER_DONE",
          REJECTED: "LOST_NUMBER_REJECTED",
          STOPPED: "LOST_NUMBER_STOPPED",
        },
        ({ subjectId }) => ({ lostNumber: references.get(subjectId) ?? null }),
      );
    },
  },
];
