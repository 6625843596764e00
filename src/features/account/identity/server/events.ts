/** Domain events of identity. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";

/** A face matched card and register; `verified_<borrower>`. */
export const identityVerified = defineEvent("identity.verified", v.object({ borrowerId: v.string() }));
