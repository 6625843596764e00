/** The states of a contest: frozen, then proven by its owner, then decided by two people. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const contestStates = defineLifecycle(
  "security_contest",
  {
    FROZEN: ["PROVEN", "KEPT"],
    // An account is released only after its owner has proven number and face.
    PROVEN: ["RELEASED", "KEPT"],
    RELEASED: [],
    // Released by a lost-number request that two people approved: its owner has no SIM to prove the old number with. // docs/decisions/254
    KEPT: ["RELEASED"],
  },
  { table: "security_contest", isBorrowers: true },
);
