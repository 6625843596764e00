/** Domain events of the e-mail address. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";

/** The account's first proven address; `email_<borrower>`, so once a borrower. */
export const emailVerified = defineEvent("email.verified", v.object({ borrowerId: v.string() }));
