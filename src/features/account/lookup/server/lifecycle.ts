/** The states of a look-up. Spec account 7; EXPIRED: the code came too late, or the result's days are over. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const lookupLife = defineLifecycle(
  "lookup",
  {
    CONSENTED: ["ASKING", "EXPIRED", "REMOVED"],
    // Back to CONSENTED by a password that was mistyped.
    ASKING: ["CONSENTED", "CODE_NEEDED", "FOUND", "NOT_FOUND", "REFUSED", "NOT_YOURS", "UNAVAILABLE", "REMOVED"],
    CODE_NEEDED: ["ASKING", "EXPIRED", "REMOVED"],
    FOUND: ["EXPIRED", "REMOVED"],
    NOT_FOUND: [],
    REFUSED: [],
    NOT_YOURS: [],
    UNAVAILABLE: [],
    EXPIRED: [],
    REMOVED: [],
  },
  { table: "lookup", isBorrowers: true },
);
