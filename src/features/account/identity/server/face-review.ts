/** Staff check a face: asked for by a flow, with the selfies that failed, a new one and, if the person likes, a video. // Spec account 14 */
import {
  storeEvidence,
  addSelfie,
  addVideo,
  answerAsk,
  evidenceOf,
  findReviewOf,
  isShownFreely,
  openReview,
  readEvidence,
  withdrawReview,
} from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { say, type Language } from "#shared/texts.ts";
import { faceReviewHours, type FaceReviewFlow, type FaceReviewView } from "../contract.ts";
import { nikDisagreements } from "#shared/fields/nik.ts";
import { notifyFaceReview } from "./face-review-decided.ts";
import { faceReview } from "./face-review-kind.ts";
import { faceRejectionTexts, type FaceFlag } from "./face-review-words.ts";
import { faceReviewLifecycle } from "./lifecycle.ts";
import { faceReviewReceivedNotice } from "./notices.ts";
import {
  faceReviewLaneOf,
  lockFaceReview,
  newestFaceReview,
  openFaceReview,
  waitingFaceReviews,
  type AskedFaceReview,
  type FaceLane,
} from "./face-review-store.ts";
import { borrowersOfNik, faceScores, remainingFaceTries, findIdentity, findPhotos, isFaceVerified } from "./store.ts";

const hour = 3_600_000;

const setOf = ({ borrowerId, id: subjectId }: Pick<AskedFaceReview, "borrowerId" | "id">) => ({
  kind: faceReview,
  borrowerId,
  subjectId,
  whileWaiting: true,
});

/** The open check of a lane; created if needed. */
async function opened(
  services: Services,
  trx: Transaction,
  { borrowerId, lane }: { borrowerId: string; lane: FaceLane },
) {
  const at = services.clock.now();
  const { row, isNew } = await openFaceReview(trx, { borrowerId, lane, id: services.random.uuid(), createdAt: at });
  if (isNew)
    await faceReviewLifecycle.begin(trx, { id: row.id, borrowerId, actor: "SYSTEM", cause: "FACE_FAILED", at });
  return row;
}

/**
 * Stores a selfie that the machine did not match, for a possible check by staff. Selfies beyond the slots are not
 * stored.
 * @throws Refusal PHOTO_UNREADABLE and the other codes of `storeEvidence`
 */
export async function storeFailedSelfie(
  services: Services,
  { borrowerId, lane }: { borrowerId: string; lane: FaceLane },
  selfie: Uint8Array,
): Promise<void> {
  const { id } = await transact(services.database, (trx) => opened(services, trx, { borrowerId, lane }));
  await storeEvidence(services, { kind: faceReview, borrowerId, subjectId: id }, selfie);
}

/** Reasons for a second person. */
async function flagsOf(services: Services, trx: Transaction, borrowerId: string): Promise<FaceFlag[]> {
  const row = await findIdentity(services, trx, borrowerId);
  if (!row) throw new Refusal("IDENTITY_NEEDED");
  const owners = await borrowersOfNik(services, trx, row.nik, 2);
  const scores = await faceScores(trx, borrowerId, 20);
  return [
    ...(nikDisagreements(row.nik, row).length > 0 ? (["NIK_MISMATCH"] as const) : []),
    ...(owners.some((one) => one !== borrowerId) ? (["NIK_SHARED"] as const) : []),
    ...(scores.some(({ outcome }) => outcome === "NOT_REGISTERED") ? (["NOT_REGISTERED"] as const) : []),
  ];
}

/** @throws Refusal IDENTITY_NEEDED, IDENTITY_LOCKED, IDENTITY_UNVERIFIED: there is no face to check */
async function refuseWithoutNeed(
  services: Services,
  reader: Reader,
  borrowerId: string,
  flow: FaceReviewFlow,
): Promise<void> {
  const row = await findIdentity(services, reader, borrowerId);
  const hasCard = (await findPhotos(reader, borrowerId)).has("KTP");
  if (flow !== "IDENTITY") {
    if (!row?.faceVerifiedAt || !hasCard) throw new Refusal("IDENTITY_UNVERIFIED");
    return;
  }
  if (row?.faceVerifiedAt) throw new Refusal("IDENTITY_LOCKED");
  if (!row || !hasCard) throw new Refusal("IDENTITY_NEEDED");
}

/**
 * Asks staff to check a face; asking again while the case waits returns the same case.
 * @throws Refusal of the call `askFaceReview`
 */
export async function requestFaceReview(
  services: Services,
  about: { borrowerId: string; flow: FaceReviewFlow },
): Promise<{ caseId: string; promisedUntil: string }> {
  const { borrowerId, flow } = about;
  await refuseWithoutNeed(services, services.database, borrowerId, flow);
  return transact(services.database, async (trx) => {
    // Data and card stay as they are from now on: a change of them holds the same row.
    await isFaceVerified(trx, borrowerId);
    const row = await opened(services, trx, { borrowerId, lane: faceReviewLaneOf(flow) });
    const { id } = row;
    if (row.state === "WAITING") {
      if (row.flow !== flow) throw new Refusal("FACE_REVIEW_OPEN");
    } else {
      const at = services.clock.now();
      const set = { flow, askedAt: at };
      await faceReviewLifecycle.move(trx, {
        id,
        borrowerId,
        from: ["GATHERING"],
        to: "WAITING",
        actor: "BORROWER",
        cause: flow,
        at,
        set,
      });
      const flags = await flagsOf(services, trx, borrowerId);
      await openReview(services, trx, faceReview, { borrowerId, subjectId: id, facts: { flow, flags } });
      await notifyFaceReview(services, trx, faceReviewReceivedNotice, { borrowerId, id, flow });
    }
    const found = (await findReviewOf(trx, faceReview.kind, id))!;
    return { caseId: found.id, promisedUntil: found.dueAt.toISOString() };
  });
}

