/** The states of consents, of data requests, and of copies of data. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

/** One per kind and subject is in force; a newer text replaces it, ENDED means that it expired. */
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
