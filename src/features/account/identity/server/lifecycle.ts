/** The states of a check by staff. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const faceReviewLifecycle = defineLifecycle(
  "face_review",
  {
    // Failed selfies are stored, for a possible check by staff.
    GATHERING: ["WAITING"],
    WAITING: ["APPROVED", "REJECTED", "WITHDRAWN"],
    // Valid once, for the flow that asked.
    APPROVED: ["USED"],
    USED: [],
    REJECTED: [],
    WITHDRAWN: [],
  },
  { table: "face_review", isBorrowers: true },
);
