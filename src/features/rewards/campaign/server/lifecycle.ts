/** The lives of campaigns, draws and awards: which state follows which. // Product decisions, rewards 1, 8 */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const campaignLifecycle = defineLifecycle(
  "campaign",
  {
    DRAFT: ["APPROVED"],
    APPROVED: ["RUNNING", "PAUSED", "ENDED"],
    RUNNING: ["PAUSED", "ENDED"],
    PAUSED: ["RUNNING", "ENDED"],
    ENDED: [],
  },
  { table: "campaign", isBorrowers: false },
);

export const drawLifecycle = defineLifecycle(
  "campaign_draw",
  {
    OPEN: ["FROZEN"],
    FROZEN: ["DRAWN", "EMPTY"],
    DRAWN: [],
    EMPTY: [],
  },
  { table: "campaign_draw", isBorrowers: false },
);

export const awardLifecycle = defineLifecycle(
  "campaign_award",
  {
    PENDING: ["GIVEN", "HELD", "REFUSED"],
    HELD: ["GIVEN", "REFUSED"],
    GIVEN: ["REVOKED"],
    REFUSED: [],
    REVOKED: [],
  },
  { table: "campaign_award", isBorrowers: true, initial: ["PENDING", "HELD", "GIVEN"] },
);
