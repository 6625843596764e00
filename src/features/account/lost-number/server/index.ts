/** Accounts whose SIM is gone: answers to the domain's calls. */
import { askerOf, checkCaptcha } from "#features/account/verification/server/index.ts";
import { findReviewOf } from "#features/platform/review/server/index.ts";
import { deviceName } from "#server/call/device-name.ts";
import { answer, answerOnce, type Api, type PrincipalOf } from "#server/call/pipeline.ts";
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
} from "../contract.ts";
import { checkRequest, runCheck } from "./check.ts";
import { lostNumberStates } from "./lifecycle.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { lostNumberReview } from "./review.ts";
import * as steps from "./steps.ts";
import { standing } from "./standing.ts";
import { openBeside } from "./store.ts";
import { listening, lostNumberSweeps } from "./sweeps.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";

const ownOf = (principal: PrincipalOf<"visitor">, requestId: string): steps.Own => ({
  id: requestId,
  sessionId: principal.session.id,
});

function answers(api: Api): void {
  const { services } = api;
  const seen = async (own: steps.Own) =>
    steps.viewOf(services, services.database, await steps.own(services.database, own));

  answer(
    api,
    startLostNumber,
  )(async ({ mobileNumber, nik, birthDate, captchaKey, captcha }, { caller, principal }) => {
    const sessionId = principal.session.id;
    await checkCaptcha(services, caller, { captchaKey, answer: captcha, sessionId });
    const asker = { ...askerOf(services, caller, principal.session), sessionId };
    const row = await steps.begin(services, asker, {
      oldNumber: mobileNumber,
      nik,
      birthDate,
      brandId: caller.brand.id,
      device: deviceName(caller.userAgent),
    });
    return steps.viewOf(services, services.database, row);
  });

  answer(
    api,
    getLostNumber,
  )(async ({ requestId }, { caller, refuse }) => {
    const session = await caller.session();
    return session ? seen({ id: requestId, sessionId: session.id }) : refuse("LOST_NUMBER_UNKNOWN");
  });

  answer(
    api,
    nameRecoveryNumber,
  )(({ requestId, mobileNumber, channel }, { caller, principal }) =>
    steps.nameNumber(
      services,
      { ...askerOf(services, caller, principal.session), ...ownOf(principal, requestId) },
      { mobileNumber, channel },
    ),
  );

  answer(
    api,
    proveRecoveryNumber,
  )(async ({ requestId, verificationId, code }, { principal }) => {
    const own = ownOf(principal, requestId);
    await steps.proveNumber(services, own, { verificationId, code });
    return seen(own);
  });

  answer(
    api,
    showRecoverySelfie,
  )(async ({ requestId, photo }, { principal }) => {
    const own = ownOf(principal, requestId);
    await steps.showSelfie(services, own, new Uint8Array(await photo.arrayBuffer()));
    return seen(own);
  });

  answer(
    api,
    showRecoveryProof,
  )(async ({ requestId, photo, video }, { principal }) => {
    const own = ownOf(principal, requestId);
    await steps.showProof(services, own, { photo, video });
    return seen(own);
  });

  answerOnce(
    api,
    submitLostNumber,
  )(async ({ requestId }, { trx, principal }) => {
    const own = ownOf(principal, requestId);
    await steps.submit(services, trx, own);
    return steps.viewOf(services, trx, await steps.own(trx, own));
  });
}

function work(services: Services): void {
  services.jobs.handle(checkRequest, ({ requestId }) => runCheck(services, requestId));
  lostNumberSweeps(services);
}

export const domain: Domain = {
  personalData,
  answers,
  work,
  notices,
  reviews: [lostNumberReview],
  lifecycles: [lostNumberStates],
  subscribes: listening,
  timeline,
  standing,
  words,
  async recoveryBeside(reader, borrowerId) {
    const open = await openBeside(reader, borrowerId);
    if (!open) return null;
    const found = await findReviewOf(reader, lostNumberReview.kind, open.id);
    return { reference: open.reference, caseNumber: found?.number ?? "" };
  },
};
