/** Login: answers to its calls, and functions for other domains. */
import { answer, type ContextOf, type CallAnswer } from "#server/call/pipeline.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { listPage } from "#server/records/list-page.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import {
  revokeLiveSession as endSession,
  revokeSessionOf,
  revokeSessionsOf,
  sessionsOf,
} from "#server/call/live-sessions.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import type { Language } from "#shared/texts.ts";
import { giveConsent } from "#features/account/privacy/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import {
  claimNumber,
  consumeProof,
  numberOf,
  ownerOfNumber,
  proveCode,
} from "#features/account/verification/server/index.ts";
import {
  enterWebview,
  getSession,
  listSessions,
  login,
  logout,
  makeWebviewCode,
  nameAppDevice,
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
import { loginWork } from "./sweeps.ts";
import { confirmAccount } from "../confirm-contract.ts";
import { confirmAnswers, confirmedNumber } from "./confirm-answers.ts";
import { enterByPassword } from "./by-password.ts";
import { nameDevice } from "./app-device.ts";
import { isAccountOpen, findOpenAccounts } from "./freezing.ts";
import { enterKnown } from "./known.ts";
import { clearLoginCookies, sessionKindOf, openLogin, setLoginCookies } from "./entering.ts";
import { hashPassword } from "#server/keys/password.ts";
export { borrowersOnDevicesOf, countDevices, isDeviceKnownSince, loginsSince, accountsSharingDevice } from "./store.ts";
import { addAgreements, findBorrower, readAgreements, writePassword, type AgreedText } from "./store.ts";
import { addNewBorrower, borrowerStatus } from "./borrowers.ts";
import { passwordChanged, passwordSet } from "./events.ts";
import { refuseReplaced } from "./replaced.ts";
import { makeEntry, readWebviewEntry, useEntry } from "./webview-entry.ts";
import { releaseStates } from "./lifecycle.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";
import { personalData } from "./personal-data.ts";
import { borrowerFlags } from "./borrower-flags.ts";
import { search } from "./search.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import {
  borrowerFigures,
  borrowerWarnings,
  searchSources,
  timelineSources,
  consoleWords,
} from "#server/console/questions.ts";
import { isRegistered, isOpenAccount, openAccountsAmong, textInForce } from "#server/account-questions.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { figures } from "./figures.ts";

export { sessionLimits } from "./entering.ts";

export { objectionPages } from "./replaced.ts";

export {
  borrowerStatus,
  registrationOfBorrower,
  seedBorrower,
  setBorrowerStatus,
  unlockBorrower,
  type Registration,
} from "./borrowers.ts";
export { accountsOf, pageOfAccounts, type AccountListRow } from "./account-list.ts";
export { pseudonymousUserId } from "#server/call/user-token.ts";
export { objectToRelease } from "./confirming.ts";
export { borrowerRegistered, deviceAdded, numberDisowned, passwordChanged, passwordSet } from "./events.ts";
export { blockCause, blockedAmong, freezeBorrower, refuseFrozen, releaseBorrower } from "./freezing.ts";
export {
  brandOfBorrower,
  brandsOfBorrowers,
  forgetLogin,
  hasBorrowers,
  isFrozenHeld,
  lockBorrower,
  type BorrowerStatus,
} from "./store.ts";

