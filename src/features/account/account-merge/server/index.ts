/** Merging of accounts: answers to the domain's calls, and functions for other domains. */
import { type OwnRequest, changeRequests } from "#features/account/change-request/server/index.ts";
import { askerOf } from "#features/account/verification/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, Binary, type ContextOf } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import {
  declineAccountMerge,
  getAccountMerge,
  getMergePreview,
  getMergeStatement,
  getMergeStatementFile,
  mergePages,
  proveMergeFace,
  proveOtherNumber,
  reverseAccountMerge,
  startAccountMerge,
  submitAccountMerge,
  type AccountMergeAnswer,
} from "../contract.ts";
import { addMergeProof, answerMergeProof, getMergeProof, removeMergeProof } from "../proof-contract.ts";
import { mergeRequest, mergeReview, mergeProofs } from "./kind.ts";
import { mergeLife } from "./lifecycle.ts";
import { mergeSubscriptions } from "./listening.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { finalSweep, reverseMerge, undoMergeOf } from "./reversing.ts";
import { mergeStatementOf } from "./statement.ts";
import * as steps from "./steps.ts";
import { absorbedBy, findMerge, liveMergeOf } from "./store.ts";
import { mergeAnswerOf } from "./view.ts";
import { words } from "./words.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { reviews } from "#features/platform/review/server/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { objectColumns } from "#server/media/stored-objects.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { consoleWords } from "#server/console/questions.ts";
import { mergeUndoing } from "#features/account/security/server/index.ts";
import { accountsMergedInto } from "#features/account/cancellation/server/index.ts";
import { blockersOfClosing } from "#server/account-questions.ts";

export { mergeAssets, loansBeforeMerge } from "./blocks.ts";

export {
  defineMergeAsset,
  type AssetLine,
  type LoanPhase,
  type Merge,
  type MergeAsset,
  type Merging,
} from "./blocks.ts";
export { accountMerged, accountUnmerged } from "./events.ts";
export { storeStatement } from "./store.ts";
export { statementToDraw, statementWords } from "./statement.ts";
export { absorbedBy, absorbedByEach, mergedWith, survivorOf } from "./store.ts";

const ownIn = ({ borrowerId, principal }: ContextOf<"borrower">, requestId: string): OwnRequest => ({
  borrowerId,
  id: requestId,
  sessionId: principal.session.id,
});

const say = (context: ContextOf<"borrower">, reader: Reader = context.services.database): Promise<AccountMergeAnswer> =>
  mergeAnswerOf(context.services, reader, {
    borrowerId: context.borrowerId,
    sessionId: context.principal.session.id,
    language: context.language,
  });

