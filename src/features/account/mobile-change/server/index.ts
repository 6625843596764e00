/** Another mobile number for an account: answers to the domain's calls, and what other domains may ask of it. */
import type { Own } from "#features/account/change-request/server/index.ts";
import { askerOf, numberOf } from "#features/account/verification/server/index.ts";
import { deviceName } from "#server/call/device-name.ts";
import { answer, answerOnce, Binary, type Api, type CallContext } from "#server/call/pipeline.ts";
import type { Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import type { ProblemKinds } from "#shared/contract.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import {
  addProof,
  answerAskedProof,
  getMobileChange,
  getProof,
  nameNewNumber,
  proveIdentity,
  proveNewNumber,
  proveOldNumber,
  removeProof,
  startMobileChange,
  submitMobileChange,
  withdrawMobileChange,
  type MobileChangeAnswer,
} from "../contract.ts";
import { objectionPath } from "./effect.ts";
import { mobileChange, mobileChangeReview } from "./kind.ts";
import { listening } from "./listening.ts";
import { notices } from "./notices.ts";
import { proofs } from "./proof.ts";
import * as steps from "./steps.ts";
import { viewOf } from "./view.ts";
import { words } from "./words.ts";

export { giveNumber, type GivenNumber } from "./effect.ts";
export { numberChanged } from "./events.ts";

type AnyFrame = CallContext<ProblemKinds>;
const frameOf = (frame: unknown): AnyFrame => frame as AnyFrame;
const ownIn = ({ borrowerId, principal }: AnyFrame, requestId: string): Own => ({
  borrowerId,
  id: requestId,
  sessionId: principal.session!.id,
});

async function answered(
  services: Services,
  frame: AnyFrame,
  reader: Reader = services.database,
): Promise<MobileChangeAnswer> {
  const { borrowerId, principal, language } = frame;
  const [request, number, obstacle] = await Promise.all([
    mobileChange.find(services, reader, borrowerId),
    numberOf(services, reader, borrowerId),
    steps.obstacleOf(services, reader, borrowerId),
  ]);
  return {
    maskedMobileNumber: number ? maskPhone(number) : "",
    request: request && (await viewOf(services, reader, request, { sessionId: principal.session!.id, language })),
    obstacle,
  };
}

function stepAnswers(api: Api): void {
  const { services } = api;
  answer(api, getMobileChange)((_input, frame) => answered(services, frameOf(frame)));

  answer(
    api,
    startMobileChange,
  )(async (_input, frame) => {
    const { caller, principal, borrowerId } = frame;
    await steps.begin(services, { ...askerOf(services, caller, principal.session), borrowerId });
    return answered(services, frameOf(frame));
  });

  answer(
    api,
    proveOldNumber,
  )(async ({ requestId, verificationId, code }, frame) => {
    const { language } = frame;
    await steps.proveOld(services, ownIn(frameOf(frame), requestId), { verificationId, code, language });
    return answered(services, frameOf(frame));
  });

  answer(
    api,
    proveIdentity,
  )(async ({ requestId, nik, photo }, frame) => {
    const { language, caller } = frame;
    await steps.proveIdentity(services, ownIn(frameOf(frame), requestId), {
      nik,
      selfie: new Uint8Array(await photo.arrayBuffer()),
      agreed: { language, device: deviceName(caller.userAgent) },
    });
    return answered(services, frameOf(frame));
  });

  answer(
    api,
    nameNewNumber,
  )(({ requestId, mobileNumber, channel }, frame) => {
    const asker = askerOf(services, frame.caller, frame.principal.session);
    return steps.nameNumber(services, { ...asker, ...ownIn(frameOf(frame), requestId) }, { mobileNumber, channel });
  });

  answer(
    api,
    proveNewNumber,
  )(async ({ requestId, verificationId, code }, frame) => {
    await steps.proveNew(services, ownIn(frameOf(frame), requestId), { verificationId, code });
    return answered(services, frameOf(frame));
  });

  answer(
    api,
    withdrawMobileChange,
  )(async ({ requestId }, frame) => {
    await steps.withdraw(services, ownIn(frameOf(frame), requestId));
    return answered(services, frameOf(frame));
  });
}

function proofAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    addProof,
  )(async ({ requestId, photo, video }, frame) => {
    await proofs.show(services, ownIn(frameOf(frame), requestId), { photo, video });
    return answered(services, frameOf(frame));
  });

  answer(
    api,
    getProof,
  )(async ({ requestId, evidenceId }, frame) => {
    const bytes =
      (await proofs.preview(services, ownIn(frameOf(frame), requestId), evidenceId)) ?? frame.refuse("PROOF_UNKNOWN");
    return new Binary(bytes, "image/jpeg", { "Content-Disposition": 'attachment; filename="photo.jpg"' });
  });

  answer(
    api,
    removeProof,
  )(async ({ requestId, evidenceId }, frame) => {
    if (!(await proofs.takeBack(services, ownIn(frameOf(frame), requestId), evidenceId)))
      return frame.refuse("PROOF_UNKNOWN");
    return { deleted: true as const };
  });

  answerOnce(
    api,
    submitMobileChange,
  )(async ({ requestId }, frame) => {
    const { trx, caller, language } = frame;
    const own = ownIn(frameOf(frame), requestId);
    await steps.submit(services, trx, own, { device: deviceName(caller.userAgent), language });
    return answered(services, frameOf(frame), trx);
  });

  answer(
    api,
    answerAskedProof,
  )(async ({ requestId }, frame) => {
    await proofs.answerAsked(services, ownIn(frameOf(frame), requestId));
    return answered(services, frameOf(frame));
  });
}

export const domain: Domain = {
  answers(api) {
    stepAnswers(api);
    proofAnswers(api);
  },
  changeRequests: [mobileChange],
  reviews: [mobileChangeReview],
  notices,
  subscribes: listening,
  words,
  objectionPath,
};
