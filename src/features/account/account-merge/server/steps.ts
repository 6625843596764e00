/** The steps of a request, each taken once and in order. Requests to a partner run before the transaction of the step. */
import { askForClosing } from "#features/account/cancellation/server/index.ts";
import { careFlagsOf, riskFactsOf, type OwnRequest } from "#features/account/change-request/server/index.ts";
import type { RiskFlag } from "#features/account/change-request/contract.ts";
import { foundOf, isIdentityComplete, proveFaceFor, type StepFace } from "#features/account/identity/server/index.ts";
import { heldUntil, refuseOnHold } from "#features/account/hold/server/index.ts";
import { notifySecurity } from "#features/account/security/server/index.ts";
import type { SentVerification } from "#features/account/verification/contract.ts";
import {
  consumeProof,
  numberOf,
  ownerOfNumber,
  proveCode,
  sendBeyondCaptcha,
  type Asker,
} from "#features/account/verification/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { addSelfie, openReview, withdrawReview } from "#features/platform/review/server/index.ts";
import { limitRate } from "#server/call/rate-limit.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { formatInstant } from "#shared/dates.ts";
import type { VerificationChannel } from "#shared/fields/verification.ts";
import { say, type Language } from "#shared/texts.ts";
import { otherNumberCodes, type getMergePreview, type ObstacleCause, type startAccountMerge } from "../contract.ts";
import { mergeCauseTexts } from "./review-words.ts";
import { endUnmerged, lockBoth } from "./effect.ts";
import type { MergeRequest } from "./facts.ts";
import { mergeRequest, mergeReview } from "./kind.ts";
import { mergeLife } from "./lifecycle.ts";
import { mergeReceivedNotice } from "./notices.ts";
import { mergePreviewOf, type BuiltPreview } from "./preview.ts";
import { whyNot } from "./account-states.ts";
import { findMerge, insertMerge, liveMergeOf } from "./store.ts";

/** The reason why a request cannot begin; null when it can. */
export async function mergeObstacleOf(services: Services, reader: Reader, borrowerId: string) {
  const [live, holdUntil, isVerified] = await Promise.all([
    liveMergeOf(reader, [borrowerId]),
    heldUntil(services, reader, borrowerId),
    isIdentityComplete(reader, borrowerId),
  ]);
  if (live?.state === "MERGED" && live.reversibleUntil)
    return { code: "MERGE_REVERSIBLE" as const, until: live.reversibleUntil.toISOString() };
  if (holdUntil) return { code: "SECURITY_HOLD" as const, until: holdUntil.toISOString() };
  if (!isVerified) return { code: "IDENTITY_UNVERIFIED" as const, until: null };
  return null;
}

/**
 * Begins a request or continues the open one, and sends a code to the other number.
 * @throws Refusal SECURITY_HOLD, MERGE_REVERSIBLE, IDENTITY_UNVERIFIED, NUMBER_SAME, STEP_ORDER, and those of the caps
 * of codes
 */
export async function openMerge(
  services: Services,
  asker: Asker & { borrowerId: string; sessionId: string },
  { otherMobileNumber, channel }: { otherMobileNumber: string; channel: VerificationChannel },
): Promise<SentVerification> {
  const { database } = services;
  const { borrowerId, sessionId, deviceIndex, language } = asker;
  if ((await numberOf(services, database, borrowerId)) === otherMobileNumber) throw new Refusal("NUMBER_SAME");
  await transact(database, async (trx) => {
    const obstacle = await mergeObstacleOf(services, trx, borrowerId);
    // A merge also holds the account; that it can be undone is the more useful message.
    if (obstacle?.code === "MERGE_REVERSIBLE")
      throw new Refusal<typeof startAccountMerge.problems>("MERGE_REVERSIBLE", {
        until: obstacle.until,
        untilText: formatInstant(new Date(obstacle.until), language),
      });
    await refuseOnHold(services, trx, borrowerId, language);
    if (obstacle) throw new Refusal("IDENTITY_UNVERIFIED");
    const { id } = await mergeRequest.start(services, trx, { borrowerId, deviceIndex });
    const found = { otherNumber: otherMobileNumber };
    await mergeRequest.keep(services, trx, { borrowerId, id, sessionId, during: "STARTED", found });
  });
  await limitRate(services, database, otherNumberCodes, borrowerId);
  return sendBeyondCaptcha(services, asker, { mobileNumber: otherMobileNumber, purpose: "MERGE", channel });
}

