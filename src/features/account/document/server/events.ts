/** What documents announce. */
import * as v from "valibot";
import { defineEvent } from "#server/domain-events.ts";

/** The borrower has shown what was asked for, or the 72 hours are over (`isGiven` false); `answered_<request>`. */
export const documentsAnswered = defineEvent(
  "documents.answered",
  v.object({ borrowerId: v.string(), requestId: v.string(), subjectId: v.string(), isGiven: v.boolean() }),
);
