/** Identity: answers to the domain's calls, and what other domains may ask of it. */
import { answer, Binary, type Api } from "#server/call/pipeline.ts";
import { getObject, removeObject } from "#server/borrower-object.ts";
import type { ConsentHolder } from "#features/account/privacy/server/index.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import { handedInByOne, type Domain } from "#server/domain.ts";
import { deviceName } from "#server/call/device-name.ts";
import { cleanPicture, previewPicture } from "#server/picture.ts";
import type { Services } from "#server/services.ts";
import { addDays, addYears, dateInWib, type BusinessDate } from "#shared/dates.ts";
import { maskNik, nikDisagreements } from "#shared/fields/nik.ts";
import {
  checkFace,
  getCardPhoto,
  getIdentity,
  saveIdentity,
  uploadCardPhoto,
  type IdentityPhotoKind,
} from "../contract.ts";
import { compareFace } from "./face.ts";
import { keepPhoto, photoPlace } from "./photo.ts";
import {
  borrowersOfNik,
  faceTriesLeft,
  findIdentity,
  findPhotos,
  findStanding,
  removePhoto,
  reopenFace,
  writePerson,
  type Person,
} from "./store.ts";
import { forgetReading, readCard, readingOf } from "./reading.ts";
import { personalData } from "./personal-data.ts";
import { borrowerFlags } from "./borrower-flags.ts";
import { search } from "./search.ts";

export { identityVerified } from "./events.ts";
export { faceScores, replaceVerified } from "./store.ts";
export { checkFaceAgain, type FaceAgain, type FaceAgainInput } from "./face-again.ts";

/** Lets a borrower's face be checked again after FACE_CHECK_EXHAUSTED, in the transaction of the case that decided it. */
export const reopenFaceChecks = (services: Services, trx: Transaction, borrowerId: string): Promise<void> =>
  reopenFace(trx, borrowerId, services.clock.now());

export interface Identity extends Person {
  /** A face check matched this very name, NIK and birth. */
  faceVerified: boolean;
  /** Field rules: NIK, one that disagrees with birth date or sex is a flag for review, never a refusal. */
  nikMatchesBirth: boolean;
}

/** Who the borrower says to be; null before the card's data was given. */
export async function identityOf(services: Services, trx: Reader, borrowerId: string): Promise<Identity | null> {
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

/** Whether nothing of the identity is open: the card's photo, its data, and a face that matched. */
export async function isIdentityComplete(trx: Reader, borrowerId: string): Promise<boolean> {
  const standing = await findStanding(trx, borrowerId);
  return standing !== null && standing.faceVerified && standing.hasCardPhoto;
}

/** Whether the card's data was given. */
export async function isIdentityGiven(trx: Reader, borrowerId: string): Promise<boolean> {
  return (await findStanding(trx, borrowerId)) !== null;
}

/** Ids of borrowers that gave this NIK, the earliest first, at most 20: for search by staff and for underwriting's look for duplicates. */
export const findBorrowersByNik = (services: Services, trx: Reader, nik: string): Promise<string[]> =>
  borrowersOfNik(services, trx, nik, 20);

/** A photo of the identity for staff whose right the caller has checked; null where there is none. */
export async function readIdentityPhoto(
  services: Services,
  trx: Reader,
  borrowerId: string,
  kind: IdentityPhotoKind,
): Promise<{ bytes: Uint8Array; contentType: string } | null> {
  const photo = (await findPhotos(trx, borrowerId)).get(kind);
  return photo ? getObject(services, trx, borrowerId, photo.objectKey, photoPlace(borrowerId, kind)) : null;
}

/** Nobody who lives was born before; a slip of the finger is told from an age. */
const oldestYears = 120;
/** Between which days a birth date can lie on this day, both included. */
export const birthDatesOn = (today: BusinessDate) => ({
  earliest: addYears(today, -oldestYears),
  latest: addDays(today, -1),
});

function answers(api: Api): void {
  const { services } = api;
  answer(
    api,
    getIdentity,
  )(async (_input, { database, borrowerId }) => {
    const [row, photos, read, attemptsLeft] = await Promise.all([
      findIdentity(services, database, borrowerId),
      findPhotos(database, borrowerId),
      readingOf(services, database, borrowerId),
      faceTriesLeft(database, borrowerId, services.clock.now()),
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
      attemptsLeft,
      complete: faceVerified && hasCardPhoto,
    };
  });

  answer(
    api,
    saveIdentity,
  )(async (person, { borrowerId, refuse }) => {
    const today = dateInWib(services.clock.now());
    const { earliest, latest } = birthDatesOn(today);
    if (person.birthDate < earliest || person.birthDate > latest) refuse("BIRTH_DATE_IMPOSSIBLE");
    const isSaved = await transact(services.database, async (trx) => {
      await forgetReading(trx, borrowerId);
      return writePerson(services, trx, borrowerId, person);
    });
    if (!isSaved) refuse("IDENTITY_LOCKED");
    return { nikMatchesBirth: nikDisagreements(person.nik, person).length === 0 };
  });

  answer(
    api,
    uploadCardPhoto,
  )(async ({ photo }, { database, borrowerId, refuse }) => {
    if (await isIdentityComplete(database, borrowerId)) refuse("IDENTITY_LOCKED");
    const picture = await cleanPicture(new Uint8Array(await photo.arrayBuffer()));
    await keepPhoto(services, borrowerId, "KTP", picture);
    // Who has typed the data already is not asked to check another's reading of it.
    if (!(await isIdentityGiven(database, borrowerId))) await readCard(services, borrowerId, picture.bytes);
    return { kept: true };
  });

  answer(
    api,
    getCardPhoto,
  )(async (_input, { database, borrowerId, refuse }) => {
    const photo = (await readIdentityPhoto(services, database, borrowerId, "KTP")) ?? refuse("CARD_PHOTO_UNKNOWN");
    return new Binary(await previewPicture(photo.bytes), photo.contentType, {
      "Content-Disposition": 'attachment; filename="ktp.jpg"',
    });
  });

  answer(
    api,
    checkFace,
  )(async ({ photo }, { borrowerId, language, caller }) => {
    await compareFace(services, borrowerId, new Uint8Array(await photo.arrayBuffer()), {
      language,
      device: deviceName(caller.userAgent),
    });
    return { faceVerified: true };
  });
}

/**
 * Without the consent no further face is checked: each check asks for it. The photo of the face goes, unless a loan was applied for
 * with it: inputs of decisions stay until their rule ends.
 */
const faceCheck: ConsentHolder = {
  kinds: ["FACE_CHECK"],
  async stop(services, trx, { borrowerId }) {
    if (await handedInByOne(services.domains, "hasApplied")(trx, borrowerId)) return [];
    const objectKey = await removePhoto(trx, borrowerId, "SELFIE");
    if (objectKey === null) return [];
    await services.jobs.send(trx, removeObject, { objectKey });
    return [{ what: "FACE_PHOTO", count: 1 }];
  },
};

declare module "#server/domain.ts" {
  interface Domain {
    /** Asked by identity of the one domain that knows of loans: whether the borrower ever sent an application. */
    hasApplied?(reader: Reader, borrowerId: string): Promise<boolean>;
  }
}

export const domain: Domain = {
  consentHolders: [faceCheck],
  personalData,
  borrowerFlags,
  search,
  answers,
  objects: [{ table: "identity_photo", columns: ["object_key"] }],
};
