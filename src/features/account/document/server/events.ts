/** Domain events of documents. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";

/** The borrower has shown what was asked for, or the 72 hours are over (`isGiven` false); `answered_<request>`. */
export const documentsAnswered = defineEvent(
  "documents.answered",
  v.object({ borrowerId: v.string(), requestId: v.string(), subjectId: v.string(), isGiven: v.boolean() }),
);

/** The borrower uploaded an option of an offer. `isReoffer`: the offer belongs to an application that was refused because it was missing; `given_<offer>`. */
export const informationGiven = defineEvent(
  "information.given",
  v.object({ borrowerId: v.string(), offerId: v.string(), subjectId: v.string(), isReoffer: v.boolean() }),
);
