/** The states of a link. // Spec account 8 */
import { defineLifecycle } from "#server/lifecycle.ts";

export const linkLife = defineLifecycle(
  "account_link",
  {
    CONSENTED: ["CONNECTING", "FAILED", "ENDED"],
    CONNECTING: ["CODE_NEEDED", "REDIRECTED", "LINKED", "FAILED", "ENDED"],
    CODE_NEEDED: ["CONNECTING", "FAILED", "ENDED"],
    REDIRECTED: ["CONNECTING", "FAILED", "ENDED"],
    LINKED: ["ENDED"],
    FAILED: [],
    ENDED: [],
  },
  { table: "account_link", isBorrowers: true },
);
