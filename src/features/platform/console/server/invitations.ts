/** Invitations: one-time links for a first login, made by an admin or by the operator's command. */
import type { Caller } from "#server/call/caller.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { hashPassword } from "#server/keys/password.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { revokeSessionsOf } from "#server/call/live-sessions.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { recordStaffEvent } from "#features/platform/audit/server/index.ts";
import { invitePurpose, inviteSeconds } from "../contract.ts";
import { openConsole } from "./entering.ts";
import {
  activateStaff,
  addInvitation,
  addMember,
  staffEmailIndexOf,
  emptyCredentials,
  findMemberByEmail,
  invitedSecretOf,
  openInvitation,
  revokeInvitations,
  useInvitation,
} from "./member-store.ts";
import { makeTotpSecret, totpStep } from "./totp.ts";

export interface InvitedStaff {
  staffId: string;
  invitationId: string;
  expiresAt: Date;
}

/** Opens a new invitation for a person and closes the older ones. */
export async function openInvitationOf(services: Services, trx: Transaction, staffId: string): Promise<InvitedStaff> {
  const now = services.clock.now();
  const invitationId = services.random.uuid();
  const expiresAt = new Date(now.getTime() + inviteSeconds * 1000);
  await revokeInvitations(trx, staffId, now);
  await addInvitation(services, trx, {
    id: invitationId,
    staffId,
    totpSecret: makeTotpSecret(services.random),
    now,
    expiresAt,
  });
  return { staffId, invitationId, expiresAt };
}

/** The path of an invitation's link. It can be computed again while the invitation is open, so it is not stored. */
export function invitationPath(
  { keys }: Pick<Services, "keys">,
  invitation: { invitationId: string; expiresAt: Date },
): string {
  const token = keys.signLink({
    purpose: invitePurpose,
    subject: invitation.invitationId,
    expiresAt: invitation.expiresAt,
  });
  return `/staff/join?t=${encodeURIComponent(token)}`;
}

/** Adds a person and opens the invitation; null when the address has an account. */
export async function inviteStaff(
  services: Services,
  trx: Transaction,
  input: { name: string; email: string; roles: readonly StaffRole[]; by: string | null },
): Promise<InvitedStaff | null> {
  const id = services.random.uuid();
  const isNew = await addMember(services, trx, {
    id,
    name: input.name,
    email: input.email,
    roles: input.roles,
    createdBy: input.by,
    now: services.clock.now(),
  });
  return isNew ? openInvitationOf(services, trx, id) : null;
}

/**
 * The operator's access (`npm run staff:invite`): the first admin, or a new admin after all have lost access. An
 * address with an account gets a new invitation, and its old credentials end.
 */
export async function inviteByOperator(
  services: Services,
  input: { name: string; email: string; roles: readonly StaffRole[] },
): Promise<InvitedStaff> {
  return transact(services.database, async (trx) => {
    const known = await findMemberByEmail(trx, staffEmailIndexOf(services, input.email));
    if (known) {
      await emptyCredentials(trx, known.id, "INVITED");
      await revokeSessionsOf(services, trx, "staff", known.id);
    }
    const invited = known
      ? await openInvitationOf(services, trx, known.id)
      : await inviteStaff(services, trx, { ...input, by: null });
    if (!invited) throw new Error("The address was invited at the same time. Try again.");
    await recordStaffEvent(services, trx, {
      staffId: invited.staffId,
      staffName: known?.name ?? input.name,
      roles: known?.roles ?? input.roles,
      action: "INVITED_BY_OPERATOR",
      code: null,
      caller: { address: "operator", traceId: "" },
    });
    return invited;
  });
}

/** The invitation of a link, still open. @throws Refusal INVITATION_OVER */
export async function staffInvitationOf(services: Services, invitationId: string) {
  const found = await openInvitation(services.database, invitationId, services.clock.now());
  if (!found) throw new Refusal("INVITATION_OVER");
  return {
    ...found,
    totpSecret: invitedSecretOf(services, found),
    email: services.keys.open(found.emailSealed, {
      table: "staff_member",
      column: "emailSealed",
      row: found.staffId,
    }),
  };
}

/** Sets password and authenticator and opens the first session; the invitation is used up. @throws Refusal INVITATION_OVER, TOTP_WRONG */
export async function joinStaff(
  services: Services,
  caller: Caller,
  input: { invitationId: string; password: string; code: string },
): Promise<string> {
  const invitation = await staffInvitationOf(services, input.invitationId);
  const usedStep = totpStep(invitation.totpSecret, input.code, services.clock.realNow());
  if (usedStep === null) throw new Refusal("TOTP_WRONG");
  const passwordHash = await hashPassword(input.password, services.random);
  const now = services.clock.now();
  await transact(services.database, async (trx) => {
    if (!(await useInvitation(trx, input.invitationId, now))) throw new Refusal("INVITATION_OVER");
    await activateStaff(services, trx, invitation.staffId, {
      passwordHash,
      totpSecret: invitation.totpSecret,
      usedStep,
      now,
    });
  });
  await openConsole(services, caller, { id: invitation.staffId, name: invitation.name }, "JOINED", "INVITATION_OVER");
  return invitation.staffId;
}
