/** The photo of the card and the selfie: cleaned pictures under random keys, sealed with the borrower's own key. */
import { getObject, putObject, removeObject } from "#server/media/borrower-object.ts";
import { transact, type Reader, type Transaction } from "#server/database.server.ts";
import type { Picture } from "#server/media/picture.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { IdentityPhotoKind } from "../contract.ts";
import { findPhotos, isFaceVerified, writePhoto } from "./store.ts";

export const identityPhotoPlace = (borrowerId: string, kind: IdentityPhotoKind) => ({
  table: "identity_photo",
  column: "objectKey",
  row: `${borrowerId}:${kind}`,
});

/** A photo for staff whose right the caller has checked; null without one. */
export async function readPhoto(
  services: Services,
  reader: Reader,
  borrowerId: string,
  kind: IdentityPhotoKind,
): Promise<{ bytes: Uint8Array; contentType: string } | null> {
  const photo = (await findPhotos(reader, borrowerId)).get(kind);
  return photo ? getObject(services, reader, borrowerId, photo.objectKey, identityPhotoPlace(borrowerId, kind)) : null;
}

/**
 * Stores a photo in place of the earlier one, whose object is removed after the commit.
 * @param refuseOther a further check against replacing it, run under the identity's lock
 * @throws Refusal IDENTITY_LOCKED when a face was verified against the current photo
 */
export async function storeIdentityPhoto(
  services: Services,
  borrowerId: string,
  kind: IdentityPhotoKind,
  picture: Picture,
  refuseOther?: (trx: Transaction) => Promise<void>,
): Promise<void> {
  const objectKey = await putObject(services, borrowerId, picture, identityPhotoPlace(borrowerId, kind));
  const isKept = await transact(services.database, async (trx) => {
    // Decided under the lock of the identity: a face check may have ended while this photo was being cleaned.
    const refused = await isFaceVerified(trx, borrowerId);
    if (!refused) await refuseOther?.(trx);
    const unused = refused ? objectKey : await writePhoto(trx, borrowerId, kind, objectKey, services.clock.now());
    if (unused) await services.jobs.send(trx, removeObject, { objectKey: unused });
    return !refused;
  }).catch(async (error: unknown) => {
    if (error instanceof Refusal) await services.outside.storage.remove(objectKey);
    throw error;
  });
  if (!isKept) throw new Refusal("IDENTITY_LOCKED");
}
