/** The console: accounts of staff, and logging in. */
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { renderSVG } from "uqr";
import {
  acceptInvitation,
  changeStaffRoles,
  disableStaffMember,
  getStaffInvitation,
  getInvitationQr,
  getStaffHome,
  getStaffMember,
  getStaffSession,
  inviteStaffMember,
  listStaffMembers,
  listStaffNames,
  reinviteStaffMember,
  staffLogin,
  staffLogout,
} from "../contract.ts";
import { deleteOldStaffDevices } from "./device-store.ts";
import { enterConsole, leaveConsole } from "./entering.ts";
import { staffInvitationOf, invitationPath, inviteStaff, joinStaff } from "./invitations.ts";
import { findMember, listMembers, staffMemberOf, openInvitationFor, rolesOf } from "./member-store.ts";
import { changeRoles, disableStaff, reinviteStaff } from "./members.ts";
import { passkeyAnswers } from "./passkey-answers.ts";
import { removeEndedChallenges } from "./passkey-store.ts";
import { arePasskeysOffered } from "./passkeys.ts";
import { beginSignOn, finishSignOn, proveSecondFactor } from "./sign-on.ts";
import { checkSignOnStates } from "./sign-on-states.ts";
import { removeEndedSignOns } from "./sign-on-store.ts";
import { beginStaffSignOn, finishStaffSignOn, getStaffLoginWays, proveStaffSecondFactor } from "../company-contract.ts";
import { seedSandboxStaff } from "./sandbox.ts";
import { otpauthUri } from "./totp.ts";
import { workListsFor } from "./work-lists.ts";
import { words } from "./words.ts";
import { consoleWords, rolesOfStaff } from "#server/console/questions.ts";

export { inviteByOperator, invitationPath } from "./invitations.ts";
export { staffEmailOf, findMember, listMembers, type StaffMemberRow } from "./member-store.ts";
export { sandboxStaffOf, type SandboxStaff } from "./sandbox.ts";
export { totpCode } from "./totp.ts";

/** A browser that an account has not used for a year is unknown again. */
const knownDeviceDays = 365;

