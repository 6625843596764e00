/** The states of a number that its new holder has reported. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const releaseStates = defineLifecycle(
  "number_release",
  { WAITING: ["RELEASED", "OBJECTED"], RELEASED: [], OBJECTED: [] },
  { table: "number_release", isBorrowers: true },
);
