/** Domain events of the login. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";

/** A new borrower; `registered_<borrower>`. */
export const borrowerRegistered = defineEvent("borrower.registered", v.object({ borrowerId: v.string() }));

/** A login on a device that the account did not know; `device_<session>`. Not for the login that made the account. */
export const deviceAdded = defineEvent(
  "login.device_added",
  v.object({ borrowerId: v.string(), sessionId: v.string() }),
);

/** The holder of an account's number says that it is new to them; `disowned_<release>`. */
export const numberDisowned = defineEvent("login.number_disowned", v.object({ borrowerId: v.string() }));

/** A password was set or changed; an id of its own each time. */
export const passwordChanged = defineEvent(
  "password.changed",
  v.object({ borrowerId: v.string(), sessionId: v.string() }),
);

/** The account's first password; `password_<borrower>`. */
export const passwordSet = defineEvent("password.set", v.object({ borrowerId: v.string() }));
