/** A person's view of a campaign: one pure function of the campaign's and the person's state. // Product decisions, rewards 1 */
import type { CampaignState, CampaignView, IneligibleReason } from "../contract.ts";

export interface Seen {
  now: Date;
  state: CampaignState;
  opensAt: Date;
  closesAt: Date;
  isLoggedIn: boolean;
  /** Whether it shows its action without a login. */
  isLoginOptional: boolean;
  reason: IneligibleReason | null;
  /** The budget no longer covers a prize for this person. */
  isBudgetOut: boolean;
  /** The award named in the address, or the one that ended the campaign for this person; null without one. */
  award: { isNothing: boolean } | null;
  /** No action is possible before `nextAt`. */
  isDoneForNow: boolean;
  /** It is over, and prizes that this person earned before can still be claimed. */
  isClaimable: boolean;
  /** Something is under way that the person waits for: a draw, a growing tree without energy. */
  isWaiting: boolean;
}

/** The view of a campaign. A result comes before every kind of closing: a won prize is never hidden. */
export function campaignViewOf(input: Seen): CampaignView {
  const { now, state, award } = input;
  if (state === "ENDED" || now >= input.closesAt) {
    if (award && !award.isNothing) return "WON";
    if (!input.isClaimable || input.isBudgetOut) return "ENDED";
    return input.reason ? "NOT_ELIGIBLE" : "RUNNING";
  }
  if (input.isLoggedIn && award) return award.isNothing ? "LOST" : "WON";
  if (state === "DRAFT" || state === "APPROVED" || now < input.opensAt) return "SOON";
  if (state === "PAUSED") return "PAUSED";
  if (!input.isLoggedIn)
    return input.isLoginOptional && !input.isBudgetOut ? "RUNNING" : input.isBudgetOut ? "BUDGET_OUT" : "LOGIN";
  if (input.reason) return "NOT_ELIGIBLE";
  if (input.isDoneForNow) return "DONE_TODAY";
  if (input.isWaiting) return "WAITING";
  return input.isBudgetOut ? "BUDGET_OUT" : "RUNNING";
}
