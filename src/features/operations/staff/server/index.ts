/** The console: accounts of staff, logging in, and looking after borrowers. */
import { answer, Binary, type Api, type Principal } from "#server/answer.ts";
import { transact } from "#server/database.server.ts";
import { limitRate } from "#server/rate-limit.ts";
import { Refusal } from "#server/refusal.ts";
import type { Services } from "#server/services.ts";
import type { StaffSession } from "#server/session.server.ts";
import { provideStaffRoles } from "#server/staff-roles.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { renderSVG } from "uqr";
import { documentsOf, readDocument } from "#features/account/document/server/index.ts";
import { identityPhotoKinds } from "#features/account/identity/contract.ts";
import { readIdentityPhoto } from "#features/account/identity/server/index.ts";
import { borrowerStatus, setBorrowerStatus, unlockBorrower } from "#features/account/login/server/index.ts";
import {
  acceptInvitation,
  changeStaffRoles,
  disableStaffMember,
  getInvitation,
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
import {
  addBorrowerNote,
  blockBorrower,
  getBorrowerDocument,
  getBorrowerPage,
  getBorrowerPhoto,
  getBorrowerTimeline,
  listBorrowerDocuments,
  searchBorrower,
  unlockBorrowerCall,
  unmaskBorrower,
} from "../staff-contract.ts";
import { pageOf, unmasked } from "./borrower.ts";
import { digestWork } from "./digest.ts";
import { enter, leave } from "./entering.ts";
import { invitationOf, invitationPath, invite, join } from "./invitations.ts";
import { findMember, listMembers, memberOf, openInvitationFor, rolesOf } from "./member-store.ts";
import { changeRoles, disable, reinvite } from "./members.ts";
import { addNote } from "./note-store.ts";
import { seedSandboxStaff } from "./sandbox.ts";
import { search } from "./search.ts";
import { timelineOf } from "./timeline.ts";
import { otpauthUri } from "./totp.ts";
import { workListsFor } from "./work-lists.ts";

export { inviteByOperator, invitationPath } from "./invitations.ts";
export { sandboxStaff, type SandboxStaff } from "./sandbox.ts";
export { totpCode } from "./totp.ts";

/** A person looks after a few borrowers an hour; whoever looks up hundreds is collecting. // Threat E4t */
const searchesAnHour = 120;
const unmasksAnHour = 60;

export function answers(api: Api): void {
  provideStaffRoles(api.services, rolesOf);
  entryAnswers(api);
  borrowerAnswers(api);
  documentAnswers(api);
  memberAnswers(api);
}

function staffOf(principal: Principal): StaffSession {
  if (!principal.staff) throw new Error("A staff call has a staff session.");
  return principal.staff;
}

function entryAnswers(api: Api): void {
  const { services } = api;
  answer(api, staffLogin)(async (typed, { caller }) => ({ staffId: await enter(services, caller, typed) }));

  answer(
    api,
    staffLogout,
  )(async (_input, { caller }) => {
    await leave(services, caller);
    return { loggedOut: true };
  });

  answer(
    api,
    getStaffSession,
  )(async (_input, { principal }) => {
    const { staffId, name, roles } = staffOf(principal);
    return { staffId, name, roles };
  });

  answer(
    api,
    getStaffHome,
  )(async (_input, { principal }) => ({ lists: await workListsFor(services, staffOf(principal).roles) }));

  answer(
    api,
    getInvitation,
  )(async (_input, { principal }) => {
    const { name, email, roles, totpSecret, expires_at } = await invitationOf(services, principal.link?.subject ?? "");
    return {
      name,
      email,
      roles: roles as StaffRole[],
      totpSecret,
      otpauthUri: otpauthUri(totpSecret, email),
      expiresAt: expires_at.toISOString(),
    };
  });

  answer(
    api,
    getInvitationQr,
  )(async (_input, { principal }) => {
    const { email, totpSecret } = await invitationOf(services, principal.link?.subject ?? "");
    return new Binary(Buffer.from(renderSVG(otpauthUri(totpSecret, email))), "image/svg+xml");
  });

  answer(
    api,
    acceptInvitation,
  )(async (typed, { caller, principal }) => ({
    staffId: await join(services, caller, { ...typed, invitationId: principal.link?.subject ?? "" }),
  }));
}

async function knownStatus(services: Services, borrowerId: string) {
  const status = await borrowerStatus(services.database, borrowerId);
  if (status === null) throw new Refusal("BORROWER_NOT_FOUND");
  return status;
}

/** Pictures are attachments: a browser shows them inside our pages only. // Security rules 18 */
const attached = (bytes: Uint8Array, contentType: string, name: string) =>
  new Binary(bytes, contentType, { "Content-Disposition": `attachment; filename="${name}"` });

function documentAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    listBorrowerDocuments,
  )(async ({ borrowerId }, { database }) => {
    await knownStatus(services, borrowerId);
    const photos = await Promise.all(
      identityPhotoKinds.map(async (kind) => ({
        kind,
        photo: await readIdentityPhoto(services, database, borrowerId, kind),
      })),
    );
    const kinds = await documentsOf(database, borrowerId);
    return {
      identity: photos.flatMap(({ kind, photo }) => (photo ? [kind] : [])),
      kinds: kinds.map(({ kind, ids, uploadedAt }) => ({ kind, ids, uploadedAt: uploadedAt.toISOString() })),
    };
  });

  answer(
    api,
    getBorrowerDocument,
  )(async ({ borrowerId, documentId }, { database, principal, refuse }) => {
    await knownStatus(services, borrowerId);
    const found = (await readDocument(services, database, borrowerId, documentId)) ?? refuse("DOCUMENT_NOT_FOUND");
    principal.trail?.note({ facts: { kind: found.kind } });
    return attached(found.bytes, found.contentType, found.fileName);
  });

  answer(
    api,
    getBorrowerPhoto,
  )(async ({ borrowerId, kind }, { database, refuse }) => {
    await knownStatus(services, borrowerId);
    const photo = (await readIdentityPhoto(services, database, borrowerId, kind)) ?? refuse("DOCUMENT_NOT_FOUND");
    return attached(photo.bytes, photo.contentType, `${kind.toLowerCase()}.jpg`);
  });
}

