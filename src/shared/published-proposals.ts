/** States of proposals by the names under which contents and configuration published them. */
import type { ProposalState } from "#shared/proposals.ts";

/** STALE can no longer be carried out. */
export const publishedStates = ["OPEN", "PUBLISHED", "REJECTED", "TAKEN_BACK", "STALE"] as const;
type PublishedState = (typeof publishedStates)[number];

export function publishedState(state: ProposalState): PublishedState {
  if (state === "CONFIRMED") return "PUBLISHED";
  return state === "REFUSED" ? "REJECTED" : state;
}
