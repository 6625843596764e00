/** Events of a member, for the console's timeline. */
import type { TimelineSource } from "#server/console/questions.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import { plusLife } from "./lifecycle.ts";
import { listReductions } from "./store.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["LOAN"],
    async read({ database }, borrowerId, max) {
      const [plus, reductions] = await Promise.all([
        plusLife.eventsOf(database, borrowerId, max),
        listReductions(database, borrowerId, max),
      ]);
      return [
        ...happeningsOf("LOAN", plus, { RUNNING: "PLUS_BEGUN", ENDED: "PLUS_ENDED" }),
        ...reductions.map(({ loanId, rupiah, givenAt }) => ({
          at: givenAt,
          kind: "LOAN" as const,
          what: "INTEREST_REDUCED",
          facts: { loanId, savedRupiah: rupiah },
        })),
      ];
    },
  },
];
