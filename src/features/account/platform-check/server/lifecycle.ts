/** The states of a check. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

/** SILENT: the bureau did not answer, and the day is free again. */
export const checkLife = defineLifecycle(
  "platform_check",
  { ASKING: ["REPORT", "SILENT"], REPORT: [], SILENT: [] },
  { table: "platform_check", isBorrowers: true },
);
