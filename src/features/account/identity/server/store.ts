/** All SQL of identities. Personal values are sealed with the borrower's own key. */
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import { sql } from "kysely";
import { sealedColumn } from "#server/records/rows.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import { readOnce } from "#server/call/request-reads.ts";
import type { Services } from "#server/services.ts";
import type { FaceCheckAnswer } from "#server/outside/face-check/port.ts";
import type { Sex } from "#shared/fields/nik.ts";
import {
  faceFailureDays,
  faceLanes,
  maxFaceFailures,
  type FaceCheckPurpose,
  type IdentityPhotoKind,
} from "../contract.ts";

/** The data on the identity card. */
export interface IdentityData {
  fullName: string;
  /** 16 digits. */
  nik: string;
  /** YYYY-MM-DD */
  birthDate: string;
  birthPlace: string;
  sex: Sex;
}
export interface IdentityRow extends IdentityData {
  faceVerifiedAt: Date | null;
  submittedAt: Date;
}

const sealedPerson = sealedColumn<IdentityData>("identity", "personSealed");

const ofBorrower = fixedQuery((reader, { borrowerId }: { borrowerId: string }) =>
  reader.selectFrom("identity").selectAll().where("borrowerId", "=", borrowerId),
);

export async function findIdentity(services: Services, trx: Reader, borrowerId: string): Promise<IdentityRow | null> {
  services.keys.borrowerKeys.ahead(trx, borrowerId);
  const row = await ofBorrower.executeTakeFirst(trx, { borrowerId });
  if (!row) return null;
  const { borrowerKeys } = services.keys;
  const person = await sealedPerson.openOf(borrowerKeys, trx, borrowerId, borrowerId, row.personSealed);
  return {
    ...person,
    faceVerifiedAt: row.faceVerifiedAt,
    submittedAt: row.submittedAt,
  };
}

const standingOf = fixedQuery((reader, { borrowerId }: { borrowerId: string }) =>
  reader
    .selectFrom("identity")
    .leftJoin("identity_photo as card", (join) =>
      join.onRef("card.borrowerId", "=", "identity.borrowerId").on("card.kind", "=", "KTP"),
    )
    .select(["identity.faceVerifiedAt", "card.kind"])
    .where("identity.borrowerId", "=", borrowerId),
);

/** Progress of the identity, without the card's data; null before its data was given. */
export function findIdentityProgress(
  trx: Reader,
  borrowerId: string,
): Promise<{ faceVerified: boolean; hasCardPhoto: boolean } | null> {
  return readOnce(trx, `identity's standing of ${borrowerId}`, async () => {
    const row = await standingOf.executeTakeFirst(trx, { borrowerId });
    return row ? { faceVerified: row.faceVerifiedAt !== null, hasCardPhoto: row.kind !== null } : null;
  });
}

/** Stores the card's data. The face must be checked again. Changes nothing and returns false once a face was verified. */
export async function writePerson(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  person: IdentityData,
): Promise<boolean> {
  const now = services.clock.now();
  const sealed = await sealedPerson.sealOf(services.keys.borrowerKeys, trx, borrowerId, borrowerId, person);
  const values = { personSealed: sealed, nikIndex: services.keys.blindIndex("nik", person.nik), updatedAt: now };
  const written = await trx
    .insertInto("identity")
    .values({ borrowerId, submittedAt: now, ...values })
    .onConflict((conflict) =>
      conflict.column("borrowerId").doUpdateSet(values).where("identity.faceVerifiedAt", "is", null),
    )
    .returning("borrowerId")
    .executeTakeFirst();
  return written !== undefined;
}

/** Whether a face was verified; the identity stays locked until the transaction ends. */
export async function isFaceVerified(trx: Transaction, borrowerId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("identity")
    .select("faceVerifiedAt")
    .where("borrowerId", "=", borrowerId)
    .forUpdate()
    .executeTakeFirst();
  return row?.faceVerifiedAt != null;
}

/** Keeps the photo's key; returns the key of the one it replaces. */
export async function writePhoto(
  trx: Transaction,
  borrowerId: string,
  kind: IdentityPhotoKind,
  objectKey: string,
  now: Date,
): Promise<string | null> {
  const before = await trx
    .selectFrom("identity_photo")
    .select("objectKey")
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", kind)
    .forUpdate()
    .executeTakeFirst();
  await trx
    .insertInto("identity_photo")
    .values({ borrowerId, kind, objectKey, takenAt: now })
    .onConflict((conflict) => conflict.columns(["borrowerId", "kind"]).doUpdateSet({ objectKey, takenAt: now }))
    .execute();
  return before?.objectKey ?? null;
}

