/** Change of number: answers to the domain's calls, and functions for other domains. */
import { type OwnRequest, changeRequests } from "#features/account/change-request/server/index.ts";
import { askerOf, numberOf } from "#features/account/verification/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, Binary, type ContextOf } from "#server/call/pipeline.ts";
import type { Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
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
import { mobileChangeSubscriptions } from "./listening.ts";
import { notices } from "./notices.ts";
import { mobileChangeProofs } from "./proof.ts";
import * as steps from "./steps.ts";
import { mobileChangeViewOf } from "./view.ts";
import { words } from "./words.ts";
import { reviews } from "#features/platform/review/server/index.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { consoleWords } from "#server/console/questions.ts";
import { objectionPages } from "#features/account/login/server/index.ts";

export { giveNumber, type GivenNumber } from "./effect.ts";
export { numberChanged } from "./events.ts";

const ownIn = ({ borrowerId, principal }: ContextOf<"borrower">, requestId: string): OwnRequest => ({
  borrowerId,
  id: requestId,
  sessionId: principal.session.id,
});

async function answered(
  context: ContextOf<"borrower">,
  reader: Reader = context.services.database,
): Promise<MobileChangeAnswer> {
  const { services, borrowerId, principal, language } = context;
  const [request, number, obstacle] = await Promise.all([
    mobileChange.find(services, reader, borrowerId),
    numberOf(services, reader, borrowerId),
    steps.mobileChangeObstacleOf(services, reader, borrowerId),
  ]);
  return {
    maskedMobileNumber: number ? maskPhone(number) : "",
    request:
      request && (await mobileChangeViewOf(services, reader, request, { sessionId: principal.session.id, language })),
    obstacle,
  };
}

export const domain: Domain = {
  answers: [
    answer(getMobileChange, (_input, context) => answered(context)),
    answer(startMobileChange, async (_input, context) => {
      const { caller, principal, borrowerId } = context;
      await steps.openMobileChange(context.services, {
        ...askerOf(context.services, caller, principal.session),
        borrowerId,
      });
      return answered(context);
    }),
    answer(proveOldNumber, async ({ requestId, verificationId, code }, context) => {
      const { language } = context;
      await steps.proveOld(context.services, ownIn(context, requestId), { verificationId, code, language });
      return answered(context);
    }),
    answer(proveIdentity, async ({ requestId, agreed, ...sent }, context) => {
      const { language, caller } = context;
      await steps.proveFaceForMobileChange(context.services, ownIn(context, requestId), {
        ...sent,
        isAgreed: agreed,
        from: askerOf(context.services, caller, context.principal.session),
        agreed: { language, device: deviceNameOf(caller.userAgent) },
      });
      return answered(context);
    }),
    answer(nameNewNumber, ({ requestId, mobileNumber, channel }, context) => {
      const asker = askerOf(context.services, context.caller, context.principal.session);
      return steps.sendNewNumberCode(
        context.services,
        { ...asker, ...ownIn(context, requestId) },
        { mobileNumber, channel },
      );
    }),
    answer(proveNewNumber, async ({ requestId, verificationId, code }, context) => {
      await steps.proveNew(context.services, ownIn(context, requestId), { verificationId, code });
      return answered(context);
    }),
    answer(withdrawMobileChange, async ({ requestId }, context) => {
      await steps.cancelMobileChange(context.services, ownIn(context, requestId));
      return answered(context);
    }),
    answer(addProof, async ({ requestId, photo, video }, context) => {
      await mobileChangeProofs.show(context.services, ownIn(context, requestId), { photo, video });
      return answered(context);
    }),
    answer(getProof, async ({ requestId, evidenceId }, context) => {
      const bytes =
        (await mobileChangeProofs.preview(context.services, ownIn(context, requestId), evidenceId)) ??
        context.refuse("PROOF_UNKNOWN");
      return new Binary(bytes, "image/jpeg", { "Content-Disposition": 'attachment; filename="photo.jpg"' });
    }),
    answer(removeProof, async ({ requestId, evidenceId }, context) => {
      if (!(await mobileChangeProofs.takeBack(context.services, ownIn(context, requestId), evidenceId)))
        return context.refuse("PROOF_UNKNOWN");
      return { deleted: true as const };
    }),
    answer(submitMobileChange, async ({ requestId }, context) => {
      const { trx, caller, language } = context;
      const own = ownIn(context, requestId);
      await steps.sendMobileChangeToReview(context.services, trx, own, {
        device: deviceNameOf(caller.userAgent),
        language,
      });
      return answered(context, trx);
    }),
    answer(answerAskedProof, async ({ requestId }, context) => {
      await mobileChangeProofs.answerAsked(context.services, ownIn(context, requestId));
      return answered(context);
    }),
  ],
  subscribes: mobileChangeSubscriptions,
  answersTo: [
    changeRequests.by([mobileChange]),
    reviews.by([mobileChangeReview]),
    noticeKinds.by(notices),
    consoleWords.by(words),
    objectionPages.by(objectionPath),
  ],
};
