/** What the login announces. */
import * as v from "valibot";
import { defineEvent } from "#server/domain-events.ts";

/** A new borrower; `registered_<borrower>`. */
export const borrowerRegistered = defineEvent("borrower.registered", v.object({ borrowerId: v.string() }));

/** The account's first password; `password_<borrower>`. */
export const passwordSet = defineEvent("password.set", v.object({ borrowerId: v.string() }));
