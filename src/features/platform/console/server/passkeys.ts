/**
 * Passkeys of staff by `@simplewebauthn/server`. The authenticator verifies its user (a PIN, a finger), so a passkey is
 * both proofs by itself; a new one needs the authenticator app's code.
 */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";
import * as v from "valibot";
import type { Caller } from "#server/call/caller.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { recordStaffEvent } from "#features/platform/audit/server/index.ts";
import { challengeMinutes, credentialShape, maxPasskeys } from "../passkey-contract.ts";
import { openConsole } from "./entering.ts";
import {
  staffEmailOf,
  findMember,
  lockMember,
  noteStaffLogin,
  totpSecretOf,
  useTotpStep,
  type StaffMemberRow,
} from "./member-store.ts";
import {
  addPasskeyChallenge,
  addPasskeyRow,
  findPasskey,
  listPasskeys,
  markAsCopied,
  notePasskeyUse,
  removePasskeyRow,
  useChallenge,
  type Passkey,
} from "./passkey-store.ts";
import { totpStep } from "./totp.ts";

/** EdDSA, ES256 and RS256, which every authenticator has one of; the default asks the runtime for experimental ones. */
const algorithms = [-8, -7, -257];

/** The host for which keys are made, and the origin of the page; null where browsers would offer none. */
function party(services: Services, caller: Pick<Caller, "origin">): { rpID: string; origin: string } | null {
  const rpID = services.config.passkeyHost;
  const { hostname, protocol } = new URL(caller.origin);
  const isOwn = rpID !== "" && (hostname === rpID || hostname.endsWith(`.${rpID}`));
  return isOwn && (protocol === "https:" || hostname === "localhost") ? { rpID, origin: caller.origin } : null;
}

export const arePasskeysOffered = (services: Services, caller: Pick<Caller, "origin">): boolean =>
  party(services, caller) !== null;

/** @throws Refusal PASSKEYS_NOT_OFFERED */
function partyOr404(services: Services, caller: Caller): { rpID: string; origin: string } {
  const found = party(services, caller);
  if (!found) throw new Refusal("PASSKEYS_NOT_OFFERED");
  return found;
}

const macOf = ({ keys }: Services, challenge: string): string => keys.mac("staff-passkey-challenge", challenge);

async function newChallenge(services: Services, staffId: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(services.random.bytes(32));
  const expiresAt = new Date(services.clock.now().getTime() + challengeMinutes * 60_000);
  const mac = macOf(services, Buffer.from(challenge).toString("base64url"));
  await addPasskeyChallenge(services.database, { mac, staffId, expiresAt });
  return challenge;
}

/** Uses up the challenge of an answer, and records whether it was valid, so that this is distinguished from a wrong signature. */
function expected(
  services: Services,
  staffId: string | null,
): { check(challenge: string): Promise<boolean>; isOver: boolean } {
  const used = {
    isOver: false,
    async check(challenge: string) {
      const isGood = await useChallenge(services.database, macOf(services, challenge), staffId, services.clock.now());
      used.isOver = !isGood;
      return isGood;
    },
  };
  return used;
}

/** JSON of the options for a login: any key of this host. @throws Refusal PASSKEYS_NOT_OFFERED */
export async function beginLogin(services: Services, caller: Caller): Promise<string> {
  const { rpID } = partyOr404(services, caller);
  const challenge = await newChallenge(services, null);
  return JSON.stringify(
    await generateAuthenticationOptions({
      rpID,
      challenge,
      userVerification: "required",
      timeout: challengeMinutes * 60_000,
    }),
  );
}

/** @throws Refusal PASSKEYS_NOT_OFFERED, PASSKEY_OVER, PASSKEY_WRONG */
export async function enterByPasskey(services: Services, caller: Caller, text: string): Promise<string> {
  const { rpID, origin } = partyOr404(services, caller);
  const { database, clock } = services;
  const response = v.parse(credentialShape, JSON.parse(text)) as unknown as AuthenticationResponseJSON;
  const passkey = await findPasskey(database, response.id);
  const member = passkey && (await findMember(database, passkey.staffId));
  if (!passkey || !member) return refused(services, caller, null, "LOGIN_REFUSED");
  const challenge = expected(services, null);
  const counter = await verifiedCounter(passkey, {
    response,
    expectedChallenge: challenge.check,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  });
  if (challenge.isOver) throw new Refusal("PASSKEY_OVER");
  if (counter === "COPIED") {
    await markAsCopied(database, passkey.id, clock.now());
    return refused(services, caller, member, "PASSKEY_COPIED");
  }
  const mayEnter = member.status === "ACTIVE" && !(member.isSandbox && services.config.appEnv === "prod");
  if (counter === null || !mayEnter || !(await notePasskeyUse(database, passkey, counter, clock.now())))
    return refused(services, caller, member, "LOGIN_REFUSED");
  await openConsole(services, caller, member, "LOGIN_PASSKEY", "PASSKEY_WRONG");
  await noteStaffLogin(database, member.id, clock.now());
  return member.id;
}

