/** The face once more, wherever an account could change hands: the NIK as it is typed, and a selfie against register and card. // Spec account 1 */
import { giveConsent } from "#features/account/privacy/server/index.ts";
import { getObject } from "#server/borrower-object.ts";
import { limitRate } from "#server/call/rate-limit.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact } from "#server/database.server.ts";
import { cleanPicture } from "#server/picture.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import { faceChecks, type faceAgainProblems, type FaceCheckPurpose } from "../contract.ts";
import { faceRefusal } from "./face.ts";
import { photoPlace } from "./photo.ts";
import { claimFaceTry, endFaceTry, findIdentity, findPhotos } from "./store.ts";

export interface FaceAgain {
  /** The row of `face_check`; the same for the provider. */
  checkId: string;
  /** How sure the provider is, in parts per million. */
  similarityPpm: number;
}

export interface FaceAgainInput {
  borrowerId: string;
  purpose: Exclude<FaceCheckPurpose, "IDENTITY">;
  /** 16 digits, as typed. */
  nik: string;
  /** As uploaded; it is drawn anew here, and kept by nobody but who asked (`addEvidence`). */
  selfie: Uint8Array;
  /** The authentication service agreement was ticked. */
  agreed: { language: Language; device: string };
}

/**
 * Checks NIK and face of a borrower whose face was verified before. A wrong NIK, a face that does not match and one that the register
 * does not know count together, five in 30 days over all flows; what nobody could read or answer counts not. // Decision 253
 * Not within a transaction: it asks the provider.
 * @throws Refusal of `faceAgainProblems`, RATE_LIMITED
 */
export async function checkFaceAgain(services: Services, input: FaceAgainInput): Promise<FaceAgain> {
  const { database, clock } = services;
  const { borrowerId, purpose, agreed } = input;
  const row = await findIdentity(services, database, borrowerId);
  const card = (await findPhotos(database, borrowerId)).get("KTP");
  if (!row?.faceVerifiedAt || !card) throw new Refusal("IDENTITY_UNVERIFIED");
  await limitRate(services, database, faceChecks, borrowerId);
  const picture = await cleanPicture(input.selfie);
  const id = services.random.uuid();
  const isOwnNik = input.nik === row.nik;
  const attemptsLeft = await transact(database, async (trx) => {
    const now = clock.now();
    const left = await claimFaceTry(trx, { borrowerId, id, purpose }, now);
    if (left === null) return null;
    await giveConsent(services, trx, { borrowerId, kind: "FACE_CHECK", ...agreed });
    if (!isOwnNik) await endFaceTry(trx, { borrowerId, id }, { outcome: "WRONG_NIK" }, now);
    return left;
  });
  if (attemptsLeft === null) throw new Refusal("FACE_CHECK_EXHAUSTED");
  if (!isOwnNik)
    throw attemptsLeft > 0
      ? new Refusal<typeof faceAgainProblems>("NIK_NO_MATCH", { attemptsLeft })
      : new Refusal("FACE_CHECK_EXHAUSTED");
  const cardPhoto = await getObject(services, database, borrowerId, card.objectKey, photoPlace(borrowerId, "KTP"));
  const { nik, fullName, birthDate } = row;
  const order = { checkId: id, nik, fullName, birthDate, selfie: picture.bytes };
  const answer = await services.outside.faceCheck.check({
    ...order,
    ...(cardPhoto ? { cardPhoto: cardPhoto.bytes } : {}),
  });
  await transact(database, (trx) => endFaceTry(trx, { borrowerId, id }, answer, clock.now()));
  if (answer.outcome !== "MATCH") throw faceRefusal(answer.outcome, attemptsLeft);
  return { checkId: id, similarityPpm: answer.similarityPpm };
}
