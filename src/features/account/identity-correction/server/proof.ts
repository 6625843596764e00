/** Photos that go with a request. */
import {
  addEvidence,
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
import { maxProofPhotos, type addCorrectionProof } from "../contract.ts";
import { correction, correctionReview } from "./kind.ts";

/** Tries of one borrower an hour, refused ones counted: drawing a picture is dear. */
const maxUploadsAnHour = 60;

export interface Own {
  borrowerId: string;
  id: string;
  sessionId: string;
}

/** Whether photos may be added and taken back: before the request is sent, or while more is asked for. */
export async function isProofOpen(services: Services, reader: Database | Transaction, own: Own): Promise<boolean> {
  const request = await correction.one(services, reader, own);
  if (request?.state === "SUBMITTED")
    return (await findReviewOf(reader, correctionReview.kind, own.id))?.state === "ASKED";
  return request?.state === "VALUES_NAMED" && request.expiresAt !== null && request.expiresAt > services.clock.now();
}

/** @throws Refusal PROOF_CLOSED, PHOTO_COUNT, RATE_LIMITED, and those of `cleanPicture` */
export async function showProof(services: Services, own: Own, photo: File): Promise<void> {
  const { database } = services;
  const { borrowerId, id: subjectId } = own;
  await limitRate(services, database, {
    key: `identity-correction-proof:${borrowerId}`,
    most: maxUploadsAnHour,
    windowSeconds: 3600,
  });
  if (!(await isProofOpen(services, database, own))) throw new Refusal("PROOF_CLOSED");
  const bytes = new Uint8Array(await photo.arrayBuffer());
  const added = await addEvidence(services, { kind: correctionReview, borrowerId, subjectId }, bytes);
  if (added === "CLOSED") throw new Refusal("PROOF_CLOSED");
  if (added === "FULL") throw new Refusal<typeof addCorrectionProof.problems>("PHOTO_COUNT", { max: maxProofPhotos });
}

/** A small copy of a photo; null for what is no photo of this request that its owner may look through. */
export async function proofPreview(services: Services, own: Own, evidenceId: string): Promise<Uint8Array | null> {
  const { database } = services;
  const { borrowerId, id: subjectId } = own;
  const row = (await evidenceOf(database, borrowerId, subjectId)).find(({ id }) => id === evidenceId);
  if (!row || !isShownFreely(row)) return null;
  const found = await readEvidence(services, database, borrowerId, subjectId, evidenceId);
  return found && previewPicture(found.bytes);
}

export async function takeProofBack(services: Services, own: Own, evidenceId: string): Promise<boolean> {
  if (!(await isProofOpen(services, services.database, own))) return false;
  const { borrowerId, id: subjectId } = own;
  return removeEvidence(services, { kind: correctionReview, borrowerId, subjectId }, evidenceId);
}

/** Photos of the request, or of what was asked for besides (round 2), without the selfie of the face check. */
export const photosOf = async (
  reader: Database | Transaction,
  { borrowerId, id }: Omit<Own, "sessionId">,
  round: 1 | 2,
) => (await evidenceOf(reader, borrowerId, id)).filter((row) => isShownFreely(row) && row.round === round);
