/** Timeline of a borrower's requests, for the console. */
import type { TimelineSource } from "#server/console/questions.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import { reviewLifecycle } from "./lifecycle.ts";
import { reviewNumbers } from "./store.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    async read({ database }, borrowerId, max) {
      const numbers = await reviewNumbers(database, borrowerId);
      const events = await reviewLifecycle.eventsOf(database, borrowerId, max);
      return happeningsOf(
        "ACCOUNT",
        events,
        {
          "WAITING:HANDED_IN": "REVIEW_OPENED",
          "WAITING:SHOWN": "REVIEW_SHOWN",
          "WAITING:NOT_SHOWN": "REVIEW_NOT_SHOWN",
          WAITING: "REVIEW_RETURNED",
          ASKED: "REVIEW_ASKED",
          PROPOSED: "REVIEW_PROPOSED",
          "CLOSED:APPROVED": "REVIEW_APPROVED",
          "CLOSED:REJECTED": "REVIEW_REJECTED",
          "CLOSED:WITHDRAWN": "REVIEW_WITHDRAWN",
        },
        ({ subjectId }) => ({ review: numbers.get(subjectId) ?? null }),
      );
    },
  },
];
