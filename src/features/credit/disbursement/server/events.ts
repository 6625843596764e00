/** Events of paying out. The money has moved already, so a subscriber cannot refuse any of them. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";
import { transferPurposeNames } from "./store.ts";

/** A loan's money has arrived and its books are open at the lender; `activated_<loan>`. */
export const loanActivated = defineEvent(
  "loan.activated",
  v.object({ borrowerId: v.string(), loanId: v.string(), transferId: v.string() }),
);

/** A transfer that had arrived was sent back by the receiving bank; `returned_<transfer>_<how often>`. `subjectId`: of a loan its id. */
export const payoutReturned = defineEvent(
  "payout.returned",
  v.object({
    borrowerId: v.string(),
    transferId: v.string(),
    purpose: v.picklist(transferPurposeNames),
    subjectId: v.string(),
  }),
);
