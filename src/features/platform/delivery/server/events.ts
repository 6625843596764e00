/** What delivery announces. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";
import { mailOutcomes } from "#server/outside/mail/reports.ts";

/** The relay told what became of a mail, each outcome once; `<message>_<outcome>`. */
export const mailReported = defineEvent(
  "delivery.mail_reported",
  v.object({ messageId: v.string(), outcome: v.picklist(mailOutcomes) }),
);
