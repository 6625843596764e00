/** The states of a loan's documents. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

/** The agreement is signed, its accompanying texts are accepted; a letter starts with its signature, and a paid-off letter may be withdrawn. */
export const documentLifecycle = defineLifecycle(
  "agreement_document",
  {
    SHOWN: ["ACCEPTED", "SIGNING"],
    SIGNING: ["SIGNED", "WITHDRAWN"],
    SIGNED: ["WITHDRAWN"],
    ACCEPTED: [],
    WITHDRAWN: [],
  },
  { table: "agreement_document", isBorrowers: true, initial: ["SHOWN", "SIGNING"] },
);
