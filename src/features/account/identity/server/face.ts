/** The face check: a selfie against the register and the card's photo, with a counted number of tries. // Product decisions 4, spec 4 */
import { getObject } from "#server/borrower-object.ts";
import { transact } from "#server/database.server.ts";
import { cleanPicture } from "#server/picture.ts";
import { limitRate } from "#server/call/rate-limit.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { FaceCheckAnswer } from "#server/outside/face-check/port.ts";
import type { Services } from "#server/services.ts";
import { giveConsent } from "#features/account/privacy/server/index.ts";
import type { Language } from "#shared/texts.ts";
import { faceChecks, type checkFace } from "../contract.ts";
import { identityVerified } from "./events.ts";
import { keepPhoto, photoPlace } from "./photo.ts";
import { claimFaceTry, findIdentity, findPhotos, recordFaceCheck } from "./store.ts";

/**
 * Compares an uploaded selfie, by the consent that its sender ticked; returns only when the face is verified.
 * @throws Refusal of the call `checkFace`.
 */
export async function compareFace(
  services: Services,
  borrowerId: string,
  uploaded: Uint8Array,
  agreed: { language: Language; device: string },
): Promise<void> {
  const { database } = services;
  const row = await findIdentity(services, database, borrowerId);
  const card = (await findPhotos(database, borrowerId)).get("KTP");
  if (row?.faceVerifiedAt) throw new Refusal("IDENTITY_LOCKED");
  if (!row || !card) throw new Refusal("IDENTITY_NEEDED");
  await limitRate(services, database, faceChecks, borrowerId);
  const picture = await cleanPicture(uploaded);
  const id = services.random.uuid();
  const attemptsLeft = await transact(database, async (trx) => {
    const left = await claimFaceTry(trx, { borrowerId, id, purpose: "IDENTITY" }, services.clock.now());
    if (left !== null) await giveConsent(services, trx, { borrowerId, kind: "FACE_CHECK", ...agreed });
    return left;
  });
  if (attemptsLeft === null) throw new Refusal("FACE_CHECK_EXHAUSTED");
  await keepPhoto(services, borrowerId, "SELFIE", picture);
  const cardPhoto = await getObject(services, database, borrowerId, card.objectKey, photoPlace(borrowerId, "KTP"));
  const { fullName, nik, birthDate, birthPlace, sex } = row;
  const person = { fullName, nik, birthDate, birthPlace, sex };
  const answer = await services.outside.faceCheck.check({
    checkId: id,
    nik,
    fullName,
    birthDate,
    selfie: picture.bytes,
    ...(cardPhoto ? { cardPhoto: cardPhoto.bytes } : {}),
  });
  const isVerified = await transact(database, async (trx) => {
    const verified = await recordFaceCheck(services, trx, borrowerId, { id, person, cardKey: card.objectKey, answer });
    if (verified)
      await services.events.announce(trx, identityVerified, {
        id: `verified_${borrowerId}`,
        at: services.clock.now(),
        borrowerId,
      });
    return verified;
  });
  if (isVerified) return;
  throw faceRefusal(answer.outcome, attemptsLeft);
}

/** What is said of a face that was not verified. A match of a person or a card that was changed meanwhile says nothing about the new one. */
export function faceRefusal(outcome: FaceCheckAnswer["outcome"], attemptsLeft: number): Refusal {
  switch (outcome) {
    case "NO_MATCH":
      return attemptsLeft > 0
        ? new Refusal<typeof checkFace.problems>("FACE_NO_MATCH", { attemptsLeft })
        : new Refusal("FACE_CHECK_EXHAUSTED");
    case "NOT_REGISTERED":
      return attemptsLeft > 0
        ? new Refusal<typeof checkFace.problems>("FACE_NOT_REGISTERED", { attemptsLeft })
        : new Refusal("FACE_CHECK_EXHAUSTED");
    case "UNREADABLE":
      return new Refusal("FACE_UNREADABLE");
    case "MATCH":
    case "UNAVAILABLE":
      return new Refusal("FACE_UNAVAILABLE");
  }
}
