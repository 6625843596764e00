/** Events of restructuring. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";

/** A borrower was offered other terms for a running loan; `offered_<request>_<programme>`. */
export const restructureOffered = defineEvent(
  "restructure.offered",
  v.object({ borrowerId: v.string(), loanId: v.string(), askId: v.string(), programme: v.string() }),
);
