/** Photos as evidence: encoded again, sealed, at most six; stored outside any transaction, named by a row within one. */
import { Binary } from "#server/call/pipeline.ts";
import { getObject, putObject } from "#server/media/borrower-object.ts";
import { CommitUnknown, transact } from "#server/database.server.ts";
import { BorrowerShredded } from "#server/keys/keys.server.ts";
import { cleanPicture, previewPicture } from "#server/media/picture.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { maxComplaintPhotos, type addComplaintPhoto } from "../contract.ts";
import { addComplaintPhotoRow, findPhoto } from "./photo-store.ts";
import { cipherOf, complaintPhotoPlace } from "./sealed.ts";
import { findComplaint, lockComplaint } from "./store.ts";
import { recordNewEvidence } from "./tickets.ts";
import { outcomeNow } from "./carrying-out.ts";

/** Stores one photo. @throws Refusal of `cleanPicture`, PHOTO_COUNT, PHOTO_KNOWN, COMPLAINT_STATE, COMPLAINT_GONE */
export async function storeComplaintPhoto(services: Services, complaintId: string, bytes: Uint8Array): Promise<void> {
  const { database, outside, keys, random } = services;
  const complaint = await findComplaint(database, complaintId);
  if (!complaint || !(await cipherOf(services, database, complaint))) throw new Refusal("COMPLAINT_GONE");
  if (!outcomeNow(services, "WRITE", complaint)) throw new Refusal("COMPLAINT_STATE");
  const picture = await cleanPicture(bytes);
  const id = random.uuid();
  const objectKey = await putObject(services, complaint.ownerId, picture, complaintPhotoPlace(id));
  const pictureIndex = keys.mac("complaint-picture", complaintId, Buffer.from(picture.bytes).toString("base64"));
  const added = await transact(database, async (trx) => {
    const locked = await lockComplaint(trx, complaintId);
    if (!locked) throw new Refusal("COMPLAINT_GONE");
    const outcome = await addComplaintPhotoRow(trx, {
      id,
      complaintId,
      objectKey,
      widthPixels: picture.widthPixels,
      heightPixels: picture.heightPixels,
      pictureIndex,
      uploadedAt: services.clock.now(),
    });
    if (outcome === "ADDED") await recordNewEvidence(services, trx, locked);
    return outcome;
  }).catch(async (error: unknown) => {
    // After a commit whose answer was lost, the row may refer to the object: it stays.
    if (!(error instanceof CommitUnknown)) await outside.storage.remove(objectKey);
    throw error;
  });
  if (added === "ADDED") return;
  await outside.storage.remove(objectKey);
  if (added === "FULL")
    throw new Refusal<typeof addComplaintPhoto.problems>("PHOTO_COUNT", { max: maxComplaintPhotos });
  throw new Refusal("PHOTO_KNOWN");
}

/** A photo as an attachment: a browser shows it inside our pages only. @throws Refusal PHOTO_UNKNOWN */
export async function showPhoto(
  services: Services,
  complaintId: string,
  photoId: string,
  size: "FULL" | "PREVIEW",
): Promise<Binary> {
  const { database } = services;
  const complaint = await findComplaint(database, complaintId);
  const row = complaint && (await findPhoto(database, complaintId, photoId));
  if (!complaint || !row) throw new Refusal("PHOTO_UNKNOWN");
  const stored = await getObject(
    services,
    database,
    complaint.ownerId,
    row.objectKey,
    complaintPhotoPlace(row.id),
  ).catch((error: unknown) => {
    if (error instanceof BorrowerShredded) return null;
    throw error;
  });
  if (!stored) throw new Refusal("PHOTO_UNKNOWN");
  const bytes = size === "PREVIEW" ? await previewPicture(stored.bytes) : stored.bytes;
  return new Binary(bytes, stored.contentType, {
    "Content-Disposition": `attachment; filename="${complaint.number.toLowerCase()}-${row.slot}.jpg"`,
  });
}
