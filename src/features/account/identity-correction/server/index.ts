/** Correcting a verified identity: answers to the domain's calls. */
import { type OwnRequest, changeRequests } from "#features/account/change-request/server/index.ts";
import { birthDatesOn, identityOf } from "#features/account/identity/server/index.ts";
import { askerOf } from "#features/account/verification/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, Binary, type ContextOf } from "#server/call/pipeline.ts";
import type { Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
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
import { correctionSubscriptions } from "./listening.ts";
import { notices } from "./notices.ts";
import { correctionProofs } from "./proof.ts";
import * as steps from "./steps.ts";
import { correctionViewOf } from "./view.ts";
import { words } from "./words.ts";
import { reviews } from "#features/platform/review/server/index.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { consoleWords } from "#server/console/questions.ts";

const ownIn = (context: ContextOf<"borrower">, requestId: string): OwnRequest => {
  const { borrowerId, principal } = context;
  return { borrowerId, id: requestId, sessionId: principal.session.id };
};

async function answered(
  context: ContextOf<"borrower">,
  reader: Reader = context.services.database,
): Promise<CorrectionAnswer> {
  const { services, borrowerId, principal, language } = context;
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
    request: request && (await correctionViewOf(services, reader, request, about)),
    isVerified: present !== null,
  };
}

export const domain: Domain = {
  answers: [
    answer(getCorrection, (_input, context) => answered(context)),
    answer(startCorrection, async (_input, context) => {
      const { caller, principal, borrowerId } = context;
      await steps.openCorrection(context.services, {
        ...askerOf(context.services, caller, principal.session),
        borrowerId,
      });
      return answered(context);
    }),
    answer(proveCorrectionFace, async ({ requestId, agreed, ...sent }, context) => {
      const { language, caller } = context;
      await steps.proveFaceForCorrection(context.services, ownIn(context, requestId), {
        ...sent,
        isAgreed: agreed,
        from: askerOf(context.services, caller, context.principal.session),
        agreed: { language, device: deviceNameOf(caller.userAgent) },
      });
      return answered(context);
    }),
    answer(nameCorrection, async ({ requestId, ...typed }, context) => {
      await steps.nameValues(context.services, ownIn(context, requestId), typed);
      return answered(context);
    }),
    answer(submitCorrection, async ({ requestId }, context) => {
      const { trx, caller } = context;
      await steps.sendCorrectionToReview(
        context.services,
        trx,
        ownIn(context, requestId),
        deviceNameOf(caller.userAgent),
      );
      return answered(context, trx);
    }),
    answer(withdrawCorrection, async ({ requestId }, context) => {
      await steps.cancelCorrection(context.services, ownIn(context, requestId));
      return answered(context);
    }),
    answer(addCorrectionProof, async ({ requestId, photo }, context) => {
      await correctionProofs.show(context.services, ownIn(context, requestId), { photo });
      return answered(context);
    }),
    answer(getCorrectionProof, async ({ requestId, evidenceId }, context) => {
      const bytes =
        (await correctionProofs.preview(context.services, ownIn(context, requestId), evidenceId)) ??
        context.refuse("PROOF_UNKNOWN");
      return new Binary(bytes, "image/jpeg", { "Content-Disposition": 'attachment; filename="photo.jpg"' });
    }),
    answer(removeCorrectionProof, async ({ requestId, evidenceId }, context) => {
      if (!(await correctionProofs.takeBack(context.services, ownIn(context, requestId), evidenceId)))
        return context.refuse("PROOF_UNKNOWN");
      return { deleted: true as const };
    }),
    answer(answerCorrectionAsk, async ({ requestId }, context) => {
      await correctionProofs.answerAsked(context.services, ownIn(context, requestId));
      return answered(context);
    }),
  ],
  subscribes: correctionSubscriptions,
  answersTo: [
    changeRequests.by([correction]),
    reviews.by([correctionReview]),
    noticeKinds.by(notices),
    consoleWords.by(words),
  ],
};
