/** Domain events of delivery. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";
import { mailOutcomes } from "#server/outside/mail/reports.ts";

/** The relay reported the outcome of a mail, each outcome once; `<message>_<outcome>`. */
export const mailReported = defineEvent(
  "delivery.mail_reported",
  v.object({ messageId: v.string(), outcome: v.picklist(mailOutcomes) }),
);
