/** Another mobile number for an account: answers to the domain's calls, and what other domains may ask of it. */
import type { Own } from "#features/account/change-request/server/index.ts";
import { askerOf, numberOf } from "#features/account/verification/server/index.ts";
import { deviceName } from "#server/call/device-name.ts";
import { answer, answerOnce, Binary, type Api, type ContextOf } from "#server/call/pipeline.ts";
import type { Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
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

const ownIn = ({ borrowerId, principal }: ContextOf<"borrower">, requestId: string): Own => ({
  borrowerId,
  id: requestId,
  sessionId: principal.session.id,
});

async function answered(
  services: Services,
  context: ContextOf<"borrower">,
  reader: Reader = services.database,
): Promise<MobileChangeAnswer> {
  const { borrowerId, principal, language } = context;
  const [request, number, obstacle] = await Promise.all([
    mobileChange.find(services, reader, borrowerId),
    numberOf(services, reader, borrowerId),
    steps.obstacleOf(services, reader, borrowerId),
  ]);
  return {
    maskedMobileNumber: number ? maskPhone(number) : "",
    request: request && (await viewOf(services, reader, request, { sessionId: principal.session.id, language })),
    obstacle,
  };
}

function stepAnswers(api: Api): void {
  const { services } = api;
  answer(api, getMobileChange)((_input, context) => answered(services, context));

  answer(
    api,
    startMobileChange,
  )(async (_input, context) => {
    const { caller, principal, borrowerId } = context;
    await steps.begin(services, { ...askerOf(services, caller, principal.session), borrowerId });
    return answered(services, context);
  });

  answer(
    api,
    proveOldNumber,
  )(async ({ requestId, verificationId, code }, context) => {
    const { language } = context;
    await steps.proveOld(services, ownIn(context, requestId), { verificationId, code, language });
    return answered(services, context);
  });

  answer(
    api,
    proveIdentity,
  )(async ({ requestId, nik, photo }, context) => {
    const { language, caller } = context;
    await steps.proveIdentity(services, ownIn(context, requestId), {
      nik,
      selfie: new Uint8Array(await photo.arrayBuffer()),
      agreed: { language, device: deviceName(caller.userAgent) },
    });
    return answered(services, context);
  });

  answer(
    api,
    nameNewNumber,
  )(({ requestId, mobileNumber, channel }, context) => {
    const asker = askerOf(services, context.caller, context.principal.session);
    return steps.nameNumber(services, { ...asker, ...ownIn(context, requestId) }, { mobileNumber, channel });
  });

  answer(
    api,
    proveNewNumber,
  )(async ({ requestId, verificationId, code }, context) => {
    await steps.proveNew(services, ownIn(context, requestId), { verificationId, code });
    return answered(services, context);
  });

  answer(
    api,
    withdrawMobileChange,
  )(async ({ requestId }, context) => {
    await steps.withdraw(services, ownIn(context, requestId));
    return answered(services, context);
  });
}

function proofAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    addProof,
  )(async ({ requestId, photo, video }, context) => {
    await proofs.show(services, ownIn(context, requestId), { photo, video });
    return answered(services, context);
  });

  answer(
    api,
    getProof,
  )(async ({ requestId, evidenceId }, context) => {
    const bytes =
      (await proofs.preview(services, ownIn(context, requestId), evidenceId)) ?? context.refuse("PROOF_UNKNOWN");
    return new Binary(bytes, "image/jpeg", { "Content-Disposition": 'attachment; filename="photo.jpg"' });
  });

  answer(
    api,
    removeProof,
  )(async ({ requestId, evidenceId }, context) => {
    if (!(await proofs.takeBack(services, ownIn(context, requestId), evidenceId)))
      return context.refuse("PROOF_UNKNOWN");
    return { deleted: true as const };
  });

  answerOnce(
    api,
    submitMobileChange,
  )(async ({ requestId }, context) => {
    const { trx, caller, language } = context;
    const own = ownIn(context, requestId);
    await steps.submit(services, trx, own, { device: deviceName(caller.userAgent), language });
    return answered(services, context, trx);
  });

  answer(
    api,
    answerAskedProof,
  )(async ({ requestId }, context) => {
    await proofs.answerAsked(services, ownIn(context, requestId));
    return answered(services, context);
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
