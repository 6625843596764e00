/** The answer of an inbox handler, as the inbox stores it. */
import type { PartnerEventOutcome, PartnerEventJudgement } from "#server/events/inbox.ts";

export const outcomeOf = (answered: PartnerEventOutcome | PartnerEventJudgement): PartnerEventOutcome =>
  typeof answered === "string" ? answered : answered.outcome;
