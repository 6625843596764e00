/** The life of Plus: begun by its borrower, ended by the borrower, by its conditions or by an instalment that is late. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const plusLife = defineLifecycle(
  "membership_plus",
  { RUNNING: ["ENDED"], ENDED: [] },
  { table: "membership_plus", isBorrowers: true },
);
