/** Two accounts of one person become one: answers to the domain's calls, and what other domains may ask of it. */
import type { Own } from "#features/account/change-request/server/index.ts";
import { askerOf } from "#features/account/verification/server/index.ts";
import { deviceName } from "#server/call/device-name.ts";
import { answer, answerOnce, Binary, type Api, type ContextOf } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
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

const ownIn = ({ borrowerId, principal }: ContextOf<"borrower">, requestId: string): Own => ({
  borrowerId,
  id: requestId,
  sessionId: principal.session.id,
});

const say = (
  services: Services,
  context: ContextOf<"borrower">,
  reader: Reader = services.database,
): Promise<AccountMergeAnswer> =>
  answered(services, reader, {
    borrowerId: context.borrowerId,
    sessionId: context.principal.session.id,
    language: context.language,
  });

function stepAnswers(api: Api): void {
  const { services } = api;
  answer(api, getAccountMerge)((_input, context) => say(services, context));

  answer(
    api,
    startAccountMerge,
  )(async (input, context) => {
    const { caller, principal, borrowerId } = context;
    const asker = { ...askerOf(services, caller, principal.session), borrowerId, sessionId: principal.session.id };
    const verification = await steps.begin(services, asker, input);
    return { ...(await say(services, context)), verification };
  });

  answer(
    api,
    proveOtherNumber,
  )(async ({ requestId, verificationId, code }, context) => {
    const { language } = context;
    await steps.proveOther(services, ownIn(context, requestId), { verificationId, code, language });
    return say(services, context);
  });

  answer(
    api,
    proveMergeFace,
  )(async ({ requestId, nik, photo }, context) => {
    const { language, caller } = context;
    await steps.proveFace(services, ownIn(context, requestId), {
      nik,
      selfie: new Uint8Array(await photo.arrayBuffer()),
      agreed: { language, device: deviceName(caller.userAgent) },
    });
    return say(services, context);
  });

  answer(
    api,
    getMergePreview,
  )(
    async ({ requestId }, context) =>
      (await steps.previewNow(services, services.database, ownIn(context, requestId), context.language)).preview,
  );

  answerOnce(
    api,
    submitAccountMerge,
  )(async ({ requestId, code, ...sent }, context) => {
    const { trx, caller, language } = context;
    const about = { device: deviceName(caller.userAgent), brandId: caller.brand.id, language };
    await steps.submit(services, trx, ownIn(context, requestId), { ...sent, code, ...about });
    return say(services, context, trx);
  });
}

function proofAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    addMergeProof,
  )(async ({ requestId, photo, video }, context) => {
    await proofs.show(services, ownIn(context, requestId), { photo, video });
    return say(services, context);
  });

  answer(
    api,
    getMergeProof,
  )(async ({ requestId, evidenceId }, context) => {
    const bytes =
      (await proofs.preview(services, ownIn(context, requestId), evidenceId)) ?? context.refuse("PROOF_UNKNOWN");
    return new Binary(bytes, "image/jpeg", { "Content-Disposition": 'attachment; filename="photo.jpg"' });
  });

  answer(
    api,
    removeMergeProof,
  )(async ({ requestId, evidenceId }, context) => {
    const isGone = await proofs.takeBack(services, ownIn(context, requestId), evidenceId);
    return isGone ? { deleted: true as const } : context.refuse("PROOF_UNKNOWN");
  });

  answer(
    api,
    answerMergeProof,
  )(async ({ requestId }, context) => {
    await proofs.answerAsked(services, ownIn(context, requestId));
    return say(services, context);
  });
}

function endingAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    declineAccountMerge,
  )(async ({ requestId }, context) => {
    await steps.decline(services, ownIn(context, requestId));
    return say(services, context);
  });

  answer(
    api,
    reverseAccountMerge,
  )(async ({ requestId }, context) => {
    const { borrowerId } = context;
    const keepSession = context.principal.session.id;
    await transact(services.database, async (trx) => {
      const row = await findMerge(trx, requestId);
      if (row?.survivor_id !== borrowerId) throw new Refusal("CHANGE_REQUEST_UNKNOWN");
      // Said twice it is said.
      if (row.state === "REVERSED") return;
      if (!(await reverse(services, trx, row, { actor: "BORROWER", cause: "ASKED_BACK", keepSession })))
        throw new Refusal("MERGE_FINAL");
    });
    return say(services, context);
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
