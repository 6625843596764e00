/** Evidence of a request: photos, encoded again, and one video, all sealed with the borrower's key, counted by the database, destroyed 90 days after the case. */
import { evidenceDays } from "#shared/promised-times.ts";
import { getObject, putObject, removeObject } from "#server/media/borrower-object.ts";
import { CommitUnknown, transact, type Transaction, type Reader } from "#server/database.server.ts";
import { BorrowerShredded } from "#server/keys/keys.server.ts";
import { cleanPicture } from "#server/media/picture.ts";
import type { StoredObject } from "#server/outside/storage/port.ts";
import type { Services } from "#server/services.ts";
import { checkVideo } from "#server/video/index.ts";
import {
  deleteEvidence,
  deleteOldEvidence,
  findEvidence,
  insertEvidence,
  listEvidence,
  photoSlots,
  selfieSlot,
  videoSlots,
  type EvidenceRow,
  type Media,
} from "./evidence-store.ts";
import type { AnyReviewKind } from "./kinds.ts";
import { lockReviewOf } from "./store.ts";

/** Counts from the case's end, or from the upload if no case followed. */
export const evidenceEnd = (from: Date): Date => new Date(from.getTime() + evidenceDays * 86_400_000);

const sealContextOf = (evidenceId: string) => ({ table: "review_evidence", column: "objectKey", row: evidenceId });

export interface EvidenceSet {
  kind: AnyReviewKind;
  borrowerId: string;
  /** The domain's own row; the case may begin after the photos. */
  subjectId: string;
  /** The case begins before its proof: of an account that is frozen first. */
  whileWaiting?: boolean;
}

/**
 * The photos that may be changed now: those of the request before its case, those of the answer while more is
 * requested; null at any other time. `whileWaiting`: the proof comes after the case, before a decision.
 */
async function openRound(
  trx: Transaction,
  { kind, subjectId, whileWaiting = false }: EvidenceSet,
): Promise<1 | 2 | null> {
  const row = await lockReviewOf(trx, kind.kind, subjectId);
  if (!row || (whileWaiting && row.state === "WAITING")) return 1;
  return row.state === "ASKED" ? 2 : null;
}

type Added = "ADDED" | "KNOWN" | "FULL" | "CLOSED";

/**
 * Adds one photo to a request; adding the same one again succeeds. Not within a transaction: it encodes and stores. The
 * caller checks the request's owner and limits the tries.
 * @returns FULL: the maximum is reached. KNOWN: this photo was sent before, for another purpose. CLOSED: none are
 * accepted now.
 * @throws Refusal of `cleanPicture` (`photoProblems`)
 */
export async function storeEvidence(services: Services, of: EvidenceSet, bytes: Uint8Array): Promise<Added> {
  const picture = await cleanPicture(bytes);
  const { widthPixels, heightPixels } = picture;
  return keep(services, of, picture, { media: "PHOTO", widthPixels, heightPixels }, photoSlots(of.kind.evidence.max));
}

/**
 * Stores the video of a request, at most one; otherwise like a photo. It is stored as it came and shown to staff alone.
 * @returns FULL: there is one, or the kind accepts none
 * @throws Refusal of `checkVideo` (`videoProblems`)
 */
export async function addVideo(services: Services, of: EvidenceSet, bytes: Uint8Array): Promise<Added> {
  const video = checkVideo(bytes);
  const { durationMilliseconds } = video;
  const slots = videoSlots(of.kind.evidence.takesVideo === true);
  return keep(services, of, video, { media: "VIDEO", durationMilliseconds }, slots);
}

/**
 * Adds the selfie of a request's face check to its photos; there is one, and it cannot be removed.
 * @throws Refusal of `cleanPicture` (`photoProblems`)
 */
export async function addSelfie(services: Services, of: EvidenceSet, bytes: Uint8Array): Promise<Added> {
  const picture = await cleanPicture(bytes);
  const { widthPixels, heightPixels } = picture;
  return keep(services, of, picture, { media: "PHOTO", widthPixels, heightPixels }, [selfieSlot]);
}

async function keep(
  services: Services,
  of: EvidenceSet,
  { bytes, contentType }: StoredObject,
  about: Media,
  slots: readonly number[],
): Promise<Added> {
  const { database, outside, keys, random, clock } = services;
  const id = random.uuid();
  const objectKey = await putObject(services, of.borrowerId, { bytes, contentType }, sealContextOf(id));
  const pictureIndex = keys.mac("review-picture", of.subjectId, Buffer.from(bytes).toString("base64"));
  const added = await transact(database, async (trx) => {
    const round = await openRound(trx, of);
    if (round === null) return "CLOSED" as const;
    const now = clock.now();
    const { borrowerId, subjectId } = of;
    const shown = { id, borrowerId, subjectId, round, objectKey, pictureIndex, about };
    return insertEvidence(trx, { ...shown, uploadedAt: now, destroyAt: evidenceEnd(now) }, slots);
  }).catch(async (error: unknown) => {
    // After a commit whose answer was lost, the row may refer to the object: it stays.
    if (!(error instanceof CommitUnknown)) await outside.storage.remove(objectKey);
    throw error;
  });
  if (added === "ADDED") return added;
  await outside.storage.remove(objectKey);
  return added === "ADDED_BEFORE" ? "ADDED" : added;
}

/** Removes a photo or the video of the current round; false when the id is none of them. */
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

const endings: Readonly<Record<string, string>> = { "image/jpeg": "jpg", "video/mp4": "mp4", "video/webm": "webm" };

/** Items that a borrower may view and remove: all but the selfie. */
export const isShownFreely = ({ slot }: EvidenceRow): boolean => slot !== selfieSlot;

/** A request's evidence, in the order in which it was sent. */
export const evidenceOf = (reader: Reader, borrowerId: string, subjectId: string): Promise<EvidenceRow[]> =>
  listEvidence(reader, borrowerId, subjectId);

/** The bytes of a photo or video, for its owner, or for staff whose right the caller has checked; null when the request has no such item (any more). */
export async function readEvidence(
  services: Services,
  reader: Reader,
  borrowerId: string,
  subjectId: string,
  evidenceId: string,
): Promise<{ bytes: Uint8Array; contentType: string; fileName: string } | null> {
  const row = await findEvidence(reader, borrowerId, evidenceId);
  if (!row || row.subjectId !== subjectId) return null;
  const stored = await getObject(services, reader, borrowerId, row.objectKey, sealContextOf(row.id)).catch(
    (error: unknown) => {
      if (error instanceof BorrowerShredded) return null;
      throw error;
    },
  );
  if (!stored) return null;
  const ending = endings[stored.contentType] ?? "bin";
  // Our own name from round and slot, without the uploaded name.
  return { ...stored, fileName: `evidence-${row.round}-${row.slot}.${ending}` };
}

/** Rows per round of the sweep. */
const atOnce = 500;

/** Destroys expired photos. @returns how many */
export async function destroyOldEvidence(services: Services): Promise<number> {
  return transact(services.database, async (trx) => {
    const objectKeys = await deleteOldEvidence(trx, services.clock.now(), atOnce);
    for (const objectKey of objectKeys) await services.jobs.send(trx, removeObject, { objectKey });
    return objectKeys.length;
  });
}
