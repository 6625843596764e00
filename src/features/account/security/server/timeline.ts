/** Timeline of a borrower's contests, for the console. */
import type { TimelineSource } from "#server/console/questions.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import { contestStates } from "./lifecycle.ts";
import { listEvents } from "./store.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    async read({ database }, borrowerId, max) {
      const events = await listEvents(database, borrowerId, { before: undefined, max });
      const contests = happeningsOf("ACCOUNT", await contestStates.eventsOf(database, borrowerId, max), {
        PROVEN: "CONTEST_PROVEN",
        KEPT: "CONTEST_KEPT",
      });
      return [
        ...events.map(({ happenedAt: at, kind }) => ({
          at,
          kind: "ACCOUNT" as const,
          what: `SECURITY_${kind}`,
          facts: {},
        })),
        ...contests,
      ];
    },
  },
];
