/** Timeline of a borrower's points, for the console. */
import type { TimelineSource } from "#server/console/questions.ts";
import { pointsRecordsOf } from "./store.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    read: async ({ database }, borrowerId, max) =>
      (await pointsRecordsOf(database, borrowerId, { max })).map(({ kind, points, activityId, at }) => ({
        at,
        kind: "ACCOUNT" as const,
        what: `POINTS_${kind}`,
        facts: { points, ...(activityId ? { activityId } : {}) },
      })),
  },
];
