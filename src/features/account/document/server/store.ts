/** All SQL of additional documents. */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { maxPhotos, type DocumentKind } from "../contract.ts";

export interface DocumentRow {
  id: string;
  kind: DocumentKind;
  slot: number;
  objectKey: string;
  widthPixels: number;
  heightPixels: number;
  uploadedAt: Date;
}
export interface NewDocument {
  id: string;
  kind: DocumentKind;
  objectKey: string;
  widthPixels: number;
  heightPixels: number;
  pictureIndex: string;
}

type Row = {
  id: string;
  kind: string;
  slot: number;
  object_key: string;
  width_pixels: number;
  height_pixels: number;
  uploaded_at: Date;
};
const rowOf = (row: Row): DocumentRow => ({
  id: row.id,
  kind: row.kind as DocumentKind,
  slot: row.slot,
  objectKey: row.object_key,
  widthPixels: row.width_pixels,
  heightPixels: row.height_pixels,
  uploadedAt: row.uploaded_at,
});

/** All photos, of one kind or of every kind, in the order of their slots. */
export async function listDocuments(trx: Reader, borrowerId: string, kind?: DocumentKind): Promise<DocumentRow[]> {
  let query = trx
    .selectFrom("document")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .orderBy("kind")
    .orderBy("slot");
  if (kind) query = query.where("kind", "=", kind);
  return (await query.execute()).map(rowOf);
}

export async function findDocument(trx: Reader, borrowerId: string, id: string): Promise<DocumentRow | null> {
  const row = await trx
    .selectFrom("document")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

/**
 * Stores a photo in the lowest free slot. `FULL`: the kind has all its photos; the unique key of the slots ensures it
 * also for concurrent uploads. `KNOWN`: this very photo exists already.
 */
export async function addDocument(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  photo: NewDocument,
): Promise<DocumentRow | "FULL" | "KNOWN"> {
  for (let slot = 1; slot <= maxPhotos; slot++) {
    const row = await trx
      .insertInto("document")
      .values({
        borrower_id: borrowerId,
        id: photo.id,
        kind: photo.kind,
        slot,
        object_key: photo.objectKey,
        width_pixels: photo.widthPixels,
        height_pixels: photo.heightPixels,
        picture_index: photo.pictureIndex,
        uploaded_at: services.clock.now(),
      })
      // Waits for a concurrent upload into the same slot, then tries the next slot.
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row) return rowOf(row);
    const same = await trx
      .selectFrom("document")
      .select("id")
      .where("borrower_id", "=", borrowerId)
      .where("kind", "=", photo.kind)
      .where("picture_index", "=", photo.pictureIndex)
      .executeTakeFirst();
    if (same) return "KNOWN";
  }
  return "FULL";
}

/** Removes a photo; answers the key of its object, or null where there is none (any more). */
export async function removeDocument(trx: Transaction, borrowerId: string, id: string): Promise<string | null> {
  const row = await trx
    .deleteFrom("document")
    .where("borrower_id", "=", borrowerId)
    .where("id", "=", id)
    .returning("object_key")
    .executeTakeFirst();
  return row?.object_key ?? null;
}

const notePlace = (borrowerId: string, kind: DocumentKind) => ({
  table: "document_note",
  column: "note_sealed",
  row: `${borrowerId}:${kind}`,
});

export async function findNote(
  services: Services,
  trx: Reader,
  borrowerId: string,
  kind: DocumentKind,
): Promise<string> {
  const row = await trx
    .selectFrom("document_note")
    .select("note_sealed")
    .where("borrower_id", "=", borrowerId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row ? services.keys.borrowerKeys.open(trx, borrowerId, row.note_sealed, notePlace(borrowerId, kind)) : "";
}

/** Writes the words that go with a kind; an empty text removes them. */
export async function writeNote(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  kind: DocumentKind,
  note: string,
): Promise<void> {
  if (note === "") {
    await trx.deleteFrom("document_note").where("borrower_id", "=", borrowerId).where("kind", "=", kind).execute();
    return;
  }
  const sealed = await services.keys.borrowerKeys.seal(trx, borrowerId, note, notePlace(borrowerId, kind));
  const values = { note_sealed: sealed, written_at: services.clock.now() };
  await trx
    .insertInto("document_note")
    .values({ borrower_id: borrowerId, kind, ...values })
    .onConflict((conflict) => conflict.columns(["borrower_id", "kind"]).doUpdateSet(values))
    .execute();
}
