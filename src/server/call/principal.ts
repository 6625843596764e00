/** Who the policy of a call let in. */
import { Refusal } from "./refusal.ts";
import type { Session, StaffSession } from "./session.server.ts";
import type { TrailEntry } from "./staff-trail.ts";
import type { Policy } from "#shared/contract.ts";

export interface Principal {
  kind: Policy["who"];
  session?: Session;
  staff?: StaffSession;
  /** The audit entry of this staff call: the handler notes whom it is about. */
  trail?: TrailEntry;
  link?: { purpose: string; subject: string };
}

/** The logged-in borrower, or the subject of a link. @throws Refusal NOT_LOGGED_IN */
export function borrowerOf(principal: Principal): string {
  const id = principal.session?.borrowerId ?? principal.link?.subject;
  if (!id) throw new Refusal("NOT_LOGGED_IN");
  return id;
}

/** Whose idempotency keys stand together. */
export function principalKey(principal: Principal): string {
  if (principal.staff) return `staff:${principal.staff.staffId}`;
  if (principal.kind === "visitor" && principal.session && !principal.session.borrowerId)
    return `visitor:${principal.session.id}`;
  return `borrower:${borrowerOf(principal)}`;
}
