/** Correcting a verified identity: answers to the domain's calls. */
import type { Own } from "#features/account/change-request/server/index.ts";
import { birthDatesOn, identityOf } from "#features/account/identity/server/index.ts";
import { askerOf } from "#features/account/verification/server/index.ts";
import { deviceName } from "#server/call/device-name.ts";
import { answer, answerOnce, Binary, type Api, type ContextOf } from "#server/call/pipeline.ts";
import type { Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
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

const ownIn = (context: ContextOf<"borrower">, requestId: string): Own => {
  const { borrowerId, principal } = context;
  return { borrowerId, id: requestId, sessionId: principal.session.id };
};

async function answered(
  services: Services,
  context: ContextOf<"borrower">,
  reader: Reader = services.database,
): Promise<CorrectionAnswer> {
  const { borrowerId, principal, language } = context;
  const [request, identity] = await Promise.all([
    correction.find(services, reader, borrowerId),
    identityOf(services, reader, borrowerId),
  ]);
  const present = identity?.faceVerified ? identity : null;
  const about = { sessionId: principal.session.id, language, present };
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
  answer(api, getCorrection)((_input, context) => answered(services, context));

  answer(
    api,
    startCorrection,
  )(async (_input, context) => {
    const { caller, principal, borrowerId } = context;
    await steps.begin(services, { ...askerOf(services, caller, principal.session), borrowerId });
    return answered(services, context);
  });

  answer(
    api,
    proveCorrectionFace,
  )(async ({ requestId, nik, photo }, context) => {
    const { language, caller } = context;
    await steps.proveFace(services, ownIn(context, requestId), {
      nik,
      selfie: new Uint8Array(await photo.arrayBuffer()),
      agreed: { language, device: deviceName(caller.userAgent) },
    });
    return answered(services, context);
  });

  answer(
    api,
    nameCorrection,
  )(async ({ requestId, ...typed }, context) => {
    await steps.nameValues(services, ownIn(context, requestId), typed);
    return answered(services, context);
  });

  answerOnce(
    api,
    submitCorrection,
  )(async ({ requestId }, context) => {
    const { trx, caller } = context;
    await steps.submit(services, trx, ownIn(context, requestId), deviceName(caller.userAgent));
    return answered(services, context, trx);
  });

  answer(
    api,
    withdrawCorrection,
  )(async ({ requestId }, context) => {
    await steps.withdraw(services, ownIn(context, requestId));
    return answered(services, context);
  });
}

function proofAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    addCorrectionProof,
  )(async ({ requestId, photo }, context) => {
    await proofs.show(services, ownIn(context, requestId), { photo });
    return answered(services, context);
  });

  answer(
    api,
    getCorrectionProof,
  )(async ({ requestId, evidenceId }, context) => {
    const bytes =
      (await proofs.preview(services, ownIn(context, requestId), evidenceId)) ?? context.refuse("PROOF_UNKNOWN");
    return new Binary(bytes, "image/jpeg", { "Content-Disposition": 'attachment; filename="photo.jpg"' });
  });

  answer(
    api,
    removeCorrectionProof,
  )(async ({ requestId, evidenceId }, context) => {
    if (!(await proofs.takeBack(services, ownIn(context, requestId), evidenceId)))
      return context.refuse("PROOF_UNKNOWN");
    return { deleted: true as const };
  });

  answer(
    api,
    answerCorrectionAsk,
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
  changeRequests: [correction],
  reviews: [correctionReview],
  notices,
  subscribes: listening,
  words,
};
