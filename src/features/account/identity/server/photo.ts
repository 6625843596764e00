/** The photo of the card and the selfie: cleaned pictures under random keys, sealed with the borrower's own key. */
import { putObject, removeObject } from "#server/borrower-object.ts";
import { transact } from "#server/database.server.ts";
import type { Picture } from "#server/picture.ts";
import type { Services } from "#server/services.ts";
import type { IdentityPhotoKind } from "../contract.ts";
import { writePhoto } from "./store.ts";

export const photoPlace = (borrowerId: string, kind: IdentityPhotoKind) => ({ table: "identity_photo", column: "object_key", row: `${borrowerId}:${kind}` });

/** Keeps a photo in place of the one before, whose object is removed after the commit. */
export async function keepPhoto(services: Services, borrowerId: string, kind: IdentityPhotoKind, picture: Picture): Promise<void> {
  const objectKey = await putObject(services, borrowerId, picture, photoPlace(borrowerId, kind));
  await transact(services.database, async (trx) => {
    const before = await writePhoto(trx, borrowerId, kind, objectKey, services.clock.now());
    if (before) await services.jobs.send(trx, removeObject, { objectKey: before });
  });
}
