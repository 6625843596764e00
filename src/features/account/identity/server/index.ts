/** Identity: answers to the domain's calls, and functions for other domains. */
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import { removeObject } from "#server/media/borrower-object.ts";
import { type ConsentHolder, consentHolders } from "#features/account/privacy/server/index.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Session } from "#server/call/session.server.ts";
import { cleanPicture, previewPicture } from "#server/media/picture.ts";
import type { Services } from "#server/services.ts";
import { addDays, addYears, dateInWib, type BusinessDate } from "#shared/dates.ts";
import { maskNik, nikDisagreements } from "#shared/fields/nik.ts";
import type { Language } from "#shared/texts.ts";
import { checkFace, getCardPhoto, getIdentity, saveIdentity, uploadCardPhoto, faceFlowPages } from "../contract.ts";
import { askFaceReview } from "../review-contract.ts";
import { compareFace } from "./face.ts";
import { requestFaceReview, faceReviewStateOf } from "./face-review.ts";
import { waitingFaceReviews } from "./face-review-store.ts";
import { faceReview } from "./face-review-kind.ts";
import { refuseInReview } from "./in-review.ts";
import { faceReviewLifecycle } from "./lifecycle.ts";
import { faceReviewSubscriptions } from "./listening.ts";
import { notices } from "./notices.ts";
import { storeIdentityPhoto, readPhoto } from "./photo.ts";
import {
  borrowersOfNik,
  findIdentity,
  findPhotos,
  findIdentityProgress,
  isFaceVerified,
  removeIdentityPhoto,
  reopenFace,
  writePerson,
  type IdentityData,
} from "./store.ts";
import { forgetReading, readCard, readingOf } from "./reading.ts";
import { faceReviewForgetSweep } from "./sweeps.ts";
import { personalData } from "./personal-data.ts";
import { borrowerFlags } from "./borrower-flags.ts";
import { search } from "./search.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { reviews } from "#features/platform/review/server/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { blockersOfClosing, hasApplied } from "#server/account-questions.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { borrowerWarnings, searchSources } from "#server/console/questions.ts";
import { objectColumns } from "#server/media/stored-objects.ts";
import { defineQuestion } from "#server/questions.ts";

export { addressBeforeFreeze } from "./face-review-decided.ts";

export { compareFace } from "./face.ts";
export { identityVerified } from "./events.ts";
export { faceScores, replaceVerified } from "./store.ts";
export { recheckFace, type FaceRecheckInput, type NikGuesser } from "./face-recheck.ts";
export { foundOf, proveFaceFor, type FaceProof, type StepFace } from "./face-proof.ts";
export { faceReviewStateOf, stopFaceReviews } from "./face-review.ts";
export { refuseMissing } from "./face-sent.ts";
export { similarityLine } from "./similarity.ts";

/** Allows new face checks after FACE_CHECK_EXHAUSTED. Call it in the transaction of the case that decided this. */
export const reopenFaceChecks = (services: Services, trx: Transaction, borrowerId: string): Promise<void> =>
  reopenFace(trx, borrowerId, services.clock.now());

export interface VerifiedIdentity extends IdentityData {
  /** A face check matched this very name, NIK and birth. */
  faceVerified: boolean;
  /** Field rules: NIK, one that disagrees with birth date or sex is a flag for review, never a refusal. */
  nikMatchesBirth: boolean;
}

/** The identity that the borrower has given; null before the card's data was given. */
export async function identityOf(
  services: Services,
  trx: Reader,
  borrowerId: string,
): Promise<VerifiedIdentity | null> {
  const row = await findIdentity(services, trx, borrowerId);
  if (!row) return null;
  const { fullName, nik, birthDate, birthPlace, sex } = row;
  return {
    fullName,
    nik,
    birthDate,
    birthPlace,
    sex,
    faceVerified: row.faceVerifiedAt !== null,
    nikMatchesBirth: nikDisagreements(nik, { birthDate, sex }).length === 0,
  };
}

