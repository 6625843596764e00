/** Login: answers to its calls, and what other domains may ask of it. */
import { answer, type Api, type ContextOf } from "#server/call/pipeline.ts";
import { transact, type Reader } from "#server/database.server.ts";
import { handedInByOne, type Domain } from "#server/domain.ts";
import { listPage } from "#server/list-page.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import {
  revokeSession as endSession,
  revokeSessionOf,
  revokeSessionsOf,
  sessionsOf,
} from "#server/call/live-sessions.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import type { Language } from "#shared/texts.ts";
import { giveConsent } from "#features/account/privacy/server/index.ts";
import { deviceName } from "#server/call/device-name.ts";
import {
  askerOf,
  claimNumber,
  consumeProof,
  numberOf,
  ownerOfNumber,
  passwordTries,
  proveCode,
} from "#features/account/verification/server/index.ts";
import {
  enterWebview,
  getSession,
  listSessions,
  login,
  logout,
  makeWebviewCode,
  readWebviewCode,
  register,
  registerOrLogin,
  registerV1,
  revokeOtherSessions,
  revokeSession,
  setPassword,
  agreementTexts,
  type AgreementKey,
} from "../contract.ts";
import { work } from "./sweeps.ts";
import { confirmAnswers } from "./confirm-answers.ts";
import { isAccountOpen } from "./freezing.ts";
import { deviceOf, enterKnown } from "./known.ts";
import { clearLoginCookies, kindOf, openLogin, setLoginCookies } from "./entering.ts";
import { hashPassword, isPassword } from "#server/password.ts";
export { borrowersOnDevicesOf, countDevices, whoShareDevice } from "./store.ts";
import { addAgreements, findBorrower, readAgreements, writePassword, type AgreedText } from "./store.ts";
import { addNewBorrower, borrowerStatus } from "./borrowers.ts";
import { passwordChanged, passwordSet } from "./events.ts";
import { refuseReplaced } from "./replaced.ts";
import { makeEntry, readEntry, useEntry } from "./webview-entry.ts";
import { releaseStates } from "./lifecycle.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";
import { personalData } from "./personal-data.ts";
import { borrowerFlags } from "./borrower-flags.ts";
import { search } from "./search.ts";

export {
  borrowerStatus,
  registrationOf,
  seedBorrower,
  setBorrowerStatus,
  unlockBorrower,
  type Registration,
} from "./borrowers.ts";
export { pseudonymousUserId } from "#server/call/user-token.ts";
export { objectToRelease } from "./confirming.ts";
export { borrowerRegistered, deviceAdded, numberDisowned, passwordChanged, passwordSet } from "./events.ts";
export { blockCause, freezeBorrower, refuseFrozen, releaseBorrower } from "./freezing.ts";
export { forgetLogin, hasBorrowers, isFrozenHeld, lockBorrower, type BorrowerStatus } from "./store.ts";

declare module "#server/domain.ts" {
  interface Domain {
    /** Asked by the login of the one domain that keeps texts: the version that readers of a language are shown; null where there is none. */
    standingText?(
      services: Services,
      key: string,
      language: Language,
    ): Promise<{ version: number; language: Language } | null>;
  }
}

function answers(api: Api): void {
  answer(api, registerOrLogin)((input, context) => enterByCode(context, { ...input, may: "BOTH" }));
  for (const call of [register, registerV1]) {
    answer(api, call)((input, context) => enterByCode(context, { ...input, may: "REGISTER" }));
  }
  answer(
    api,
    login,
  )((input, context) => {
    const { mobileNumber, rememberDevice, verificationId, code, password } = input;
    if (verificationId !== undefined)
      return enterByCode(context, {
        mobileNumber,
        rememberDevice,
        verificationId,
        code,
        may: "LOGIN",
      });
    return enterByPassword(context, { mobileNumber, rememberDevice, password: password ?? "" });
  });
  confirmAnswers(api, (context, entry) => enterByCode(context, entry));
  sessionAnswers(api);
  webviewAnswers(api);
}

interface CodeEntry {
  mobileNumber: string;
  verificationId: string;
  code?: string | undefined;
  rememberDevice: boolean;
  agreements?: readonly AgreementKey[];
  invitationCode?: string | undefined;
  /** Its owner has confirmed after long silence that the account is theirs. */
  isConfirmed?: true;
  /** What the proof may end in; told to the caller only after it stands. */
  may: "BOTH" | "REGISTER" | "LOGIN";
}

