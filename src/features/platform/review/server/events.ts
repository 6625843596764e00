/** Domain events of reviews, for notices to the borrower and for the domain of the request. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";

const about = { borrowerId: v.string(), caseId: v.string(), kind: v.string(), subjectId: v.string() };

/** The borrower is asked to show more, until `askUntil`; once in the life of a case. */
export const reviewAsked = defineEvent("review.asked", v.object({ ...about, askUntil: v.string() }));

/** The promised time has passed without a decision: the borrower is notified once. */
export const reviewLate = defineEvent("review.late", v.object(about));

/** The case is closed; its decision was carried out in the same transaction. */
export const reviewClosed = defineEvent("review.closed", v.object({ ...about, outcome: v.string() }));
