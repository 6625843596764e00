/** The states of a number that is new to who has it. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const releaseStates = defineLifecycle(
  "number_release",
  { WAITING: ["RELEASED", "OBJECTED"], RELEASED: [], OBJECTED: [] },
  { table: "number_release", isBorrowers: true },
);