export const domain: Domain = {
  answers: [
    answer(getAccountMerge, (_input, context) => say(context)),
    answer(startAccountMerge, async (input, context) => {
      const { caller, principal, borrowerId } = context;
      const asker = {
        ...askerOf(context.services, caller, principal.session),
        borrowerId,
        sessionId: principal.session.id,
      };
      const verification = await steps.openMerge(context.services, asker, input);
      return { ...(await say(context)), verification };
    }),
    answer(proveOtherNumber, async ({ requestId, verificationId, code }, context) => {
      const { language } = context;
      await steps.proveOther(context.services, ownIn(context, requestId), { verificationId, code, language });
      return say(context);
    }),
    answer(proveMergeFace, async ({ requestId, agreed, ...sent }, context) => {
      const { language, caller } = context;
      await steps.proveFaceForMerge(context.services, ownIn(context, requestId), {
        ...sent,
        isAgreed: agreed,
        from: askerOf(context.services, caller, context.principal.session),
        agreed: { language, device: deviceNameOf(caller.userAgent) },
      });
      return say(context);
    }),
    answer(
      getMergePreview,
      async ({ requestId }, context) =>
        (
          await steps.previewNow(
            context.services,
            context.services.database,
            ownIn(context, requestId),
            context.language,
          )
        ).preview,
    ),
    answer(submitAccountMerge, async ({ requestId, ...sent }, context) => {
      const { trx, caller, language } = context;
      const about = { device: deviceNameOf(caller.userAgent), brandId: caller.brand.id, language };
      await steps.sendMergeToReview(context.services, trx, ownIn(context, requestId), { ...sent, ...about });
      return say(context, trx);
    }),
    answer(addMergeProof, async ({ requestId, photo, video }, context) => {
      await mergeProofs.show(context.services, ownIn(context, requestId), { photo, video });
      return say(context);
    }),
    answer(getMergeProof, async ({ requestId, evidenceId }, context) => {
      const bytes =
        (await mergeProofs.preview(context.services, ownIn(context, requestId), evidenceId)) ??
        context.refuse("PROOF_UNKNOWN");
      return new Binary(bytes, "image/jpeg", { "Content-Disposition": 'attachment; filename="photo.jpg"' });
    }),
    answer(removeMergeProof, async ({ requestId, evidenceId }, context) => {
      const isGone = await mergeProofs.takeBack(context.services, ownIn(context, requestId), evidenceId);
      return isGone ? { deleted: true as const } : context.refuse("PROOF_UNKNOWN");
    }),
    answer(answerMergeProof, async ({ requestId }, context) => {
      await mergeProofs.answerAsked(context.services, ownIn(context, requestId));
      return say(context);
    }),
    answer(declineAccountMerge, async ({ requestId }, context) => {
      await steps.declineMerge(context.services, ownIn(context, requestId));
      return say(context);
    }),
    answer(reverseAccountMerge, async ({ requestId }, context) => {
      const { borrowerId } = context;
      const keepSession = context.principal.session.id;
      await transact(context.services.database, async (trx) => {
        const row = await findMerge(trx, requestId);
        if (row?.survivorId !== borrowerId) throw new Refusal("CHANGE_REQUEST_UNKNOWN");
        // A repeated call succeeds and changes nothing.
        if (row.state === "REVERSED") return;
        if (!(await reverseMerge(context.services, trx, row, { actor: "BORROWER", cause: "ASKED_BACK", keepSession })))
          throw new Refusal("MERGE_FINAL");
      });
      return say(context);
    }),
    answer(getMergeStatement, async ({ mergeId }, { database, refuse }) => {
      const row = await findMerge(database, mergeId);
      return (row && mergeStatementOf(row)) ?? refuse("STATEMENT_UNKNOWN");
    }),
    answer(getMergeStatementFile, async ({ requestId }, { services, database, borrowerId, refuse }) => {
      const row = await findMerge(database, requestId);
      const isOwn = row && [row.borrowerId, row.otherId].includes(borrowerId);
      const key = (isOwn ? row.statementKey : null) ?? refuse("STATEMENT_UNKNOWN");
      const file = (await services.outside.storage.get(key)) ?? refuse("STATEMENT_UNKNOWN");
      return new Binary(file.bytes, file.contentType, {
        "Content-Disposition": `attachment; filename="${requestId}.pdf"`,
        "Cache-Control": "private, no-store",
      });
    }),
  ],
  work(services) {
    services.sweeps.add(finalSweep);
  },
  subscribes: mergeSubscriptions,
  answersTo: [
    personalDataHeld.by(personalData),
    changeRequests.by([mergeRequest]),
    reviews.by([mergeReview]),
    lifecycles.by([mergeLife]),
    objectColumns.by([{ table: "account_merge", columns: ["statementKey"] }]),
    noticeKinds.by(notices),
    consoleWords.by(words),
    mergeUndoing.by(undoMergeOf),
    accountsMergedInto.by(absorbedBy),
    /** While a merge can be undone or is under review, neither account may be closed. */
    blockersOfClosing.by(async (_services, reader, borrowerId) =>
      (await liveMergeOf(reader, [borrowerId])) ? [{ code: "REQUEST_OPEN", path: mergePages.result }] : [],
    ),
  ],
};
