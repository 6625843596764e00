/** All SQL of identities. Personal values are sealed with the borrower's own key. */
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
export interface Person {
  fullName: string;
  /** 16 digits. */
  nik: string;
  /** YYYY-MM-DD */
  birthDate: string;
  birthPlace: string;
  sex: Sex;
}
export interface IdentityRow extends Person {
  faceVerifiedAt: Date | null;
  submittedAt: Date;
}

const sealedPerson = sealedColumn<Person>("identity", "person_sealed");

export async function findIdentity(services: Services, trx: Reader, borrowerId: string): Promise<IdentityRow | null> {
  services.keys.borrowerKeys.ahead(trx, borrowerId);
  const row = await trx.selectFrom("identity").selectAll().where("borrower_id", "=", borrowerId).executeTakeFirst();
  if (!row) return null;
  const { borrowerKeys } = services.keys;
  const person = await sealedPerson.openOf(borrowerKeys, trx, borrowerId, borrowerId, row.person_sealed);
  return {
    ...person,
    faceVerifiedAt: row.face_verified_at,
    submittedAt: row.submitted_at,
  };
}

/** Progress of the identity, without the card's data; null before its data was given. */
export function findStanding(
  trx: Reader,
  borrowerId: string,
): Promise<{ faceVerified: boolean; hasCardPhoto: boolean } | null> {
  return readOnce(trx, `identity's standing of ${borrowerId}`, async () => {
    const row = await trx
      .selectFrom("identity")
      .leftJoin("identity_photo as card", (join) =>
        join.onRef("card.borrower_id", "=", "identity.borrower_id").on("card.kind", "=", "KTP"),
      )
      .select(["identity.face_verified_at", "card.kind"])
      .where("identity.borrower_id", "=", borrowerId)
      .executeTakeFirst();
    return row ? { faceVerified: row.face_verified_at !== null, hasCardPhoto: row.kind !== null } : null;
  });
}

/** Stores the card's data. The face must be checked again. Changes nothing and returns false once a face was verified. */
export async function writePerson(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  person: Person,
): Promise<boolean> {
  const now = services.clock.now();
  const sealed = await sealedPerson.sealOf(services.keys.borrowerKeys, trx, borrowerId, borrowerId, person);
  const values = { person_sealed: sealed, nik_index: services.keys.blindIndex("nik", person.nik), updated_at: now };
  const written = await trx
    .insertInto("identity")
    .values({ borrower_id: borrowerId, submitted_at: now, ...values })
    .onConflict((conflict) =>
      conflict.column("borrower_id").doUpdateSet(values).where("identity.face_verified_at", "is", null),
    )
    .returning("borrower_id")
    .executeTakeFirst();
  return written !== undefined;
}

/** Whether a face was verified; the identity stays locked until the transaction ends. */
export async function isFaceVerified(trx: Transaction, borrowerId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("identity")
    .select("face_verified_at")
    .where("borrower_id", "=", borrowerId)
    .forUpdate()
    .executeTakeFirst();
  return row?.face_verified_at != null;
}

/** Keeps the photo's key; answers the key of the one it replaces. */
export async function writePhoto(
  trx: Transaction,
  borrowerId: string,
  kind: IdentityPhotoKind,
  objectKey: string,
  now: Date,
): Promise<string | null> {
  const before = await trx
    .selectFrom("identity_photo")
    .select("object_key")
    .where("borrower_id", "=", borrowerId)
    .where("kind", "=", kind)
    .forUpdate()
    .executeTakeFirst();
  await trx
    .insertInto("identity_photo")
    .values({ borrower_id: borrowerId, kind, object_key: objectKey, taken_at: now })
    .onConflict((conflict) =>
      conflict.columns(["borrower_id", "kind"]).doUpdateSet({ object_key: objectKey, taken_at: now }),
    )
    .execute();
  return before?.object_key ?? null;
}

/** Takes a photo away; answers its key, null where there was none. */
export async function removePhoto(
  trx: Transaction,
  borrowerId: string,
  kind: IdentityPhotoKind,
): Promise<string | null> {
  const row = await trx
    .deleteFrom("identity_photo")
    .where("borrower_id", "=", borrowerId)
    .where("kind", "=", kind)
    .returning("object_key")
    .executeTakeFirst();
  return row?.object_key ?? null;
}

export async function findPhotos(
  trx: Reader,
  borrowerId: string,
): Promise<Map<IdentityPhotoKind, { objectKey: string; takenAt: Date }>> {
  const rows = await trx.selectFrom("identity_photo").selectAll().where("borrower_id", "=", borrowerId).execute();
  return new Map(
    rows.map((row) => [row.kind as IdentityPhotoKind, { objectKey: row.object_key, takenAt: row.taken_at }]),
  );
}

