/** SQL of the photos that go with requests. */
import { sql } from "kysely";
import type { Transaction, Reader } from "#server/database.server.ts";

/** An evidence item: a photo, encoded again, or a video as it came. */
export type Media =
  | { media: "PHOTO"; widthPixels: number; heightPixels: number }
  | { media: "VIDEO"; durationMilliseconds: number };

export interface EvidenceRow {
  borrowerId: string;
  id: string;
  subjectId: string;
  /** 1 with the request, 2 when asked for more. */
  round: 1 | 2;
  /** 1 to 6 of photos; 7 is the video's, 8 the selfie's. */
  slot: number;
  objectKey: string;
  about: Media;
  uploadedAt: Date;
}

const all = (reader: Reader) => reader.selectFrom("review_evidence").selectAll();
type Selected = Awaited<ReturnType<ReturnType<typeof all>["executeTakeFirstOrThrow"]>>;

const rowOf = (row: Selected): EvidenceRow => ({
  borrowerId: row.borrowerId,
  id: row.id,
  subjectId: row.subjectId,
  round: row.round as 1 | 2,
  slot: row.slot,
  objectKey: row.objectKey,
  about:
    row.media === "VIDEO"
      ? { media: "VIDEO", durationMilliseconds: row.durationMilliseconds ?? 0 }
      : { media: "PHOTO", widthPixels: row.widthPixels ?? 0, heightPixels: row.heightPixels ?? 0 },
  uploadedAt: row.uploadedAt,
});

/** In the order in which they were shown. */
export async function listEvidence(reader: Reader, borrowerId: string, subjectId: string): Promise<EvidenceRow[]> {
  const rows = await all(reader)
    .where("borrowerId", "=", borrowerId)
    .where("subjectId", "=", subjectId)
    .orderBy("round")
    .orderBy("slot")
    .execute();
  return rows.map(rowOf);
}

export async function findEvidence(reader: Reader, borrowerId: string, id: string): Promise<EvidenceRow | null> {
  const row = await all(reader).where("borrowerId", "=", borrowerId).where("id", "=", id).executeTakeFirst();
  return row ? rowOf(row) : null;
}

export type NewEvidence = Omit<EvidenceRow, "slot"> & { pictureIndex: string; destroyAt: Date };

/** The slots of each kind of media. */
const videoSlot = 7;
export const selfieSlot = 8;
export const photoSlots = (max: number): readonly number[] => Array.from({ length: max }, (_, index) => index + 1);
export const videoSlots = (isTaken: boolean): readonly number[] => (isTaken ? [videoSlot] : []);

/**
 * Stores a photo or the video in the lowest free one of `slots`. FULL: none is free; the unique key of the slots
 * ensures it also for concurrent uploads. KNOWN: this very file was sent before, for another purpose: with the request,
 * or as a failed try. Sending it twice for the same purpose counts once.
 */
export async function insertEvidence(
  trx: Transaction,
  shown: NewEvidence,
  slots: readonly number[],
): Promise<"ADDED" | "ADDED_BEFORE" | "FULL" | "KNOWN"> {
  const { about } = shown;
  for (const slot of slots) {
    const row = await trx
      .insertInto("review_evidence")
      .values({
        borrowerId: shown.borrowerId,
        id: shown.id,
        subjectId: shown.subjectId,
        round: shown.round,
        slot,
        objectKey: shown.objectKey,
        media: about.media,
        widthPixels: about.media === "PHOTO" ? about.widthPixels : null,
        heightPixels: about.media === "PHOTO" ? about.heightPixels : null,
        durationMilliseconds: about.media === "VIDEO" ? about.durationMilliseconds : null,
        pictureIndex: shown.pictureIndex,
        uploadedAt: shown.uploadedAt,
        destroyAt: shown.destroyAt,
      })
      // Waits for a concurrent upload into the same slot, then tries the next slot.
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (row) return "ADDED";
    const same = await trx
      .selectFrom("review_evidence")
      .select(["round", "slot"])
      .where("subjectId", "=", shown.subjectId)
      .where("pictureIndex", "=", shown.pictureIndex)
      .executeTakeFirst();
    if (same) return same.round === shown.round && slots.includes(same.slot) ? "ADDED_BEFORE" : "KNOWN";
  }
  return "FULL";
}

/** Deletes a photo of one round; returns its object's key, null when there is none (any more). */
export async function deleteEvidence(
  trx: Transaction,
  borrowerId: string,
  subjectId: string,
  id: string,
  round: 1 | 2,
): Promise<string | null> {
  const row = await trx
    .deleteFrom("review_evidence")
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("subjectId", "=", subjectId)
    .where("round", "=", round)
    .where("slot", "<>", selfieSlot)
    .returning("objectKey")
    .executeTakeFirst();
  return row?.objectKey ?? null;
}

/** Sets the end of keeping a request's photos. */
export async function keepEvidenceUntil(
  trx: Transaction,
  borrowerId: string,
  subjectId: string,
  until: Date,
): Promise<void> {
  await trx
    .updateTable("review_evidence")
    .set({ destroyAt: until })
    .where("borrowerId", "=", borrowerId)
    .where("subjectId", "=", subjectId)
    .execute();
}

/** Deletes expired rows whose case, if any, is closed; returns their objects' keys. */
export async function deleteOldEvidence(trx: Transaction, now: Date, max: number): Promise<string[]> {
  const rows = await trx
    .deleteFrom("review_evidence")
    .where("id", "in", (query) =>
      query
        .selectFrom("review_evidence as old")
        .select("old.id")
        .where("old.destroyAt", "<", now)
        .where(
          sql<boolean>`not exists (select from review_case where review_case.subject_id = old.subject_id and review_case.state <> 'CLOSED')`,
        )
        .limit(max)
        .forUpdate("old")
        .skipLocked(),
    )
    .returning("objectKey")
    .execute();
  return rows.map((row) => row.objectKey);
}
