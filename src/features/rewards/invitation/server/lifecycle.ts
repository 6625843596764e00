/** The states of an invitation: one friend, as the inviter sees it. // Product decisions, rewards 6 */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const invitationLifecycle = defineLifecycle(
  "invitation",
  {
    JOINED: ["COUNTED", "CHECKING", "NOT_COUNTED", "ENDED"],
    COUNTED: ["CHECKING", "REWARDED", "NOT_COUNTED", "ENDED"],
    // CHECKING came before COUNTED or before REWARDED.
    CHECKING: ["COUNTED", "REWARDED", "NOT_COUNTED", "ENDED"],
    REWARDED: [],
    NOT_COUNTED: [],
    ENDED: [],
  },
  { table: "invitation", isBorrowers: true },
);
