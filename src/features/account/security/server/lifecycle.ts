/** The states of a contest: frozen, then proven by its owner, then decided by two people. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const contestStates = defineLifecycle(
  "security_contest",
  {
    FROZEN: ["PROVEN", "KEPT"],
    // Nothing releases an account whose owner has not proven number and face.
    PROVEN: ["RELEASED", "KEPT"],
    RELEASED: [],
    // By a lost number that two people approved: its owner has no SIM to prove the old one with. // docs/decisions/254
    KEPT: ["RELEASED"],
  },
  { table: "security_contest", isBorrowers: true },
);