function borrowerAnswers(api: Api): void {
  const { services } = api;
  const known = (borrowerId: string) => knownStatus(services, borrowerId);

  answer(
    api,
    searchBorrower,
  )(async ({ identifier }, { database, principal, refuse }) => {
    await limitRate(services, database, {
      key: `staff-search:${staffOf(principal).staffId}`,
      most: searchesAnHour,
      windowSeconds: 3600,
    });
    const result = (await search(services, identifier)) ?? refuse("IDENTIFIER_UNKNOWN");
    principal.trail?.note({ facts: { kind: result.kind, found: result.found.length } });
    const [first] = result.found;
    if (!first) return refuse("BORROWER_NOT_FOUND");
    principal.trail?.note({ borrowerId: first.borrowerId });
    return result;
  });

  answer(
    api,
    getBorrowerPage,
  )(async ({ borrowerId }, { refuse }) => (await pageOf(services, borrowerId)) ?? refuse("BORROWER_NOT_FOUND"));

  answer(
    api,
    getBorrowerTimeline,
  )(async ({ borrowerId, kind, before }) => {
    await known(borrowerId);
    return timelineOf(services, borrowerId, { kind: kind || undefined, before: before ? new Date(before) : undefined });
  });

  answer(
    api,
    unmaskBorrower,
  )(async ({ borrowerId, fields }, { database, principal }) => {
    await known(borrowerId);
    await limitRate(services, database, {
      key: `staff-unmask:${staffOf(principal).staffId}`,
      most: unmasksAnHour,
      windowSeconds: 3600,
    });
    principal.trail?.note({ facts: { fields: [...new Set(fields)].join(" ") } });
    return {
      shown: await Promise.all(
        [...new Set(fields)].map(async (field) => ({ field, values: await unmasked(services, borrowerId, field) })),
      ),
    };
  });

  answer(
    api,
    unlockBorrowerCall,
  )(async ({ borrowerId }, { principal }) => {
    const status = await known(borrowerId);
    const done = await transact(services.database, async (trx) => ({
      locksOpened: await unlockBorrower(services, trx, borrowerId),
      unblocked: status === "BLOCKED" && (await setBorrowerStatus(services, trx, borrowerId, "ACTIVE")),
    }));
    principal.trail?.note({ facts: done });
    return done;
  });

  answer(
    api,
    blockBorrower,
  )(async ({ borrowerId }) => {
    const status = await known(borrowerId);
    const blocked =
      status === "ACTIVE" &&
      (await transact(services.database, (trx) => setBorrowerStatus(services, trx, borrowerId, "BLOCKED")));
    return { blocked };
  });

  answer(
    api,
    addBorrowerNote,
  )(async ({ borrowerId, text }, { principal }) => {
    await known(borrowerId);
    const { staffId, name } = staffOf(principal);
    return {
      id: await transact(services.database, (trx) =>
        addNote(services, trx, { borrowerId, staffId, staffName: name, text }),
      ),
    };
  });
}

function memberAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    listStaffMembers,
  )(async (_input, { database }) => ({
    items: (await listMembers(database)).map((row) => memberOf(services, row)),
    nextCursor: null,
  }));

  answer(
    api,
    listStaffNames,
  )(async (_input, { database }) => ({
    items: (await listMembers(database)).map(({ id, name, status, roles }) => ({
      staffId: id,
      name,
      roles: status === "ACTIVE" ? (roles as StaffRole[]) : [],
    })),
    nextCursor: null,
  }));

  answer(
    api,
    getStaffMember,
  )(async ({ staffId }, { database, caller, refuse }) => {
    const member = (await findMember(database, staffId)) ?? refuse("STAFF_NOT_FOUND");
    const open = await openInvitationFor(database, staffId, services.clock.now());
    const invitation = open
      ? {
          link: caller.origin + invitationPath(services, { invitationId: open.id, expiresAt: open.expires_at }),
          expiresAt: open.expires_at.toISOString(),
        }
      : null;
    return { member: memberOf(services, member), invitation };
  });

  answer(
    api,
    inviteStaffMember,
  )(async (wish, { principal, refuse }) => {
    const invited = await transact(services.database, (trx) =>
      invite(services, trx, { ...wish, roles: [...new Set(wish.roles)], by: staffOf(principal).staffId }),
    );
    if (!invited) return refuse("EMAIL_TAKEN");
    principal.trail?.note({ facts: { staffId: invited.staffId, roles: wish.roles.join(" ") } });
    return { staffId: invited.staffId };
  });

  answer(
    api,
    changeStaffRoles,
  )(async ({ staffId, roles }, { principal }) => {
    principal.trail?.note({ facts: { roles: roles.join(" ") } });
    return changeRoles(services, staffOf(principal), staffId, roles);
  });
  answer(api, disableStaffMember)(async ({ staffId }, { principal }) => disable(services, staffOf(principal), staffId));
  answer(
    api,
    reinviteStaffMember,
  )(async ({ staffId }, { principal }) => reinvite(services, staffOf(principal), staffId));
}

export function work(services: Services): void {
  digestWork(services);
  // Seeds the sandbox's persons once; later rounds find them there.
  if (services.config.appEnv === "prod") return;
  services.sweeps.add({ name: "staff-sandbox", everySeconds: 3600, run: seedSandboxStaff });
}