const notPossible = (cause: ObstacleCause, language: Language) =>
  new Refusal<typeof getMergePreview.problems>("MERGE_NOT_POSSIBLE", {
    cause,
    causeText: say(mergeCauseTexts[cause], language),
  });

/** @throws Refusal MERGE_NOT_POSSIBLE, SECURITY_HOLD, STEP_ORDER, CHANGE_REQUEST_UNKNOWN, and those of `proofProblems` */
export async function proveOther(
  services: Services,
  own: OwnRequest,
  { verificationId, code, language }: { verificationId: string; code: string | undefined; language: Language },
): Promise<void> {
  const { database } = services;
  const { isNext, request } = await mergeRequest.isNext(services, database, { ...own, to: "OTHER_PROVEN" });
  if (!isNext) return;
  const { borrowerId: ownId } = own;
  const mobileNumber = request.facts.otherNumber;
  // The number is checked before the code: a code for another number proves nothing here.
  if (mobileNumber === undefined) throw new Refusal("VERIFICATION_NEEDED");
  const challenge = { verificationId, purpose: "MERGE", sessionId: own.sessionId, mobileNumber } as const;
  if (code !== undefined) await proveCode(services, { ...challenge, code });
  const cause = await transact(database, async (trx) => {
    await refuseOnHold(services, trx, ownId, language);
    await consumeProof(services, trx, challenge);
    const otherId = await ownerOfNumber(services, trx, mobileNumber);
    const found = await whyNot(services, trx, { ownId, otherId });
    if (found === null && otherId !== null)
      await mergeRequest.step(services, trx, { ...own, to: "OTHER_PROVEN", cause: "CODE", found: { otherId } });
    return found;
  });
  if (cause) throw notPossible(cause, language);
}

/** While staff check the face, the step waits for them. @throws Refusal STEP_ORDER, CHANGE_REQUEST_UNKNOWN, and those of `faceRecheckProblems` */
export async function proveFaceForMerge(services: Services, own: OwnRequest, sent: StepFace): Promise<void> {
  const { database } = services;
  const { borrowerId, id: subjectId } = own;
  if (!(await mergeRequest.isNext(services, database, { ...own, to: "FACE_PROVEN" })).isNext) return;
  const face = await proveFaceFor(services, { ...sent, borrowerId, flow: "MERGE" });
  if (!face) return;
  await addSelfie(services, { kind: mergeReview, borrowerId, subjectId }, face.selfie);
  const found = foundOf(face);
  await transact(database, async (trx) => {
    await face.use(trx);
    await mergeRequest.step(services, trx, { ...own, to: "FACE_PROVEN", cause: "FACE", found });
  });
}

/** The page as it would be signed now. @throws Refusal MERGE_NOT_POSSIBLE, STEP_ORDER, CHANGE_REQUEST_UNKNOWN */
export async function previewNow(
  services: Services,
  reader: Reader,
  own: OwnRequest,
  language: Language,
): Promise<BuiltPreview> {
  const { request } = await mergeRequest.isNext(services, reader, { ...own, to: "SUBMITTED" });
  const { otherId } = request.facts;
  const ownId = own.borrowerId;
  if (otherId === undefined) throw new Refusal("CHANGE_REQUEST_UNKNOWN");
  const cause = await whyNot(services, reader, { ownId, otherId, mergeId: own.id });
  if (cause) throw notPossible(cause, language);
  return mergePreviewOf(services, reader, { requestId: own.id, ownId, otherId }, language);
}

export interface MergeSubmission {
  previewHash: string;
  keepNumber: "OWN" | "OTHER";
  device: string;
  brandId: string;
  language: Language;
}

/**
 * Signs the page and sends the request: opens the case, and notifies both numbers. An account without value is closed
 * instead.
 * @throws Refusal PREVIEW_CHANGED, MERGE_NOT_POSSIBLE, SECURITY_HOLD, STEP_ORDER, CHANGE_REQUEST_UNKNOWN
 */
