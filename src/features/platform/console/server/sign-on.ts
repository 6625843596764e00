/**
 * Logging in by an account of the company. The provider proves who it is; the console's own row says whether that person
 * may enter. Only a post uses the provider's answer up, from a page of ours: so the strict cookies come along.
 */
import type { Caller } from "#server/call/caller.ts";
import { limitRate } from "#server/call/rate-limit.ts";
import { Refusal } from "#server/call/refusal.ts";
import { revokeSessionsOf } from "#server/call/live-sessions.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import type { SignedOn, SignOnCheck } from "#server/outside/single-sign-on/port.ts";
import type { Services } from "#server/services.ts";
import { staffRoles, type StaffRole } from "#shared/staff-permissions.ts";
import { recordStaffEvent } from "#features/platform/audit/server/index.ts";
import { secondFactorMinutes, secondFactorTries, signOnMinutes } from "../company-contract.ts";
import { openConsole } from "./entering.ts";
import {
  staffEmailIndexOf,
  findMember,
  findMemberByEmail,
  findMemberBySignOn,
  lockMember,
  noteStaffLogin,
  totpSecretOf,
  useTotpStep,
  writeRoles,
  writeSignOn,
  type StaffMemberRow,
} from "./member-store.ts";
import { addSignOn, beginChecks, findWaitingSignOn, removeSignOn } from "./sign-on-store.ts";
import { totpStep } from "./totp.ts";

const underWay = "STAFF_SIGN_ON";
const waitsForCode = "STAFF_SECOND_FACTOR";
/** Seconds between two questions to the provider about one session. With the sweep's round it is less than a minute. */
export const checkSeconds = 30;
/** As long as a session of the console may last, and an hour for the clocks. */
const rowHours = 9;

const later = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);

/**
 * Nonce and verifier are derived from the state with our own key: the cookie holds nothing that the provider's answer
 * needs.
 */
function checkOf({ keys }: Pick<Services, "keys">, caller: Pick<Caller, "origin">, state: string): SignOnCheck {
  return {
    state,
    nonce: keys.mac("staff-sign-on-nonce", state),
    verifier: keys.mac("staff-sign-on-verifier", state),
    returnTo: `${caller.origin}/staff/login/return`,
  };
}

/** Keeps what follows a sign-in in the browser that began it. */
function keep(services: Services, caller: Caller, purpose: string, subject: string, minutes: number): void {
  const expiresAt = later(services.clock.now(), minutes * 60);
  const token = services.keys.signLink({ purpose, subject, expiresAt });
  caller.setCookie("signIn", token, { sameSite: "Strict", maxAgeSeconds: minutes * 60 });
}

const forget = (caller: Caller): void => caller.setCookie("signIn", "", { sameSite: "Strict", maxAgeSeconds: 0 });

/** The subject that `keep` stored for this purpose, and the page that was asked for. @throws Refusal SIGN_ON_OVER */
function storedClaim(services: Services, caller: Caller, purpose: string): { subject: string; next: string } {
  const claim = services.keys.verifyLink(caller.signInCookie ?? "", purpose, services.clock.now());
  if (!claim) throw new Refusal("SIGN_ON_OVER");
  const at = claim.subject.indexOf(" ");
  return { subject: claim.subject.slice(0, at), next: claim.subject.slice(at + 1) };
}

/** The provider's page. @throws Refusal SIGN_ON_NOT_OFFERED, SIGN_ON_AWAY */
export async function beginSignOn(services: Services, caller: Caller, next: string): Promise<string> {
  const port = services.outside.singleSignOn;
  if (port.adapter === "none") throw new Refusal("SIGN_ON_NOT_OFFERED");
  const state = services.random.token();
  const begun = await port.begin(checkOf(services, caller, state));
  if (begun.outcome !== "ADDRESS") throw new Refusal("SIGN_ON_AWAY");
  keep(services, caller, underWay, `${state} ${next}`, signOnMinutes);
  return begun.address;
}

/** @throws Refusal of the call's problems */
export async function finishSignOn(
  services: Services,
  caller: Caller,
  query: string,
): Promise<{ staffId: string | null; needsCode: boolean; next: string }> {
  const port = services.outside.singleSignOn;
  if (port.adapter === "none") throw new Refusal("SIGN_ON_NOT_OFFERED");
  const { subject: state, next } = storedClaim(services, caller, underWay);
  if (new URLSearchParams(query).get("state") !== state) throw new Refusal("SIGN_ON_OVER");
  const answered = await port.finish(checkOf(services, caller, state), query);
  // If the request is repeated, the provider accepts the same answer when it did not receive it before.
  if (answered.outcome === "UNAVAILABLE") throw new Refusal("SIGN_ON_AWAY");
  forget(caller);
  if (answered.outcome === "REFUSED") {
    services.log.warn("company account refused", { reason: answered.reason });
    return refused(services, caller, null, "SIGN_ON_REFUSED");
  }
  const { person } = answered;
  const id = services.random.uuid();
  const admitted = await transact(services.database, (trx) => admit(services, trx, caller, person, id));
  if ("code" in admitted) return refused(services, caller, admitted.member, admitted.code);
  const { member } = admitted;
  if (!person.hasSecondFactor) {
    keep(services, caller, waitsForCode, `${id} ${next}`, secondFactorMinutes);
    return { staffId: null, needsCode: true, next };
  }
  await open(services, caller, member, id);
  await noteStaffLogin(services.database, member.id, services.clock.now());
  return { staffId: member.id, needsCode: false, next };
}

