/** What a handler of the inbox answered, as the inbox keeps it. */
import type { EventOutcome, Judgement } from "#server/events/inbox.ts";

export const outcomeOf = (answered: EventOutcome | Judgement): EventOutcome =>
  typeof answered === "string" ? answered : answered.outcome;
