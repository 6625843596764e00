/** The authenticated caller of a call, typed by the call's policy. */
import type { PartnerAccess } from "#server/access-keys.ts";
import { Refusal } from "./refusal.ts";
import type { Session, StaffSession } from "./session.server.ts";
import type { TrailEntry } from "./staff-trail.ts";
import type { Policy } from "#shared/contract.ts";

type Who = Policy["who"];

/** The data that each kind of policy has established before the handler runs. */
interface Established {
  anyone: object;
  visitor: { session: Session };
  borrower: { session: Session };
  "host-app": { session: Session };
  link: { link: { purpose: string; subject: string } };
  /** `trail`: the audit entry of this call, if it leaves one: the handler adds the borrower concerned. */
  staff: { staff: StaffSession; trail?: TrailEntry };
  webhook: object;
  partner: { partner: PartnerAccess };
  sandbox: object;
}

export type PrincipalOf<Wanted extends Who> = { [Kind in Wanted]: { kind: Kind } & Established[Kind] }[Wanted];
export type Principal = PrincipalOf<Who>;
export type StaffPrincipal = PrincipalOf<"staff">;

/** The logged-in borrower, or the subject of a link. @throws Refusal NOT_LOGGED_IN */
export function borrowerOf(principal: Principal): string {
  const id =
    "session" in principal ? principal.session.borrowerId : principal.kind === "link" ? principal.link.subject : null;
  if (!id) throw new Refusal("NOT_LOGGED_IN");
  return id;
}

/** The principal under which idempotency keys are grouped. @throws Refusal NOT_LOGGED_IN */
export function principalKey(principal: Principal): string {
  if (principal.kind === "staff") return `staff:${principal.staff.staffId}`;
  if (principal.kind === "visitor" && !principal.session.borrowerId) return `visitor:${principal.session.id}`;
  return `borrower:${borrowerOf(principal)}`;
}
