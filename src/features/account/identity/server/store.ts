/** All SQL of identities. Personal values are sealed with the borrower's own key. */
import { sql } from "kysely";
import type { Database, Transaction } from "#server/database.server.ts";
import { readOnce } from "#server/call/request-reads.ts";
import type { Services } from "#server/services.ts";
import type { FaceCheckAnswer } from "#server/outside/face-check/port.ts";
import type { Sex } from "#shared/fields/nik.ts";
import { maxFaceFailures, type IdentityPhotoKind } from "../contract.ts";

/** What stands on the identity card. */
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
  faceFailures: number;
  submittedAt: Date;
}

const place = (borrowerId: string) => ({ table: "identity", column: "person_sealed", row: borrowerId });

export async function findIdentity(
  services: Services,
  trx: Database | Transaction,
  borrowerId: string,
): Promise<IdentityRow | null> {
  const row = await trx.selectFrom("identity").selectAll().where("borrower_id", "=", borrowerId).executeTakeFirst();
  if (!row) return null;
  const person = JSON.parse(
    await services.keys.borrowerKeys.open(trx, borrowerId, row.person_sealed, place(borrowerId)),
  ) as Person;
  return {
    ...person,
    faceVerifiedAt: row.face_verified_at,
    faceFailures: row.face_failures,
    submittedAt: row.submitted_at,
  };
}

/** How far the identity is, without what stands on the card; null before its data was given. */
export function findStanding(
  trx: Database | Transaction,
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

/** Writes what stands on the card. The face is to be checked again. Changes nothing and answers false once a face was verified. */
export async function writePerson(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  person: Person,
): Promise<boolean> {
  const now = services.clock.now();
  const sealed = await services.keys.borrowerKeys.seal(trx, borrowerId, JSON.stringify(person), place(borrowerId));
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
  trx: Database | Transaction,
  borrowerId: string,
): Promise<Map<IdentityPhotoKind, { objectKey: string; takenAt: Date }>> {
  const rows = await trx.selectFrom("identity_photo").selectAll().where("borrower_id", "=", borrowerId).execute();
  return new Map(
    rows.map((row) => [row.kind as IdentityPhotoKind, { objectKey: row.object_key, takenAt: row.taken_at }]),
  );
}

/**
 * Counts a try before the check, so that selfies sent side by side cannot pass the number together.
 * @returns how many tries are left after it, or null where none was left or the face is verified.
 */
export async function claimFaceTry(trx: Transaction, borrowerId: string, now: Date): Promise<number | null> {
  const row = await trx
    .updateTable("identity")
    .set({ face_failures: sql<number>`face_failures + 1`, updated_at: now })
    .where("borrower_id", "=", borrowerId)
    .where("face_verified_at", "is", null)
    .where("face_failures", "<", maxFaceFailures)
    .returning("face_failures")
    .executeTakeFirst();
  return row ? maxFaceFailures - row.face_failures : null;
}

/**
 * Records an answer of the face check. A match verifies the identity if it is still the one that was checked (`person`,
 * and the card's photo under `cardKey`); what says nothing about the face gives its try back. Answers whether the face is verified now.
 */
export async function recordFaceCheck(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  check: { id: string; person: Person; cardKey: string; answer: FaceCheckAnswer },
): Promise<boolean> {
  const { answer, person } = check;
  const now = services.clock.now();
  await trx
    .insertInto("face_check")
    .values({
      borrower_id: borrowerId,
      id: check.id,
      outcome: answer.outcome,
      similarity_ppm: "similarityPpm" in answer ? answer.similarityPpm : null,
      liveness_ppm: "livenessPpm" in answer ? answer.livenessPpm : null,
      provider_reference: "providerReference" in answer ? answer.providerReference : null,
      checked_at: now,
    })
    .execute();
  if (answer.outcome === "NO_MATCH" || answer.outcome === "NOT_REGISTERED") return false;
  await trx
    .updateTable("identity")
    .set({ face_failures: sql<number>`greatest(face_failures - 1, 0)` })
    .where("borrower_id", "=", borrowerId)
    .execute();
  if (answer.outcome !== "MATCH") return false;
  // The row is locked by the update above: nobody changes person or photo between this look and the commit.
  const present = await findIdentity(services, trx, borrowerId);
  if (!present || personKeys.some((key) => present[key] !== person[key])) return false;
  if ((await findPhotos(trx, borrowerId)).get("KTP")?.objectKey !== check.cardKey) return false;
  await trx
    .updateTable("identity")
    .set({ face_verified_at: now, updated_at: now })
    .where("borrower_id", "=", borrowerId)
    .execute();
  return true;
}
const personKeys = ["fullName", "nik", "birthDate", "birthPlace", "sex"] as const;

/** Borrowers that gave this NIK (16 digits), at most `most`. */
export async function borrowersOfNik(
  services: Services,
  trx: Database | Transaction,
  nik: string,
  most: number,
): Promise<string[]> {
  const rows = await trx
    .selectFrom("identity")
    .select("borrower_id")
    .where("nik_index", "=", services.keys.blindIndex("nik", nik))
    .orderBy("submitted_at")
    .limit(most)
    .execute();
  return rows.map((row) => row.borrower_id);
}
