/** The face once more, wherever an account could change hands: the NIK as it is typed, and a selfie against register and card. // Spec account 1 */
import { giveConsent } from "#features/account/privacy/server/index.ts";
import { getObject } from "#server/media/borrower-object.ts";
import { limitRate } from "#server/call/rate-limit.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact } from "#server/database.server.ts";
import { cleanPicture } from "#server/media/picture.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import { faceChecks, wrongNiks, type faceRecheckProblems, type FaceCheckPurpose } from "../contract.ts";
import { faceRefusal } from "./face-refusal.ts";
import { storeFailedSelfie } from "./face-review.ts";
import { identityPhotoPlace } from "./photo.ts";
import { claimFaceTry, endFaceTry, findIdentity, findPhotos, hasFailed } from "./store.ts";

export interface FaceRecheck {
  /** The row of `face_check`; the same for the provider. */
  checkId: string;
  /** How sure the provider is, in parts per million. */
  similarityPpm: number;
}

/** Blind indexes of the device, if it is known, and of the network. */
export interface NikGuesser {
  deviceIndex: string | null;
  networkIndex: string;
}

export interface FaceRecheckInput {
  borrowerId: string;
  purpose: Exclude<FaceCheckPurpose, "IDENTITY">;
  /** 16 digits, as typed. */
  nik: string;
  /** The person who typed the NIK; null when it was compared before. */
  from: NikGuesser | null;
  /** The uploaded bytes; encoded again here, and stored only by the caller (`storeEvidence`). */
  selfie: Uint8Array;
  /** The authentication service agreement was ticked. */
  agreed: { language: Language; device: string };
}

/** Checks of the flows that strangers reach use up none of the owner's. */
const counterOf = (borrowerId: string, purpose: FaceCheckPurpose): string =>
  purpose === "UNFREEZE" || purpose === "LOST_NUMBER" ? `${purpose}:${borrowerId}` : borrowerId;

/** Undoes the count of a NIK that was right. */
class RightNik extends Error {}

/**
 * Counts a NIK before it says whether it is right, and undoes the count when it is: concurrent tries wait for each
 * other.
 * @throws Refusal NIK_NO_MATCH; RATE_LIMITED once a device or network has guessed enough, also for the right one
 */
export async function compareNik(services: Services, from: NikGuesser | null, isOwnNik: boolean): Promise<void> {
  if (from === null) {
    if (isOwnNik) return;
    throw new Error("A NIK that nobody types was compared before.");
  }
  try {
    const attemptsLeft = await transact(services.database, async (trx) => {
      const remaining = [await limitRate(services, trx, wrongNiks.ofNetwork, from.networkIndex)];
      if (from.deviceIndex) remaining.push(await limitRate(services, trx, wrongNiks.ofDevice, from.deviceIndex));
      if (isOwnNik) throw new RightNik();
      return Math.min(...remaining);
    });
    throw new Refusal<typeof faceRecheckProblems>("NIK_NO_MATCH", { attemptsLeft });
  } catch (error) {
    if (!(error instanceof RightNik)) throw error;
  }
}

/**
 * Checks NIK and face of a borrower whose face was verified before. A mismatch and a face that the register does not
 * know count together, five in 30 days for each of `faceLanes`; unreadable photos and missing answers do not count, and
 * a wrong NIK counts against its typist. // Decision 253 Not within a transaction: it calls the provider.
 * @throws Refusal of `faceRecheckProblems`, RATE_LIMITED
 */
export async function recheckFace(services: Services, input: FaceRecheckInput): Promise<FaceRecheck> {
  const { database, clock } = services;
  const { borrowerId, purpose, agreed } = input;
  const row = await findIdentity(services, database, borrowerId);
  const card = (await findPhotos(database, borrowerId)).get("KTP");
  if (!row?.faceVerifiedAt || !card) throw new Refusal("IDENTITY_UNVERIFIED");
  await compareNik(services, input.from, input.nik === row.nik);
  await limitRate(services, database, faceChecks, counterOf(borrowerId, purpose));
  const picture = await cleanPicture(input.selfie);
  const id = services.random.uuid();
  const attemptsLeft = await transact(database, async (trx) => {
    const triesLeft = await claimFaceTry(trx, { borrowerId, id, purpose }, clock.now());
    if (triesLeft === null) return null;
    await giveConsent(services, trx, { borrowerId, kind: "FACE_CHECK", ...agreed });
    return triesLeft;
  });
  if (attemptsLeft === null) throw new Refusal("FACE_CHECK_EXHAUSTED");
  const cardPhoto = await getObject(
    services,
    database,
    borrowerId,
    card.objectKey,
    identityPhotoPlace(borrowerId, "KTP"),
  );
  const { nik, fullName, birthDate } = row;
  const order = { checkId: id, nik, fullName, birthDate, selfie: picture.bytes };
  const answer = await services.outside.faceCheck.check({
    ...order,
    ...(cardPhoto ? { cardPhoto: cardPhoto.bytes } : {}),
  });
  await transact(database, (trx) => endFaceTry(trx, { borrowerId, id }, answer, clock.now()));
  if (purpose !== "LOST_NUMBER" && hasFailed(answer.outcome)) {
    const lane = purpose === "UNFREEZE" ? "UNFREEZE" : "OWNER";
    await storeFailedSelfie(services, { borrowerId, lane }, picture.bytes);
  }
  if (answer.outcome !== "MATCH") throw faceRefusal(answer.outcome, attemptsLeft);
  return { checkId: id, similarityPpm: answer.similarityPpm };
}
