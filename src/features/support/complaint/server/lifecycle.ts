/** The states of a complaint; which act leads where is told by `rules.ts`. */
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