/** Logs in or registers by a proven number. The code is proven before the transaction of the effect, so a wrong try stays counted. */
async function enterByCode(
  context: ContextOf<"visitor">,
  entry: CodeEntry,
): Promise<{ userId: string; isNew: boolean }> {
  const { services, caller, principal, language } = context;
  const previous = principal.session;
  if (!previous) throw new Refusal("VERIFICATION_NEEDED");
  const proof = {
    verificationId: entry.verificationId,
    purpose: "LOGIN",
    sessionId: previous.id,
    mobileNumber: entry.mobileNumber,
  } as const;
  if (entry.code !== undefined) await proveCode(services, { ...proof, code: entry.code });
  const now = services.clock.now();
  const agreed = await textsAgreed(services, entry.agreements ?? [], language);
  const done = await transact(services.database, async (trx) => {
    const { mobileNumber } = await consumeProof(services, trx, proof);
    let known = await ownerOfNumber(services, trx, mobileNumber);
    if (known === null) await refuseReplaced(services, trx, mobileNumber, language);
    if (known === null && entry.may === "LOGIN") throw new Refusal("NUMBER_UNKNOWN");
    const fresh = services.random.uuid();
    // Of two that register one number at once the second finds the first's account; of one that was given up meanwhile, its end.
    if (known === null && !(await claimNumber(services, trx, fresh, mobileNumber))) {
      known = await ownerOfNumber(services, trx, mobileNumber);
      if (known === null) await refuseReplaced(services, trx, mobileNumber, language);
    }
    if (known !== null && entry.may === "REGISTER") throw new Refusal("NUMBER_TAKEN");
    const borrowerId = known ?? fresh;
    if (known === null)
      await addNewBorrower(services, trx, {
        borrowerId,
        language,
        brand: caller.brand.id,
        invitationCode: entry.invitationCode ?? null,
      });
    else
      await enterKnown(services, trx, {
        borrowerId,
        language,
        isConfirmed: entry.isConfirmed === true,
        ...deviceOf(context),
      });
    if (agreed.length > 0) await addAgreements(trx, borrowerId, agreed, now);
    for (const { agreement } of agreed)
      await giveConsent(services, trx, {
        borrowerId,
        kind: agreement,
        language,
        device: deviceName(caller.userAgent),
      });
    const opened = await openLogin(services, trx, {
      caller,
      borrowerId,
      kind: kindOf(caller, entry.rememberDevice),
      previous,
      isNew: known === null,
    });
    return { borrowerId, opened, isNew: known === null };
  });
  setLoginCookies(services, caller, done.borrowerId, done.opened);
  return { userId: done.borrowerId, isNew: done.isNew };
}

/** The version of each text that the person saw. */
async function textsAgreed(
  services: Services,
  agreements: readonly AgreementKey[],
  language: Language,
): Promise<AgreedText[]> {
  return Promise.all(
    [...new Set(agreements)].map(async (agreement) => {
      const text = await handedInByOne(services.domains, "standingText")(services, agreementTexts[agreement], language);
      return { agreement, version: text?.version ?? null, language: text?.language ?? language };
    }),
  );
}

/** What a borrower agreed to by logging in: each version once, with its first time, the newest first. */
export async function agreementsOf(database: Reader, borrowerId: string): Promise<(AgreedText & { agreedAt: Date })[]> {
  return readAgreements(database, borrowerId);
}

/** Logs in by password. An unknown number takes the same way and the same time. // Threat A6 */
async function enterByPassword(
  context: ContextOf<"visitor">,
  entry: { mobileNumber: string; password: string; rememberDevice: boolean },
): Promise<{ userId: string; isNew: boolean }> {
  const { services, caller, principal, language, database } = context;
  const tries = await passwordTries(services, askerOf(services, caller, principal.session), entry.mobileNumber);
  const attemptsLeft = await tries.count(
    (retryInSeconds) => new Refusal<typeof login.problems>("LOGIN_ATTEMPTS", { retryInSeconds }),
  );
  const known = await ownerOfNumber(services, database, entry.mobileNumber);
  const row = await findBorrower(database, known ?? "00000000-0000-0000-0000-000000000000");
  if (!(await isPassword(entry.password, row?.password_hash ?? null)) || !row)
    throw new Refusal<typeof login.problems>("LOGIN_WRONG", { attemptsLeft });
  await tries.clear();
  const opened = await transact(services.database, async (trx) => {
    // Who knows the password needs to say no more.
    await enterKnown(services, trx, { borrowerId: row.borrower_id, language, isConfirmed: true, ...deviceOf(context) });
    return openLogin(services, trx, {
      caller,
      borrowerId: row.borrower_id,
      kind: kindOf(caller, entry.rememberDevice),
      previous: principal.session,
    });
  });
  setLoginCookies(services, caller, row.borrower_id, opened);
  return { userId: row.borrower_id, isNew: false };
}

function sessionAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    getSession,
  )(async (_input, { caller, database }) => {
    const borrowerId = (await caller.session())?.borrowerId;
    if (!borrowerId) return { loggedIn: false, userId: null, maskedMobileNumber: null, hasPassword: false };
    const row = await findBorrower(database, borrowerId);
    return {
      loggedIn: true,
      userId: borrowerId,
      maskedMobileNumber: await maskedNumber(services, borrowerId),
      hasPassword: row?.password_hash != null,
    };
  });

  answer(
    api,
    logout,
  )(async (_input, { caller, database }) => {
    const session = await caller.session();
    if (session) await endSession(services, database, session.id);
    clearLoginCookies(caller);
    caller.clearsBrowser = true;
    return { loggedOut: true };
  });

  answer(
    api,
    listSessions,
  )(async ({ cursor, limit }, { database, borrowerId, principal }) => {
    const rows = await sessionsOf(services, database, "borrower", borrowerId, { before: cursor, limit: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, ({ id }) => id);
    const items = page.map((row) => ({
      id: row.id,
      device: row.deviceLabel,
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      isCurrent: row.id === principal.session.id,
    }));
    return { items, nextCursor };
  });

  answer(
    api,
    revokeSession,
  )(async ({ sessionId }, { database, borrowerId }) => ({
    revoked: await revokeSessionOf(services, database, "borrower", borrowerId, sessionId),
  }));

  answer(
    api,
    revokeOtherSessions,
  )(async (_input, { borrowerId, principal }) => {
    await transact(services.database, (trx) =>
      revokeSessionsOf(services, trx, "borrower", borrowerId, principal.session.id),
    );
    return { revoked: true };
  });

  answer(
    api,
    setPassword,
  )(async ({ verificationId, code, password }, { borrowerId, principal }) => {
    const sessionId = principal.session.id;
    const proof = { verificationId, purpose: "SET_PASSWORD", sessionId } as const;
    if (code !== undefined) await proveCode(services, { ...proof, code });
    const hash = await hashPassword(password, services.random);
    const now = services.clock.now();
    await transact(services.database, async (trx) => {
      await consumeProof(services, trx, proof);
      if (await writePassword(trx, borrowerId, hash, now))
        await services.events.announce(trx, passwordSet, { id: `password_${borrowerId}`, at: now, borrowerId });
      const id = `password_changed_${services.random.uuid()}`;
      await services.events.announce(trx, passwordChanged, { id, at: now, borrowerId, sessionId });
      // Whoever knew the old password is out.
      await revokeSessionsOf(services, trx, "borrower", borrowerId, sessionId);
    });
    return { setAt: now.toISOString() };
  });
}

function webviewAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    makeWebviewCode,
  )(async ({ path }, { caller, principal, borrowerId }) => ({
    url: await makeEntry(services, caller, { ...principal.session, borrowerId }, path),
  }));

  answer(
    api,
    readWebviewCode,
  )(async ({ t }, { caller }) => {
    const borrowerId = await readEntry(services, caller, t);
    const present = (await caller.session())?.borrowerId;
    return {
      maskedMobileNumber: (await maskedNumber(services, borrowerId)) ?? "",
      replacesMaskedMobileNumber: present && present !== borrowerId ? await maskedNumber(services, present) : null,
    };
  });

  answer(
    api,
    enterWebview,
  )(async ({ t }, { caller, principal, language }) => ({
    path: await useEntry(services, caller, principal.session, t, language),
  }));
}

async function maskedNumber(services: Services, borrowerId: string): Promise<string | null> {
  const number = await numberOf(services, services.database, borrowerId);
  return number && maskPhone(number);
}

/** Where messages to a borrower go, and in which language: that of the last login, or entry from the app. Null where the account was closed. */
export async function borrowerContact(
  services: Services,
  trx: Reader,
  borrowerId: string,
): Promise<{ mobileNumber: string; language: Language; brandId: string } | null> {
  const [row, mobileNumber] = await Promise.all([findBorrower(trx, borrowerId), numberOf(services, trx, borrowerId)]);
  return row && mobileNumber ? { mobileNumber, language: row.language as Language, brandId: row.brand } : null;
}

export const domain: Domain = {
  personalData,
  borrowerFlags,
  search,
  timeline,
  words,
  answers,
  work,
  isRegistered: async (reader, borrowerId) => (await borrowerStatus(reader, borrowerId)) !== null,
  lifecycles: [releaseStates],
  isAccountOpen,
};
