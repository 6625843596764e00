/** The states of a file that a job makes of a list. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const listExportLife = defineLifecycle(
  "list_export",
  { WAITING: ["READY", "FAILED"], READY: ["EXPIRED"], FAILED: [], EXPIRED: [] },
  { table: "list_export", isBorrowers: false },
);
export type ListExportState = (typeof listExportLife)["states"][number];
