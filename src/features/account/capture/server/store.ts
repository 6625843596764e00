/** Tickets for pictures. */
import type { Database, Transaction } from "#server/database.server.ts";
import type { DocumentKind } from "#features/account/document/contract.ts";
import type { captureKinds } from "../contract.ts";

export interface CaptureTicketRow {
  id: string;
  kind: (typeof captureKinds)[number];
  documentKind: DocumentKind | null;
  isAgreed: boolean;
}

export async function addTicket(
  database: Database,
  borrowerId: string,
  { id, kind, documentKind, isAgreed }: CaptureTicketRow,
  { hash, now, expiresAt }: { hash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await database
    .insertInto("capture_ticket")
    .values({
      ticketHash: hash,
      id,
      borrowerId,
      kind,
      documentKind,
      isAgreed,
      createdAt: now,
      expiresAt,
    })
    .execute();
}

/** Uses a ticket up; undefined where it was used, is over, or is another borrower's. Of two uploads at once, one gets it. */
export async function useTicket(
  database: Database,
  borrowerId: string,
  hash: Buffer,
  now: Date,
): Promise<CaptureTicketRow | undefined> {
  const row = await database
    .updateTable("capture_ticket")
    .set({ usedAt: now })
    .where("ticketHash", "=", hash)
    .where("borrowerId", "=", borrowerId)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", now)
    .returning(["id", "kind", "documentKind", "isAgreed"])
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      kind: row.kind as CaptureTicketRow["kind"],
      documentKind: row.documentKind as DocumentKind | null,
      isAgreed: row.isAgreed,
    }
  );
}

export async function deleteOldTickets(trx: Transaction, before: Date): Promise<number> {
  const result = await trx.deleteFrom("capture_ticket").where("createdAt", "<", before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
