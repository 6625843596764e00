/** Two accounts of one person become one: answers to the domain's calls, and what other domains may ask of it. */
import type { Own } from "#features/account/change-request/server/index.ts";
import { askerOf } from "#features/account/verification/server/index.ts";
import { deviceName } from "#server/call/device-name.ts";
import { answer, answerOnce, Binary, type Api, type CallContext } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import type { ProblemKinds } from "#shared/contract.ts";
import {
  addMergeProof,
  answerMergeProof,
  declineAccountMerge,
  getAccountMerge,
  getMergePreview,
  getMergeProof,
  getMergeStatement,
  getMergeStatementFile,
  pages,
  proveMergeFace,
  proveOtherNumber,
  removeMergeProof,
  reverseAccountMerge,
  startAccountMerge,
  submitAccountMerge,
  type AccountMergeAnswer,
} from "../contract.ts";
import { mergeRequest, mergeReview, proofs } from "./kind.ts";
import { mergeLife } from "./lifecycle.ts";
import { listening } from "./listening.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { finalSweep, reverse, undoMergeOf } from "./reversing.ts";
import { statementOf } from "./statement.ts";
import * as steps from "./steps.ts";
import { absorbedBy, findMerge, liveMergeOf } from "./store.ts";
import { answered } from "./view.ts";
import { words } from "./words.ts";

export {
  defineMergeAsset,
  type AssetLine,
  type LoanStanding,
  type Merge,
  type MergeAsset,
  type Merging,
} from "./blocks.ts";
export { accountMerged, accountUnmerged } from "./events.ts";
export { keepStatement } from "./store.ts";
export { statementToDraw, statementWords } from "./statement.ts";
export { absorbedBy, mergedWith, survivorOf } from "./store.ts";

type AnyFrame = CallContext<ProblemKinds>;
const frameOf = (frame: unknown): AnyFrame => frame as AnyFrame;
const ownIn = ({ borrowerId, principal }: AnyFrame, requestId: string): Own => ({
  borrowerId,
  id: requestId,
  sessionId: principal.session!.id,
});

const say = (services: Services, frame: AnyFrame, reader: Reader = services.database): Promise<AccountMergeAnswer> =>
  answered(services, reader, {
    borrowerId: frame.borrowerId,
    sessionId: frame.principal.session!.id,
    language: frame.language,
  });

function stepAnswers(api: Api): void {
  const { services } = api;
  answer(api, getAccountMerge)((_input, frame) => say(services, frameOf(frame)));

  answer(
    api,
    startAccountMerge,
  )(async (input, frame) => {
    const { caller, principal, borrowerId } = frame;
    const asker = { ...askerOf(services, caller, principal.session), borrowerId, sessionId: principal.session!.id };
    const verification = await steps.begin(services, asker, input);
    return { ...(await say(services, frameOf(frame))), verification };
  });

  answer(
    api,
    proveOtherNumber,
  )(async ({ requestId, verificationId, code }, frame) => {
    const { language } = frame;
    await steps.proveOther(services, ownIn(frameOf(frame), requestId), { verificationId, code, language });
    return say(services, frameOf(frame));
  });

  answer(
    api,
    proveMergeFace,
  )(async ({ requestId, nik, photo }, frame) => {
    const { language, caller } = frame;
    await steps.proveFace(services, ownIn(frameOf(frame), requestId), {
      nik,
      selfie: new Uint8Array(await photo.arrayBuffer()),
      agreed: { language, device: deviceName(caller.userAgent) },
    });
    return say(services, frameOf(frame));
  });

  answer(
    api,
    getMergePreview,
  )(
    async ({ requestId }, frame) =>
      (await steps.previewNow(services, services.database, ownIn(frameOf(frame), requestId), frame.language)).preview,
  );

  answerOnce(
    api,
    submitAccountMerge,
  )(async ({ requestId, code, ...sent }, frame) => {
    const { trx, caller, language } = frame;
    const about = { device: deviceName(caller.userAgent), brandId: caller.brand.id, language };
    await steps.submit(services, trx, ownIn(frameOf(frame), requestId), { ...sent, code, ...about });
    return say(services, frameOf(frame), trx);
  });
}

function proofAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    addMergeProof,
  )(async ({ requestId, photo, video }, frame) => {
    await proofs.show(services, ownIn(frameOf(frame), requestId), { photo, video });
    return say(services, frameOf(frame));
  });

  answer(
    api,
    getMergeProof,
  )(async ({ requestId, evidenceId }, frame) => {
    const bytes =
      (await proofs.preview(services, ownIn(frameOf(frame), requestId), evidenceId)) ?? frame.refuse("PROOF_UNKNOWN");
    return new Binary(bytes, "image/jpeg", { "Content-Disposition": 'attachment; filename="photo.jpg"' });
  });

  answer(
    api,
    removeMergeProof,
  )(async ({ requestId, evidenceId }, frame) => {
    const isGone = await proofs.takeBack(services, ownIn(frameOf(frame), requestId), evidenceId);
    return isGone ? { deleted: true as const } : frame.refuse("PROOF_UNKNOWN");
  });

  answer(
    api,
    answerMergeProof,
  )(async ({ requestId }, frame) => {
    await proofs.answerAsked(services, ownIn(frameOf(frame), requestId));
    return say(services, frameOf(frame));
  });
}

function endingAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    declineAccountMerge,
  )(async ({ requestId }, frame) => {
    await steps.decline(services, ownIn(frameOf(frame), requestId));
    return say(services, frameOf(frame));
  });

  answer(
    api,
    reverseAccountMerge,
  )(async ({ requestId }, frame) => {
    const { borrowerId } = frame;
    const keepSession = frame.principal.session!.id;
    await transact(services.database, async (trx) => {
      const row = await findMerge(trx, requestId);
      if (row?.survivor_id !== borrowerId) throw new Refusal("CHANGE_REQUEST_UNKNOWN");
      // Said twice it is said.
      if (row.state === "REVERSED") return;
      if (!(await reverse(services, trx, row, { actor: "BORROWER", cause: "ASKED_BACK", keepSession })))
        throw new Refusal("MERGE_FINAL");
    });
    return say(services, frameOf(frame));
  });

  answer(
    api,
    getMergeStatement,
  )(async ({ mergeId }, { database, refuse }) => {
    const row = await findMerge(database, mergeId);
    return (row && statementOf(row)) ?? refuse("STATEMENT_UNKNOWN");
  });

  answer(
    api,
    getMergeStatementFile,
  )(async ({ requestId }, { database, borrowerId, refuse }) => {
    const row = await findMerge(database, requestId);
    const isOwn = row && [row.borrower_id, row.other_id].includes(borrowerId);
    const key = (isOwn ? row.statement_key : null) ?? refuse("STATEMENT_UNKNOWN");
    const file = (await services.outside.storage.get(key)) ?? refuse("STATEMENT_UNKNOWN");
    return new Binary(file.bytes, file.contentType, {
      "Content-Disposition": `attachment; filename="${requestId}.pdf"`,
      "Cache-Control": "private, no-store",
    });
  });
}

export const domain: Domain = {
  answers(api) {
    stepAnswers(api);
    proofAnswers(api);
    endingAnswers(api);
  },
  work(services) {
    services.sweeps.add(finalSweep);
  },
  personalData,
  changeRequests: [mergeRequest],
  reviews: [mergeReview],
  lifecycles: [mergeLife],
  objects: [{ table: "account_merge", columns: ["statement_key"] }],
  notices,
  subscribes: listening,
  words,
  undoMerge: undoMergeOf,
  sameHolder: absorbedBy,
  /** What was merged can still go back, or is being looked at: neither account ends meanwhile. */
  closureBlockers: async (_services, reader, borrowerId) =>
    (await liveMergeOf(reader, [borrowerId])) ? [{ code: "REQUEST_OPEN", path: pages.result }] : [],
};
