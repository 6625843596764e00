/** SQL of the photos of complaints. */
import type { Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { ComplaintPhoto } from "#server/database.types.ts";
import { maxComplaintPhotos } from "../contract.ts";

export type PhotoRow = Selectable<ComplaintPhoto>;

export const photosOf = (reader: Reader, complaintId: string): Promise<PhotoRow[]> =>
  reader.selectFrom("complaint_photo").selectAll().where("complaintId", "=", complaintId).orderBy("slot").execute();

export async function findPhoto(reader: Reader, complaintId: string, id: string): Promise<PhotoRow | undefined> {
  return reader
    .selectFrom("complaint_photo")
    .selectAll()
    .where("complaintId", "=", complaintId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export interface NewPhoto {
  id: string;
  complaintId: string;
  objectKey: string;
  widthPixels: number;
  heightPixels: number;
  pictureIndex: string;
  uploadedAt: Date;
}

/** Adds a photo in the lowest free slot. The caller has locked the complaint, so slots are counted by one transaction at a time. */
export async function addComplaintPhotoRow(trx: Transaction, photo: NewPhoto): Promise<"ADDED" | "FULL" | "KNOWN"> {
  const present = await photosOf(trx, photo.complaintId);
  if (present.some((one) => one.pictureIndex === photo.pictureIndex)) return "KNOWN";
  const slot = Array.from({ length: maxComplaintPhotos }, (_, index) => index + 1).find((free) =>
    present.every((one) => one.slot !== free),
  );
  if (slot === undefined) return "FULL";
  await trx
    .insertInto("complaint_photo")
    .values({
      complaintId: photo.complaintId,
      id: photo.id,
      slot,
      objectKey: photo.objectKey,
      widthPixels: photo.widthPixels,
      heightPixels: photo.heightPixels,
      pictureIndex: photo.pictureIndex,
      uploadedAt: photo.uploadedAt,
    })
    .execute();
  return "ADDED";
}

/** Removes all photos of a complaint; returns the keys of their objects. */
export async function removeComplaintPhotos(trx: Transaction, complaintId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom("complaint_photo")
    .where("complaintId", "=", complaintId)
    .returning("objectKey")
    .execute();
  return rows.map((row) => row.objectKey);
}