/** Adds the authenticator's code to the company account. @throws Refusal SIGN_ON_OVER, STAFF_DISABLED, SECOND_FACTOR_WRONG, RATE_LIMITED */
export async function proveSecondFactor(
  services: Services,
  caller: Caller,
  code: string,
): Promise<{ staffId: string; next: string }> {
  const { database, clock } = services;
  const { subject: id, next } = storedClaim(services, caller, waitsForCode);
  const waiting = await findWaitingSignOn(database, id, clock.now());
  if (!waiting) throw new Refusal("SIGN_ON_OVER");
  await limitRate(services, database, secondFactorTries, waiting.staffId);
  const member = await findMember(database, waiting.staffId);
  if (member?.status !== "ACTIVE") return refused(services, caller, member ?? null, "STAFF_DISABLED");
  const secret = totpSecretOf(services, member);
  const step = secret === null ? null : totpStep(secret, code, clock.realNow());
  if (step === null || !(await useTotpStep(database, member.id, step, clock.now())))
    return refused(services, caller, member, "SECOND_FACTOR_WRONG");
  await open(services, caller, member, id);
  forget(caller);
  return { staffId: member.id, next };
}

async function refused(
  services: Services,
  caller: Caller,
  member: StaffMemberRow | null,
  code: string,
): Promise<never> {
  await recordStaffEvent(services, services.database, {
    staffId: member?.id ?? null,
    staffName: member?.name ?? "",
    action: "LOGIN_REFUSED",
    code,
    caller,
  });
  throw new Refusal(code);
}

async function open(services: Services, caller: Caller, member: StaffMemberRow, signOnId: string): Promise<void> {
  const sessionId = await openConsole(services, caller, member, "LOGIN_COMPANY", "STAFF_DISABLED");
  const now = services.clock.now();
  await beginChecks(services.database, signOnId, {
    sessionId,
    checkAt: later(now, checkSeconds),
    endsAt: later(now, rowHours * 3600),
  }).catch(async (error: unknown) => {
    await removeSignOn(services.database, signOnId);
    throw error;
  });
}

/** The roles that the provider's groups give; null when the console's own roles count. */
export function rolesFor({ outside }: Pick<Services, "outside">, groups: readonly string[]): StaffRole[] | null {
  const { rolesOf } = outside.singleSignOn;
  if (rolesOf === null) return null;
  const named = new Set(groups.map((group) => rolesOf.get(group)));
  return staffRoles.filter((role) => named.has(role));
}

export const areSameRoles = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((role) => others.includes(role));

type Admission = { member: StaffMemberRow } | { code: string; member: StaffMemberRow | null };

/** Finds the member behind a company account, gives the roles of its groups, and notes the sign-in. */
async function admit(
  services: Services,
  trx: Transaction,
  caller: Caller,
  person: SignedOn,
  signOnId: string,
): Promise<Admission> {
  const subject = services.keys.blindIndex("external-account", `staff:${person.subject}`);
  const found =
    (await findMemberBySignOn(trx, subject)) ??
    (person.email === null ? undefined : await findMemberByEmail(trx, staffEmailIndexOf(services, person.email)));
  const member = found && (await lockMember(trx, found.id));
  if (!member || (member.isSandbox && services.config.appEnv === "prod"))
    return { code: "STAFF_UNKNOWN", member: null };
  if (member.signOnSubject !== null && member.signOnSubject !== subject) return { code: "STAFF_OTHER_ACCOUNT", member };
  if (member.status === "DISABLED") return { code: "STAFF_DISABLED", member };
  if (member.status === "INVITED") return { code: "STAFF_NOT_JOINED", member };
  const roles = rolesFor(services, person.groups);
  if (roles?.length === 0) return { code: "STAFF_NO_ROLE", member };
  const now = services.clock.now();
  if (member.signOnSubject === null) await writeSignOn(trx, member.id, subject);
  if (roles !== null && !areSameRoles(roles, member.roles)) {
    await writeRoles(trx, member.id, roles);
    await revokeSessionsOf(services, trx, "staff", member.id);
    await recordStaffEvent(services, trx, {
      staffId: member.id,
      staffName: member.name,
      roles,
      action: "ROLES_BY_COMPANY",
      code: null,
      caller,
    });
  }
  await addSignOn(services, trx, {
    id: signOnId,
    staffId: member.id,
    refreshToken: person.refreshToken,
    now,
    endsAt: later(now, secondFactorMinutes * 60),
  });
  return { member };
}
