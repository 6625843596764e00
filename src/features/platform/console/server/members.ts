/** Managing staff: every change is made by another admin, with a reason, and ends the person's sessions. */
import { transact, type Transaction } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import { revokeSessionsOf } from "#server/call/live-sessions.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import type { StaffMember } from "../contract.ts";
import { openInvitationOf } from "./invitations.ts";
import {
  emptyCredentials,
  findMember,
  lockMember,
  staffMemberOf,
  revokeInvitations,
  writeRoles,
  type StaffMemberRow,
} from "./member-store.ts";

/** @throws Refusal OWN_ACCOUNT, STAFF_NOT_FOUND */
async function changed(
  services: Services,
  actor: StaffSession,
  staffId: string,
  change: (trx: Transaction, member: StaffMemberRow) => Promise<void>,
): Promise<StaffMember> {
  // Otherwise a manager of staff could grant every right to the own account; and because no one can end the own account, one admin always remains.
  if (actor.staffId === staffId) throw new Refusal("OWN_ACCOUNT");
  return transact(services.database, async (trx) => {
    const member = await lockMember(trx, staffId);
    if (!member) throw new Refusal("STAFF_NOT_FOUND");
    await change(trx, member);
    await revokeSessionsOf(services, trx, "staff", staffId);
    return staffMemberOf(services, (await findMember(trx, staffId)) as StaffMemberRow);
  });
}

/** Gives a staff member these roles and ends the sessions. @throws Refusal OWN_ACCOUNT, STAFF_NOT_FOUND */
export function changeRoles(
  services: Services,
  actor: StaffSession,
  staffId: string,
  roles: readonly StaffRole[],
): Promise<StaffMember> {
  return changed(services, actor, staffId, (trx) => writeRoles(trx, staffId, [...new Set(roles)]));
}

/** Disables a staff member: ends credentials, invitations and sessions. @throws Refusal OWN_ACCOUNT, STAFF_NOT_FOUND */
export function disableStaff(services: Services, actor: StaffSession, staffId: string): Promise<StaffMember> {
  return changed(services, actor, staffId, async (trx) => {
    await emptyCredentials(trx, staffId, "DISABLED");
    await revokeInvitations(trx, staffId, services.clock.now());
  });
}

/** Deletes a staff member's credentials and sends a new invitation. @throws Refusal OWN_ACCOUNT, STAFF_NOT_FOUND */
export function reinviteStaff(services: Services, actor: StaffSession, staffId: string): Promise<StaffMember> {
  return changed(services, actor, staffId, async (trx) => {
    await emptyCredentials(trx, staffId, "INVITED");
    await openInvitationOf(services, trx, staffId);
  });
}