/** The new count of uses; COPIED for a count that did not grow; null for an answer that proves nothing. */
async function verifiedCounter(
  passkey: Passkey,
  options: Omit<Parameters<typeof verifyAuthenticationResponse>[0], "credential">,
): Promise<number | "COPIED" | null> {
  const known = Number(passkey.counter);
  const credential = {
    id: passkey.credentialId,
    publicKey: new Uint8Array(passkey.publicKey),
    // The library reports a count that did not grow like a wrong signature; this check distinguishes the two.
    counter: 0,
    transports: passkey.transports as AuthenticatorTransport[],
  };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({ ...options, credential });
    if (!verified) return null;
    const { newCounter } = authenticationInfo;
    return (newCounter > 0 || known > 0) && newCounter <= known ? "COPIED" : newCounter;
  } catch {
    return null;
  }
}

async function refused(
  services: Services,
  caller: Caller,
  member: StaffMemberRow | null,
  action: "LOGIN_REFUSED" | "PASSKEY_COPIED",
): Promise<never> {
  await recordStaffEvent(services, services.database, {
    staffId: member?.id ?? null,
    staffName: member?.name ?? "",
    action,
    code: "PASSKEY_WRONG",
    caller,
  });
  throw new Refusal("PASSKEY_WRONG");
}

/** JSON of the options for a new key, after the authenticator's code. @throws Refusal of the call's problems */
export async function beginAdding(services: Services, caller: Caller, staffId: string, code: string): Promise<string> {
  const { rpID } = partyOr404(services, caller);
  const { database, clock } = services;
  const [member, present] = await Promise.all([
    findMember(database, staffId),
    listPasskeys(database, staffId, maxPasskeys),
  ]);
  if (present.length >= maxPasskeys) throw new Refusal("PASSKEYS_FULL");
  const secret = member ? totpSecretOf(services, member) : null;
  const step = secret === null ? null : totpStep(secret, code, clock.realNow());
  if (!member || step === null || !(await useTotpStep(database, staffId, step, clock.now())))
    throw new Refusal("PASSKEY_CODE_WRONG");
  return JSON.stringify(
    await generateRegistrationOptions({
      rpName: caller.brand.name,
      rpID,
      userName: staffEmailOf(services, member),
      userDisplayName: member.name,
      userID: new Uint8Array(Buffer.from(staffId.replaceAll("-", ""), "hex")),
      challenge: await newChallenge(services, staffId),
      timeout: challengeMinutes * 60_000,
      attestationType: "none",
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: present.map(({ credentialId: id }) => ({ id })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    }),
  );
}

/** @throws Refusal PASSKEYS_NOT_OFFERED, PASSKEY_OVER, PASSKEY_REFUSED, PASSKEY_KNOWN */
export async function addKey(
  services: Services,
  caller: Caller,
  staff: StaffSession,
  input: { name: string; credential: string },
): Promise<Passkey> {
  const { rpID, origin } = partyOr404(services, caller);
  const response = v.parse(credentialShape, JSON.parse(input.credential)) as unknown as RegistrationResponseJSON;
  const challenge = expected(services, staff.staffId);
  const made = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge.check,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (challenge.isOver) throw new Refusal("PASSKEY_OVER");
  if (!made?.verified) throw new Refusal("PASSKEY_REFUSED");
  const { credential } = made.registrationInfo;
  return transact(services.database, async (trx) => {
    // An account that was disabled or invited again in between gets no key.
    const member = await lockMember(trx, staff.staffId);
    if (member?.status !== "ACTIVE") throw new Refusal("PASSKEY_REFUSED");
    const row = await addPasskeyRow(trx, {
      id: services.random.uuid(),
      staffId: staff.staffId,
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: response.response.transports ?? [],
      name: input.name,
      now: services.clock.now(),
    });
    if (!row) throw new Refusal("PASSKEY_KNOWN");
    await recordStaffEvent(services, trx, eventOf(staff, "PASSKEY_ADDED", caller));
    return row;
  });
}

/** @throws Refusal PASSKEY_NOT_FOUND */
export async function removeKey(
  services: Services,
  caller: Caller,
  staff: StaffSession,
  passkeyId: string,
): Promise<void> {
  await transact(services.database, async (trx) => {
    if (!(await removePasskeyRow(trx, staff.staffId, passkeyId))) throw new Refusal("PASSKEY_NOT_FOUND");
    await recordStaffEvent(services, trx, eventOf(staff, "PASSKEY_REMOVED", caller));
  });
}

const eventOf = (staff: StaffSession, action: "PASSKEY_ADDED" | "PASSKEY_REMOVED", caller: Caller) => ({
  staffId: staff.staffId,
  staffName: staff.name,
  roles: staff.roles,
  sessionId: staff.id,
  action,
  code: null,
  caller,
});
