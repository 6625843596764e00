/**
 * What a person wrote, sealed with one key: the borrower's, or for a visitor one that belongs to the complaint alone. So
 * whoever is forgotten is forgotten here too, in every backup.
 */
import { BorrowerShredded, type Place, type Sealer } from "#server/keys/keys.server.ts";
import type { Database, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { ComplaintRow, MessageRow } from "./store.ts";

type Reader = Database | Transaction;

export const emailPlace = (complaintId: string): Place => ({
  table: "complaint",
  column: "email_sealed",
  row: complaintId,
});
export const textPlace = (messageId: string): Place => ({
  table: "complaint_message",
  column: "text_sealed",
  row: messageId,
});
export const photoPlace = (photoId: string): Place => ({
  table: "complaint_photo",
  column: "object_key",
  row: photoId,
});

/** The box that opens a complaint; null once it was forgotten. */
export async function boxOf(
  { keys }: Services,
  reader: Reader,
  { owner_id, forgotten_at }: Pick<ComplaintRow, "owner_id" | "forgotten_at">,
): Promise<Sealer | null> {
  if (forgotten_at) return null;
  try {
    return await keys.borrowerKeys.box(reader, owner_id);
  } catch (error) {
    if (error instanceof BorrowerShredded) return null;
    throw error;
  }
}

/** The address of a complaint; null once it was forgotten. */
export async function emailOf(services: Services, reader: Reader, complaint: ComplaintRow): Promise<string | null> {
  return (await boxOf(services, reader, complaint))?.open(complaint.email_sealed, emailPlace(complaint.id)) ?? null;
}

export const textOf = (box: Sealer, message: MessageRow): string =>
  box.open(message.text_sealed, textPlace(message.id));
