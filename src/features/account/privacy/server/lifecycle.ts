/** The states of consents, of requests about one's data, and of copies of it. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

/** One of each kind and subject stands; a newer text replaces it, ENDED is over by itself. */
export const consentLife = defineLifecycle(
  "consent",
  { STANDING: ["REPLACED", "WITHDRAWN", "ENDED"], REPLACED: [], WITHDRAWN: [], ENDED: [] },
  { table: "consent", isBorrowers: true },
);

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
