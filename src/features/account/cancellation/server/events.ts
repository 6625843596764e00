/** Domain events of account closing. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";

const about = v.object({ borrowerId: v.string(), closureId: v.string() });

/** Its holder asked for the end of the account; `<closure>`. */
export const closureAsked = defineEvent("closure.asked", about);
/** The account is closed; `<closure>`. Its number is free from now on. */
export const accountClosed = defineEvent("account.closed", about);
/** Its holder is forgotten; `erased_<closure>`. Named by the closing alone: nothing is written under the borrower's id any more. */
export const accountErased = defineEvent("account.erased", v.object({ closureId: v.string() }));
/** The last of what rules kept of its holder is destroyed; `ended_<closure>`. */
export const accountRetentionEnded = defineEvent("account.retention_ended", v.object({ closureId: v.string() }));
