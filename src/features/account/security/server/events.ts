/** Domain events of security. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";

const about = v.object({ borrowerId: v.string(), contestId: v.string() });

/** An account was frozen by its owner: its sessions have ended, and no value leaves it; `contested_<contest>`. It cannot be refused. */
export const accountContested = defineEvent("account.contested", about);

/** Two people released a frozen account to its owner; `released_<contest>`. */
export const accountReleased = defineEvent("account.released", about);
