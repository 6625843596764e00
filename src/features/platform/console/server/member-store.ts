/** Accounts of staff and their invitations: all SQL of both tables. */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import type { StaffMember } from "../contract.ts";
import { removePasskeysOf } from "./passkey-store.ts";

type Executor = Reader;
export type StaffMemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>;

const emailPlace = (id: string) => ({ table: "staff_member", column: "emailSealed", row: id });
const totpPlace = (id: string) => ({ table: "staff_member", column: "totpSealed", row: id });
const invitedTotpPlace = (id: string) => ({ table: "staff_invitation", column: "totpSealed", row: id });

export const staffEmailIndexOf = ({ keys }: Pick<Services, "keys">, email: string): string =>
  keys.blindIndex("email", `staff:${email}`);
export const staffEmailOf = (
  { keys }: Pick<Services, "keys">,
  member: Pick<StaffMemberRow, "id" | "emailSealed">,
): string => keys.open(member.emailSealed, emailPlace(member.id));
export const totpSecretOf = (
  { keys }: Pick<Services, "keys">,
  member: Pick<StaffMemberRow, "id" | "totpSealed">,
): string | null => (member.totpSealed === null ? null : keys.open(member.totpSealed, totpPlace(member.id)));

export function staffMemberOf(services: Pick<Services, "keys">, row: StaffMemberRow): StaffMember {
  return {
    staffId: row.id,
    name: row.name,
    email: staffEmailOf(services, row),
    roles: row.roles as StaffRole[],
    status: row.status as StaffMember["status"],
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  };
}

