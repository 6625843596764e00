/** Correcting a verified identity: answers to the domain's calls. */
import type { Own } from "#features/account/change-request/server/index.ts";
import { birthDatesOn, identityOf } from "#features/account/identity/server/index.ts";
import { askerOf } from "#features/account/verification/server/index.ts";
import { deviceName } from "#server/call/device-name.ts";
import { answer, answerOnce, Binary, type Api, type CallContext } from "#server/call/pipeline.ts";
import type { Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import type { ProblemKinds } from "#shared/contract.ts";
import { dateInWib } from "#shared/dates.ts";
import { maskNik } from "#shared/fields/nik.ts";
import {
  addCorrectionProof,
  answerCorrectionAsk,
  getCorrection,
  getCorrectionProof,
  nameCorrection,
  proveCorrectionFace,
  removeCorrectionProof,
  startCorrection,
  submitCorrection,
  withdrawCorrection,
  type CorrectionAnswer,
} from "../contract.ts";
import { correction, correctionReview } from "./kind.ts";
import { listening } from "./listening.ts";
import { notices } from "./notices.ts";
import { proofs } from "./proof.ts";
import * as steps from "./steps.ts";
import { viewOf } from "./view.ts";
import { words } from "./words.ts";

type AnyFrame = CallContext<ProblemKinds>;
const ownIn = (frame: unknown, requestId: string): Own => {
  const { borrowerId, principal } = frame as AnyFrame;
  return { borrowerId, id: requestId, sessionId: principal.session!.id };
};

async function answered(
  services: Services,
  frame: unknown,
  reader: Reader = services.database,
): Promise<CorrectionAnswer> {
  const { borrowerId, principal, language } = frame as AnyFrame;
  const [request, identity] = await Promise.all([
    correction.find(services, reader, borrowerId),
    identityOf(services, reader, borrowerId),
  ]);
  const present = identity?.faceVerified ? identity : null;
  const about = { sessionId: principal.session!.id, language, present };
  return {
    present: present && {
      fullName: present.fullName,
      nik: maskNik(present.nik),
      birthPlace: present.birthPlace,
      birthDate: present.birthDate,
      sex: present.sex,
    },
    birthDates: birthDatesOn(dateInWib(services.clock.now())),
    request: request && (await viewOf(services, reader, request, about)),
    isVerified: present !== null,
  };
}

function stepAnswers(api: Api): void {
  const { services } = api;
  answer(api, getCorrection)((_input, frame) => answered(services, frame));

  answer(
    api,
    startCorrection,
  )(async (_input, frame) => {
    const { caller, principal, borrowerId } = frame;
    await steps.begin(services, { ...askerOf(services, caller, principal.session), borrowerId });
    return answered(services, frame);
  });

  answer(
    api,
    proveCorrectionFace,
  )(async ({ requestId, nik, photo }, frame) => {
    const { language, caller } = frame;
    await steps.proveFace(services, ownIn(frame, requestId), {
      nik,
      selfie: new Uint8Array(await photo.arrayBuffer()),
      agreed: { language, device: deviceName(caller.userAgent) },
    });
    return answered(services, frame);
  });

  answer(
    api,
    nameCorrection,
  )(async ({ requestId, ...typed }, frame) => {
    await steps.nameValues(services, ownIn(frame, requestId), typed);
    return answered(services, frame);
  });

  answerOnce(
    api,
    submitCorrection,
  )(async ({ requestId }, frame) => {
    const { trx, caller } = frame;
    await steps.submit(services, trx, ownIn(frame, requestId), deviceName(caller.userAgent));
    return answered(services, frame, trx);
  });

  answer(
    api,
    withdrawCorrection,
  )(async ({ requestId }, frame) => {
    await steps.withdraw(services, ownIn(frame, requestId));
    return answered(services, frame);
  });
}

function proofAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    addCorrectionProof,
  )(async ({ requestId, photo }, frame) => {
    await proofs.show(services, ownIn(frame, requestId), { photo });
    return answered(services, frame);
  });

  answer(
    api,
    getCorrectionProof,
  )(async ({ requestId, evidenceId }, frame) => {
    const bytes =
      (await proofs.preview(services, ownIn(frame, requestId), evidenceId)) ?? frame.refuse("PROOF_UNKNOWN");
    return new Binary(bytes, "image/jpeg", { "Content-Disposition": 'attachment; filename="photo.jpg"' });
  });

  answer(
    api,
    removeCorrectionProof,
  )(async ({ requestId, evidenceId }, frame) => {
    if (!(await proofs.takeBack(services, ownIn(frame, requestId), evidenceId))) return frame.refuse("PROOF_UNKNOWN");
    return { deleted: true as const };
  });

  answer(
    api,
    answerCorrectionAsk,
  )(async ({ requestId }, frame) => {
    await proofs.answerAsked(services, ownIn(frame, requestId));
    return answered(services, frame);
  });
}

export const domain: Domain = {
  answers(api) {
    stepAnswers(api);
    proofAnswers(api);
  },
  changeRequests: [correction],
  reviews: [correctionReview],
  notices,
  subscribes: listening,
  words,
};
