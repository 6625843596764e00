/** Events of a borrower's promises and contacts, for the console's timeline. */
import type { TimelineSource } from "#server/console/questions.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import { contactAttemptsOf } from "./contact-store.ts";
import { promiseLifecycle } from "./lifecycle.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["LOAN"],
    read: async ({ database }, borrowerId, max) =>
      happeningsOf("LOAN", await promiseLifecycle.eventsOf(database, borrowerId, max), {
        OPEN: "PROMISE_MADE",
        KEPT: "PROMISE_KEPT",
        PARTLY: "PROMISE_PARTLY",
        BROKEN: "PROMISE_BROKEN",
        CANCELLED: "PROMISE_CANCELLED",
      }),
  },
  {
    kinds: ["LOAN"],
    async read({ database }, borrowerId, max) {
      const contacts = await contactAttemptsOf(database, { borrowerId }, { max });
      return contacts.map(({ startedAt: at, channel, outcome, loanId, staffId }) => ({
        at,
        kind: "LOAN" as const,
        what: `CONTACT_${channel}`,
        facts: { loanId, outcome, actor: `STAFF:${staffId}` },
      }));
    },
  },
];