const answers: readonly CallAnswer[] = [
  answer(registerOrLogin, (input, context) => enterByCode(context, { ...input, may: "BOTH" })),
  ...[register, registerV1].map((call) =>
    answer(call, (input, context) => enterByCode(context, { ...input, may: "REGISTER" })),
  ),
  answer(login, (input, context) => {
    const { mobileNumber, rememberDevice, verificationId, code, password, captchaKey, captcha } = input;
    if (verificationId !== undefined)
      return enterByCode(context, {
        mobileNumber,
        rememberDevice,
        verificationId,
        code,
        may: "LOGIN",
      });
    return enterByPassword(context, { mobileNumber, rememberDevice, password: password ?? "", captchaKey, captcha });
  }),
  answer(confirmAccount, async ({ verificationId, birthDate, nikEnding }, context) => {
    const mobileNumber = await confirmedNumber(context, { birthDate, nikEnding });
    return enterByCode(context, {
      mobileNumber,
      verificationId,
      rememberDevice: false,
      isConfirmed: true,
      may: "LOGIN",
    });
  }),
  ...confirmAnswers,
  answer(getSession, async (_input, { services, caller, database }) => {
    const borrowerId = (await caller.session())?.borrowerId;
    if (!borrowerId) {
      const hasEnded = await caller.hasEndedLogin();
      return { loggedIn: false, hasEnded, userId: null, maskedMobileNumber: null, hasPassword: false };
    }
    const row = await findBorrower(database, borrowerId);
    return {
      loggedIn: true,
      hasEnded: false,
      userId: borrowerId,
      maskedMobileNumber: await maskedNumber(services, borrowerId),
      hasPassword: row?.passwordHash != null,
    };
  }),
  answer(logout, async (_input, { services, caller, database }) => {
    const session = await caller.session();
    if (session) await endSession(services, database, session.id);
    clearLoginCookies(caller);
    caller.clearsBrowser = true;
    return { loggedOut: true };
  }),
  answer(listSessions, async ({ cursor, limit }, { services, database, borrowerId, principal }) => {
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
  }),
  answer(revokeSession, async ({ sessionId }, { services, database, borrowerId }) => ({
    revoked: await revokeSessionOf(services, database, "borrower", borrowerId, sessionId),
  })),
  answer(revokeOtherSessions, async (_input, { services, borrowerId, principal }) => {
    await transact(services.database, (trx) =>
      revokeSessionsOf(services, trx, "borrower", borrowerId, principal.session.id),
    );
    return { revoked: true };
  }),
  answer(setPassword, async ({ verificationId, code, password }, { services, borrowerId, principal }) => {
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
      // Logs out everyone who used the old password.
      await revokeSessionsOf(services, trx, "borrower", borrowerId, sessionId);
    });
    return { setAt: now.toISOString() };
  }),
  answer(makeWebviewCode, async ({ path }, { services, caller, principal, borrowerId }) => ({
    url: await makeEntry(services, caller, { ...principal.session, borrowerId }, path),
  })),
  answer(nameAppDevice, async (named, { services, caller }) => ({ taken: await nameDevice(services, caller, named) })),
  answer(readWebviewCode, async ({ t }, { services, caller }) => {
    const borrowerId = await readWebviewEntry(services, caller, t);
    const present = (await caller.session())?.borrowerId;
    return {
      maskedMobileNumber: (await maskedNumber(services, borrowerId)) ?? "",
      replacesMaskedMobileNumber: present && present !== borrowerId ? await maskedNumber(services, present) : null,
    };
  }),
  answer(enterWebview, async ({ t }, { services, caller, principal, language }) => ({
    path: await useEntry(services, caller, principal.session, t, language),
  })),
];

interface CodeEntry {
  mobileNumber: string;
  verificationId: string;
  code?: string | undefined;
  rememberDevice: boolean;
  agreements?: readonly AgreementKey[];
  invitationCode?: string | undefined;
  /** Its owner has confirmed after long silence that the account is theirs. */
  isConfirmed?: true;
  /** The possible results of the proof; the caller learns them only after it succeeds. */
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
    // When two registrations of a number run at the same time, the second finds the first's account; if the number is given up at the same time, it finds that.
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
        knownDevice: caller.knownDevice,
      });
    if (agreed.length > 0) await addAgreements(trx, borrowerId, agreed, now);
    for (const { agreement } of agreed)
      await giveConsent(services, trx, {
        borrowerId,
        kind: agreement,
        language,
        device: deviceNameOf(caller.userAgent),
      });
    const opened = await openLogin(services, trx, {
      caller,
      borrowerId,
      kind: sessionKindOf(caller, entry.rememberDevice),
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
      const text = await services.ask(textInForce)(services, agreementTexts[agreement], language);
      return { agreement, version: text?.version ?? null, language: text?.language ?? language };
    }),
  );
}

/** The texts that a borrower agreed to by logging in: each version once, with its first time, newest first. */
export async function agreementsOf(database: Reader, borrowerId: string): Promise<(AgreedText & { agreedAt: Date })[]> {
  return readAgreements(database, borrowerId);
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
  answers,
  work: loginWork,
  answersTo: [
    personalDataHeld.by(personalData),
    borrowerWarnings.by(borrowerFlags),
    searchSources.by(search),
    timelineSources.by(timeline),
    borrowerFigures.by(figures),
    consoleWords.by(words),
    isRegistered.by(async (reader, borrowerId) => (await borrowerStatus(reader, borrowerId)) !== null),
    lifecycles.by([releaseStates]),
    isOpenAccount.by(isAccountOpen),
    openAccountsAmong.by(findOpenAccounts),
  ],
};
