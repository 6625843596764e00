/** Photos on their way into a kind of document. */
import { putObject } from "#server/media/borrower-object.ts";
import { Refusal } from "#server/call/refusal.ts";
import { CommitUnknown, transact } from "#server/database.server.ts";
import type { Picture } from "#server/media/picture.ts";
import type { Services } from "#server/services.ts";
import { type DocumentKind, maxDocumentPhotos, offerOptions, type uploadDocument } from "../contract.ts";
import { noteInformation } from "./offers.ts";
import { picturesOfUpload } from "./pictures-of.ts";
import { addBorrowerDocument, listDocumentRows } from "./store.ts";

export const sealContextOf = (documentId: string) => ({ table: "document", column: "objectKey", row: documentId });

/** Adds what was uploaded, a photo or the pages of a PDF. @throws Refusal of the call `uploadDocument` */
export async function uploadPhoto(
  services: Services,
  borrowerId: string,
  kind: DocumentKind,
  photo: File,
): Promise<void> {
  const { database } = services;
  // Asked before the work of drawing; the slots of the database decide when many arrive at once.
  const free = maxDocumentPhotos - (await listDocumentRows(database, borrowerId, kind)).length;
  if (free <= 0) throw new Refusal<typeof uploadDocument.problems>("PHOTO_COUNT", { max: maxDocumentPhotos });
  const pictures = await picturesOfUpload(new Uint8Array(await photo.arrayBuffer()), borrowerId, free);
  await keepPictures(services, borrowerId, kind, pictures);
}

/** Stores pictures one after another; those before a refusal stay. @throws Refusal PHOTO_COUNT; PHOTO_KNOWN when none of them is new */
async function keepPictures(
  services: Services,
  borrowerId: string,
  kind: DocumentKind,
  pictures: readonly Picture[],
): Promise<void> {
  const option = offerOptions.find((one) => one === `DOCUMENT_${kind}`);
  let isAnyNew = false;
  for (const picture of pictures) {
    const id = services.random.uuid();
    const objectKey = await putObject(services, borrowerId, picture, sealContextOf(id));
    const pictureIndex = services.keys.mac("document-picture", Buffer.from(picture.bytes).toString("base64"));
    const { widthPixels, heightPixels } = picture;
    const row = { id, kind, objectKey, pictureIndex, widthPixels, heightPixels };
    const added = await transact(services.database, async (trx) => {
      const result = await addBorrowerDocument(services, trx, borrowerId, row);
      if (typeof result === "object") await noteInformation(services, trx, borrowerId, option);
      return result;
    }).catch(async (error: unknown) => {
      // After a commit whose answer was lost, the row may refer to the object: it stays.
      if (!(error instanceof CommitUnknown)) await services.outside.storage.remove(objectKey);
      throw error;
    });
    if (typeof added === "object") {
      isAnyNew = true;
      continue;
    }
    // Nothing refers to the object.
    await services.outside.storage.remove(objectKey);
    if (added === "FULL") throw new Refusal<typeof uploadDocument.problems>("PHOTO_COUNT", { max: maxDocumentPhotos });
  }
  if (!isAnyNew) throw new Refusal("PHOTO_KNOWN");
}
