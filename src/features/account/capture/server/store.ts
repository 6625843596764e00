/** Tickets for pictures. */
import type { Database, Transaction } from "#server/database.server.ts";
import type { DocumentKind } from "#features/account/document/contract.ts";
import type { captureKinds } from "../contract.ts";

export interface Ticket {
  id: string;
  kind: (typeof captureKinds)[number];
  documentKind: DocumentKind | null;
  isAgreed: boolean;
}

export async function addTicket(
  database: Database,
  borrowerId: string,
  { id, kind, documentKind, isAgreed }: Ticket,
  { hash, now, expiresAt }: { hash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await database
    .insertInto("capture_ticket")
    .values({
      ticket_hash: hash,
      id,
      borrower_id: borrowerId,
      kind,
      document_kind: documentKind,
      is_agreed: isAgreed,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
}

/** Uses a ticket up; undefined where it was used, is over, or is another borrower's. Of two uploads at once, one gets it. */
export async function useTicket(
  database: Database,
  borrowerId: string,
  hash: Buffer,
  now: Date,
): Promise<Ticket | undefined> {
  const row = await database
    .updateTable("capture_ticket")
    .set({ used_at: now })
    .where("ticket_hash", "=", hash)
    .where("borrower_id", "=", borrowerId)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning(["id", "kind", "document_kind", "is_agreed"])
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      kind: row.kind as Ticket["kind"],
      documentKind: row.document_kind as DocumentKind | null,
      isAgreed: row.is_agreed,
    }
  );
}

export async function deleteOldTickets(trx: Transaction, before: Date): Promise<number> {
  const result = await trx.deleteFrom("capture_ticket").where("created_at", "<", before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
