/** Domain events of look-ups. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";
import { lookupKinds } from "../contract.ts";

/** A register knows the borrower; `found_<lookup>`. */
export const lookupFound = defineEvent(
  "lookup.found",
  v.object({ borrowerId: v.string(), lookupId: v.string(), kind: v.picklist(lookupKinds) }),
);
