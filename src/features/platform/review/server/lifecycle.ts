/** The states of a review case. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

/** ASKED is paused until the borrower adds proof or 72 hours are over; PROPOSED until a second person has checked. */
export const reviewLifecycle = defineLifecycle(
  "review_case",
  {
    WAITING: ["ASKED", "PROPOSED", "CLOSED"],
    ASKED: ["WAITING", "CLOSED"],
    PROPOSED: ["WAITING", "CLOSED"],
    CLOSED: [],
  },
  { table: "review_case", isBorrowers: true },
);
