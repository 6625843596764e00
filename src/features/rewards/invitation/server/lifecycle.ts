/** The life of an invitation: one friend, as the inviter sees it. // Product decisions, rewards 6 */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const invitationStates = defineLifecycle(
  "invitation",
  {
    JOINED: ["COUNTED", "CHECKING", "NOT_COUNTED", "ENDED"],
    COUNTED: ["CHECKING", "REWARDED", "NOT_COUNTED", "ENDED"],
    // What is looked at was to be counted, or to be rewarded.
    CHECKING: ["COUNTED", "REWARDED", "NOT_COUNTED", "ENDED"],
    REWARDED: [],
    NOT_COUNTED: [],
    ENDED: [],
  },
  { table: "invitation", isBorrowers: true },
);
