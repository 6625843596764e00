/** The states of documents that are asked for again. */
import { defineLifecycle } from "#server/lifecycle.ts";

export const requestLife = defineLifecycle(
  "document_request",
  { OPEN: ["ANSWERED", "EXPIRED", "WITHDRAWN"], ANSWERED: [], EXPIRED: [], WITHDRAWN: [] },
  { table: "document_request", isBorrowers: true },
);
