/** The states of a check by staff. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const faceReviewStates = defineLifecycle(
  "face_review",
  {
    // Failed selfies are kept, for a case that may be asked for.
    GATHERING: ["WAITING"],
    WAITING: ["APPROVED", "REJECTED", "WITHDRAWN"],
    // Stands for the flow that asked, once.
    APPROVED: ["USED"],
    USED: [],
    REJECTED: [],
    WITHDRAWN: [],
  },
  { table: "face_review", isBorrowers: true },
);
