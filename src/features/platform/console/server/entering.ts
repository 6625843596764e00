/** Login and logout of the console. */
import type { Caller } from "#server/call/caller.ts";
import { newDeviceLabel } from "#server/http/known-device.ts";
import { transact } from "#server/database.server.ts";
import { isPassword } from "#server/keys/password.ts";
import { clearRate, limitRate } from "#server/call/rate-limit.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { openSession } from "#server/call/session.server.ts";
import { revokeLiveSession } from "#server/call/live-sessions.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { recordStaffEvent } from "#features/platform/audit/server/index.ts";
import { isStaffDevice, rememberStaffDevice } from "./device-store.ts";
import { staffEmailIndexOf, findMemberByEmail, lockMember, totpSecretOf, useTotpStep } from "./member-store.ts";
import { totpStep } from "./totp.ts";
import { loginTries } from "../contract.ts";

/**
 * Logs in with all three: address, password, and an unused code. Whichever is wrong, the answer, its duration and its
 * counting are the same.
 * @throws Refusal STAFF_LOGIN_WRONG, RATE_LIMITED
 */
export async function enterConsole(
  services: Services,
  caller: Caller,
  typed: { email: string; password: string; code: string },
): Promise<string> {
  const { database } = services;
  const emailIndex = staffEmailIndexOf(services, typed.email);
  const lane = await countTry(services, caller, emailIndex);
  const member = await findMemberByEmail(database, emailIndex);
  const isRight = await isPassword(typed.password, member?.passwordHash ?? null);
  const secret = member ? totpSecretOf(services, member) : null;
  const step = secret === null ? null : totpStep(secret, typed.code, services.clock.realNow());
  const mayEnter = member?.status === "ACTIVE" && !(member.isSandbox && services.config.appEnv === "prod");
  if (
    !member ||
    !isRight ||
    step === null ||
    !mayEnter ||
    !(await useTotpStep(database, member.id, step, services.clock.now()))
  ) {
    await recordStaffEvent(services, database, {
      staffId: member?.id ?? null,
      staffName: member?.name ?? "",
      action: "LOGIN_REFUSED",
      code: "STAFF_LOGIN_WRONG",
      caller,
    });
    throw new Refusal("STAFF_LOGIN_WRONG");
  }
  await clearRate(database, loginTries.ofLane, lane);
  await openConsole(services, caller, { id: member.id, name: member.name }, "LOGIN", "STAFF_LOGIN_WRONG");
  return member.id;
}

/**
 * Counts a try in its lane and returns the lane. Strangers to an address share one lane, and their network has a limit;
 * a browser that logged in with the address before has its own lane, which other people's tries do not affect.
 * @throws Refusal RATE_LIMITED
 */
async function countTry(services: Services, caller: Caller, emailIndex: string): Promise<string> {
  const { database, keys } = services;
  const device = caller.knownDevice;
  if (device !== null && (await isStaffDevice(database, emailIndex, device))) {
    const own = `${emailIndex}:${device}`;
    await limitRate(services, database, loginTries.ofLane, own);
    return own;
  }
  await limitRate(services, database, loginTries.ofAddress, keys.blindIndex("address", caller.address));
  await limitRate(services, database, loginTries.ofLane, emailIndex);
  return emailIndex;
}

/**
 * Opens a session, ends the earlier one of this browser, and sets the cookie. Under the person's lock: a person who was
 * disabled or given other roles while the password was compared gets no session with the earlier state.
 * @param refusal the code for a person who cannot enter any more
 * @returns the session's id. @throws Refusal
 */
export async function openConsole(
  services: Services,
  caller: Caller,
  person: { id: string; name: string },
  action: "LOGIN" | "JOINED" | "LOGIN_COMPANY" | "LOGIN_PASSKEY",
  refusal: string,
): Promise<string> {
  const previous = await caller.staffSession();
  const deviceToken = labelOf(services, caller);
  const device = caller.keepDevice();
  const opened = await transact(services.database, async (trx) => {
    const present = await lockMember(trx, person.id);
    if (present?.status !== "ACTIVE") throw new Refusal(refusal);
    const member = { ...person, roles: present.roles as StaffRole[] };
    await rememberStaffDevice(trx, present.emailIndex, device, services.clock.now());
    if (previous) await revokeLiveSession(services, trx, previous.id);
    const session = await openSession(services, trx, {
      kind: "staff",
      subjectId: member.id,
      subjectName: member.name,
      roles: member.roles,
      deviceToken,
      deviceLabel: caller.userAgent,
    });
    await recordStaffEvent(services, trx, {
      staffId: member.id,
      staffName: member.name,
      roles: member.roles,
      sessionId: session.id,
      action,
      code: null,
      caller,
    });
    return session;
  });
  caller.setCookie("staff", opened.token, { sameSite: "Strict" });
  return opened.id;
}

/** The browser's label, created here if needed: it makes the system refuse a checker in the maker's browser. // Threat B13 */
function labelOf(services: Services, caller: Caller): string {
  if (caller.deviceToken) return caller.deviceToken;
  const made = newDeviceLabel(services);
  caller.deviceToken = made;
  caller.setCookie("deviceToken", made, { maxAgeSeconds: 365 * 86_400, httpOnly: false });
  return made;
}

export async function leaveConsole(services: Services, caller: Caller): Promise<void> {
  const session = await caller.staffSession();
  if (session) {
    await transact(services.database, async (trx) => {
      await revokeLiveSession(services, trx, session.id);
      await recordStaffEvent(services, trx, {
        staffId: session.staffId,
        staffName: session.name,
        roles: session.roles,
        sessionId: session.id,
        action: "LOGOUT",
        code: null,
        caller,
      });
    });
  }
  caller.setCookie("staff", "", { maxAgeSeconds: 0, sameSite: "Strict" });
}
