/** The effect of a login: a new session in place of the old one, and its cookies. */
import { userToken } from "#server/call/user-token.ts";
import type { SessionLimit } from "#shared/contract.ts";
import type { Caller } from "#server/call/caller.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { openSession, type OpenedSession, type Session, type SessionKind } from "#server/call/session.server.ts";
import { revokeLiveSession } from "#server/call/live-sessions.ts";

import { deviceAdded } from "./events.ts";
import { rememberLoginDevice } from "./store.ts";
import { defineQuestion } from "#server/questions.ts";
/** Asked by the login: the restriction of a borrower's new session; null for none. */
export const sessionLimits = defineQuestion<(trx: Transaction, borrowerId: string) => Promise<SessionLimit | null>>(
  "session-limits",
  "MANY",
);

const yearSeconds = 365 * 86_400;

/** `web` ends with the browser; `remembered` and a host app's web view last (product decisions 2). */
export function sessionKindOf(caller: Caller, rememberDevice: boolean): SessionKind {
  if (caller.nativeHost) return "webview";
  return rememberDevice ? "remembered" : "web";
}

/** Opens the borrower's session and ends the earlier one, so that a session id from before the login is worthless after it. */
export async function openLogin(
  services: Services,
  trx: Transaction,
  input: {
    caller: Caller;
    borrowerId: string;
    kind: SessionKind;
    previous: Session | undefined;
    isNew?: boolean;
    /** Entry from a native app that is already logged in: this is no new device. */
    isEntry?: boolean;
  },
): Promise<OpenedSession> {
  const { caller, previous, borrowerId } = input;
  if (previous) await revokeLiveSession(services, trx, previous.id);
  const deviceToken = previous?.deviceToken ?? caller.deviceToken;
  const limits = await Promise.all(services.ask(sessionLimits).map((limitOf) => limitOf(trx, borrowerId)));
  const opened = await openSession(services, trx, {
    limit: limits.find((limit) => limit !== null) ?? null,
    kind: input.kind,
    subjectId: borrowerId,
    deviceToken,
    deviceLabel: caller.userAgent,
    // The code that made the account is just as fresh, and a new account has no owner whose money could be misdirected. // docs/decisions/100
    ...(input.isNew ? { proves: ["STEP_UP_BIND"] } : {}),
  });
  const at = services.clock.now();
  const isKnown = await rememberLoginDevice(trx, borrowerId, caller.keepDevice(), at);
  if (!isKnown && !input.isNew && !input.isEntry)
    await services.events.announce(trx, deviceAdded, {
      id: `device_${opened.id}`,
      at,
      borrowerId,
      sessionId: opened.id,
    });
  return opened;
}

/** Sets the cookies of a login; after its commit, so that no cookie names a session that never was. */
export function setLoginCookies(services: Services, caller: Caller, borrowerId: string, opened: OpenedSession): void {
  const { maxAgeSeconds } = opened;
  const label = { maxAgeSeconds: yearSeconds, httpOnly: false };
  caller.setSession(opened);
  caller.setCookie("userToken", userToken(services, borrowerId), { maxAgeSeconds, httpOnly: false });
  caller.setCookie("lenderId", caller.brand.id, label);
  caller.setCookie("lang", caller.language, label);
  if (caller.deviceToken) caller.setCookie("deviceToken", caller.deviceToken, label);
}

/** Ends the login's cookies; device token, lender and language stay. */
export function clearLoginCookies(caller: Caller): void {
  caller.setCookie("borrower", "", { maxAgeSeconds: 0 });
  caller.setCookie("link", "", { maxAgeSeconds: 0 });
  caller.setCookie("userToken", "", { maxAgeSeconds: 0, httpOnly: false });
}
