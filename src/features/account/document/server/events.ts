/** Domain events of documents. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";

/** The borrower has shown what was asked for, or the 72 hours are over (`isGiven` false); `answered_<request>`. */
export const documentsAnswered = defineEvent(
  "documents.answered",
  v.object({ borrowerId: v.string(), requestId: v.string(), subjectId: v.string(), isGiven: v.boolean() }),
);

/** Something of an offer is there: `isReoffer` of an application that was refused for want of it; `given_<offer>`. */
export const informationGiven = defineEvent(
  "information.given",
  v.object({ borrowerId: v.string(), offerId: v.string(), subjectId: v.string(), isReoffer: v.boolean() }),
);
