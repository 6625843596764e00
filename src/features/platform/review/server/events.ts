/** What reviews announce; whoever tells the borrower of it, and the domain whose request it is, hear it. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";

const about = { borrowerId: v.string(), caseId: v.string(), kind: v.string(), subjectId: v.string() };

/** The borrower is asked to show more, until `askUntil`; once in the life of a case. */
export const reviewAsked = defineEvent("review.asked", v.object({ ...about, askUntil: v.string() }));

/** The promised time is over and nothing is decided: the borrower is told so, once. */
export const reviewLate = defineEvent("review.late", v.object(about));

/** The case is closed; what follows from it was carried out in the same transaction. */
export const reviewClosed = defineEvent("review.closed", v.object({ ...about, outcome: v.string() }));
