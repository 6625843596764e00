/** E-mail addresses: answers to the domain's calls, and what other domains may ask of it. */
import { askerOf, numberOf, pendingAddressCode } from "#features/account/verification/server/index.ts";
import { refuseOnHold } from "#features/account/security/server/index.ts";
import { deviceName } from "#server/call/device-name.ts";
import { answer, type Api, type ContextOf } from "#server/call/pipeline.ts";
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
import { mailingsOf, readUnsubscribeToken, unsubscribe, unsubscribePath } from "./mailings.ts";
import { mailWork, requestOfSubject } from "./mails.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { mailReports } from "./reports.ts";
import { answerLink, linkState, mailAgain, nameAddress, proveByCode, takeAway, type EmailAsker } from "./requests.ts";
import {
  addressOf,
  countOthersWith,
  findAccount,
  findRequest,
  lockAccount,
  newestRequest,
  removeUnsubscribed,
  requestAddress,
} from "./store.ts";
import { expirySweep, forgetSweep } from "./sweeps.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";

/** The address that a borrower proved and that is in force, in lower case; null where there is none. */
export async function verifiedEmailOf(services: Services, reader: Reader, borrowerId: string): Promise<string | null> {
  const account = await findAccount(reader, borrowerId);
  return account ? addressOf(services, reader, account) : null;
}

/** The blind index of the address in force: the same in every account that proves it; null without one. */
export async function verifiedEmailIndexOf(reader: Reader, borrowerId: string): Promise<string | null> {
  return (await findAccount(reader, borrowerId))?.address_index ?? null;
}

/** How many other accounts have this borrower's address in force, counted up to 20; 0 without an address. For underwriting. */
export async function accountsSharingEmail(reader: Reader, borrowerId: string): Promise<number> {
  const index = (await findAccount(reader, borrowerId))?.address_index;
  return index ? countOthersWith(reader, borrowerId, index, 20) : 0;
}

function answers(api: Api): void {
  const { services } = api;
  answer(
    api,
    getEmail,
  )(async (_input, { database, borrowerId, principal }) =>
    viewOf(services, database, borrowerId, principal.session.id),
  );
  answer(api, addEmail)(({ email }, context) => nameAddress(services, askerIn(context), email));
  answer(api, resendEmail)((_input, context) => mailAgain(services, askerIn(context)));
  answer(
    api,
    verifyEmail,
  )(async (input, context) => {
    await proveByCode(services, askerIn(context), input);
    return { verified: true } as const;
  });

  answer(
    api,
    removeEmail,
  )((_input, { borrowerId, language, caller, refuse }) =>
    transact(services.database, async (trx) => {
      await refuseOnHold(services, trx, borrowerId, language);
      const device = deviceName(caller.userAgent);
      const wasThere = await takeAway(services, trx, await lockAccount(trx, borrowerId), device);
      return wasThere ? ({ removed: true } as const) : refuse("EMAIL_NONE");
    }),
  );

  answer(
    api,
    setMailing,
  )(({ category, on }, { borrowerId, refuse }) =>
    transact(services.database, async (trx) => {
      const { address_index: addressIndex } = await lockAccount(trx, borrowerId);
      if (addressIndex === null) return refuse("EMAIL_NONE");
      if (on) await removeUnsubscribed(trx, addressIndex, category);
      else await unsubscribe(services, trx, addressIndex, [category]);
      return { category, on };
    }),
  );
  linkAnswers(api);
}

/** Calls of whoever reads the mail: the owner of a mailbox, who may be nobody of ours. */
function linkAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    getEmailLink,
  )(async (_input, { database, principal, refuse }) => {
    const { borrowerId, requestId } = requestOfSubject(principal.link.subject);
    const request = await findRequest(database, borrowerId, requestId);
    const state = request ? linkState(await findAccount(database, borrowerId), request) : null;
    if (!request || state === null) return refuse("EMAIL_LINK_OVER");
    const number = await numberOf(services, database, borrowerId);
    return {
      masked: maskEmail(await requestAddress(services, database, request)),
      accountEnding: number?.slice(-2) ?? "",
      state,
    };
  });

  answer(
    api,
    answerEmailLink,
  )(async ({ answer: said }, { principal, language, caller }) => ({
    state: await answerLink(services, requestOfSubject(principal.link.subject), said, {
      language,
      device: deviceName(caller.userAgent),
    }),
  }));

  answer(
    api,
    getUnsubscribe,
  )(async ({ token }, { database, refuse }) => {
    const about = readUnsubscribeToken(services, token);
    if (!about) return refuse("UNSUBSCRIBE_UNKNOWN");
    return { category: about.category, mailings: await mailingsOf(database, about.addressIndex) };
  });

  answer(
    api,
    unsubscribeEmail,
  )(async ({ token, category }, { database, refuse }) => {
    const about = readUnsubscribeToken(services, token);
    if (!about) return refuse("UNSUBSCRIBE_UNKNOWN");
    await unsubscribe(services, database, about.addressIndex, [category ?? about.category]);
    return { category: about.category, mailings: await mailingsOf(database, about.addressIndex) };
  });
}

function askerIn({ services, caller, principal, borrowerId }: ContextOf<"borrower">): EmailAsker {
  const session = principal.session;
  return {
    ...askerOf(services, caller, session),
    sessionId: session.id,
    borrowerId,
    brandId: caller.brand.id,
    device: deviceName(caller.userAgent),
  };
}

async function viewOf(
  services: Services,
  reader: Database,
  borrowerId: string,
  sessionId: string,
): Promise<EmailAnswer> {
  const account = await findAccount(reader, borrowerId);
  const address = account ? await addressOf(services, reader, account) : null;
  const newest = account && (await newestRequest(reader, borrowerId));
  const isOpen = newest?.ended_at === null;
  const code = newest && isOpen ? await pendingAddressCode(services, sessionId, newest.address_index) : null;
  return {
    current:
      address !== null && account?.verified_at
        ? { masked: maskEmail(address), verifiedAt: account.verified_at.toISOString() }
        : null,
    request:
      newest && newest.state !== "VERIFIED"
        ? {
            masked: maskEmail(await requestAddress(services, reader, newest)),
            state: newest.state as EmailState,
            cause: newest.cause as EmailFailure | null,
            requestedAt: newest.created_at.toISOString(),
            expiresAt: newest.expires_at.toISOString(),
          }
        : null,
    code,
    mailings: account?.address_index ? await mailingsOf(reader, account.address_index) : [],
  };
}

function work(services: Services): void {
  mailWork(services);
  services.sweeps.add(expirySweep);
  services.sweeps.add(forgetSweep);
}

export { emailVerified } from "./events.ts";

export const domain: Domain = {
  personalData,
  timeline,
  words,
  answers,
  work,
  subscribes: mailReports,
  lifecycles: [emailRequestStates],
  notices,
  unsubscribePath,
};
