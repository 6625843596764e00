/** Staff notes about a borrower. */
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";

const place = (id: string) => ({ table: "staff_note", column: "textSealed", row: id });
const maxNotes = 100;

export interface Note {
  id: string;
  staffName: string;
  text: string;
  createdAt: string;
}

/** Newest first. @throws BorrowerShredded */
export async function notesOf({ database, keys }: Services, borrowerId: string): Promise<Note[]> {
  const rows = await database
    .selectFrom("staff_note")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("id", "desc")
    .limit(maxNotes)
    .execute();
  if (rows.length === 0) return [];
  const cipher = await keys.borrowerKeys.cipher(database, borrowerId);
  return rows.map((row) => ({
    id: row.id,
    staffName: row.staffName,
    text: cipher.open(row.textSealed, place(row.id)),
    createdAt: row.createdAt.toISOString(),
  }));
}

export async function addNote(
  services: Services,
  trx: Transaction,
  note: { borrowerId: string; staffId: string; staffName: string; text: string },
): Promise<string> {
  const id = services.random.uuid();
  await trx
    .insertInto("staff_note")
    .values({
      borrowerId: note.borrowerId,
      id,
      staffId: note.staffId,
      staffName: note.staffName,
      textSealed: await services.keys.borrowerKeys.seal(trx, note.borrowerId, note.text, place(id)),
      createdAt: services.clock.now(),
    })
    .execute();
  return id;
}
