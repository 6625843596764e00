/** The states of a link. // Spec account 8 */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const linkLife = defineLifecycle(
  "account_link",
  {
    CONSENTED: ["CONNECTING", "FAILED", "ENDED"],
    // Back to CONSENTED by a login that was mistyped.
    CONNECTING: ["CONSENTED", "CODE_NEEDED", "REDIRECTED", "LINKED", "FAILED", "ENDED"],
    CODE_NEEDED: ["CONNECTING", "FAILED", "ENDED"],
    REDIRECTED: ["CONNECTING", "FAILED", "ENDED"],
    LINKED: ["ENDED"],
    FAILED: [],
    ENDED: [],
  },
  { table: "account_link", isBorrowers: true },
);