/** Whether the identity is complete: the card's photo, its data, and a face that matched. */
export async function isIdentityComplete(trx: Reader, borrowerId: string): Promise<boolean> {
  const progress = await findIdentityProgress(trx, borrowerId);
  return progress !== null && progress.faceVerified && progress.hasCardPhoto;
}

/** Whether the card's data was given. */
export async function isIdentityGiven(trx: Reader, borrowerId: string): Promise<boolean> {
  return (await findIdentityProgress(trx, borrowerId)) !== null;
}

/** Ids of borrowers that gave this NIK, the earliest first, at most 20: for search by staff and for underwriting's look for duplicates. */
export const findBorrowersByNik = (services: Services, trx: Reader, nik: string): Promise<string[]> =>
  borrowersOfNik(services, trx, nik, 20);

export { readPhoto as readIdentityPhoto } from "./photo.ts";

/** A birth date before this is a typing error, not an age. */
const oldestYears = 120;
/** Between which days a birth date can lie on this day, both included. */
export const birthDatesOn = (today: BusinessDate) => ({
  earliest: addYears(today, -oldestYears),
  latest: addDays(today, -1),
});

/** Keeps the photo of the card and reads it. @throws Refusal of the call `uploadCardPhoto` */
export async function keepCardPhoto(
  services: Services,
  { borrowerId, language }: { borrowerId: string; language: Language },
  photo: File,
): Promise<void> {
  const { database } = services;
  if (await isIdentityComplete(database, borrowerId)) throw new Refusal("IDENTITY_LOCKED");
  await refuseInReview(database, borrowerId, language);
  const picture = await cleanPicture(new Uint8Array(await photo.arrayBuffer()));
  await storeIdentityPhoto(services, borrowerId, "KTP", picture, (trx) => refuseInReview(trx, borrowerId, language));
  // A borrower who has typed the data already need not check a reading of the card.
  if (!(await isIdentityGiven(database, borrowerId))) await readCard(services, borrowerId, picture.bytes);
}

const answers: readonly CallAnswer[] = [
  answer(getIdentity, async (_input, { services, database, borrowerId, language }) => {
    const [row, photos, read, standing] = await Promise.all([
      findIdentity(services, database, borrowerId),
      findPhotos(database, borrowerId),
      readingOf(services, database, borrowerId),
      faceReviewStateOf(services, database, { borrowerId, lane: "OWNER" }, language),
    ]);
    const hasCardPhoto = photos.has("KTP");
    const faceVerified = row?.faceVerifiedAt != null;
    const person = row && {
      fullName: row.fullName,
      nik: faceVerified ? maskNik(row.nik) : row.nik,
      birthPlace: row.birthPlace,
      birthDate: row.birthDate,
      sex: row.sex,
    };
    return {
      person,
      read: row ? null : read,
      birthDates: birthDatesOn(dateInWib(services.clock.now())),
      hasCardPhoto,
      faceVerified,
      ...standing,
      complete: faceVerified && hasCardPhoto,
    };
  }),
  answer(saveIdentity, async (person, { services, borrowerId, language, refuse }) => {
    const today = dateInWib(services.clock.now());
    const { earliest, latest } = birthDatesOn(today);
    if (person.birthDate < earliest || person.birthDate > latest) refuse("BIRTH_DATE_IMPOSSIBLE");
    const isSaved = await transact(services.database, async (trx) => {
      await isFaceVerified(trx, borrowerId);
      await refuseInReview(trx, borrowerId, language);
      await forgetReading(trx, borrowerId);
      return writePerson(services, trx, borrowerId, person);
    });
    if (!isSaved) refuse("IDENTITY_LOCKED");
    return { nikMatchesBirth: nikDisagreements(person.nik, person).length === 0 };
  }),
  answer(uploadCardPhoto, async ({ photo }, { services, borrowerId, language }) => {
    await keepCardPhoto(services, { borrowerId, language }, photo);
    return { kept: true };
  }),
  answer(getCardPhoto, async (_input, { services, database, borrowerId, refuse }) => {
    const photo = (await readPhoto(services, database, borrowerId, "KTP")) ?? refuse("CARD_PHOTO_UNKNOWN");
    return new Binary(await previewPicture(photo.bytes), photo.contentType, {
      "Content-Disposition": 'attachment; filename="ktp.jpg"',
    });
  }),
  answer(checkFace, async ({ photo, video, agreed }, { services, borrowerId, language, caller }) => ({
    faceVerified: await compareFace(
      services,
      borrowerId,
      { photo, video, isAgreed: agreed },
      { language, device: deviceNameOf(caller.userAgent) },
    ),
  })),
  answer(askFaceReview, async ({ flow }, { services, principal }) => {
    const { session } = principal;
    const borrowerId =
      flow === "UNFREEZE" ? await services.ask(accountToRelease)(services, session.id) : ownerOf(session);
    return requestFaceReview(services, { borrowerId, flow });
  }),
];

