/** E-mail addresses: answers to the domain's calls, and functions for other domains. */
import { askerOf, numberOf, pendingAddressCode } from "#features/account/verification/server/index.ts";
import { refuseOnHold } from "#features/account/hold/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, type ContextOf, type CallAnswer } from "#server/call/pipeline.ts";
import { transact, type Database, type Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { maskEmail } from "#shared/fields/email.ts";
import {
  addEmail,
  answerEmailLink,
  getEmail,
  getEmailLink,
  getUnsubscribe,
  removeEmail,
  resendEmail,
  setMailing,
  unsubscribeEmail,
  verifyEmail,
  type EmailAnswer,
  type EmailFailure,
  type EmailState,
} from "../contract.ts";
import { emailRequestStates } from "./lifecycle.ts";
import {
  mailingsOf,
  mailingsTo,
  readUnsubscribeToken,
  switchMailing,
  unsubscribe,
  unsubscribePath,
} from "./mailings.ts";
import { mailWork, requestOfSubject } from "./mails.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { emailMailSubscriptions } from "./reports.ts";
import {
  answerLink,
  linkState,
  resendVerification,
  nameAddress,
  proveByCode,
  takeAway,
  type EmailAsker,
} from "./requests.ts";
import {
  emailAddressOf,
  countOthersWith,
  findEmailAccount,
  findEmailRequest,
  lockEmailAccount,
  newestEmailRequest,
  requestAddress,
} from "./store.ts";
import { emailExpirySweep, emailForgetSweep } from "./sweeps.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { timelineSources, consoleWords } from "#server/console/questions.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { noticeKinds, unsubscribePage } from "#features/platform/notice/server/index.ts";

/** The address that a borrower proved and that is in force, in lower case; null where there is none. */
export async function verifiedEmailOf(services: Services, reader: Reader, borrowerId: string): Promise<string | null> {
  const account = await findEmailAccount(reader, borrowerId);
  return account ? emailAddressOf(services, reader, account) : null;
}

/** The blind index of the address in force: the same in every account that proves it; null without one. */
export async function verifiedEmailIndexOf(reader: Reader, borrowerId: string): Promise<string | null> {
  return (await findEmailAccount(reader, borrowerId))?.addressIndex ?? null;
}

/** How many other accounts have this borrower's address in force, counted up to 20; 0 without an address. For underwriting. */
export async function accountsSharingEmail(reader: Reader, borrowerId: string): Promise<number> {
  const index = (await findEmailAccount(reader, borrowerId))?.addressIndex;
  return index ? countOthersWith(reader, borrowerId, index, 20) : 0;
}

const answers: readonly CallAnswer[] = [
  answer(getEmail, async (_input, { services, database, borrowerId, principal }) =>
    viewOf(services, database, borrowerId, principal.session.id),
  ),
  answer(addEmail, ({ email }, context) => nameAddress(context.services, askerIn(context), email)),
  answer(resendEmail, (_input, context) => resendVerification(context.services, askerIn(context))),
  answer(verifyEmail, async (input, context) => {
    await proveByCode(context.services, askerIn(context), input);
    return { verified: true } as const;
  }),
  answer(removeEmail, (_input, { services, borrowerId, language, caller, refuse }) =>
    transact(services.database, async (trx) => {
      await refuseOnHold(services, trx, borrowerId, language);
      const device = deviceNameOf(caller.userAgent);
      const wasThere = await takeAway(services, trx, await lockEmailAccount(trx, borrowerId), device);
      return wasThere ? ({ removed: true } as const) : refuse("EMAIL_NONE");
    }),
  ),
  answer(setMailing, ({ category, on }, { services, borrowerId, caller, language, refuse }) =>
    transact(services.database, async (trx) => {
      const { addressIndex } = await lockEmailAccount(trx, borrowerId);
      const given = { borrowerId, language, device: deviceNameOf(caller.userAgent) };
      const mailing = { category, on };
      return (await switchMailing(services, trx, { given, addressIndex }, mailing)) ? mailing : refuse("EMAIL_NONE");
    }),
  ),
  /** Calls from the mail's reader: the owner of a mailbox, who may not be a borrower. */
  answer(getEmailLink, async (_input, { services, database, principal, refuse }) => {
    const { borrowerId, requestId } = requestOfSubject(principal.link.subject);
    const request = await findEmailRequest(database, borrowerId, requestId);
    const state = request ? linkState(await findEmailAccount(database, borrowerId), request) : null;
    if (!request || state === null) return refuse("EMAIL_LINK_OVER");
    const number = await numberOf(services, database, borrowerId);
    return {
      masked: maskEmail(await requestAddress(services, database, request)),
      accountEnding: number?.slice(-2) ?? "",
      state,
    };
  }),
  answer(answerEmailLink, async ({ answer: said }, { services, principal, language, caller }) => ({
    state: await answerLink(services, requestOfSubject(principal.link.subject), said, {
      language,
      device: deviceNameOf(caller.userAgent),
    }),
  })),
  answer(getUnsubscribe, async ({ token }, { services, database, refuse }) => {
    const about = readUnsubscribeToken(services, token);
    if (!about) return refuse("UNSUBSCRIBE_UNKNOWN");
    return { category: about.category, mailings: await mailingsTo(services, database, about.addressIndex) };
  }),
  answer(unsubscribeEmail, async ({ token, category }, { services, database, refuse }) => {
    const about = readUnsubscribeToken(services, token);
    if (!about) return refuse("UNSUBSCRIBE_UNKNOWN");
    await transact(database, (trx) => unsubscribe(services, trx, about.addressIndex, [category ?? about.category]));
    return { category: about.category, mailings: await mailingsTo(services, database, about.addressIndex) };
  }),
];

function askerIn({ services, caller, principal, borrowerId }: ContextOf<"borrower">): EmailAsker {
  const session = principal.session;
  return {
    ...askerOf(services, caller, session),
    sessionId: session.id,
    borrowerId,
    brandId: caller.brand.id,
    device: deviceNameOf(caller.userAgent),
  };
}

async function viewOf(
  services: Services,
  reader: Database,
  borrowerId: string,
  sessionId: string,
): Promise<EmailAnswer> {
  const account = await findEmailAccount(reader, borrowerId);
  const address = account ? await emailAddressOf(services, reader, account) : null;
  const newest = account && (await newestEmailRequest(reader, borrowerId));
  const isOpen = newest?.endedAt === null;
  const code = newest && isOpen ? await pendingAddressCode(services, sessionId, newest.addressIndex) : null;
  return {
    current:
      address !== null && account?.verifiedAt
        ? { masked: maskEmail(address), verifiedAt: account.verifiedAt.toISOString() }
        : null,
    request:
      newest && newest.state !== "VERIFIED"
        ? {
            masked: maskEmail(await requestAddress(services, reader, newest)),
            state: newest.state as EmailState,
            cause: newest.cause as EmailFailure | null,
            requestedAt: newest.createdAt.toISOString(),
            expiresAt: newest.expiresAt.toISOString(),
          }
        : null,
    code,
    mailings: await mailingsOf(services, reader, { borrowerId, addressIndex: account?.addressIndex ?? null }),
  };
}

function work(services: Services): void {
  mailWork(services);
  services.sweeps.add(emailExpirySweep);
  services.sweeps.add(emailForgetSweep);
}

export { emailVerified } from "./events.ts";

export const domain: Domain = {
  answers,
  work,
  subscribes: emailMailSubscriptions,
  answersTo: [
    personalDataHeld.by(personalData),
    timelineSources.by(timeline),
    consoleWords.by(words),
    lifecycles.by([emailRequestStates]),
    noticeKinds.by(notices),
    unsubscribePage.by(unsubscribePath),
  ],
};
