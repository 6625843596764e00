/** A step that asks for the face: compared by machine, or by staff where the person asked for that. // Spec account 14 */
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { FaceCheckPurpose, FaceReviewFlow } from "../contract.ts";
import { recheckFace, compareNik, type FaceRecheckInput } from "./face-recheck.ts";
import { selfieFor, showToStaff, faceReviewInForce, useApproval } from "./face-review.ts";
import { fileBytesOf, refuseMissing, type FaceSent } from "./face-sent.ts";
import { findIdentity } from "./store.ts";

export interface FaceProofInput extends FaceSent, Pick<FaceRecheckInput, "borrowerId" | "agreed"> {
  flow: Exclude<FaceReviewFlow, "IDENTITY">;
  /** The device and network on which the NIK was typed. */
  from: NonNullable<FaceRecheckInput["from"]>;
}

/** The same without the person and the purpose. */
export type StepFace = Omit<FaceProofInput, "borrowerId" | "flow">;

/** A face that was proven. */
export interface FaceProof {
  /** Id of the check by machine, or by staff. */
  checkId: string;
  /** Parts per million; null where staff compared. */
  similarityPpm: number | null;
  /** For the deciders of the request. */
  selfie: Uint8Array;
  /** Call it in the step's transaction: one approval by staff is valid for one step. */
  use(trx: Transaction): Promise<void>;
}

const purposes: Record<FaceProofInput["flow"], Exclude<FaceCheckPurpose, "IDENTITY">> = {
  CORRECTION: "CORRECTION",
  MOBILE_CHANGE: "NUMBER_CHANGE",
  MERGE: "ACCOUNT_MERGE",
  UNFREEZE: "UNFREEZE",
};

/**
 * Proves the face of a borrower for a step: by an unused approval of staff, else by machine. While staff check it, the
 * files go to them. Not within a transaction: it calls the provider, and stores.
 * @returns null when the selfie went to staff: the step has to wait for them
 * @throws Refusal INPUT_INVALID, of `faceRecheckProblems`, and RATE_LIMITED
 */
export async function proveFaceFor(services: Services, input: FaceProofInput): Promise<FaceProof | null> {
  const { database } = services;
  const { borrowerId, flow, nik, photo, video, from, isAgreed, agreed } = input;
  const review = await faceReviewInForce(services, database, { borrowerId, flow });
  if (review?.state === "APPROVED") {
    const selfie = await selfieFor(services, database, review);
    if (!selfie) throw new Error(`Face check ${review.id} was approved without a selfie.`);
    const use = (trx: Transaction) => useApproval(services, trx, { borrowerId, reviewId: review.id });
    return { checkId: review.id, similarityPpm: null, selfie, use };
  }
  refuseMissing(
    {
      nik: nik === undefined && "REQUIRED",
      photo: photo === undefined && "PHOTO_NEEDED",
      agreed: review === null && !isAgreed && "SERVICE_AGREEMENT_NEEDED",
    },
    input,
  );
  const selfie = await fileBytesOf(photo!);
  if (review) {
    const row = await findIdentity(services, database, borrowerId);
    await compareNik(services, from, nik === row?.nik);
    await showToStaff(services, review, { selfie, video: video && (await fileBytesOf(video)) });
    return null;
  }
  const again = { borrowerId, purpose: purposes[flow], nik: nik!, from, selfie, agreed };
  const { checkId, similarityPpm } = await recheckFace(services, again);
  return { checkId, similarityPpm, selfie, use: async () => {} };
}

/** The facts that a request keeps of a face that was proven. */
export const foundOf = ({ checkId, similarityPpm }: FaceProof): { faceCheckId: string; similarityPpm?: number } => ({
  faceCheckId: checkId,
  ...(similarityPpm === null ? {} : { similarityPpm }),
});