export async function findMember(trx: Executor, id: string) {
  return trx.selectFrom("staff_member").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Roles of a member who can log in; empty for others. */
export async function rolesOf(trx: Executor, id: string): Promise<readonly StaffRole[]> {
  const member = await findMember(trx, id);
  return member?.status === "ACTIVE" ? (member.roles as StaffRole[]) : [];
}

export async function lockMember(trx: Transaction, id: string) {
  return trx.selectFrom("staff_member").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

export async function findMemberByEmail(trx: Executor, emailIndex: string) {
  return trx.selectFrom("staff_member").selectAll().where("emailIndex", "=", emailIndex).executeTakeFirst();
}

/** By the company account that the member came with first. */
export async function findMemberBySignOn(trx: Executor, subject: string) {
  return trx.selectFrom("staff_member").selectAll().where("signOnSubject", "=", subject).executeTakeFirst();
}

export async function writeSignOn(trx: Transaction, id: string, subject: string): Promise<void> {
  await trx.updateTable("staff_member").set({ signOnSubject: subject }).where("id", "=", id).execute();
}

export async function listMembers(trx: Executor) {
  return trx
    .selectFrom("staff_member")
    .selectAll()
    .orderBy("status")
    .orderBy("name")
    .orderBy("id")
    .limit(500)
    .execute();
}

export interface NewMember {
  id: string;
  name: string;
  email: string;
  roles: readonly StaffRole[];
  createdBy: string | null;
  now: Date;
}

/** Adds an invited person; false when the address has an account already. */
export async function addMember(services: Services, trx: Transaction, member: NewMember): Promise<boolean> {
  const row = await trx
    .insertInto("staff_member")
    .values({
      id: member.id,
      name: member.name,
      emailIndex: staffEmailIndexOf(services, member.email),
      emailSealed: services.keys.seal(member.email, emailPlace(member.id)),
      roles: [...member.roles],
      status: "INVITED",
      createdAt: member.now,
      createdBy: member.createdBy,
    })
    .onConflict((conflict) => conflict.column("emailIndex").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a seeded sandbox person, ready to log in. Repeating it changes nothing; false when it existed. */
export async function addSandboxMember(
  services: Services,
  trx: Transaction,
  member: NewMember & { passwordHash: string; totpSecret: string },
): Promise<boolean> {
  const row = await trx
    .insertInto("staff_member")
    .values({
      id: member.id,
      name: member.name,
      emailIndex: staffEmailIndexOf(services, member.email),
      emailSealed: services.keys.seal(member.email, emailPlace(member.id)),
      roles: [...member.roles],
      status: "ACTIVE",
      passwordHash: member.passwordHash,
      totpSealed: services.keys.seal(member.totpSecret, totpPlace(member.id)),
      isSandbox: true,
      createdAt: member.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The TOTP step that each of them used at the last login. */
export async function usedTotpSteps(reader: Reader, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await reader.selectFrom("staff_member").select(["id", "totpUsedStep"]).where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, Number(row.totpUsedStep)]));
}

/** Uses a code's step: of two logins with the same code one wins, and steps before a used one are invalid. */
export async function useTotpStep(trx: Executor, id: string, step: number, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable("staff_member")
    .set({ totpUsedStep: step, lastLoginAt: now })
    .where("id", "=", id)
    .where("status", "=", "ACTIVE")
    .where("totpUsedStep", "<", step)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** For logins without a code, which `useTotpStep` notes. */
export async function noteStaffLogin(trx: Executor, id: string, now: Date): Promise<void> {
  await trx.updateTable("staff_member").set({ lastLoginAt: now }).where("id", "=", id).execute();
}

export async function writeRoles(trx: Transaction, id: string, roles: readonly StaffRole[]): Promise<void> {
  await trx
    .updateTable("staff_member")
    .set({ roles: [...roles] })
    .where("id", "=", id)
    .execute();
}

/** Removes password, authenticator, passkeys and company account together with the status: the old credentials are worthless. */
export async function emptyCredentials(trx: Transaction, id: string, status: "INVITED" | "DISABLED"): Promise<void> {
  await trx
    .updateTable("staff_member")
    .set({ status, passwordHash: null, totpSealed: null, signOnSubject: null })
    .where("id", "=", id)
    .execute();
  await removePasskeysOf(trx, id);
}

export async function activateStaff(
  services: Services,
  trx: Transaction,
  id: string,
  credentials: { passwordHash: string; totpSecret: string; usedStep: number; now: Date },
): Promise<void> {
  await trx
    .updateTable("staff_member")
    .set({
      status: "ACTIVE",
      passwordHash: credentials.passwordHash,
      totpSealed: services.keys.seal(credentials.totpSecret, totpPlace(id)),
      totpUsedStep: credentials.usedStep,
      lastLoginAt: credentials.now,
    })
    .where("id", "=", id)
    .execute();
}

export async function addInvitation(
  services: Services,
  trx: Transaction,
  invitation: { id: string; staffId: string; totpSecret: string; now: Date; expiresAt: Date },
): Promise<void> {
  await trx
    .insertInto("staff_invitation")
    .values({
      id: invitation.id,
      staffId: invitation.staffId,
      totpSealed: services.keys.seal(invitation.totpSecret, invitedTotpPlace(invitation.id)),
      createdAt: invitation.now,
      expiresAt: invitation.expiresAt,
    })
    .execute();
}

export async function revokeInvitations(trx: Transaction, staffId: string, now: Date): Promise<void> {
  await trx
    .updateTable("staff_invitation")
    .set({ revokedAt: now })
    .where("staffId", "=", staffId)
    .where("usedAt", "is", null)
    .where("revokedAt", "is", null)
    .execute();
}

/** An invitation that can still be used, with its person; undefined for any other. */
export async function openInvitation(trx: Executor, id: string, now: Date) {
  return openOnes(trx, now).where("staff_invitation.id", "=", id).executeTakeFirst();
}

export async function openInvitationFor(trx: Executor, staffId: string, now: Date) {
  return openOnes(trx, now)
    .where("staffId", "=", staffId)
    .orderBy("staff_invitation.createdAt", "desc")
    .executeTakeFirst();
}

function openOnes(trx: Executor, now: Date) {
  return trx
    .selectFrom("staff_invitation")
    .innerJoin("staff_member", "staff_member.id", "staff_invitation.staffId")
    .select([
      "staff_invitation.id",
      "staffId",
      "staff_invitation.totpSealed",
      "expiresAt",
      "staff_member.name",
      "staff_member.emailSealed",
      "staff_member.roles",
    ])
    .where("usedAt", "is", null)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", now)
    .where("staff_member.status", "=", "INVITED");
}

export const invitedSecretOf = (
  { keys }: Pick<Services, "keys">,
  invitation: { id: string; totpSealed: string },
): string => keys.open(invitation.totpSealed, invitedTotpPlace(invitation.id));

/** Uses an invitation up; of two concurrent uses, one gets it. */
export async function useInvitation(trx: Transaction, id: string, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable("staff_invitation")
    .set({ usedAt: now })
    .where("id", "=", id)
    .where("usedAt", "is", null)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", now)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
