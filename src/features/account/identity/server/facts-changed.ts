/** Tells whoever assesses borrowers that what they told about themselves has changed. */
import * as v from "valibot";
import { defineJob } from "#server/jobs.ts";

/** Written by identity and profile in the transaction that changed them; underwriting assesses the credit limit anew. */
export const borrowerFactsChanged = defineJob("identity-facts-changed", v.object({ borrowerId: v.string() }));