/** The staff check that applies to a step of this flow: one that waits, or an approval that was not used yet. */
export async function faceReviewInForce(
  services: Services,
  reader: Reader,
  { borrowerId, flow }: { borrowerId: string; flow: FaceReviewFlow },
): Promise<(AskedFaceReview & { state: "WAITING" | "APPROVED" }) | null> {
  const row = await newestFaceReview(reader, { borrowerId, lane: faceReviewLaneOf(flow) });
  if (row?.flow !== flow) return null;
  if (row.state === "WAITING") return { ...row, state: "WAITING" };
  const isGood = row.state === "APPROVED" && row.goodUntil !== null && row.goodUntil > services.clock.now();
  return isGood ? { ...row, state: "APPROVED" } : null;
}

/**
 * Gives a selfie, and a video if there is one, to the staff who check. When staff had asked for more, the case
 * continues with it.
 * @throws Refusal PHOTO_KNOWN for one that the machine did not match, and those of `cleanPicture` and `checkVideo`
 */
export async function showToStaff(
  services: Services,
  row: AskedFaceReview,
  { selfie, video }: { selfie: Uint8Array; video?: Uint8Array | undefined },
): Promise<void> {
  if ((await addSelfie(services, setOf(row), selfie)) === "KNOWN") throw new Refusal("PHOTO_KNOWN");
  if (video) await addVideo(services, setOf(row), video);
  await transact(services.database, (trx) => answerAsk(services, trx, faceReview, row.id));
}

/** The newest selfie that was sent to staff; null where none was. */
export async function selfieFor(
  services: Services,
  reader: Reader,
  { borrowerId, id }: Pick<AskedFaceReview, "borrowerId" | "id">,
): Promise<Uint8Array | null> {
  const shown = (await evidenceOf(reader, borrowerId, id)).findLast((one) => !isShownFreely(one));
  return shown ? ((await readEvidence(services, reader, borrowerId, id, shown.id))?.bytes ?? null) : null;
}

/** Consumes an approval, in the transaction of the step that it was given for. @throws Refusal FACE_CHECK_EXHAUSTED when it was used already */
export async function useApproval(
  services: Services,
  trx: Transaction,
  { borrowerId, reviewId }: { borrowerId: string; reviewId: string },
): Promise<void> {
  const at = services.clock.now();
  const about = { id: reviewId, borrowerId, actor: "BORROWER", cause: "USED", at } as const;
  if (!(await faceReviewLifecycle.move(trx, { ...about, from: ["APPROVED"], to: "USED" })))
    throw new Refusal("FACE_CHECK_EXHAUSTED");
}

/** Ends pending checks: the account was frozen, and the requester may not be its owner. */
export async function stopFaceReviews(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  const at = services.clock.now();
  for (const { id, lane } of await waitingFaceReviews(trx, borrowerId)) {
    if (lane === "UNFREEZE") continue;
    await lockFaceReview(trx, borrowerId, id);
    const about = { id, borrowerId, actor: "SYSTEM", cause: "CONTESTED", at, set: { endedAt: at } } as const;
    if (await faceReviewLifecycle.move(trx, { ...about, from: ["WAITING"], to: "WITHDRAWN" }))
      await withdrawReview(services, trx, faceReview, id, "SYSTEM");
  }
}

/** State of the newest check by staff, for its owner; null when there is none, and once an approval was used or has expired. */
async function faceReviewOf(
  services: Services,
  reader: Reader,
  { borrowerId, lane }: { borrowerId: string; lane: FaceLane },
  language: Language,
): Promise<FaceReviewView | null> {
  const row = await newestFaceReview(reader, { borrowerId, lane });
  if (!row || row.state === "USED" || row.state === "WITHDRAWN" || row.state === "GATHERING") return null;
  const now = services.clock.now();
  // The tries are available again; an old approval has no meaning any more.
  if (row.state === "APPROVED" && (row.goodUntil === null || row.goodUntil <= now)) return null;
  const found = await findReviewOf(reader, faceReview.kind, row.id);
  const isAsked = found?.state === "ASKED";
  const shown = await evidenceOf(reader, borrowerId, row.id);
  return {
    flow: row.flow,
    state: isAsked ? "ASKED" : row.state,
    promisedUntil: (found?.dueAt ?? new Date(row.askedAt!.getTime() + faceReviewHours * hour)).toISOString(),
    isLate: found?.lateAt != null && found.state !== "CLOSED",
    hasSelfie: shown.some((one) => !isShownFreely(one)),
    asked: isAsked ? found.askedFor.map((code) => say(faceReview.evidence.asks[code]!, language)) : [],
    ...(row.state === "REJECTED"
      ? { reason: say(faceRejectionTexts[row.reason as keyof typeof faceRejectionTexts], language) }
      : {}),
  };
}

/** For the pages of a flow: the check by staff, and the tries by machine that are left. */
export async function faceReviewStateOf(
  services: Services,
  reader: Reader,
  of: { borrowerId: string; lane: FaceLane },
  language: Language,
): Promise<{ faceReview: FaceReviewView | null; attemptsLeft: number }> {
  const purpose = of.lane === "UNFREEZE" ? "UNFREEZE" : "IDENTITY";
  const [review, attemptsLeft] = await Promise.all([
    faceReviewOf(services, reader, of, language),
    remainingFaceTries(reader, of.borrowerId, purpose, services.clock.now()),
  ]);
  return { faceReview: review, attemptsLeft };
}
