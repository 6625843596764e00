/** Timeline of a borrower's invitations, for the console. */
import type { TimelineSource } from "#server/console/questions.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import { invitationLifecycle } from "./lifecycle.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    read: async ({ database }, borrowerId, max) =>
      happeningsOf("ACCOUNT", await invitationLifecycle.eventsOf(database, borrowerId, max), {
        JOINED: "INVITATION_JOINED",
        COUNTED: "INVITATION_COUNTED",
        CHECKING: "INVITATION_CHECKING",
        REWARDED: "INVITATION_REWARDED",
        NOT_COUNTED: "INVITATION_NOT_COUNTED",
        ENDED: "INVITATION_ENDED",
      }),
  },
];
