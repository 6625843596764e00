/**
 * The person's words, sealed with one key: the borrower's, or for a visitor one for this complaint alone. So destroying
 * the key deletes them here too, in every backup.
 */
import { BorrowerShredded, type SealContext, type Sealer } from "#server/keys/keys.server.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { ComplaintRow, MessageRow } from "./store.ts";

export const emailPlace = (complaintId: string): SealContext => ({
  table: "complaint",
  column: "emailSealed",
  row: complaintId,
});
export const textPlace = (messageId: string): SealContext => ({
  table: "complaint_message",
  column: "textSealed",
  row: messageId,
});
export const complaintPhotoPlace = (photoId: string): SealContext => ({
  table: "complaint_photo",
  column: "objectKey",
  row: photoId,
});

/** The cipher of a complaint; null once its data was deleted. */
export async function cipherOf(
  { keys }: Services,
  reader: Reader,
  { ownerId, forgottenAt }: Pick<ComplaintRow, "ownerId" | "forgottenAt">,
): Promise<Sealer | null> {
  if (forgottenAt) return null;
  try {
    return await keys.borrowerKeys.cipher(reader, ownerId);
  } catch (error) {
    if (error instanceof BorrowerShredded) return null;
    throw error;
  }
}

/** The address of a complaint; null once its data was deleted. */
export async function complaintEmailOf(
  services: Services,
  reader: Reader,
  complaint: ComplaintRow,
): Promise<string | null> {
  return (await cipherOf(services, reader, complaint))?.open(complaint.emailSealed, emailPlace(complaint.id)) ?? null;
}

export const complaintTextOf = (cipher: Sealer, message: MessageRow): string =>
  cipher.open(message.textSealed, textPlace(message.id));
