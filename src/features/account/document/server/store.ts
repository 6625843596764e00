/** All SQL of additional documents. */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import { maxDocumentPhotos, type DocumentKind } from "../contract.ts";

export interface BorrowerDocumentRow {
  id: string;
  kind: DocumentKind;
  slot: number;
  objectKey: string;
  widthPixels: number;
  heightPixels: number;
  uploadedAt: Date;
}
export interface NewBorrowerDocument {
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
  objectKey: string;
  widthPixels: number;
  heightPixels: number;
  uploadedAt: Date;
};
const rowOf = (row: Row): BorrowerDocumentRow => ({
  id: row.id,
  kind: row.kind as DocumentKind,
  slot: row.slot,
  objectKey: row.objectKey,
  widthPixels: row.widthPixels,
  heightPixels: row.heightPixels,
  uploadedAt: row.uploadedAt,
});

/** All photos, of one kind or of every kind, in the order of their slots. */
export async function listDocumentRows(
  trx: Reader,
  borrowerId: string,
  kind?: DocumentKind,
): Promise<BorrowerDocumentRow[]> {
  const rows = await (kind ? ofKind.execute(trx, { borrowerId, kind }) : ofBorrower.execute(trx, { borrowerId }));
  return rows.map(rowOf);
}

const inOrder = (reader: Reader, borrowerId: string) =>
  reader.selectFrom("document").selectAll().where("borrowerId", "=", borrowerId).orderBy("kind").orderBy("slot");
const ofBorrower = fixedQuery((reader, { borrowerId }: { borrowerId: string }) => inOrder(reader, borrowerId));
const ofKind = fixedQuery((reader, { borrowerId, kind }: { borrowerId: string; kind: DocumentKind }) =>
  inOrder(reader, borrowerId).where("kind", "=", kind),
);

export async function findBorrowerDocument(
  trx: Reader,
  borrowerId: string,
  id: string,
): Promise<BorrowerDocumentRow | null> {
  const row = await trx
    .selectFrom("document")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

/**
 * Stores a photo in the lowest free slot. `FULL`: the kind has all its photos; the unique key of the slots ensures it
 * also for concurrent uploads. `KNOWN`: this very photo exists already.
 */
export async function addBorrowerDocument(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  photo: NewBorrowerDocument,
): Promise<BorrowerDocumentRow | "FULL" | "KNOWN"> {
  for (let slot = 1; slot <= maxDocumentPhotos; slot++) {
    const row = await trx
      .insertInto("document")
      .values({
        borrowerId,
        id: photo.id,
        kind: photo.kind,
        slot,
        objectKey: photo.objectKey,
        widthPixels: photo.widthPixels,
        heightPixels: photo.heightPixels,
        pictureIndex: photo.pictureIndex,
        uploadedAt: services.clock.now(),
      })
      // Waits for a concurrent upload into the same slot, then tries the next slot.
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row) return rowOf(row);
    const same = await trx
      .selectFrom("document")
      .select("id")
      .where("borrowerId", "=", borrowerId)
      .where("kind", "=", photo.kind)
      .where("pictureIndex", "=", photo.pictureIndex)
      .executeTakeFirst();
    if (same) return "KNOWN";
  }
  return "FULL";
}

/** Removes a photo; returns the key of its object, or null where there is none (any more). */
export async function removeDocument(trx: Transaction, borrowerId: string, id: string): Promise<string | null> {
  const row = await trx
    .deleteFrom("document")
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .returning("objectKey")
    .executeTakeFirst();
  return row?.objectKey ?? null;
}

const notePlace = (borrowerId: string, kind: DocumentKind) => ({
  table: "document_note",
  column: "noteSealed",
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
    .select("noteSealed")
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row ? services.keys.borrowerKeys.open(trx, borrowerId, row.noteSealed, notePlace(borrowerId, kind)) : "";
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
    await trx.deleteFrom("document_note").where("borrowerId", "=", borrowerId).where("kind", "=", kind).execute();
    return;
  }
  const sealed = await services.keys.borrowerKeys.seal(trx, borrowerId, note, notePlace(borrowerId, kind));
  const values = { noteSealed: sealed, writtenAt: services.clock.now() };
  await trx
    .insertInto("document_note")
    .values({ borrowerId, kind, ...values })
    .onConflict((conflict) => conflict.columns(["borrowerId", "kind"]).doUpdateSet(values))
    .execute();
}
