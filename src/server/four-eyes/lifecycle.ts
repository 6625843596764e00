/** The states of a proposal; which of them it ends in is told by `proposals.ts`. */
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
  // About a borrower only where its kind is.
  { table: "proposal", isBorrowers: false },
);