/** Removes a photo; returns its key, null where there was none. */
export async function removeIdentityPhoto(
  trx: Transaction,
  borrowerId: string,
  kind: IdentityPhotoKind,
): Promise<string | null> {
  const row = await trx
    .deleteFrom("identity_photo")
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", kind)
    .returning("objectKey")
    .executeTakeFirst();
  return row?.objectKey ?? null;
}

export async function findPhotos(
  trx: Reader,
  borrowerId: string,
): Promise<Map<IdentityPhotoKind, { objectKey: string; takenAt: Date }>> {
  const rows = await trx.selectFrom("identity_photo").selectAll().where("borrowerId", "=", borrowerId).execute();
  return new Map(
    rows.map((row) => [row.kind as IdentityPhotoKind, { objectKey: row.objectKey, takenAt: row.takenAt }]),
  );
}

const dayMilliseconds = 86_400_000;
/** A check whose process died has no answer: after this time it counts no longer. */
const pendingMilliseconds = 10 * 60_000;
const failures = ["NO_MATCH", "NOT_REGISTERED"] as const;
/** Whether a check counts as failed, so that its selfie is kept for staff. */
export const hasFailed = (outcome: string): boolean => failures.some((one) => one === outcome);

/** How many tries of this kind are left within 30 days, those that wait for their answer counted; 0 once they were used up. // Decision 253 */
export async function remainingFaceTries(
  trx: Reader,
  borrowerId: string,
  purpose: FaceCheckPurpose,
  now: Date,
): Promise<number> {
  const windowStart = new Date(now.getTime() - faceFailureDays * dayMilliseconds);
  const lane = faceLanes.find((purposes) => purposes.includes(purpose))!;
  const { count } = await trx
    .selectFrom("face_check")
    .select((check) => check.fn.countAll<string>().as("count"))
    .where("borrowerId", "=", borrowerId)
    .where("purpose", "in", [...lane])
    .where("checkedAt", ">", windowStart)
    .where(
      sql<boolean>`checked_at > coalesce((select face_reopened_at from identity where borrower_id = ${borrowerId}), ${windowStart})`,
    )
    .where((check) =>
      check.or([
        check("outcome", "in", failures),
        check.and([
          check("outcome", "=", "PENDING"),
          check("checkedAt", ">", new Date(now.getTime() - pendingMilliseconds)),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Math.max(0, maxFaceFailures - Number(count));
}

/** A face check before its answer. */
export interface FaceTry {
  borrowerId: string;
  id: string;
  purpose: FaceCheckPurpose;
}

/**
 * Counts a try before the check, so that concurrent selfies cannot exceed the limit together.
 * @returns the tries left after it, or null when none was left, or the identity is not in the state that the flow
 * needs: without a verified face for IDENTITY, with one for any other.
 */
export async function claimFaceTry(trx: Transaction, face: FaceTry, now: Date): Promise<number | null> {
  const { borrowerId, id, purpose } = face;
  // The row is locked until the transaction ends: of two concurrent tries the second counts the first.
  if ((await isFaceVerified(trx, borrowerId)) === (purpose === "IDENTITY")) return null;
  const triesLeft = await remainingFaceTries(trx, borrowerId, purpose, now);
  if (triesLeft === 0) return null;
  await trx.insertInto("face_check").values({ borrowerId, id, purpose, outcome: "PENDING", checkedAt: now }).execute();
  return triesLeft - 1;
}

/** Stores the result of a check, and keeps the lock on the identity's row. */
export async function endFaceTry(
  trx: Transaction,
  { borrowerId, id }: Pick<FaceTry, "borrowerId" | "id">,
  answer: FaceCheckAnswer,
  now: Date,
): Promise<void> {
  await isFaceVerified(trx, borrowerId);
  await trx
    .updateTable("face_check")
    .set({
      outcome: answer.outcome,
      similarityPpm: "similarityPpm" in answer ? answer.similarityPpm : null,
      livenessPpm: "livenessPpm" in answer ? answer.livenessPpm : null,
      providerReference: "providerReference" in answer ? answer.providerReference : null,
      checkedAt: now,
    })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .execute();
}

/** An answered face check: similarity of the faces and certainty that a living person was there, in parts per million. */
export interface FaceScore {
  purpose: FaceCheckPurpose;
  outcome: string;
  similarityPpm: number | null;
  livenessPpm: number | null;
  checkedAt: Date;
}

/** The newest answered checks of a borrower, the newest first. */
export async function faceScores(reader: Reader, borrowerId: string, most: number): Promise<FaceScore[]> {
  const rows = await reader
    .selectFrom("face_check")
    .select(["purpose", "outcome", "similarityPpm", "livenessPpm", "checkedAt"])
    .where("borrowerId", "=", borrowerId)
    .where("outcome", "!=", "PENDING")
    .orderBy("checkedAt", "desc")
    .limit(most)
    .execute();
  return rows.map((row) => ({
    purpose: row.purpose as FaceCheckPurpose,
    outcome: row.outcome,
    similarityPpm: row.similarityPpm,
    livenessPpm: row.livenessPpm,
    checkedAt: row.checkedAt,
  }));
}

/** Allows face checks again; earlier failures count no more. For cases only. */
export async function reopenFace(trx: Transaction, borrowerId: string, now: Date): Promise<void> {
  await trx
    .updateTable("identity")
    .set({ faceLockedAt: null, faceReopenedAt: now })
    .where("borrowerId", "=", borrowerId)
    .execute();
}

/** Marks the face as matching the card, after a comparison; false when it was verified before. */
export async function verifyFace(trx: Transaction, borrowerId: string, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable("identity")
    .set({ faceVerifiedAt: now, updatedAt: now })
    .where("borrowerId", "=", borrowerId)
    .where("faceVerifiedAt", "is", null)
    .returning("borrowerId")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records an answer of the first face check. A match verifies the identity if it is still the one that was checked (`person`,
 * and the card's photo under `cardKey`). Returns whether the face is verified now.
 */
export async function recordFaceCheck(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  check: { id: string; person: IdentityData; cardKey: string; answer: FaceCheckAnswer },
): Promise<boolean> {
  const { id, answer, person } = check;
  const now = services.clock.now();
  await endFaceTry(trx, { borrowerId, id }, answer, now);
  if (answer.outcome !== "MATCH") return false;
  // The row is locked by the earlier write: person and photo cannot change between this check and the commit.
  const present = await findIdentity(services, trx, borrowerId);
  if (!present || personKeys.some((key) => present[key] !== person[key])) return false;
  if ((await findPhotos(trx, borrowerId)).get("KTP")?.objectKey !== check.cardKey) return false;
  await verifyFace(trx, borrowerId, now);
  return true;
}

/**
 * Replaces a verified identity by the corrected one; its face stays verified. For cases only.
 * @returns false when the identity is not verified, or no longer equals `before`: then nothing is changed
 */
export async function replaceVerified(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  { before, after }: { before: IdentityData; after: IdentityData },
): Promise<boolean> {
  if (!(await isFaceVerified(trx, borrowerId))) return false;
  const present = await findIdentity(services, trx, borrowerId);
  if (!present || personKeys.some((key) => present[key] !== before[key])) return false;
  const { fullName, nik, birthDate, birthPlace, sex } = after;
  const person: IdentityData = { fullName, nik, birthDate, birthPlace, sex };
  await trx
    .updateTable("identity")
    .set({
      personSealed: await sealedPerson.sealOf(services.keys.borrowerKeys, trx, borrowerId, borrowerId, person),
      nikIndex: services.keys.blindIndex("nik", nik),
      updatedAt: services.clock.now(),
    })
    .where("borrowerId", "=", borrowerId)
    .execute();
  return true;
}

const personKeys = ["fullName", "nik", "birthDate", "birthPlace", "sex"] as const;

/** Borrowers that gave this NIK (16 digits), at most `most`. */
export async function borrowersOfNik(services: Services, trx: Reader, nik: string, most: number): Promise<string[]> {
  const rows = await trx
    .selectFrom("identity")
    .select("borrowerId")
    .where("nikIndex", "=", services.keys.blindIndex("nik", nik))
    .orderBy("submittedAt")
    .limit(most)
    .execute();
  return rows.map((row) => row.borrowerId);
}
