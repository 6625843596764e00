/** A borrower's offers of help in the console's timeline. */
import type { Happening, TimelineSource } from "#server/console/questions.ts";
import { offerLifecycle } from "./lifecycle.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["LOAN"],
    async read({ database }, borrowerId, max) {
      const events = await offerLifecycle.eventsOf(database, borrowerId, max);
      return events.map(({ at, to, facts }): Happening => ({
        at,
        kind: "LOAN",
        what: `RESTRUCTURE_OFFER_${to}`,
        facts,
      }));
    },
  },
];