const dayMilliseconds = 86_400_000;
/** A check whose process died has no answer: after this time it counts no longer. */
const pendingMilliseconds = 10 * 60_000;
const failures = ["NO_MATCH", "NOT_REGISTERED"] as const;
/** Whether a check counts as failed, so that its selfie is kept for staff. */
export const hasFailed = (outcome: string): boolean => failures.some((one) => one === outcome);

/** How many tries of this kind are left within 30 days, those that wait for their answer counted; 0 once they were used up. // Decision 253 */
export async function faceTriesLeft(
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
    .where("borrower_id", "=", borrowerId)
    .where("purpose", "in", [...lane])
    .where("checked_at", ">", windowStart)
    .where(
      sql<boolean>`checked_at > coalesce((select face_reopened_at from identity where borrower_id = ${borrowerId}), ${windowStart})`,
    )
    .where((check) =>
      check.or([
        check("outcome", "in", failures),
        check.and([
          check("outcome", "=", "PENDING"),
          check("checked_at", ">", new Date(now.getTime() - pendingMilliseconds)),
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
  // The row is held until the transaction ends: of two at once the second counts the first.
  if ((await isFaceVerified(trx, borrowerId)) === (purpose === "IDENTITY")) return null;
  const left = await faceTriesLeft(trx, borrowerId, purpose, now);
  if (left === 0) return null;
  await trx
    .insertInto("face_check")
    .values({ borrower_id: borrowerId, id, purpose, outcome: "PENDING", checked_at: now })
    .execute();
  return left - 1;
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
      similarity_ppm: "similarityPpm" in answer ? answer.similarityPpm : null,
      liveness_ppm: "livenessPpm" in answer ? answer.livenessPpm : null,
      provider_reference: "providerReference" in answer ? answer.providerReference : null,
      checked_at: now,
    })
    .where("borrower_id", "=", borrowerId)
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
    .select(["purpose", "outcome", "similarity_ppm", "liveness_ppm", "checked_at"])
    .where("borrower_id", "=", borrowerId)
    .where("outcome", "!=", "PENDING")
    .orderBy("checked_at", "desc")
    .limit(most)
    .execute();
  return rows.map((row) => ({
    purpose: row.purpose as FaceCheckPurpose,
    outcome: row.outcome,
    similarityPpm: row.similarity_ppm,
    livenessPpm: row.liveness_ppm,
    checkedAt: row.checked_at,
  }));
}

/** Allows face checks again; earlier failures count no more. For cases only. */
export async function reopenFace(trx: Transaction, borrowerId: string, now: Date): Promise<void> {
  await trx
    .updateTable("identity")
    .set({ face_locked_at: null, face_reopened_at: now })
    .where("borrower_id", "=", borrowerId)
    .execute();
}

/** Marks the face as matching the card, after a comparison; false when it was verified before. */
export async function verifyFace(trx: Transaction, borrowerId: string, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable("identity")
    .set({ face_verified_at: now, updated_at: now })
    .where("borrower_id", "=", borrowerId)
    .where("face_verified_at", "is", null)
    .returning("borrower_id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records an answer of the first face check. A match verifies the identity if it is still the one that was checked (`person`,
 * and the card's photo under `cardKey`). Answers whether the face is verified now.
 */
export async function recordFaceCheck(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  check: { id: string; person: Person; cardKey: string; answer: FaceCheckAnswer },
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
  { before, after }: { before: Person; after: Person },
): Promise<boolean> {
  if (!(await isFaceVerified(trx, borrowerId))) return false;
  const present = await findIdentity(services, trx, borrowerId);
  if (!present || personKeys.some((key) => present[key] !== before[key])) return false;
  const { fullName, nik, birthDate, birthPlace, sex } = after;
  const person: Person = { fullName, nik, birthDate, birthPlace, sex };
  await trx
    .updateTable("identity")
    .set({
      person_sealed: await sealedPerson.sealOf(services.keys.borrowerKeys, trx, borrowerId, borrowerId, person),
      nik_index: services.keys.blindIndex("nik", nik),
      updated_at: services.clock.now(),
    })
    .where("borrower_id", "=", borrowerId)
    .execute();
  return true;
}

const personKeys = ["fullName", "nik", "birthDate", "birthPlace", "sex"] as const;

/** Borrowers that gave this NIK (16 digits), at most `most`. */
export async function borrowersOfNik(services: Services, trx: Reader, nik: string, most: number): Promise<string[]> {
  const rows = await trx
    .selectFrom("identity")
    .select("borrower_id")
    .where("nik_index", "=", services.keys.blindIndex("nik", nik))
    .orderBy("submitted_at")
    .limit(most)
    .execute();
  return rows.map((row) => row.borrower_id);
}
