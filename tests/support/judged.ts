/** The answer of an inbox handler, as the inbox stores it. */
import type { EventOutcome, Judgement } from "#server/events/inbox.ts";

export const outcomeOf = (answered: EventOutcome | Judgement): EventOutcome =>
  typeof answered === "string" ? answered : answered.outcome;
