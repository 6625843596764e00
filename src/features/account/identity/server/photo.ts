/** The photo of the card and the selfie: cleaned pictures under random keys, sealed with the borrower's own key. */
import { putObject, removeObject } from "#server/borrower-object.ts";
import { transact } from "#server/database.server.ts";
import type { Picture } from "#server/picture.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { IdentityPhotoKind } from "../contract.ts";
import { isFaceVerified, writePhoto } from "./store.ts";

export const photoPlace = (borrowerId: string, kind: IdentityPhotoKind) => ({
  table: "identity_photo",
  column: "object_key",
  row: `${borrowerId}:${kind}`,
});

/**
 * Keeps a photo in place of the one before, whose object is removed after the commit.
 * @throws Refusal IDENTITY_LOCKED where a face was verified against the photo that is there
 */
export async function keepPhoto(
  services: Services,
  borrowerId: string,
  kind: IdentityPhotoKind,
  picture: Picture,
): Promise<void> {
  const objectKey = await putObject(services, borrowerId, picture, photoPlace(borrowerId, kind));
  const isKept = await transact(services.database, async (trx) => {
    // Decided under the identity's lock: a face check may have ended while this photo was being cleaned.
    const refused = await isFaceVerified(trx, borrowerId);
    const unused = refused ? objectKey : await writePhoto(trx, borrowerId, kind, objectKey, services.clock.now());
    if (unused) await services.jobs.send(trx, removeObject, { objectKey: unused });
    return !refused;
  });
  if (!isKept) throw new Refusal("IDENTITY_LOCKED");
}
