/** Events of a borrower in a domain, for the console's timeline. */
import type { TimelineSource } from "#server/console/questions.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import { emailRequestStates } from "./lifecycle.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    read: async ({ database }, borrowerId, max) =>
      happeningsOf("ACCOUNT", await emailRequestStates.eventsOf(database, borrowerId, max), {
        PENDING_VERIFICATION: "EMAIL_NAMED",
        VERIFYING: "EMAIL_MAILED",
        // The next line covers this in the same moment.
        "VERIFYING:MAIL_READ": null,
        VERIFIED: "EMAIL_VERIFIED",
        FAILED: "EMAIL_FAILED",
      }),
  },
];
