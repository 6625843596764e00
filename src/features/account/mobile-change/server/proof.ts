/** Photos and a video that go with a request. */
import {
  addEvidence,
  addVideo,
  evidenceOf,
  findReviewOf,
  isShownFreely,
  readEvidence,
  removeEvidence,
} from "#features/platform/review/server/index.ts";
import { limitRate } from "#server/call/rate-limit.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Database, Transaction } from "#server/database.server.ts";
import { previewPicture } from "#server/picture.ts";
import type { Services } from "#server/services.ts";
import { maxProofPhotos, pages, type addProof } from "../contract.ts";
import { mobileChange, mobileChangeReview } from "./kind.ts";

/** Tries of one borrower an hour, refused ones counted: drawing a picture is dear. */
const maxUploadsAnHour = 60;

export interface Own {
  borrowerId: string;
  id: string;
  sessionId: string;
}

/** Whether photos may be added and taken back: before the request is sent, by the login that proved the number, or while more is asked for. */
export async function isProofOpen(services: Services, reader: Database | Transaction, own: Own): Promise<boolean> {
  const request = await mobileChange.one(services, reader, own);
  if (request?.state === "SUBMITTED")
    return (await findReviewOf(reader, mobileChangeReview.kind, own.id))?.state === "ASKED";
  if (request?.state !== "NEW_PROVEN") return false;
  return mobileChange.pathOf(request, own.sessionId, services.clock.now()) === pages.proof;
}

/** @throws Refusal PROOF_CLOSED, PHOTO_COUNT, VIDEO_COUNT, and those of `cleanPicture` and `checkVideo` */
export async function showProof(
  services: Services,
  own: Own,
  shown: { photo?: File | undefined; video?: File | undefined },
): Promise<void> {
  const { database } = services;
  const { borrowerId, id: subjectId } = own;
  await limitRate(services, database, {
    key: `mobile-change-proof:${borrowerId}`,
    most: maxUploadsAnHour,
    windowSeconds: 3600,
  });
  if (!(await isProofOpen(services, database, own))) throw new Refusal("PROOF_CLOSED");
  const of = { kind: mobileChangeReview, borrowerId, subjectId };
  const bytes = async (file: File) => new Uint8Array(await file.arrayBuffer());
  if (shown.photo) {
    const added = await addEvidence(services, of, await bytes(shown.photo));
    if (added === "CLOSED") throw new Refusal("PROOF_CLOSED");
    if (added === "FULL") throw new Refusal<typeof addProof.problems>("PHOTO_COUNT", { max: maxProofPhotos });
  }
  if (shown.video) {
    const added = await addVideo(services, of, await bytes(shown.video));
    if (added === "CLOSED") throw new Refusal("PROOF_CLOSED");
    if (added === "FULL") throw new Refusal("VIDEO_COUNT");
  }
}

/** A small copy of a photo; null for what is no photo of this request that its owner may look through. */
export async function proofPreview(services: Services, own: Own, evidenceId: string): Promise<Uint8Array | null> {
  const { database } = services;
  const { borrowerId, id: subjectId } = own;
  const row = (await evidenceOf(database, borrowerId, subjectId)).find(({ id }) => id === evidenceId);
  if (!row || !isShownFreely(row) || row.about.media !== "PHOTO") return null;
  const found = await readEvidence(services, database, borrowerId, subjectId, evidenceId);
  return found && previewPicture(found.bytes);
}

export async function takeProofBack(services: Services, own: Own, evidenceId: string): Promise<boolean> {
  if (!(await isProofOpen(services, services.database, own))) return false;
  const { borrowerId, id: subjectId } = own;
  return removeEvidence(services, { kind: mobileChangeReview, borrowerId, subjectId }, evidenceId);
}

/** What its owner sees of it; of what was asked for besides, the second round alone. */
export async function proofOf(
  reader: Database | Transaction,
  borrowerId: string,
  subjectId: string,
  round: 1 | 2,
): Promise<{ photos: { evidenceId: string }[]; videoId: string | null }> {
  const rows = (await evidenceOf(reader, borrowerId, subjectId)).filter(
    (row) => isShownFreely(row) && row.round === round,
  );
  return {
    photos: rows.filter(({ about }) => about.media === "PHOTO").map(({ id }) => ({ evidenceId: id })),
    videoId: rows.find(({ about }) => about.media === "VIDEO")?.id ?? null,
  };
}
