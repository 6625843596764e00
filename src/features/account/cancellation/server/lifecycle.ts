/** The states of a closing. // Spec account 6 */
import { defineLifecycle, insertStateChange } from "#server/records/lifecycle.ts";

export const closureLife = defineLifecycle(
  "account_closure",
  {
    COOLING: ["CLOSED", "WITHDRAWN", "UNDONE"],
    CLOSED: ["RETAINING"],
    RETAINING: ["ERASED"],
    ERASED: [],
    WITHDRAWN: [],
    UNDONE: [],
  },
  {
    table: "account_closure",
    isBorrowers: true,
    // By then the borrower's data is deleted, and this event must not link to the borrower again.
    record: (trx, event) =>
      insertStateChange(trx, "account_closure", event.to === "ERASED" ? { ...event, borrowerId: null } : event),
  },
);
