/** Accounts whose SIM is gone: answers to the domain's calls. */
import { askerOf, checkCaptcha, maxMovedHours, codeRefusals } from "#features/account/verification/server/index.ts";
import { findReviewOf, reviews } from "#features/platform/review/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, type PrincipalOf, type CallAnswer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import {
  getLostNumber,
  nameRecoveryNumber,
  proveRecoveryNumber,
  showRecoveryProof,
  showRecoverySelfie,
  startLostNumber,
  submitLostNumber,
  lostNumberUnfinishedHours,
} from "../contract.ts";
import { askedAnswers } from "./asked.ts";
import { checkRequest, runCheck } from "./check.ts";
import { lostNumberStates } from "./lifecycle.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { lostNumberReview } from "./review.ts";
import * as steps from "./steps.ts";
import { accountStates } from "./account-states.ts";
import { extendLostNumber, findOtherOpenLostNumber } from "./store.ts";
import { lostNumberSubscriptions, lostNumberSweeps } from "./sweeps.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { timelineSources, accountStateSources, consoleWords } from "#server/console/questions.ts";
import { openNumberRecovery } from "#features/account/security/server/index.ts";

const ownOf = (principal: PrincipalOf<"visitor">, requestId: string): steps.OwnLostNumberRequest => ({
  id: requestId,
  sessionId: principal.session.id,
});

/** The request as its page shows it now. */
const viewOf = async (services: Services, own: steps.OwnLostNumberRequest) =>
  steps.lostNumberViewOf(services, services.database, await steps.ownLostNumber(services.database, own));

const answers: readonly CallAnswer[] = [
  answer(
    startLostNumber,
    async ({ mobileNumber, nik, birthDate, captchaKey, captcha }, { services, caller, principal }) => {
      const sessionId = principal.session.id;
      await checkCaptcha(services, caller, { captchaKey, answer: captcha, sessionId });
      const asker = { ...askerOf(services, caller, principal.session), sessionId };
      const row = await steps.openLostNumber(services, asker, {
        oldNumber: mobileNumber,
        nik,
        birthDate,
        brandId: caller.brand.id,
        device: deviceNameOf(caller.userAgent),
      });
      return steps.lostNumberViewOf(services, services.database, row);
    },
  ),
  answer(getLostNumber, async ({ requestId }, { services, caller, refuse }) => {
    const session = await caller.session();
    return session ? viewOf(services, { id: requestId, sessionId: session.id }) : refuse("LOST_NUMBER_UNKNOWN");
  }),
  answer(
    nameRecoveryNumber,
    ({ requestId, mobileNumber, channel, captchaKey, captcha }, { services, caller, principal }) => {
      const sessionId = principal.session.id;
      const isGiven = captchaKey !== undefined && captcha !== undefined;
      return steps.sendLostNumberCode(
        services,
        { ...askerOf(services, caller, principal.session), ...ownOf(principal, requestId) },
        { mobileNumber, channel },
        isGiven ? () => checkCaptcha(services, caller, { captchaKey, answer: captcha, sessionId }) : null,
      );
    },
  ),
  answer(proveRecoveryNumber, async ({ requestId, verificationId, code }, { services, principal }) => {
    const own = ownOf(principal, requestId);
    await steps.proveNumber(services, own, { verificationId, code });
    return viewOf(services, own);
  }),
  answer(showRecoverySelfie, async ({ requestId, photo }, { services, principal }) => {
    const own = ownOf(principal, requestId);
    await steps.showSelfie(services, own, new Uint8Array(await photo.arrayBuffer()));
    return viewOf(services, own);
  }),
  answer(showRecoveryProof, async ({ requestId, photo, video }, { services, principal }) => {
    const own = ownOf(principal, requestId);
    await steps.showProof(services, own, { photo, video });
    return viewOf(services, own);
  }),
  ...askedAnswers,
  answer(submitLostNumber, async ({ requestId }, { services, trx, principal }) => {
    const own = ownOf(principal, requestId);
    await steps.sendLostNumberToReview(services, trx, own);
    return steps.lostNumberViewOf(services, trx, await steps.ownLostNumber(trx, own));
  }),
];

function work(services: Services): void {
  services.jobs.handle(checkRequest, ({ requestId }) => runCheck(services, requestId));
  lostNumberSweeps(services);
}

export const domain: Domain = {
  answers,
  work,
  subscribes: lostNumberSubscriptions,
  answersTo: [
    personalDataHeld.by(personalData),
    noticeKinds.by(notices),
    reviews.by([lostNumberReview]),
    lifecycles.by([lostNumberStates]),
    timelineSources.by(timeline),
    accountStateSources.by(accountStates),
    consoleWords.by(words),
    codeRefusals.by(async ({ clock }, trx, { sessionId, purpose, notBefore }) => {
      if (purpose !== "RECOVER_NUMBER") return;
      await extendLostNumber(trx, sessionId, {
        notBefore,
        now: clock.now(),
        maxHours: lostNumberUnfinishedHours + maxMovedHours,
      });
    }),
    openNumberRecovery.by(async (reader, borrowerId) => {
      const open = await findOtherOpenLostNumber(reader, borrowerId);
      if (!open) return null;
      const found = await findReviewOf(reader, lostNumberReview.kind, open.id);
      return { reference: open.reference, caseNumber: found?.number ?? "" };
    }),
  ],
};
