/** The states of a proposal; `proposals.ts` decides in which one it ends. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const proposalLifecycle = defineLifecycle(
  "proposal",
  {
    OPEN: ["CONFIRMED", "REFUSED", "TAKEN_BACK", "STALE"],
    CONFIRMED: [],
    REFUSED: [],
    TAKEN_BACK: [],
    STALE: [],
  },
  // Has a borrower only when its kind does.
  { table: "proposal", isBorrowers: false },
);
