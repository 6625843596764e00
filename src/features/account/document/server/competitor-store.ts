/** All SQL of loans elsewhere. */
import { consentCipher } from "#features/account/privacy/server/index.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import { sealedColumn } from "#server/records/rows.ts";
import type { Services } from "#server/services.ts";
import { maxCompetitorPhotos, maxCompetitors } from "../competitor-contract.ts";

export interface CompetitorRow {
  id: string;
  lender: string;
  /** Whole rupiah. */
  limitRupiah: number;
  toldAt: Date;
}
interface ToldLimit {
  lender: string;
  limitRupiah: number;
}
export interface CompetitorPhotoRow {
  id: string;
  consentId: string;
  objectKey: string;
  uploadedAt: Date;
}

const sealedLimit = sealedColumn<ToldLimit>("competitor", "toldSealed");
export const competitorPhotoPlace = (id: string) => ({ table: "competitor_photo", column: "objectKey", row: id });

/** In the order of entry. */
export async function listCompetitorRows(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<CompetitorRow[]> {
  const rows = await reader
    .selectFrom("competitor")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("slot")
    .execute();
  return Promise.all(
    rows.map(async (row) => {
      const cipher = await consentCipher(services, reader, row.consentId);
      const entry = sealedLimit.open(cipher, row.id, row.toldSealed);
      return { id: row.id, ...entry, toldAt: row.toldAt };
    }),
  );
}

/** Adds or corrects a lender; false where all slots are taken. */
export async function writeCompetitor(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  entry: ToldLimit,
  consentId: string,
): Promise<boolean> {
  const cipher = await consentCipher(services, trx, consentId);
  const lenderIndex = services.keys.mac("competitor-lender", entry.lender.toLowerCase().replace(/\s+/g, " "));
  const toldAt = services.clock.now();
  const known = await trx
    .selectFrom("competitor")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .where("lenderIndex", "=", lenderIndex)
    .forUpdate()
    .executeTakeFirst();
  if (known) {
    await trx
      .updateTable("competitor")
      .set({
        toldSealed: sealedLimit.seal(cipher, known.id, entry),
        consentId,
        toldAt,
      })
      .where("borrowerId", "=", borrowerId)
      .where("id", "=", known.id)
      .execute();
    return true;
  }
  const id = services.random.uuid();
  const sealed = sealedLimit.seal(cipher, id, entry);
  for (let slot = 1; slot <= maxCompetitors; slot++) {
    const values = { borrowerId, id, consentId, slot, toldSealed: sealed };
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto("competitor")
      .values({ ...values, lenderIndex, toldAt })
      // Waits for a concurrent insert into the same slot, then tries the next slot.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows > 0n) return true;
    // The same entry was sent twice at the same time: the other one stays.
    const same = await trx
      .selectFrom("competitor")
      .select("id")
      .where("borrowerId", "=", borrowerId)
      .where("lenderIndex", "=", lenderIndex)
      .executeTakeFirst();
    if (same) return true;
  }
  return false;
}

/** Whether there are entries; locked until the transaction ends, so that a withdrawal, which removes them, waits. */
export async function lockCompetitors(trx: Transaction, borrowerId: string): Promise<boolean> {
  const rows = await trx
    .selectFrom("competitor")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .orderBy("slot")
    .forUpdate()
    .execute();
  return rows.length > 0;
}

export async function removeCompetitorRow(trx: Transaction, borrowerId: string, id: string): Promise<void> {
  await trx.deleteFrom("competitor").where("borrowerId", "=", borrowerId).where("id", "=", id).execute();
}

export async function listPhotos(reader: Reader, borrowerId: string): Promise<CompetitorPhotoRow[]> {
  const rows = await reader
    .selectFrom("competitor_photo")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("slot")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    consentId: row.consentId,
    objectKey: row.objectKey,
    uploadedAt: row.uploadedAt,
  }));
}

/** `KNOWN`: this very picture is there already. */
export async function addCompetitorPhoto(
  trx: Transaction,
  borrowerId: string,
  row: CompetitorPhotoRow & { pictureIndex: string },
): Promise<"ADDED" | "KNOWN" | "FULL"> {
  for (let slot = 1; slot <= maxCompetitorPhotos; slot++) {
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto("competitor_photo")
      .values({
        borrowerId,
        id: row.id,
        consentId: row.consentId,
        slot,
        objectKey: row.objectKey,
        pictureIndex: row.pictureIndex,
        uploadedAt: row.uploadedAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows > 0n) return "ADDED";
    const same = await trx
      .selectFrom("competitor_photo")
      .select("id")
      .where("borrowerId", "=", borrowerId)
      .where("pictureIndex", "=", row.pictureIndex)
      .executeTakeFirst();
    if (same) return "KNOWN";
  }
  return "FULL";
}

/** Removes one screenshot, or all; returns the keys of their objects. */
export async function removeCompetitorPhotos(trx: Transaction, borrowerId: string, id?: string): Promise<string[]> {
  let query = trx.deleteFrom("competitor_photo").where("borrowerId", "=", borrowerId);
  if (id !== undefined) query = query.where("id", "=", id);
  return (await query.returning("objectKey").execute()).map((row) => row.objectKey);
}

/** Removes every lender; returns how many there were. */
export async function removeAll(trx: Transaction, borrowerId: string): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom("competitor").where("borrowerId", "=", borrowerId).executeTakeFirst();
  return Number(numDeletedRows);
}