export async function sendMergeToReview(
  services: Services,
  trx: Transaction,
  own: OwnRequest,
  sent: MergeSubmission,
): Promise<void> {
  const { borrowerId } = own;
  const { language, device } = sent;
  const { isNext, request } = await mergeRequest.isNext(services, trx, { ...own, to: "SUBMITTED" });
  if (!isNext) return;
  const { otherId, otherNumber } = request.facts;
  if (otherId === undefined || otherNumber === undefined) throw new Refusal("CHANGE_REQUEST_UNKNOWN");
  await lockBoth(trx, borrowerId, otherId);
  await refuseOnHold(services, trx, borrowerId, language);
  const built = await previewNow(services, trx, own, language);
  if (built.preview.previewHash !== sent.previewHash) throw new Refusal("PREVIEW_CHANGED");
  const ownNumber = (await numberOf(services, trx, borrowerId)) ?? "";
  const flags = await flagsOf(services, trx, request, { otherId, ownNumber });
  await mergeRequest.step(services, trx, {
    ...own,
    to: "SUBMITTED",
    cause: "SIGNED",
    found: { ownNumber, device },
    facts: { flags: flags.length, hash: sent.previewHash },
  });
  if (built.preview.closesInstead) return closeInstead(services, trx, own, { ...sent, otherId });
  await ask(services, trx, own, { ...sent, built, otherId, flags });
}

async function flagsOf(
  services: Services,
  trx: Transaction,
  { borrowerId, deviceIndex, facts: { similarityPpm } }: MergeRequest,
  { otherId, ownNumber }: { otherId: string; ownNumber: string },
): Promise<RiskFlag[]> {
  const flags = await careFlagsOf(services, trx, { deviceIndex, similarityPpm }, ownNumber);
  for (const id of [borrowerId, otherId]) flags.push(...(await riskFactsOf(services, trx, id)));
  return [...new Set(flags)];
}

async function ask(
  services: Services,
  trx: Transaction,
  { borrowerId, id }: OwnRequest,
  sent: MergeSubmission & { built: BuiltPreview; otherId: string; flags: RiskFlag[] },
): Promise<void> {
  const { built, otherId, flags, device, keepNumber, brandId, language } = sent;
  const askedAt = services.clock.now();
  const { preview: page, survivorId, absorbedId, lines } = built;
  const { previewHash, survivor, own, other } = page;
  const preview = { previewHash, survivor, own, other, lines };
  const about = { survivorId, absorbedId, keeps: keepNumber, preview };
  const row = { borrowerId, id, otherId, ...about, brandId, language, askedAt };
  if (!(await insertMerge(services, trx, row))) throw notPossible("BLOCKED", language);
  await mergeLife.begin(trx, { id, borrowerId, actor: "BORROWER", cause: "SIGNED", at: askedAt });
  await openReview(services, trx, mergeReview, { borrowerId, subjectId: id, facts: { flags } });
  for (const one of [borrowerId, otherId])
    await notifySecurity(services, trx, { borrowerId: one, kind: "MERGE_ASKED", id, device });
  await notify(services, trx, mergeReceivedNotice, { id, borrowerId, values: {} });
}

/** Moves nothing: closes the empty account as if its holder had asked. The holder has proven its number and can cancel for 72 hours. */
async function closeInstead(
  services: Services,
  trx: Transaction,
  { borrowerId, id, sessionId }: OwnRequest,
  { otherId, brandId, language, device }: MergeSubmission & { otherId: string },
): Promise<void> {
  await askForClosing(services, trx, {
    borrowerId: otherId,
    sessionId,
    reasons: ["SECOND_ACCOUNT"],
    description: "",
    // An account is closed instead of merged only if it holds nothing of value.
    balanceTo: null,
    brandId,
    language,
    device,
  });
  const about = { borrowerId, id, actor: "SYSTEM", cause: "CLOSED_INSTEAD" } as const;
  await mergeRequest.decide(services, trx, { ...about, to: "APPROVED" });
  await mergeRequest.decide(services, trx, { ...about, to: "DONE" });
}

/** Declines, by either of the two accounts. @throws Refusal CHANGE_REQUEST_UNKNOWN, MERGED_ALREADY */
export async function declineMerge(
  services: Services,
  { borrowerId, id }: Pick<OwnRequest, "borrowerId" | "id">,
): Promise<void> {
  await transact(services.database, async (trx) => {
    const merge = await findMerge(trx, id);
    const ownId = merge?.otherId === borrowerId ? merge.borrowerId : borrowerId;
    const request = await mergeRequest.one(services, trx, { borrowerId: ownId, id });
    if (!request) throw new Refusal("CHANGE_REQUEST_UNKNOWN");
    const about = { borrowerId: ownId, id, actor: "BORROWER", cause: "DECLINED" } as const;
    if (await mergeRequest.decide(services, trx, { ...about, to: "WITHDRAWN" })) {
      await withdrawReview(services, trx, mergeReview, id);
      await endUnmerged(services, trx, about);
      return;
    }
    const now = await findMerge(trx, id);
    if (now?.state === "MERGED" || now?.state === "FINAL") throw new Refusal("MERGED_ALREADY");
  });
}
