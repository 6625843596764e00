/** The states of a loan's documents. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

/** The agreement is signed, the texts that belong to it are accepted; a letter begins with its signature, and a paid-off one may be withdrawn. */
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
