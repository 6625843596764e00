/** The states of requests about one's data, and of copies of it. */
import { defineLifecycle } from "#server/lifecycle.ts";

export const dataRequestLife = defineLifecycle(
  "data_request",
  { WAITING: ["GRANTED", "REFUSED"], GRANTED: [], REFUSED: [] },
  { table: "data_request", isBorrowers: true },
);

export const exportLife = defineLifecycle(
  "data_export",
  { ASKED: ["READY"], READY: ["ENDED"], ENDED: [] },
  { table: "data_export", isBorrowers: true },
);
