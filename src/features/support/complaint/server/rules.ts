/** The actions allowed in each state, and their outcome. Pure. */
import type { CloseCause, ComplaintState } from "../contract.ts";

/** States in which the person waits for our answer, and its deadline runs. */
export const openComplaintStates = [
  "RECEIVED",
  "IN_PROGRESS",
  "EXTENDED",
  "REOPENED",
] as const satisfies readonly ComplaintState[];

export const complaintActs = [
  "TAKE",
  "ANSWER",
  "EXTEND",
  "CLOSE",
  "WRITE",
  "ACCEPT",
  "REFUSE",
  "WITHDRAW",
  "GIVE_UP",
] as const;
export type ComplaintAct = (typeof complaintActs)[number];

export interface ComplaintProgress {
  state: ComplaintState;
  /** Whether the single extension was used. // Field rules: complaints, one extension of 10 */
  isExtended: boolean;
  /** Whether the promised day is over. */
  isOverdue: boolean;
  /** Answers that the person refused before. */
  refusals: number;
}

export interface Outcome {
  state: ComplaintState;
  closeCause?: CloseCause;
}

const isOpen = (state: ComplaintState): boolean => openComplaintStates.some((open) => open === state);

/** The state after an action; null when it is not allowed. */
export function outcomeOf(
  act: ComplaintAct,
  { state, isExtended, isOverdue, refusals }: ComplaintProgress,
): Outcome | null {
  switch (act) {
    case "TAKE":
      // The person continues to see the extension, even when another staff member takes over.
      return state === "EXTENDED" ? { state } : isOpen(state) ? { state: "IN_PROGRESS" } : null;
    case "ANSWER":
      return isOpen(state) ? { state: "ANSWERED" } : null;
    case "EXTEND":
      // An extension must be announced before the deadline: a late complaint stays late.
      return isOpen(state) && !isExtended && !isOverdue ? { state: "EXTENDED" } : null;
    case "CLOSE":
      return isOpen(state) ? { state: "CLOSED", closeCause: "BY_STAFF" } : null;
    case "WRITE":
      return isOpen(state) ? { state } : null;
    case "WITHDRAW":
      return isOpen(state) ? { state: "CLOSED", closeCause: "WITHDRAWN" } : null;
    case "ACCEPT":
      return state === "ANSWERED" ? { state: "CLOSED", closeCause: "ACCEPTED" } : null;
    case "REFUSE":
      if (state !== "ANSWERED") return null;
      // The second refusal ends our own handling: from there LAPS SJK decides.
      return refusals === 0 ? { state: "REOPENED" } : { state: "CLOSED", closeCause: "REFUSED_AGAIN" };
    case "GIVE_UP":
      return state === "ANSWERED" ? { state: "CLOSED", closeCause: "UNANSWERED" } : null;
  }
}
