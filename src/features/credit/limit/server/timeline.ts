/** Events of a borrower in a domain, for the console's timeline. */
import type { Happening, TimelineSource } from "#server/console/questions.ts";
import { listChanges } from "./store.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["LIMIT"],
    async read({ database }, borrowerId, max) {
      return (await listChanges(database, borrowerId, undefined, max)).map((change): Happening => ({
        at: change.changedAt,
        kind: "LIMIT",
        what: change.cause,
        facts: {
          kind: change.kind,
          fromRupiah: change.fromRupiah,
          toRupiah: change.toRupiah,
          ...(change.why?.freeze ? { freeze: change.why.freeze } : {}),
        },
      }));
    },
  },
];
