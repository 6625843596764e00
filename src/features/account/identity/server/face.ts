/** The face check: a selfie against the register and the card's photo, with a counted number of tries. // Product decisions 4, spec 4 */
import { getObject } from "#server/media/borrower-object.ts";
import { transact } from "#server/database.server.ts";
import { cleanPicture } from "#server/media/picture.ts";
import { limitRate } from "#server/call/rate-limit.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { giveConsent } from "#features/account/privacy/server/index.ts";
import type { Language } from "#shared/texts.ts";
import { faceChecks } from "../contract.ts";
import { identityVerified } from "./events.ts";
import { faceRefusal } from "./face-refusal.ts";
import { fileBytesOf, refuseMissing, type FaceSent } from "./face-sent.ts";
import { storeFailedSelfie, showToStaff, faceReviewInForce } from "./face-review.ts";
import { storeIdentityPhoto, identityPhotoPlace } from "./photo.ts";
import { claimFaceTry, findIdentity, findPhotos, hasFailed, recordFaceCheck } from "./store.ts";

/**
 * Compares an uploaded selfie, with the consent that its sender ticked; while staff check the face, it goes to them.
 * @returns true when the face is verified now, false when staff have it
 * @throws Refusal of the call `checkFace`.
 */
export async function compareFace(
  services: Services,
  borrowerId: string,
  sent: Omit<FaceSent, "nik">,
  agreed: { language: Language; device: string },
): Promise<boolean> {
  const { database } = services;
  const row = await findIdentity(services, database, borrowerId);
  const card = (await findPhotos(database, borrowerId)).get("KTP");
  if (row?.faceVerifiedAt) throw new Refusal("IDENTITY_LOCKED");
  if (!row || !card) throw new Refusal("IDENTITY_NEEDED");
  const review = await faceReviewInForce(services, database, { borrowerId, flow: "IDENTITY" });
  const isWaiting = review?.state === "WAITING";
  refuseMissing(
    {
      photo: sent.photo === undefined && "PHOTO_NEEDED",
      agreed: !isWaiting && !sent.isAgreed && "SERVICE_AGREEMENT_NEEDED",
    },
    { agreed },
  );
  const uploaded = await fileBytesOf(sent.photo!);
  if (isWaiting) {
    await showToStaff(services, review, { selfie: uploaded, video: sent.video && (await fileBytesOf(sent.video)) });
    await storeIdentityPhoto(services, borrowerId, "SELFIE", await cleanPicture(uploaded));
    return false;
  }
  await limitRate(services, database, faceChecks, borrowerId);
  const picture = await cleanPicture(uploaded);
  const id = services.random.uuid();
  const attemptsLeft = await transact(database, async (trx) => {
    const triesLeft = await claimFaceTry(trx, { borrowerId, id, purpose: "IDENTITY" }, services.clock.now());
    if (triesLeft !== null) await giveConsent(services, trx, { borrowerId, kind: "FACE_CHECK", ...agreed });
    return triesLeft;
  });
  if (attemptsLeft === null) throw new Refusal("FACE_CHECK_EXHAUSTED");
  await storeIdentityPhoto(services, borrowerId, "SELFIE", picture);
  const cardPhoto = await getObject(
    services,
    database,
    borrowerId,
    card.objectKey,
    identityPhotoPlace(borrowerId, "KTP"),
  );
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
  if (isVerified) return true;
  if (hasFailed(answer.outcome)) await storeFailedSelfie(services, { borrowerId, lane: "OWNER" }, picture.bytes);
  throw faceRefusal(answer.outcome, attemptsLeft);
}
