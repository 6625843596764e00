/** Domain events of account closing. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";

const about = v.object({ borrowerId: v.string(), closureId: v.string() });

/** The holder requested the closing of the account; `<closure>`. */
export const closureAsked = defineEvent("closure.asked", about);
/** The account is closed; `<closure>`. Its number is free from now on. */
export const accountClosed = defineEvent("account.closed", about);
/** The holder's data is deleted; `erased_<closure>`. Identified by the closing alone: no further rows use the borrower's id. */
export const accountErased = defineEvent("account.erased", v.object({ closureId: v.string() }));
/** The last data of the holder kept by rules is destroyed; `ended_<closure>`. */
export const accountRetentionEnded = defineEvent("account.retention_ended", v.object({ closureId: v.string() }));
