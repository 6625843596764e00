/** One line of what happened to a borrower or a loan, as staff read it. */
import * as v from "valibot";
import { instant } from "#shared/fields/answered.ts";
import { timelineKinds } from "#shared/timeline-kinds.ts";
import { openShape } from "#shared/fields/shape.ts";

export const timelineEntry = openShape("TimelineEntry", {
  at: instant,
  kind: v.picklist(timelineKinds),
  /** The event, as a code of its kind: a loan's state, a message's delivery, a staff action. */
  what: v.string(),
  /** More of it, without personal values: ids, channels, amounts. */
  facts: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  /** `what` and `facts` in the reader's language. */
  text: v.string(),
  details: v.string(),
  /** The console's page of the loan that it is about; null on that page itself, and where it is about none. */
  to: v.nullable(v.string()),
});
export type TimelineEntry = v.InferOutput<typeof timelineEntry>;
