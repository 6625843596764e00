/** Tells that an identity has become whole. */
import * as v from "valibot";
import { defineJob } from "#server/jobs.ts";

/** Written in the transaction that verified the identity; the profile, which stands above, assesses the first credit limit. */
export const identityVerified = defineJob("identity-verified", v.object({ borrowerId: v.string() }));