const answers: readonly CallAnswer[] = [
  answer(staffLogin, async (typed, { services, caller }) => ({ staffId: await enterConsole(services, caller, typed) })),
  answer(staffLogout, async (_input, { services, caller }) => {
    await leaveConsole(services, caller);
    caller.clearsBrowser = true;
    return { loggedOut: true };
  }),
  ...passkeyAnswers,
  answer(getStaffLoginWays, async (_input, { services, caller }) => ({
    companyAccount: services.outside.singleSignOn.adapter !== "none",
    passkeys: arePasskeysOffered(services, caller),
  })),
  answer(beginStaffSignOn, async ({ next }, { services, caller }) => ({
    address: await beginSignOn(services, caller, next),
  })),
  answer(finishStaffSignOn, async ({ answer: query }, { services, caller }) => finishSignOn(services, caller, query)),
  answer(proveStaffSecondFactor, async ({ code }, { services, caller }) => proveSecondFactor(services, caller, code)),
  answer(getStaffSession, async (_input, { principal }) => {
    const { staffId, name, roles } = principal.staff;
    return { staffId, name, roles };
  }),
  answer(getStaffHome, async (_input, { services, principal, language }) => ({
    lists: await workListsFor(services, principal.staff.roles, language),
  })),
  answer(getStaffInvitation, async (_input, { services, principal }) => {
    const { name, email, roles, totpSecret, expiresAt } = await staffInvitationOf(services, principal.link.subject);
    return {
      name,
      email,
      roles: roles as StaffRole[],
      totpSecret,
      otpauthUri: otpauthUri(totpSecret, email),
      expiresAt: expiresAt.toISOString(),
    };
  }),
  answer(getInvitationQr, async (_input, { services, principal }) => {
    const { email, totpSecret } = await staffInvitationOf(services, principal.link.subject);
    return new Binary(Buffer.from(renderSVG(otpauthUri(totpSecret, email))), "image/svg+xml");
  }),
  answer(acceptInvitation, async (typed, { services, caller, principal }) => ({
    staffId: await joinStaff(services, caller, { ...typed, invitationId: principal.link.subject }),
  })),
  answer(listStaffMembers, async (_input, { services, database }) => ({
    items: (await listMembers(database)).map((row) => staffMemberOf(services, row)),
    nextCursor: null,
  })),
  answer(listStaffNames, async (_input, { database }) => ({
    items: (await listMembers(database)).map(({ id, name, status, roles }) => ({
      staffId: id,
      name,
      roles: status === "ACTIVE" ? (roles as StaffRole[]) : [],
    })),
    nextCursor: null,
  })),
  answer(getStaffMember, async ({ staffId }, { services, database, caller, refuse }) => {
    const member = (await findMember(database, staffId)) ?? refuse("STAFF_NOT_FOUND");
    const open = await openInvitationFor(database, staffId, services.clock.now());
    const invitation = open
      ? {
          link: caller.origin + invitationPath(services, { invitationId: open.id, expiresAt: open.expiresAt }),
          expiresAt: open.expiresAt.toISOString(),
        }
      : null;
    return { member: staffMemberOf(services, member), invitation };
  }),
  answer(inviteStaffMember, async (input, { services, principal, refuse }) => {
    const invited = await transact(services.database, (trx) =>
      inviteStaff(services, trx, { ...input, roles: [...new Set(input.roles)], by: principal.staff.staffId }),
    );
    if (!invited) return refuse("EMAIL_TAKEN");
    principal.trail?.note({ facts: { staffId: invited.staffId, roles: input.roles.join(" ") } });
    return { staffId: invited.staffId };
  }),
  answer(changeStaffRoles, async ({ staffId, roles }, { services, principal }) => {
    principal.trail?.note({ facts: { roles: roles.join(" ") } });
    return changeRoles(services, principal.staff, staffId, roles);
  }),
  answer(disableStaffMember, async ({ staffId }, { services, principal }) =>
    disableStaff(services, principal.staff, staffId),
  ),
  answer(reinviteStaffMember, async ({ staffId }, { services, principal }) =>
    reinviteStaff(services, principal.staff, staffId),
  ),
];

function work(services: Services): void {
  services.sweeps.add({
    name: "staff-devices",
    everySeconds: 3600,
    finds: [{ table: "staff_device", at: "lastLoginAt", afterSeconds: knownDeviceDays * 86_400 }],
    run: () =>
      transact(services.database, (trx) =>
        deleteOldStaffDevices(trx, new Date(services.clock.now().getTime() - knownDeviceDays * 86_400_000)),
      ),
  });
  services.sweeps.add({
    name: "staff-sign-on-ended",
    everySeconds: 600,
    finds: [{ table: "staff_sign_on", at: "endsAt" }],
    run: () => transact(services.database, (trx) => removeEndedSignOns(trx, services.clock.now())),
  });
  services.sweeps.add({
    name: "staff-passkey-challenges",
    everySeconds: 600,
    finds: [{ table: "staff_passkey_challenge", at: "expiresAt" }],
    run: () => transact(services.database, (trx) => removeEndedChallenges(trx, services.clock.now())),
  });
  if (services.outside.singleSignOn.adapter !== "none")
    services.sweeps.add({
      name: "staff-sign-on-standing",
      everySeconds: 15,
      finds: [{ table: "staff_sign_on", at: "checkAt" }],
      run: checkSignOnStates,
    });
  // Seeds the sandbox's persons once; later rounds find them there.
  if (services.config.appEnv === "prod") return;
  services.sweeps.add({ name: "staff-sandbox", everySeconds: 3600, run: seedSandboxStaff });
}

export const domain: Domain = { answers, work, answersTo: [consoleWords.by(words), rolesOfStaff.by(rolesOf)] };
