/** Domain events of a change of number. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";

/** The account has another number from now on; all its logins have ended. `requestId`: of the change or the recovery. */
export const numberChanged = defineEvent("number.changed", v.object({ borrowerId: v.string(), requestId: v.string() }));
