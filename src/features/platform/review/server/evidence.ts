/** Photos that go with a request: drawn anew, sealed with the borrower's key, counted by the database, destroyed 90 days after the case. */
import { getObject, putObject, removeObject } from "#server/borrower-object.ts";
import { CommitUnknown, transact, type Transaction } from "#server/database.server.ts";
import { BorrowerShredded } from "#server/keys/keys.server.ts";
import { cleanPicture } from "#server/picture.ts";
import type { Services } from "#server/services.ts";
import {
  deleteEvidence,
  deleteOldEvidence,
  findEvidence,
  insertEvidence,
  listEvidence,
  type EvidenceRow,
} from "./evidence-store.ts";
import type { AnyReviewKind } from "./kinds.ts";
import { lockReviewOf, type Reader } from "./store.ts";

/** After the case, or after the upload where no case came of it. */
export const evidenceDays = 90;
export const evidenceEnd = (from: Date): Date => new Date(from.getTime() + evidenceDays * 86_400_000);

const placeOf = (evidenceId: string) => ({ table: "review_evidence", column: "object_key", row: evidenceId });

export interface EvidenceSet {
  kind: AnyReviewKind;
  borrowerId: string;
  /** The domain's own row; the case may begin after the photos. */
  subjectId: string;
}

/** Which photos may be changed now: those of the request before its case, those of the answer while one is asked for; null at any other time. */
async function openRound(trx: Transaction, { kind, subjectId }: EvidenceSet): Promise<1 | 2 | null> {
  const row = await lockReviewOf(trx, kind.kind, subjectId);
  if (!row) return 1;
  return row.state === "ASKED" ? 2 : null;
}

/**
 * Adds one photo to a request; the same one again is what was wanted. Not within a transaction: it draws and stores. Whose request
 * it is, and how often somebody may try, is the caller's to see to.
 * @returns FULL: the photos of this time are all there. CLOSED: none are taken now.
 * @throws Refusal of `cleanPicture` (`photoProblems`)
 */
export async function addEvidence(
  services: Services,
  of: EvidenceSet,
  bytes: Uint8Array,
): Promise<"ADDED" | "FULL" | "CLOSED"> {
  const { database, outside, keys, random, clock } = services;
  const picture = await cleanPicture(bytes);
  const id = random.uuid();
  const objectKey = await putObject(services, of.borrowerId, picture, placeOf(id));
  const pictureIndex = keys.mac("review-picture", of.subjectId, Buffer.from(picture.bytes).toString("base64"));
  const added = await transact(database, async (trx) => {
    const round = await openRound(trx, of);
    if (round === null) return "CLOSED" as const;
    const now = clock.now();
    const { borrowerId, subjectId } = of;
    const { widthPixels, heightPixels } = picture;
    const photo = { id, borrowerId, subjectId, round, objectKey, pictureIndex, widthPixels, heightPixels };
    return insertEvidence(trx, { ...photo, uploadedAt: now, destroyAt: evidenceEnd(now) }, of.kind.evidence.max);
  }).catch(async (error: unknown) => {
    // After a commit whose answer was lost the row may name the object: it stays.
    if (!(error instanceof CommitUnknown)) await outside.storage.remove(objectKey);
    throw error;
  });
  if (added === "ADDED") return added;
  await outside.storage.remove(objectKey);
  return added === "KNOWN" ? "ADDED" : added;
}

/** Takes a photo of this time back; false where it is none of them. */
export async function removeEvidence(services: Services, of: EvidenceSet, evidenceId: string): Promise<boolean> {
  return transact(services.database, async (trx) => {
    const round = await openRound(trx, of);
    if (round === null) return false;
    const objectKey = await deleteEvidence(trx, of.borrowerId, of.subjectId, evidenceId, round);
    if (objectKey === null) return false;
    await services.jobs.send(trx, removeObject, { objectKey });
    return true;
  });
}

/** What a request shows, in the order in which it was shown. */
export const evidenceOf = (reader: Reader, borrowerId: string, subjectId: string): Promise<EvidenceRow[]> =>
  listEvidence(reader, borrowerId, subjectId);

/** A photo's bytes for its owner, or for staff whose right the caller has checked; null where the request has no such photo (any more). */
export async function readEvidence(
  services: Services,
  reader: Reader,
  borrowerId: string,
  subjectId: string,
  evidenceId: string,
): Promise<{ bytes: Uint8Array; contentType: string; fileName: string } | null> {
  const row = await findEvidence(reader, borrowerId, evidenceId);
  if (!row || row.subjectId !== subjectId) return null;
  const stored = await getObject(services, reader, borrowerId, row.objectKey, placeOf(row.id)).catch(
    (error: unknown) => {
      if (error instanceof BorrowerShredded) return null;
      throw error;
    },
  );
  if (!stored) return null;
  // Made by us of round and slot; nothing of the uploaded name.
  return { bytes: stored.bytes, contentType: stored.contentType, fileName: `evidence-${row.round}-${row.slot}.jpg` };
}

/** Rows of one round of the sweep. */
const atOnce = 500;

/** Destroys photos whose time is over. @returns how many */
export async function destroyOldEvidence(services: Services): Promise<number> {
  return transact(services.database, async (trx) => {
    const objectKeys = await deleteOldEvidence(trx, services.clock.now(), atOnce);
    for (const objectKey of objectKeys) await services.jobs.send(trx, removeObject, { objectKey });
    return objectKeys.length;
  });
}