/** The borrower of the login; an account that is being closed starts nothing new. @throws Refusal NOT_LOGGED_IN, ACCOUNT_CLOSING */
function ownerOf({ borrowerId, limit }: Session): string {
  if (borrowerId === null) throw new Refusal("NOT_LOGGED_IN");
  if (limit) throw new Refusal("ACCOUNT_CLOSING");
  return borrowerId;
}

/**
 * After a withdrawal no further face is checked: each check asks for the consent. The photo of the face is deleted,
 * unless it was used to apply for a loan: evidence of the customer's identity stays until its rule ends. The receipt
 * lists deleted and kept items. // Spec account 14.6
 */
const faceCheck: ConsentHolder = {
  kinds: ["FACE_CHECK"],
  async stop(services, trx, { borrowerId }) {
    const photos = [...(await findPhotos(trx, borrowerId)).keys()];
    const stays = (what: string, rule: "ACCOUNT" | "IDENTITY_EVIDENCE") => ({ what, count: 1, rule });
    if (await services.ask(hasApplied)(trx, borrowerId))
      return photos.map((kind) => stays(kind === "KTP" ? "CARD_PHOTO" : "SELFIE", "IDENTITY_EVIDENCE"));
    const card = photos.includes("KTP") ? [stays("CARD_PHOTO", "ACCOUNT")] : [];
    const objectKey = await removeIdentityPhoto(trx, borrowerId, "SELFIE");
    if (objectKey === null) return card;
    await services.jobs.send(trx, removeObject, { objectKey });
    return [{ what: "FACE_PHOTO", count: 1 }, ...card];
  },
};

/**
 * Asked of one domain by face checks: the frozen account whose number a session has proven.
 * @throws Refusal VERIFICATION_NEEDED, CONTEST_UNKNOWN
 */
export const accountToRelease = defineQuestion<(services: Services, sessionId: string) => Promise<string>>(
  "account-to-release",
  "ONE",
);

export const domain: Domain = {
  work: (services) => services.sweeps.add(faceReviewForgetSweep),
  subscribes: faceReviewSubscriptions,
  answers,
  answersTo: [
    noticeKinds.by(notices),
    reviews.by([faceReview]),
    lifecycles.by([faceReviewLifecycle]),
    blockersOfClosing.by(async (_services, reader, borrowerId) => {
      const waiting = await waitingFaceReviews(reader, borrowerId);
      return waiting.map(({ flow }) => ({ code: "REQUEST_OPEN" as const, path: faceFlowPages[flow] }));
    }),
    consentHolders.by([faceCheck]),
    personalDataHeld.by(personalData),
    borrowerWarnings.by(borrowerFlags),
    searchSources.by(search),
    objectColumns.by([{ table: "identity_photo", columns: ["objectKey"] }]),
  ],
};
