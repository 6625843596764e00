/** States of a request about a lost SIM. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const lostNumberStates = defineLifecycle(
  "lost_number",
  {
    STARTED: ["NEW_PROVEN", "EXPIRED"],
    NEW_PROVEN: ["SELFIE_SHOWN", "EXPIRED"],
    SELFIE_SHOWN: ["SUBMITTED", "EXPIRED"],
    // Stopped: the owner logged in or objected. Being faster brings no advantage.
    SUBMITTED: ["APPROVED", "REJECTED", "STOPPED"],
    APPROVED: ["DONE", "REJECTED", "STOPPED"],
    DONE: [],
    REJECTED: [],
    STOPPED: [],
    EXPIRED: [],
  },
  { table: "lost_number_request", isBorrowers: false },
);
