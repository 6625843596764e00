/** States of a complaint; `rules.ts` says which action leads where. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const complaintLifecycle = defineLifecycle(
  "complaint",
  {
    RECEIVED: ["IN_PROGRESS", "EXTENDED", "ANSWERED", "CLOSED"],
    IN_PROGRESS: ["EXTENDED", "ANSWERED", "CLOSED"],
    EXTENDED: ["ANSWERED", "CLOSED"],
    ANSWERED: ["REOPENED", "CLOSED"],
    REOPENED: ["IN_PROGRESS", "EXTENDED", "ANSWERED", "CLOSED"],
    CLOSED: [],
  },
  { table: "complaint", isBorrowers: false },
);
