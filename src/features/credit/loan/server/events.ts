/** Events in the life of a loan. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";
import { loanStates } from "../contract.ts";

/** An application was sent in; `submitted_<loan>`. */
export const loanSubmitted = defineEvent("loan.submitted", v.object({ borrowerId: v.string(), loanId: v.string() }));

/** A loan went from one state to another; `moved_<event of the loan>`. */
export const loanMoved = defineEvent(
  "loan.moved",
  v.object({
    borrowerId: v.string(),
    loanId: v.string(),
    from: v.picklist(loanStates),
    to: v.picklist(loanStates),
    cause: v.string(),
  }),
);
