/** What happened to a borrower here, for the console. */
import type { Happening, TimelineSource } from "#server/domain.ts";
import { listChanges } from "./store.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["LIMIT"],
    async read({ database }, borrowerId, max) {
      return (await listChanges(database, borrowerId, undefined, max)).map((change): Happening => ({
        at: change.changedAt,
        kind: "LIMIT",
        what: change.cause,
        facts: { kind: change.kind, fromRupiah: change.fromRupiah, toRupiah: change.toRupiah },
      }));
    },
  },
];
