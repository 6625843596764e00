/** The states of documents that are asked for again, and of offers to add something. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const requestLife = defineLifecycle(
  "document_request",
  { OPEN: ["ANSWERED", "EXPIRED", "WITHDRAWN"], ANSWERED: [], EXPIRED: [], WITHDRAWN: [] },
  { table: "document_request", isBorrowers: true },
);

export const offerLife = defineLifecycle(
  "information_offer",
  { OPEN: ["GIVEN", "SKIPPED", "EXPIRED", "WITHDRAWN"], GIVEN: [], SKIPPED: [], EXPIRED: [], WITHDRAWN: [] },
  { table: "information_offer", isBorrowers: true },
);
