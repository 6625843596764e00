/** Domain events of complaints. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";
import { closeCauses } from "../contract.ts";

/** A complaint was closed; `closed_<complaint>`. Without a borrower when a visitor complained. */
export const complaintClosed = defineEvent(
  "complaint.closed",
  v.object({ complaintId: v.string(), borrowerId: v.nullable(v.string()), cause: v.picklist(closeCauses) }),
);
