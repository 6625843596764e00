/** One line of a borrower's or loan's timeline, as staff read it. */
import * as v from "valibot";
import { instant } from "#shared/fields/answered.ts";
import { timelineKinds } from "#shared/timeline-kinds.ts";
import { openShape } from "#shared/fields/shape.ts";

export const timelineEntry = openShape("TimelineEntry", {
  at: instant,
  kind: v.picklist(timelineKinds),
  /** The event, as a code of its kind: a loan's state, a message's delivery, a staff action. */
  what: v.string(),
  /** Further facts without personal values: ids, channels, amounts. */
  facts: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  /** `what` and `facts` in the reader's language. */
  text: v.string(),
  details: v.string(),
  /** The console's page of its loan; null on that page itself, and without a loan. */
  to: v.nullable(v.string()),
});
export type TimelineEntry = v.InferOutput<typeof timelineEntry>;
